"""Reading a name that is spelt in Hindi: "क से कमल", "स बड़ी ई की मात्रा", "आधा न न", "प में र की मात्रा".

Each step reads one thing the speller may say and adds to what is written so far. Single aksharas alone may
be little words, so a spelling counts only where something tells it: an example, a vowel sign, a half letter,
or three aksharas in a row that are no words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from edgebharo.hindi.aksharas import ANUSVARA, NUKTA, SIGN_OF, VIRAMA, ends_bare, spell, with_vowel
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import Match, Phrase, match_at, phrases
from edgebharo.hindi.spelling_words import EXAMPLES
from edgebharo.hindi.tokens import Token

SAYS = word_set("से फॉर जैसे माने")
OF = word_set("का की वाला वाली")
"""Between an example and its letter: "कमल वाला क"."""
_ON = "में|पर|को|का|की|के"
_VOWELS = "अ|आ|इ|ई|उ|ऊ|ए|ऐ|ओ|औ|ऋ"
SIGNS = phrases(
    f"{_ON}? छोटी|छोटा|छोटे|बड़ी|बड़े|बड़ा|लंबी {_VOWELS} की|का|के|क? मात्रा?",
    f"{_ON}? {_VOWELS} की|का|के|क? मात्रा",
)
"""A vowel after a consonant."""
ONE_STROKE = phrases(f"{_ON}? एक मात्रा")
TWO_STROKES = phrases(f"{_ON}? दो मात्रा")
APART = (
    (phrases("आधी|आधि मात्रा"), "आ"),
    (phrases(f"{_ON}? ब ड़|ड़ी|डी इ|ई की|का|के|क? मात्रा?"), "ई"),
    (phrases(f"{_ON}? ब ड़|ड़े|डे उ|ऊ की|का|के|क? मात्रा?"), "ऊ"),
)
"""Vowel signs as they may be heard: "आधी मात्रा" for "आ की मात्रा", "ब ड़ इ" for "बड़ी ई"."""
UNDER_R = phrases(f"{_ON}? नीचे? र की|का मात्रा", f"{_ON}? नीचे र")
DOT_BELOW = phrases(f"{_ON}? नीचे बिंदी|बिंदु|नुक्ता|बिन्दी", f"{_ON}? नुक्ता")
DOT = phrases(f"{_ON}? ऊपर|उपर? बिंदी|बिंदु|बिन्दी|अनुस्वार|चंद्रबिंदु", "उ|ऊ|ओ पर बिंदी|बिंदु", "उ|ऊ|ओ प? र बिंदी|बिंदु")
HALANT = phrases(f"{_ON}? हलंत|हल")
LONG = word_set("बड़ी बड़े बड़ा लंबी")
SHORT = word_set("छोटी छोटा छोटे")
LENGTHENED = {"अ": "आ", "इ": "ई", "उ": "ऊ"}
SHORTENED = {"आ": "अ", "ई": "इ", "ऊ": "उ"}
UNDER_A_DOT = {"द": "ड", "ध": "ढ"}
HALF = word_set("आधा आधी आधे")
DOUBLE = word_set("डबल")
LITTLE = word_set("है हैं हूं में से को के का की तो ही भी जी वो ये या मैं हां दो नौ सौ था थे थी थीं हो")
"""Words of one akshara: they end a spelling unless an example follows."""
MEASURE = word_set("मात्रा")
ENDS_NAMES = frozenset("अआ")
PRIMER = word_set(EXAMPLES)
PLAIN = 3
"""Aksharas in a row that are a spelling although nothing tells it; the same one again and again is not."""


@dataclass(frozen=True)
class _Spelt:
    """What is read so far: tokens up to `at` spell `written`."""

    at: int
    written: str = ""
    count: int = 0
    told: bool = False
    signed: bool = False
    """The last thing said was a vowel sign; the whole akshara may be said again after it."""


def read_aksharas(tokens: Sequence[Token], start: int) -> tuple[str, int]:
    """The name that aksharas spell from token `start`, and where they end; empty where they do not."""
    reached = _read(tokens[start:]).at
    spelt = _read(tokens[start : start + reached])
    plain = spelt.count >= PLAIN and len(set(spell(spelt.written))) > 1
    enough = spelt.count > 1 if spelt.told else plain
    return (spelt.written, start + spelt.at) if enough else ("", start)


def _read(tokens: Sequence[Token]) -> _Spelt:
    """What `tokens` spell from the first one on, as far as they do; what follows them may bear on it."""
    spelt = _Spelt(0)
    while spelt.at < len(tokens):
        after = next((found for step in STEPS if (found := step(tokens, spelt)) is not None), None)
        if after is None:
            break
        spelt = after
    return spelt


def examples(tokens: Sequence[Token]) -> tuple[Match, ...]:
    """Every "क से कमल" in `tokens`."""
    return tuple(Match(at, at + 3) for at in range(len(tokens) - 2) if _says(tokens, at))


def _says(tokens: Sequence[Token], at: int) -> bool:
    """True where token `at` is a letter with its example: "क से कमल"."""
    if at + 2 >= len(tokens) or len(spell(tokens[at].text)) != 1:
        return False
    return tokens[at + 1].text in SAYS and (_begins(tokens[at + 2], tokens[at]) or _corrects(tokens, at))


def _corrects(tokens: Sequence[Token], at: int) -> bool:
    """True where a bare letter has the example of another ("ग से कमल"): the longer word was heard right."""
    return len(tokens[at].text) == 1 and tokens[at + 2].text in PRIMER


def _begins(word: Token, akshara: Token) -> bool:
    """True where `word` begins with the consonant or vowel of `akshara`."""
    return word.text[:1] == akshara.text[:1]


def _is_letter(tokens: Sequence[Token], at: int) -> bool:
    """True where token `at` is one akshara and no little word."""
    if at >= len(tokens) or len(spell(tokens[at].text)) != 1:
        return False
    return tokens[at].text not in LITTLE or _says(tokens, at)


def _found(tokens: Sequence[Token], spelt: _Spelt, table: tuple[Phrase, ...]) -> Match | None:
    """A phrase of `table` at the place that is reached, where there is a letter to put its mark on."""
    return match_at(tokens, spelt.at, table) if spelt.written else None


def _told(spelt: _Spelt, at: int, written: str, *, count: int = 0, signed: bool = False) -> _Spelt:
    """`spelt` with more written, by words that only a speller says."""
    return _Spelt(at, written, spelt.count + count, told=True, signed=signed)


def _sign(tokens: Sequence[Token], spelt: _Spelt) -> _Spelt | None:
    """A vowel sign: "बड़ी ई की मात्रा", "में आ की मात्रा", "दो मात्रा"."""
    for table, sign in ((ONE_STROKE, "ए"), (TWO_STROKES, "ऐ"), *APART):
        stroke = _found(tokens, spelt, table)
        if stroke:
            return _told(spelt, stroke.end, with_vowel(spelt.written, sign), signed=True)
    match = _found(tokens, spelt, SIGNS)
    if match is None:
        return None
    said = [token.text for token in tokens[match.start : match.end]]
    vowel = next(word for word in said if word in SIGN_OF or word == "अ")
    if any(word in LONG for word in said):
        vowel = LENGTHENED.get(vowel, vowel)
    if any(word in SHORT for word in said):
        vowel = SHORTENED.get(vowel, vowel)
    return _told(spelt, match.end, with_vowel(spelt.written, vowel), signed=True)


def _mark(tokens: Sequence[Token], spelt: _Spelt) -> _Spelt | None:
    """Dots, the र under a letter, and the halant."""
    for table, mark in ((UNDER_R, VIRAMA + "र"), (DOT_BELOW, NUKTA), (DOT, ANUSVARA), (HALANT, VIRAMA)):
        match = _found(tokens, spelt, table)
        if match:
            needs_consonant = mark != ANUSVARA
            fits = ends_bare(spelt.written) if needs_consonant else not spelt.written.endswith(ANUSVARA)
            written = _dottable(spelt.written) if mark == NUKTA else spelt.written
            return _told(spelt, match.end, written + mark if fits else spelt.written, signed=True)
    return None


def _dottable(written: str) -> str:
    """`written` with a last letter that may have a dot below: द, where ड was said, has none."""
    return written[:-1] + UNDER_A_DOT.get(written[-1], written[-1])


def _half(tokens: Sequence[Token], spelt: _Spelt) -> _Spelt | None:
    """A half letter ("आधा न"): joined to the consonant that follows, else to the one before."""
    at = spelt.at + 1
    if tokens[spelt.at].text not in HALF or not _is_letter(tokens, at) or not ends_bare(tokens[at].text):
        return None
    letter = tokens[at].text
    after = at + (3 if _says(tokens, at) else 1)
    half_too = after < len(tokens) and tokens[after].text in HALF and _is_letter(tokens, after + 1)
    follows = half_too or (_is_letter(tokens, after) and tokens[after].text[0] not in SIGN_OF)
    if follows or not ends_bare(spelt.written):
        written = spelt.written + letter + (VIRAMA if follows else "")
    else:
        written = spelt.written + VIRAMA + letter
    return _told(spelt, after, written, count=1)


def _twice(tokens: Sequence[Token], spelt: _Spelt) -> _Spelt | None:
    """A doubled letter: "डबल न"."""
    at = spelt.at + 1
    if tokens[spelt.at].text not in DOUBLE or not _is_letter(tokens, at) or not ends_bare(tokens[at].text):
        return None
    letter = tokens[at].text
    return _told(spelt, at + 1, spelt.written + letter + VIRAMA + letter, count=1)


def _example_first(tokens: Sequence[Token], spelt: _Spelt) -> _Spelt | None:
    """A letter after its example: "कमल वाला क"."""
    at = spelt.at
    if at + 2 >= len(tokens) or tokens[at + 1].text not in OF or len(spell(tokens[at].text)) < 2:
        return None
    if len(spell(tokens[at + 2].text)) != 1 or not _begins(tokens[at], tokens[at + 2]):
        return None
    return _told(spelt, at + 3, spelt.written + tokens[at + 2].text, count=1)


def _letter(tokens: Sequence[Token], spelt: _Spelt) -> _Spelt | None:
    """An akshara, with its example or without.

    A vowel after a consonant is its sign, but where it has an example or where signs are called signs: "न ई ब
    आ की मात्रा". The आ that names end in is always one.
    """
    if not _is_letter(tokens, spelt.at):
        return None
    says = _says(tokens, spelt.at)
    text = _told_letter(tokens, spelt.at) if says else tokens[spelt.at].text
    if spelt.signed and not says and len(text) > 1 and text == spell(spelt.written)[-1]:
        return replace(spelt, at=spelt.at + 1, signed=False)
    vowel = text in SIGN_OF or text == "अ"
    alone = says or (text not in ENDS_NAMES and any(token.text in MEASURE for token in tokens))
    sign = vowel and bool(spelt.written) and not (alone and ends_bare(spelt.written))
    written = with_vowel(spelt.written, text) if sign else spelt.written + text
    count = spelt.count + (not (sign and ends_bare(spelt.written)))
    after = _after_example(tokens, spelt.at) if says else spelt.at + 1
    return _Spelt(after, written, count, told=spelt.told or says)


def _told_letter(tokens: Sequence[Token], at: int) -> str:
    """The letter at `at` that has an example."""
    return tokens[at].text if _begins(tokens[at + 2], tokens[at]) else tokens[at + 2].text[:1]


def _after_example(tokens: Sequence[Token], at: int) -> int:
    """Where the example of the letter at `at` ends.

    No example is the letter itself: "ल से ल ट" is a word that was heard letter by letter, up to the next
    letter with an example or a vowel sign.
    """
    end = at + 3
    if tokens[at + 2].text != tokens[at].text:
        return end
    while _is_letter(tokens, end) and not _says(tokens, end) and match_at(tokens, end, SIGNS) is None:
        end += 1
    return end


STEPS: tuple[Callable[[Sequence[Token], _Spelt], _Spelt | None], ...] = (
    _sign,
    _mark,
    _half,
    _twice,
    _example_first,
    _letter,
)
"""What a speller may say, the longest things first."""
