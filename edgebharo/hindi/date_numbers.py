"""Dates that are dictated like a number: "शून्य पांच शून्य चार दो शून्य दो पांच"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from edgebharo.hindi.date_parts import Part

CENTURY = (2, 0)
"""How the digits of a year begin; births of another century are not dictated digit by digit."""
WHOLE_DATES = {8: (2, 2, 4), 6: (2, 2, 2)}
"""Digits of a whole date that is dictated one by one -> digits of its day, month and year."""


def undictated(parts: Sequence[Part]) -> tuple[Part, ...]:
    """`parts` with digits put together: a zero with the digit after it, four digits to a year.

    Numbers of two digits stay as they are; so does whatever makes no date.
    """
    found: list[Part] = []
    for is_number, group in groupby(parts, lambda part: part.kind == "number"):
        run = tuple(group)
        found += _join(run) if is_number else run
    return tuple(found)


def _join(run: tuple[Part, ...]) -> Iterator[Part]:
    """A run of neighbouring numbers, as the numbers that are meant."""
    if len(run) in WHOLE_DATES and all(part.value < 10 for part in run):
        start = 0
        for size in WHOLE_DATES[len(run)]:
            yield _one(run[start : start + size])
            start += size
        return
    year = _year_at_end(run)
    rest = run[: len(run) - year]
    at = 0
    while at < len(rest):
        zero = rest[at].value == 0 and at + 1 < len(rest) and 0 < rest[at + 1].value < 10
        yield _one(rest[at : at + 1 + zero])
        at += 1 + zero
    if year:
        yield _one(run[len(run) - year :])


def _year_at_end(run: tuple[Part, ...]) -> int:
    """How many numbers at the end of `run` are the digits of a year: 2 0 2 5, or 2 0 25."""
    values = tuple(part.value for part in run)
    if values[-4:-2] == CENTURY and all(value < 10 for value in values[-2:]):
        return 4
    return 3 if values[-3:-1] == CENTURY and 10 <= values[-1] < 100 else 0


def _one(parts: tuple[Part, ...]) -> Part:
    """`parts` as one number; from four digits on it is a year."""
    digits = "".join(str(part.value) for part in parts)
    place = (parts[0].tokens[0], parts[-1].tokens[1])
    return Part("year" if len(digits) > 3 else "number", int(digits), place)
