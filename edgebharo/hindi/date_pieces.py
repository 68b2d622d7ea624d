"""A date that is told in pieces: first the day, then the month, then the year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, TypeAlias

from edgebharo.hindi.dates import read_date
from edgebharo.hindi.month_words import MONTHS, STANDARD
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.numbers import ORDINALS, read_numbers
from edgebharo.hindi.tokens import Token, tokenize

DatePart: TypeAlias = Literal["day", "month", "year"]
PARTS: tuple[DatePart, ...] = ("day", "month", "year")

NAMES: dict[DatePart, frozenset[str]] = {
    "day": word_set("दिन तारीख़ तारीख दिनांक डेट"),
    "month": word_set("महीना महीने मास माह मंथ"),
    "year": word_set("साल सन वर्ष ईयर बरस"),
}
"""Words that name a part of a date."""
FIRST_DAY = 1


@dataclass(frozen=True)
class DatePieces:
    """The parts of a date that are known. As text: "15--2025" knows the day and the year."""

    day: int | None = None
    month: int | None = None
    year: int | None = None

    @classmethod
    def of(cls, text: str) -> DatePieces:
        """Inverse of `text`; anything else knows nothing."""
        cells = text.split("-")
        if len(cells) != len(PARTS) or not all(cell == "" or cell.isdecimal() for cell in cells):
            return cls()
        day, month, year = (int(cell) if cell else None for cell in cells)
        return cls(day, month, year)

    @classmethod
    def without(cls, iso: str, part: DatePart) -> DatePieces:
        """A whole date of which one part is wrong."""
        day = date.fromisoformat(iso)
        return replace(cls(day.day, day.month, day.year), **{part: None})

    @property
    def text(self) -> str:
        """What `of` reads; empty where nothing is known."""
        cells = ["" if cell is None else str(cell) for cell in (self.day, self.month, self.year)]
        return "-".join(cells) if any(cells) else ""

    @property
    def missing(self) -> DatePart | None:
        """The first part that is not known."""
        return next((part for part in PARTS if getattr(self, part) is None), None)

    def iso(self) -> str | None:
        """The date, where all is known and the calendar has it."""
        if self.day is None or self.month is None or self.year is None:
            return None
        try:
            return date(self.year, self.month, self.day).isoformat()
        except ValueError:
            return None

    def told(self, part: DatePart, tokens: Sequence[Token], today: date) -> DatePieces:
        """These pieces, and `part` as `tokens` tell it; where they tell more of the date, that too."""
        whole = read_date(tuple(tokens), today)
        if whole.value is not None and whole.how in ("named-month", "day-month-year"):
            day = date.fromisoformat(whole.value)
            return DatePieces(day.day, day.month, day.year)
        month = next((MONTHS[token.text] for token in tokens if token.text in MONTHS), None)
        value = {"day": _day, "month": _month, "year": _year}[part](tokens, today)
        pieces = self if value is None else replace(self, **{part: value})
        return replace(pieces, month=month) if part == "day" and month is not None else pieces


def part_of(kind: str) -> DatePart | None:
    """`kind` where it is a part of a date."""
    return next((part for part in PARTS if part == kind), None)


def named_part(tokens: Sequence[Token]) -> DatePart | None:
    """The only part of a date that `tokens` name ("साल गलत है"); None where they name none or several."""
    found = [part for part in PARTS if any(token.text in NAMES[part] for token in tokens)]
    return found[0] if len(found) == 1 else None


def _numbers(tokens: Sequence[Token]) -> list[int]:
    said = [ORDINALS[token.text] for token in tokens if token.text in ORDINALS]
    exact = (reading for reading in read_numbers(tuple(tokens)) if not reading.negated)
    return [*(int(reading.value) for reading in exact if reading.value == int(reading.value)), *said]


def _day(tokens: Sequence[Token], _: date) -> int | None:
    return next((number for number in reversed(_numbers(tokens)) if 1 <= number <= 31), None)


def _month(tokens: Sequence[Token], _: date) -> int | None:
    named = [MONTHS[token.text] for token in tokens if token.text in MONTHS]
    numbers = (number for number in reversed(_numbers(tokens)) if 1 <= number <= len(STANDARD))
    return named[-1] if named else next(numbers, None)


def _year(tokens: Sequence[Token], today: date) -> int | None:
    """The year, read as it would be after a day and a month."""
    before = tokenize(f"{FIRST_DAY} {STANDARD[0]}")
    reading = read_date((*before, *tokens), today)
    if reading.value is None or reading.how not in ("named-month", "day-month-year"):
        return None
    return date.fromisoformat(reading.value).year
