"""Spelling a name akshara by akshara, and reading a name that was spelt: "आर ए डी एच ए", "क से कमल"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.hindi.akshara_spelling import examples, read_aksharas
from edgebharo.hindi.aksharas import SIGN_OF, VIRAMA, is_devanagari, spell
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import Span

__all__ = ["SpellingReading", "examples", "from_latin", "is_devanagari", "read_spelling", "spell"]

LETTER_NAMES = {
    normalize(name): letter
    for letter, names in {
        "a": "ए ऐ", "b": "बी", "c": "सी", "d": "डी", "e": "ई", "f": "एफ एफ़ ऐफ",
        "g": "जी", "h": "एच ऐच हेच",
        "i": "आई आइ", "j": "जे", "k": "के", "l": "एल ऐल", "m": "एम ऐम", "n": "एन ऐन", "o": "ओ",
        "p": "पी", "q": "क्यू क्यु", "r": "आर", "s": "एस ऐस", "t": "टी", "u": "यू", "v": "वी",
        "w": "डब्ल्यू डब्लू डबल्यू डब्लयू", "x": "एक्स ऐक्स", "y": "वाई वाय वाइ", "z": "ज़ेड जैड जेड",
    }.items()
    for name in names.split()
}  # fmt: skip
"""How the names of English letters are heard in Hindi, in the normal form."""
COMMON = word_set("ए जी के सी पी")
"""Letter names that are Hindi words too: they need other letters beside them."""
SIGN_WORDS = word_set("मात्रा बिंदी नुक्ता चंद्रबिंदु हलंत आधा आधी")
FEWEST = 3
"""Letters from which a run counts as spelling."""
DOUBLE = word_set("डबल")
FOR = word_set("फॉर से for")
"""After a letter: a word that begins with it follows."""
CASES = word_set("कैपिटल स्मॉल बड़ा छोटा capital small")
"""Before a letter these say nothing about the name."""

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


def read_spelling(tokens: Sequence[Token]) -> SpellingReading:
    """The first name that is spelt in `tokens`, by English letters or by aksharas."""
    for start in (*_announced(tokens), *range(len(tokens))):
        for read, latin in ((_letters_at, True), (read_aksharas, False)):
            text, end = read(tokens, start)
            if text:
                return SpellingReading(text, span_of(tokens[start:end]), start, end, latin)
    return SpellingReading()


def _announced(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Where the letters begin that are told by examples: what may be letters before them was the name itself.

    "शोभा, श से शलजम, …" may be heard as "श भा श से शलजम …": what is the name begins with the same letter.
    """
    told = examples(tokens)
    before = tokens[: told[0].start] if len(told) > 1 else ()
    again = bool(before) and before[0].text[:1] == tokens[told[0].start].text[:1]
    plain = again and not any(token.text in SIGN_WORDS for token in before)
    return (told[0].start,) if plain else ()


def _letters_at(tokens: Sequence[Token], start: int) -> tuple[str, int]:
    """The name that English letters spell from token `start`, and where they end; empty where they do not."""
    letters = ""
    plain = 0
    at = end = start
    while at < len(tokens):
        at += tokens[at].text in CASES and at + 1 < len(tokens)
        twice = tokens[at].text in DOUBLE and at + 1 < len(tokens)
        word = tokens[at + twice].text
        letter = LETTER_NAMES.get(word, word if len(word) == 1 and "a" <= word <= "z" else "")
        if not letter:
            break
        plain += word not in COMMON
        letters += letter * (1 + twice)
        at += 1 + twice
        at += 2 * _has_example(tokens, at)
        end = at
    enough = len(letters) >= FEWEST and plain > 1
    return (from_latin(letters), end) if enough else ("", start)


def _has_example(tokens: Sequence[Token], at: int) -> bool:
    """True for the "फॉर सीता" of "एस फॉर सीता"."""
    return at + 1 < len(tokens) and tokens[at].text in FOR and tokens[at + 1].text not in LETTER_NAMES


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
