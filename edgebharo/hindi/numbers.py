"""Numbers in Hindi words, ASCII digits, and mixes of both.

Reads what was said; what a number counts (months, children, a day) is for the caller of this module to
decide. Clock times and durations in minutes ("बारह बजे", "एक मिनट") are no numbers here: nobody answers a
question with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, TypeAlias

from edgebharo.hindi import number_words
from edgebharo.hindi.cues import CLOCK, FILLERS, IDIOMS_OF_ONE, NEGATION, UNITS, VERB_STEMS
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.number_words import ENGLISH_DIGITS, ENGLISH_TENS
from edgebharo.hindi.tokens import Token
from edgebharo.types import Span

NumberKind: TypeAlias = Literal["cardinal", "ordinal", "fraction", "range", "digits"]


@dataclass(frozen=True)
class NumberReading:
    """One number that was said."""

    value: Decimal
    """range: the lower end. digits: the string of digits as a number (leading zeros are lost here)."""
    span: Span
    kind: NumberKind
    tokens: tuple[int, int]
    """Half-open range of token indices."""
    high: Decimal | None = None
    """range: the upper end."""
    negated: bool = False
    """The caller took it back: "पांच नहीं, छह"."""


def _words(row: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(normalize(word) for word in row.split()))


_VARIANTS: tuple[tuple[str, ...], ...] = tuple(
    number_words.spellings(number, _words(row)) for number, row in enumerate(number_words.ROWS)
)


def _cardinals() -> dict[str, int]:
    """Dialect first, so that a standard word keeps its own value; English pairs written as one word."""
    found = {
        word: number
        for number, row in number_words.DIALECT_ROWS.items()
        for word in number_words.spellings(number, _words(row))
    }
    found |= {
        tens + digit: ten + one
        for tens, ten in ENGLISH_TENS.items()
        for digit, one in ENGLISH_DIGITS.items()
        if one
    }
    found |= number_words.ONLY_AMONG_NUMBERS
    return found | {word: number for number, words in enumerate(_VARIANTS) for word in words}


CARDINALS: Mapping[str, int] = MappingProxyType(_cardinals())
"""Every accepted word of 0..99 in normal form: standard, dialect, English loans."""

SCALES: Mapping[str, int] = MappingProxyType(
    {word: scale for scale, row in number_words.SCALE_ROWS.items() for word in _words(row)}
)
"""सौ, हजार, लाख, करोड़ and their variants in normal form."""


def _ordinals() -> dict[str, int]:
    """Irregular ordinals, then every Hindi cardinal from five up with each ordinal ending."""
    found: dict[str, int] = {}
    for number, row in number_words.IRREGULAR_ORDINALS.items():
        found.update(dict.fromkeys(_words(row), number))
    for number, words in enumerate(_VARIANTS[5:], start=5):
        for word in words:
            for ending in number_words.ORDINAL_ENDINGS:
                found.setdefault(word + normalize(ending), number)
    return {word: number for word, number in found.items() if word not in CARDINALS}


ORDINALS: Mapping[str, int] = MappingProxyType(_ordinals())
"""पहला, छठी, सातवें … in normal form; "पहले" only counts before a unit (see `read_numbers`)."""

_RARE_ORDINALS: Mapping[str, int] = MappingProxyType(
    {word: number for number, row in number_words.MORE_ORDINALS.items() for word in _words(row)}
)

ADDED: Mapping[str, Decimal] = MappingProxyType(
    {
        normalize(word): value
        for row, value in (
            ("सवा", Decimal("0.25")),
            ("साढ़े साढे साड़े साडे साढ़ें", Decimal("0.5")),
            ("पौने पोने", Decimal("-0.25")),
        )
        for word in row.split()
    }
)
"""Quarter and half words that change the number after them ("साढ़े सात" is 7.5, "पौने दो सौ" is 175)."""

WHOLE: Mapping[str, Decimal] = MappingProxyType(
    {
        normalize(word): value
        for row, value in (
            ("डेढ़ डेढ डेड़ ढेड़", Decimal("1.5")),
            ("ढाई ढ़ाई अढ़ाई अढाई", Decimal("2.5")),
            ("आधा आधे आधी", Decimal("0.5")),
            ("पौन पौना", Decimal("0.75")),
        )
        for word in row.split()
    }
)
"""Words that are a number of their own ("डेढ़ सौ" is 150)."""

POINT = word_set("दशमलव पॉइंट प्वाइंट पोइन्ट")
"""Between the whole and the decimals ("तीन दशमलव पांच")."""

ENGLISH_UNIT_ORDINALS = word_set("फर्स्ट सेकंड सेकेंड सेकण्ड थर्ड फोर्थ फिफ्थ सिक्स्थ सेवंथ एट्थ नाइंथ")
"""After a ten ("ट्वेंटी फर्स्ट")."""

DOZEN = word_set("दर्जन डज़न")

NEVER_AFTER_YOURS = word_set("में को से पर")
"""A possessive is not followed by these: "तेरा में" is thirteen."""

AND = word_set("एंड एण्ड")

TO = frozenset({"से", "या", "कि"})
"""Between two numbers: a range."""

ORDINAL_SUFFIXES = frozenset(normalize(ending) for ending in (*number_words.ORDINAL_ENDINGS, "ठा", "ठी", "ठे"))
"""What follows an ASCII digit run in a written ordinal ("5 वां")."""


def SPOKEN_VARIANTS(number: int) -> tuple[str, ...]:  # noqa: N802 - read as a table
    """Every accepted word of `number` (0..99) in normal form, the standard spelling first.

    Raises:
        IndexError: the number has no word of its own.
    """
    if number < 0:
        raise IndexError(number)
    return _VARIANTS[number]


def is_verb_two(tokens: Sequence[Token], index: int) -> bool:
    """Whether "दो" at `index` is the imperative "give" ("बता दो", "रहने दो")."""
    return tokens[index].text == "दो" and index > 0 and tokens[index - 1].text in VERB_STEMS


def _is_other_word(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word such as "तेरा" at `index` is no number: nothing numeric stands beside it."""
    if tokens[index].text not in number_words.ONLY_AMONG_NUMBERS:
        return False
    before = [token.text for token in tokens[:index] if token.text not in FILLERS]
    after = [token.text for token in tokens[index + 1 :] if token.text not in FILLERS]
    counted = index + 1 < len(tokens) and tokens[index + 1].text in NEVER_AFTER_YOURS
    return bool(before or after) and not counted and not any(map(_is_numeric, (*before[-1:], *after[:1])))


def _is_numeric(word: str) -> bool:
    return (
        any(word in table for table in (CARDINALS, SCALES, ORDINALS, ADDED, MONTHS, UNITS))
        or word.isdecimal()
    )


def is_aside(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether the number in tokens[start:end] answers nothing: a time, a wait, an idiom of one."""
    if end >= len(tokens):
        return False
    after = tokens[end].text
    return after in CLOCK or (tokens[start].text == "एक" and end == start + 1 and after in IDIOMS_OF_ONE)


# ---------------------------------------------------------------- cardinals


def read_cardinal(tokens: Sequence[Token], start: int) -> tuple[Decimal, int] | None:
    """The longest cardinal from `start`, fractions and scales included, and the index after it.

    Values run from 0 to 99,99,99,999 in words; ASCII digit runs of up to nine digits count as numbers.
    """
    total, index, limit = Decimal(0), start, Decimal(10**9)
    while index < len(tokens):
        part = _read_hundreds(tokens, index)
        after = part[1] if part else index
        scale = SCALES.get(tokens[after].text, 0) if after < len(tokens) else 0
        if 100 < scale < limit:
            total += (part[0] if part else 1) * scale
            index, limit = _after_and(tokens, after + 1), Decimal(scale)
            continue
        if part and part[0] < limit:
            total, index = total + part[0], after
        break
    return (total, index) if index > start else None


def _read_hundreds(tokens: Sequence[Token], index: int) -> tuple[Decimal, int] | None:
    """A number below one thousand (or a digit run, or "पंद्रह सौ"), and the index after it."""
    unit = _read_unit(tokens, index)
    after = unit[1] if unit else index
    if not _is_hundred(tokens, after) or (unit and unit[0] >= 100):
        return unit
    value, after = (unit[0] if unit else Decimal(1)) * 100, _after_and(tokens, after + 1)
    tail = _read_unit(tokens, after) if after < len(tokens) else None
    if tail and 1 <= tail[0] < 100 and not _is_hundred(tokens, tail[1]) and value % 100 == 0:
        return value + tail[0], tail[1]
    return value, after


def _after_and(tokens: Sequence[Token], index: int) -> int:
    """`index`, or the one after an English "and" between parts of a number ("वन हंड्रेड एंड फाइव")."""
    joins = index + 1 < len(tokens) and tokens[index].text in AND and tokens[index + 1].text in CARDINALS
    return index + 1 if joins else index


def _is_hundred(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and SCALES.get(tokens[index].text) == 100


def _read_unit(tokens: Sequence[Token], index: int) -> tuple[Decimal, int] | None:
    """One number word (with a fraction word before it) or one digit run, and the index after it."""
    word = tokens[index].text
    if word in WHOLE:
        return WHOLE[word], index + 1
    if word in ADDED:
        return _read_added(tokens, index)
    if word in CARDINALS and not is_verb_two(tokens, index) and not _is_other_word(tokens, index):
        return _read_decimals(tokens, *_join_english(tokens, index))
    if word.isascii() and word.isdigit() and len(word) <= 9:
        return _read_decimals(tokens, Decimal(word), index + 1)
    return None


def _read_decimals(tokens: Sequence[Token], whole: Decimal, index: int) -> tuple[Decimal, int]:
    """`whole` with what follows a decimal point at `index` ("तीन दशमलव दो पांच"), or counted in dozens."""
    if index < len(tokens) and tokens[index].text in DOZEN:
        return whole * 12, index + 1
    if index >= len(tokens) or tokens[index].text not in POINT:
        return whole, index
    decimals, at = "", index + 1
    while at < len(tokens) and len(decimals) < 2:
        word = tokens[at].text
        digits = word if word.isascii() and word.isdigit() else str(CARDINALS.get(word, ""))
        if not digits:
            break
        decimals, at = decimals + digits, at + 1
    return (Decimal(f"{whole}.{decimals}"), at) if decimals else (whole, index)


def _read_added(tokens: Sequence[Token], index: int) -> tuple[Decimal, int] | None:
    """Read "साढ़े सात"; alone or before a scale "सवा" is 1.25 and "पौने" 0.75, "साढ़े" is nothing."""
    added = ADDED[tokens[index].text]
    word = tokens[index + 1].text if index + 1 < len(tokens) else ""
    if word in CARDINALS:
        return CARDINALS[word] + added, index + 2
    if word.isascii() and word.isdigit() and len(word) <= 2:
        return Decimal(word) + added, index + 2
    return None if added == Decimal("0.5") else (1 + added, index + 1)


def _join_english(tokens: Sequence[Token], index: int) -> tuple[Decimal, int]:
    """Join "ट्वेंटी फाइव"; Hindi words never join."""
    word = tokens[index].text
    follower = tokens[index + 1].text if index + 1 < len(tokens) else ""
    if word in ENGLISH_TENS and ENGLISH_DIGITS.get(follower, 0) >= 1:
        return Decimal(ENGLISH_TENS[word] + ENGLISH_DIGITS[follower]), index + 2
    return Decimal(CARDINALS[word]), index + 1


# ---------------------------------------------------------------- ordinals


def read_ordinal(tokens: Sequence[Token], start: int) -> tuple[int, int] | None:
    """An ordinal at `start` ("सातवां", "छठी", "5 वां", "पहले महीने") and the index after it."""
    word = tokens[start].text
    follower = tokens[start + 1].text if start + 1 < len(tokens) else ""
    if word in ORDINALS or word in _RARE_ORDINALS:
        return ORDINALS.get(word) or _RARE_ORDINALS[word], start + 1
    if word in ENGLISH_TENS and 1 <= ORDINALS.get(follower, 0) <= 9 and follower in ENGLISH_UNIT_ORDINALS:
        return ENGLISH_TENS[word] + ORDINALS[follower], start + 2
    if word.isascii() and word.isdigit() and len(word) <= 2 and follower in ORDINAL_SUFFIXES:
        return int(word), start + 2
    counted = start > 0 and tokens[start - 1].text in UNITS
    if word == "पहले" and follower in UNITS and not counted:
        return 1, start + 1
    return None


# ---------------------------------------------------------------- all numbers of an utterance


def read_numbers(tokens: Sequence[Token]) -> tuple[NumberReading, ...]:
    """Every number of the utterance, left to right.

    Neighbours in rising order ("पांच छह", "चार से पांच", "डेढ़ दो") are one range, a repeated number is one
    number, three or more others in a row are digits. A number that the caller took back is marked.
    """
    merged: list[NumberReading] = []
    for run in _runs(tuple(_atoms(tokens)), tokens):
        merged += _merge(run, tokens)
    return tuple(
        replace(reading, negated=position + 1 < len(merged) and _is_taken_back(tokens, reading.tokens[1]))
        for position, reading in enumerate(merged)
    )


def _atoms(tokens: Sequence[Token]) -> Iterator[NumberReading]:
    """Single numbers, before neighbours are looked at."""
    index = 0
    while index < len(tokens):
        ordinal = read_ordinal(tokens, index)
        cardinal = None if ordinal else read_cardinal(tokens, index)
        if ordinal:
            yield _reading(tokens, index, ordinal[1], Decimal(ordinal[0]), "ordinal")
            index = ordinal[1]
        elif cardinal:
            if not is_aside(tokens, index, cardinal[1]):
                whole = cardinal[0] == cardinal[0].to_integral_value()
                yield _reading(tokens, index, cardinal[1], cardinal[0], "cardinal" if whole else "fraction")
            index = cardinal[1]
        else:
            index += 1


def _reading(
    tokens: Sequence[Token], start: int, end: int, value: Decimal, kind: NumberKind
) -> NumberReading:
    return NumberReading(value, Span(tokens[start].start, tokens[end - 1].end), kind, (start, end))


def _runs(atoms: tuple[NumberReading, ...], tokens: Sequence[Token]) -> Iterator[list[NumberReading]]:
    """Group atoms that touch, or that only a range word parts."""
    run: list[NumberReading] = []
    for atom in atoms:
        between = tokens[run[-1].tokens[1] : atom.tokens[0]] if run else ()
        parted = len(between) > 1 or any(token.text not in TO for token in between)
        if run and parted:
            yield run
            run = []
        run.append(atom)
    if run:
        yield run


def _merge(run: list[NumberReading], tokens: Sequence[Token]) -> list[NumberReading]:
    """What a run of neighbouring numbers means."""
    first, last = run[0], run[-1]
    place = (first.tokens[0], last.tokens[1])
    if len(run) == 1:
        digits = tokens[place[0]].text
        identifier = digits.isascii() and (len(digits) > 4 or (len(digits) > 1 and digits[0] == "0"))
        return [replace(first, kind="digits")] if identifier else run
    values = [atom.value for atom in run]
    if len(set(values)) == 1:
        return (
            [_reading(tokens, *place, first.value, first.kind)] if len(run) == 2 else [_digits(run, tokens)]
        )
    if all(low < high for low, high in pairwise(values)):
        return [replace(_reading(tokens, *place, first.value, "range"), high=last.value)]
    return run if len(run) == 2 else [_digits(run, tokens)]


def _digits(run: list[NumberReading], tokens: Sequence[Token]) -> NumberReading:
    """Three or more numbers in a row that do not rise: somebody dictates."""
    text = "".join(str(atom.value.to_integral_value()) for atom in run)
    return _reading(tokens, run[0].tokens[0], run[-1].tokens[1], Decimal(text), "digits")


def _is_taken_back(tokens: Sequence[Token], end: int) -> bool:
    """Whether a negation follows, at most one unit word later ("पांच महीने नहीं, छह")."""
    if end < len(tokens) and tokens[end].text in UNITS:
        end += 1
    return end < len(tokens) and tokens[end].text in NEGATION
