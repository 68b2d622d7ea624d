"""Word classes for the grammars: how each number, month or phrase is spelled and what it weighs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from edgebharo.asr import phrases
from edgebharo.asr.graph import Entry
from edgebharo.hindi.common_names import GIVEN, SURNAMES
from edgebharo.hindi.known_names import PEOPLE, PLACE_WORDS
from edgebharo.hindi.month_words import ROWS as MONTH_ROWS
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.number_words import ENGLISH_DIGITS, ENGLISH_TENS
from edgebharo.hindi.numbers import ORDINALS, SPOKEN_VARIANTS

VARIANT = -0.4
"""Log weight of a spelling other than the standard one."""
ENGLISH = -2.0
"""Log weight of an English number word where a Hindi one could stand."""
SPELLINGS_KEPT = 5
"""Spellings of one Hindi number in a lexicon; what lies beyond them differs on paper only."""

Words = tuple[Entry, ...]
_ENGLISH: Mapping[str, int] = MappingProxyType({**ENGLISH_DIGITS, **ENGLISH_TENS})


@lru_cache(maxsize=64)
def phrase_words(rows: str) -> Words:
    """The entries of a `|`-separated table."""
    return texts(rows.split("|"))


def texts(items: Iterable[str]) -> Words:
    """Entries for phrases that are spoken as they are written."""
    return tuple(Entry(text, text) for text in dict.fromkeys(normalize(item) for item in items) if text)


@lru_cache(maxsize=128)
def number(value: int) -> Words:
    """Every Hindi way of saying 0 <= `value` <= 99 in one word, written in its standard spelling."""
    hindi = [word for word in SPOKEN_VARIANTS(value) if word not in _ENGLISH]
    return _spelled(hindi[:SPELLINGS_KEPT])


@lru_cache(maxsize=16)
def english(low: int, high: int) -> Words:
    """The English digits and tens of `low`..`high`."""
    values = sorted({value for value in _ENGLISH.values() if low <= value <= high})
    return tuple(
        entry
        for value in values
        for entry in _spelled([word for word, meant in _ENGLISH.items() if meant == value])
    )


def _spelled(variants: Sequence[str]) -> Words:
    """One word, the first of `variants`, in all its spellings."""
    return tuple(Entry(variants[0], word, VARIANT if rank else 0.0) for rank, word in enumerate(variants))


def numbers_in_hindi(low: int, high: int) -> Words:
    """Every Hindi way of saying a number of `low`..`high` (0..99, inclusive) in one word."""
    return tuple(entry for value in range(max(low, 0), min(high, 99) + 1) for entry in number(value))


def numbers(low: int, high: int) -> Words:
    """Every way of saying a number of `low`..`high` (0..99, inclusive) in one word, English ones included."""
    foreign = english(low, high)
    return (
        *numbers_in_hindi(low, high),
        *(replace(entry, weight=entry.weight + ENGLISH) for entry in foreign),
    )


def joined(firsts: Words, seconds: Words) -> Words:
    """Each of `firsts` followed by each of `seconds` as one entry ("डबल नौ")."""
    return tuple(
        Entry(f"{first.text} {second.text}", f"{first.spoken} {second.spoken}", first.weight + second.weight)
        for first in firsts
        for second in seconds
    )


@lru_cache(maxsize=16)
def ordinals(low: int, high: int) -> Words:
    """Ordinals of `low`..`high`, all genders: पहला, दूसरी, सातवां."""
    return texts(word for word, value in ORDINALS.items() if low <= value <= high)


@lru_cache(maxsize=1)
def month_names() -> Words:
    """The twelve months, Hindi and English, written in the standard spelling; "मे" sounds like "में"."""
    rows = ([normalize(word) for word in row.split() if word != "मे"] for row in MONTH_ROWS)
    return tuple(entry for row in rows for entry in _spelled(row))


@lru_cache(maxsize=1)
def conversation() -> Words:
    """What may be said at any question: frequent words, numbers, months, states, yes and no."""
    rows = (phrases.COMMON, phrases.YES_NO_OPENERS, phrases.STATES)
    known = {entry.spoken: entry for row in rows for entry in phrase_words(row)}
    counted = {entry.spoken: entry for entry in (*numbers(0, 99), *ordinals(1, 9), *month_names())}
    return tuple({**known, **counted}.values())


@lru_cache(maxsize=1)
def names() -> Words:
    """Common given names and surnames."""
    return texts((*GIVEN.split(), *SURNAMES.split()))


@lru_cache(maxsize=1)
def rarer_names() -> tuple[Words, Words]:
    """Every name of people that the project lists, and every word of places."""
    return texts(PEOPLE), texts(PLACE_WORDS)
