"""Spelling a name akshara by akshara, and reading a name that was spelt: "आर ए डी एच ए", "क से कमल"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.phrases import Match, match_at, phrases
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import Span

VIRAMA = "\u094d"
FIRST_LETTER, LAST_SIGN = "\u0900", "\u0963"
"""The letters and vowel signs of the Devanagari block; its digits and punctuation come after."""
SIGN_OF = dict(zip("आइईउऊएऐओऔऋ", "ािीुूेैोौृ", strict=True))
"""Independent vowel → its sign after a consonant; अ has none."""
ENDINGS = frozenset([*SIGN_OF.values(), "\u0901", "\u0902", "\u0903", "\u093c", VIRAMA])
"""Marks that belong to the letter before them."""

LETTER_NAMES = {
    normalize(name): letter
    for letter, names in {
        "a": "ए", "b": "बी", "c": "सी", "d": "डी", "e": "ई", "f": "एफ एफ़",
        "g": "जी", "h": "एच ऐच",
        "i": "आई आइ", "j": "जे", "k": "के", "l": "एल", "m": "एम", "n": "एन", "o": "ओ", "p": "पी", "q": "क्यू",
        "r": "आर", "s": "एस", "t": "टी", "u": "यू", "v": "वी", "w": "डब्ल्यू डब्लू", "x": "एक्स",
        "y": "वाई वाय", "z": "ज़ेड जैड",
    }.items()
    for name in names.split()
}  # fmt: skip
"""How the names of English letters are heard in Hindi, in the normal form."""
COMMON = word_set("ए जी के सी पी")
"""Letter names that are Hindi words too: they need other letters beside them."""
FEWEST = 3
"""Letters from which a run counts as spelling."""
DOUBLE = word_set("डबल")
SAYS = word_set("से")
MARK = phrases("छोटी|छोटा|बड़ी|बड़े|बड़ा? आ|इ|ई|उ|ऊ|ए|ऐ|ओ|औ|ऋ की|का? मात्रा")
LONG = word_set("बड़ी बड़े बड़ा")
DOT = word_set("बिंदी बिंदु अनुस्वार चंद्रबिंदु")
HALF = word_set("आधा आधी")

CONSONANTS = (
    ("ksh", "क्ष"), ("chh", "छ"), ("kh", "ख"), ("gh", "घ"), ("ch", "च"), ("jh", "झ"), ("th", "थ"), ("dh", "ध"),
    ("ph", "फ"), ("bh", "भ"), ("sh", "श"), ("gy", "ज्ञ"), ("k", "क"), ("g", "ग"), ("c", "क"), ("j", "ज"),
    ("t", "त"), ("d", "द"), ("n", "न"), ("p", "प"), ("f", "फ"), ("b", "ब"), ("m", "म"), ("y", "य"),
    ("r", "र"), ("l", "ल"), ("v", "व"), ("w", "व"), ("s", "स"), ("h", "ह"), ("z", "ज"), ("q", "क"),
    ("x", "क्ष"),
)  # fmt: skip
LATIN_VOWELS = (
    ("aa", "आ"), ("ai", "ऐ"), ("au", "औ"), ("ee", "ई"), ("oo", "ऊ"), ("ii", "ई"), ("uu", "ऊ"), ("a", "अ"),
    ("i", "इ"), ("u", "उ"), ("e", "ए"), ("o", "ओ"),
)  # fmt: skip
LONG_AT_END = {"अ": "आ", "इ": "ई"}
"""Names end in the long vowel."""
JOINED = frozenset(
    ("क्षम", "कर", "गर", "तर", "दर", "पर", "बर", "शर", "सर", "वय", "तय", "दय", "नय", "जय", "सव", "शव")
)
"""Pairs that are written joined; others keep the unspoken a between them."""


@dataclass(frozen=True)
class SpellingReading:
    """A name that was spelt out. `text` is None where nothing was."""

    text: str | None = None
    """The name put together. From English letters it is a guess: they do not tell long a from short."""
    span: Span | None = None
    start: int = 0
    end: int = 0
    """The tokens that spell, `end` exclusive."""
    latin: bool = False


def spell(name: str) -> tuple[str, ...]:
    """The aksharas of `name`, words run together: "कृष्णा" → ("कृ", "ष्णा"). Joined they are the name again."""
    aksharas: list[str] = []
    for char in "".join(name.split()):
        joins = bool(aksharas) and (char in ENDINGS or aksharas[-1].endswith(VIRAMA))
        if joins:
            aksharas[-1] += char
        else:
            aksharas.append(char)
    return tuple(aksharas)


def is_devanagari(word: str) -> bool:
    """True where `word` is written in Devanagari letters alone."""
    return bool(word) and all(FIRST_LETTER <= char <= LAST_SIGN for char in word)


def read_spelling(tokens: Sequence[Token]) -> SpellingReading:
    """The first name that is spelt in `tokens`, by English letters or by aksharas."""
    for start in range(len(tokens)):
        for read, latin in ((_letters_at, True), (_aksharas_at, False)):
            text, end = read(tokens, start)
            if text:
                return SpellingReading(text, span_of(tokens[start:end]), start, end, latin)
    return SpellingReading()


def _letters_at(tokens: Sequence[Token], start: int) -> tuple[str, int]:
    """The name that English letters spell from token `start`, and where they end; empty where they do not."""
    letters = ""
    plain = 0
    at = start
    while at < len(tokens):
        twice = tokens[at].text in DOUBLE and at + 1 < len(tokens)
        word = tokens[at + twice].text
        letter = LETTER_NAMES.get(word, word if len(word) == 1 and "a" <= word <= "z" else "")
        if not letter:
            break
        plain += word not in COMMON
        letters += letter * (1 + twice)
        at += 1 + twice
    enough = len(letters) >= FEWEST and plain > 1
    return (from_latin(letters), at) if enough else ("", start)


def from_latin(letters: str) -> str:
    """Latin letters as Devanagari, as well as they can tell."""
    written = ""
    bare = False  # the last consonant has no vowel yet
    at = 0
    while at < len(letters):
        spelt, sound = _first(LATIN_VOWELS, letters, at) or ("", "")
        if spelt:
            last = at + len(spelt) == len(letters)
            sound = LONG_AT_END.get(sound, sound) if last and bare else sound
            written += SIGN_OF.get(sound, "") if bare else sound
            bare = False
        else:
            spelt, sound = _first(CONSONANTS, letters, at) or (letters[at], letters[at])
            written += _joint(written, sound) + sound if bare else sound
            bare = True
        at += len(spelt)
    return written


def _joint(written: str, sound: str) -> str:
    """What stands between two consonants that no vowel parts."""
    joined = written[-1:] == sound or written[-3:] + sound in JOINED or written[-1:] + sound in JOINED
    return VIRAMA if joined else ""


def _first(table: Sequence[tuple[str, str]], letters: str, at: int) -> tuple[str, str] | None:
    """The first entry of `table` that is spelt at `at`."""
    return next((entry for entry in table if letters.startswith(entry[0], at)), None)


def _aksharas_at(tokens: Sequence[Token], start: int) -> tuple[str, int]:
    """The name that aksharas spell from token `start` ("क से कमल म से मछली ला"), and where they end."""
    written = ""
    count = 0
    at = start
    told = False  # at least one "क से कमल" or "आ की मात्रा": single aksharas alone may be little words
    while at < len(tokens):
        mark = match_at(tokens, at, MARK)
        if mark and written:
            written += _sign([token.text for token in tokens[mark.start : mark.end]])
            at, told = mark.end, True
        elif tokens[at].text in DOT and written:
            written, at, told = written + "\u0902", at + 1, True
        elif tokens[at].text in HALF and at + 1 < len(tokens) and len(spell(tokens[at + 1].text)) == 1:
            written, at, count, told = written + tokens[at + 1].text + VIRAMA, at + 2, count + 1, True
        elif len(spell(tokens[at].text)) == 1 and tokens[at].text not in SAYS:
            says = (
                at + 2 < len(tokens) and tokens[at + 1].text in SAYS and _begins(tokens[at + 2], tokens[at])
            )
            written, count, told = written + tokens[at].text, count + 1, told or says
            at += 3 if says else 1
        else:
            break
    return (written, at) if told and count > 1 else ("", start)


def examples(tokens: Sequence[Token]) -> tuple[Match, ...]:
    """Every "क से कमल" in `tokens`."""
    return tuple(
        Match(at, at + 3)
        for at in range(len(tokens) - 2)
        if len(spell(tokens[at].text)) == 1
        and tokens[at + 1].text in SAYS
        and _begins(tokens[at + 2], tokens[at])
    )


def _begins(word: Token, akshara: Token) -> bool:
    """True where `word` begins with the consonant or vowel of `akshara`."""
    return word.text[:1] == akshara.text[:1]


def _sign(mark: Sequence[str]) -> str:
    """The vowel sign that "बड़ी ई की मात्रा" names."""
    vowel = next(word for word in mark if word in SIGN_OF)
    if any(word in LONG for word in mark):
        vowel = {"इ": "ई", "उ": "ऊ"}.get(vowel, vowel)
    return SIGN_OF[vowel]
