"""When two texts say the same: values by the kind of the question, and the answers of a closed set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

from edgebharo.bench.manifest import Entry
from edgebharo.hindi.dates import read_date
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.number_words import ENGLISH_DIGITS, ENGLISH_TENS
from edgebharo.hindi.numbers import CARDINALS, SPOKEN_VARIANTS, read_numbers
from edgebharo.hindi.polarity import read_polarity
from edgebharo.hindi.say import number_words
from edgebharo.hindi.similarity import same_name
from edgebharo.hindi.tokens import Token, tokenize
from edgebharo.types import Expect, ExpectKind

TODAY = date(2026, 12, 31)
"""Day from which relative dates are counted, so that a figure means the same for ever."""

LONGEST_NUMBER = 6
"""Digits of a run that is said as one number; a longer one, or one with a leading zero, is said singly."""

CLOSED_KINDS: frozenset[ExpectKind] = frozenset(
    ("yes_no", "number", "months", "digits", "date", "place", "choice")
)
SOUNDING_KINDS: frozenset[ExpectKind] = frozenset(("place", "name"))
"""Kinds whose answers have many right spellings: two that are read aloud alike are the same."""

SetSource: TypeAlias = Literal["candidates", "manifest"]


def fold(text: str) -> str:
    """The words of `text` as they are compared: normal form with every matra kept, numbers as words.

    Digits are written out, and the spellings of one number word are one (छः, छे and छह); English digits and
    tens ("टू", "ट्वेंटी") stay words of their own. Idempotent.
    """
    return " ".join(word for written in normalize(text).split() for word in _spoken(written))


def _spoken(word: str) -> tuple[str, ...]:
    if word.isascii() and word.isdigit():
        alone = len(word) > LONGEST_NUMBER or (word[0] == "0" and len(word) > 1)
        said = " ".join(number_words(int(part)) for part in (word if alone else (word,)))
        return tuple(_standard(part) for part in normalize(said).split())
    return (_standard(word),)


def _standard(word: str) -> str:
    if word not in CARDINALS or word in ENGLISH_DIGITS or word in ENGLISH_TENS:
        return word
    return SPOKEN_VARIANTS(CARDINALS[word])[0]


# ---------------------------------------------------------------- values


def read_value(text: str, expect: Expect) -> str | None:
    """What `text` answers to the question, as a string to compare; None where it holds no such value.

    yes_no: "yes" or "no". number, months: the only number that was said and not taken back, whatever it
    counts; a range as "5-6". digits: the digit string. date: ISO. place, choice, name, text: the folded text.
    """
    reader = _READERS.get(expect.kind)
    return (fold(text) or None) if reader is None else reader(tokenize(normalize(text)), expect)


def same_value(one: str, other: str, kind: ExpectKind) -> bool:
    """Whether two values are equal; places and names are, where they are read aloud alike."""
    return one == other or (kind in SOUNDING_KINDS and same_name(one, other))


def _yes_no(tokens: tuple[Token, ...], _: Expect) -> str | None:
    return {True: "yes", False: "no", None: None}[read_polarity(tokens).answer]


def _number(tokens: tuple[Token, ...], _: Expect) -> str | None:
    kept = [reading for reading in read_numbers(tokens) if not reading.negated]
    values = {
        f"{reading.value.normalize():f}" + ("" if reading.high is None else f"-{reading.high.normalize():f}")
        for reading in kept
    }
    return values.pop() if len(values) == 1 else None


def _digits(tokens: tuple[Token, ...], expect: Expect) -> str | None:
    return read_digits(tokens, expect.digits).digits or None


def _date(tokens: tuple[Token, ...], _: Expect) -> str | None:
    return read_date(tokens, TODAY).value


_READERS: Mapping[ExpectKind, Callable[[tuple[Token, ...], Expect], str | None]] = MappingProxyType(
    {"yes_no": _yes_no, "number": _number, "months": _number, "digits": _digits, "date": _date}
)


def has_values(kind: ExpectKind) -> bool:
    """Whether answers of `kind` are read as values; those of the other kinds are words."""
    return kind in _READERS


# ---------------------------------------------------------------- closed sets


@dataclass(frozen=True)
class ClosedSet:
    """The answers that a question may have. Spellings of one answer count as one entry."""

    entries: tuple[Entry, ...]
    """Folded spellings; no two entries are the same answer."""
    expect: Expect
    source: SetSource

    def identify(self, text: str) -> int | None:
        """The entry that `text` names, by number; None where it names none, or several.

        An entry that it is (see `entry_of`) comes first, then one that stands whole among other words
        ("पटना ज़िला"), the longest such.
        """
        index = self.entry_of(text)
        return self._inside(fold(text)) if index is None else index

    def entry_of(self, text: str) -> int | None:
        """The entry that `text` is: the same spelling, else the same value (places, names: one sound)."""
        said = fold(text)
        if said in self._by_spelling:
            return self._by_spelling[said]
        alike = [index for index, entry in enumerate(self.entries) if self._is_same(said, entry)]
        return alike[0] if len(alike) == 1 else None

    def best(self, texts: Iterable[str]) -> int | None:
        """The entry named by the first of `texts` (best first) that names any."""
        return next((index for text in texts if (index := self.identify(text)) is not None), None)

    @cached_property
    def _by_spelling(self) -> Mapping[str, int]:
        return {spelling: index for index, entry in enumerate(self.entries) for spelling in entry}

    @cached_property
    def _values(self) -> Mapping[str, str | None]:
        return {spelling: read_value(spelling, self.expect) for entry in self.entries for spelling in entry}

    def _is_same(self, said: str, entry: Entry) -> bool:
        value = read_value(said, self.expect)
        known = (self._values[spelling] for spelling in entry)
        return value is not None and any(
            other is not None and same_value(value, other, self.expect.kind) for other in known
        )

    def _inside(self, said: str) -> int | None:
        found = [spelling for spelling in self._by_spelling if f" {spelling} " in f" {said} "]
        longest = max((len(spelling.split()) for spelling in found), default=0)
        named = {self._by_spelling[spelling] for spelling in found if len(spelling.split()) == longest}
        return named.pop() if len(named) == 1 else None


def closed_set(entries: Iterable[Entry], expect: Expect, source: SetSource) -> ClosedSet:
    """The set of `entries`; those that share a spelling, a value or (places, names) their sound are one."""
    merged: list[Entry] = []
    for entry in entries:
        spellings = tuple(dict.fromkeys(map(fold, entry)))
        same = [group for group in merged if _share(group, spellings, expect)]
        united = tuple(dict.fromkeys(spelling for group in (*same, spellings) for spelling in group))
        merged = [group for group in merged if group not in same] + [united]
    return ClosedSet(tuple(merged), expect, source)


def _share(one: Entry, other: Entry, expect: Expect) -> bool:
    if set(one) & set(other):
        return True
    values = [[read_value(spelling, expect) for spelling in entry] for entry in (one, other)]
    return any(
        first is not None and second is not None and same_value(first, second, expect.kind)
        for first in values[0]
        for second in values[1]
    )
