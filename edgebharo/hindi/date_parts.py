"""Cuts an utterance into the parts that dates are made of; `dates` puts them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from edgebharo.hindi import date_words as words
from edgebharo.hindi.cues import REPAIR, UNITS
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.numbers import POINT, is_aside, read_cardinal, read_ordinal
from edgebharo.hindi.tokens import Token

PartKind: TypeAlias = Literal[
    "day",  # a number that names a day of the month ("पंद्रह तारीख")
    "month",  # a month by name, or by ordinal ("चौथा महीना")
    "year",  # a number that can only be a year
    "number",  # a number of 0..99 without a role
    "day_word",  # today, yesterday …: days back
    "weekday",
    "days_ago",
    "weeks_ago",
    "months_ago",  # 0 = this month
    "years_ago",  # 0 = this year
    "age",  # "सवा महीने का"
    "range",  # "दो तीन दिन पहले"
    "future",  # "अगले महीने"
    "festival",
    "aside",  # a time of day, or "आज से" before "दस दिन पहले"
    "repair",
    "break",  # a word that belongs to no date
]


MOST: Mapping[PartKind, int] = {"day": 31, "month": 12, "year": 9999}
"""The largest number that can be one."""


@dataclass(frozen=True)
class Part:
    """One part and its tokens (half-open)."""

    kind: PartKind
    value: int
    tokens: tuple[int, int]
    exact: bool = True
    """Ago-parts: False where somebody counted ("दो महीने पहले") instead of naming ("पिछले महीने")."""


def scan(tokens: Sequence[Token]) -> tuple[Part, ...]:
    """The parts of an utterance in order; glue between them vanishes."""
    parts: list[Part] = []
    index = 0
    while index < len(tokens):
        found = _read(tokens, index)
        parts += [part for part in found if not _is_glue(part, tokens)]
        index = found[-1].tokens[1]
    return tuple(parts)


def _is_glue(part: Part, tokens: Sequence[Token]) -> bool:
    if part.kind == "aside":
        return True
    return part.kind == "break" and all(token.text in words.GLUE for token in tokens[slice(*part.tokens)])


def _read(tokens: Sequence[Token], index: int) -> tuple[Part, ...]:
    """The part or parts at `index`; a break where no date part starts."""
    relative = _read_relative(tokens, index)
    if relative:
        return (relative,)
    typed = tuple(_read_typed(tokens, index))
    if typed:
        return typed
    number = _read_number(tokens, index)
    return (number or _read_word(tokens, index),)


def _read_word(tokens: Sequence[Token], index: int) -> Part:
    """A part that is one word."""
    word, place = tokens[index].text, (index, index + 1)
    if word in REPAIR and not _forgets(tokens, index):
        return Part("repair", 0, place)
    if word in MONTHS and (word != "मे" or _is_day(tokens, index - 1)):
        return Part("month", MONTHS[word], place)
    anchors = index + 1 < len(tokens) and tokens[index + 1].text == "से"
    if word in words.DAY_WORDS and anchors:
        return Part("aside", 0, place)
    if word in words.DAY_WORDS:
        return Part("day_word", words.DAY_WORDS[word], place)
    if word in words.WEEKDAYS:
        return Part("weekday", words.WEEKDAYS[word], place)
    if word in words.FESTIVALS or _is_new_year(tokens, index):
        return Part("festival", 0, place)
    return Part("break", 0, place)


def _is_new_year(tokens: Sequence[Token], index: int) -> bool:
    return (
        tokens[index].text in words.NEW
        and tokens[index + 1 : index + 2] != ()
        and (tokens[index + 1].text in words.YEAR_NOUNS)
    )


def _forgets(tokens: Sequence[Token], index: int) -> bool:
    """Whether the negation at `index` belongs to "याद नहीं" or "नहीं पता"."""
    around = (*tokens[max(index - 1, 0) : index], *tokens[index + 1 : index + 2])
    return any(token.text in words.KNOWING for token in around)


def _is_day(tokens: Sequence[Token], index: int) -> bool:
    number = read_cardinal(tokens, index) if index >= 0 else None
    return number is not None and 1 <= number[0] <= 31


def _read_relative(tokens: Sequence[Token], index: int) -> Part | None:
    """Read "पिछले महीने", "इसी साल", "अगले हफ्ते", "साल भर पहले" or "परसाल"."""
    if tokens[index].text in {"परसाल", "पारसाल"}:
        return Part("years_ago", 1, (index, index + 1))
    follower = " ".join(token.text for token in tokens[index + 1 : index + 3])
    if tokens[index].text in words.UNIT_OF and follower in {f"भर {ago}" for ago in words.AGO}:
        return _ago(words.UNIT_OF[tokens[index].text], 1, (index, index + 3), exact=False)
    unit_at, steps = index, 0
    while unit_at < len(tokens) and tokens[unit_at].text in words.PAST | {"से"} and steps < 3:
        steps += tokens[unit_at].text in words.PAST
        unit_at += 1
    if unit_at == index and tokens[index].text in words.PRESENT | words.FUTURE:
        unit_at += 1
    unit = words.UNIT_OF.get(tokens[unit_at].text) if index < unit_at < len(tokens) else None
    if unit is None or (not steps and tokens[index].text == "से"):
        return None
    place = (index, unit_at + 1)
    if tokens[index].text in words.FUTURE:
        return Part("future", 0, place)
    return None if unit == "day" else _ago(unit, steps, place, exact=True)


def _ago(unit: str, steps: int, place: tuple[int, int], *, exact: bool) -> Part:
    kinds: dict[str, PartKind] = {
        "day": "days_ago",
        "week": "weeks_ago",
        "month": "months_ago",
        "year": "years_ago",
    }
    return Part(kinds[unit], steps, place, exact=exact)


def _read_typed(tokens: Sequence[Token], index: int) -> Iterator[Part]:
    """A date typed without marks: "15042025", "150425"."""
    word, place = tokens[index].text, (index, index + 1)
    if word.isascii() and word.isdigit() and len(word) in {6, 8}:
        if len(word) == 8 and word[:2] in {"19", "20"} and int(word[2:4]) > 12:
            word = word[6:] + word[4:6] + word[:4]
        for kind, digits in zip(("number", "number", "year"), (word[:2], word[2:4], word[4:]), strict=True):
            short = kind == "year" and len(digits) == 2
            yield Part("number" if short or kind == "number" else "year", int(digits), place)


def _read_number(tokens: Sequence[Token], index: int) -> Part | None:
    """A number with the words around it that give it a role."""
    ordinal = read_ordinal(tokens, index)
    dotted = index + 1 < len(tokens) and tokens[index + 1].text in POINT  # "15.4" is a day and a month
    cardinal = read_cardinal(tokens[: index + 1] if dotted else tokens, index)
    number = (Decimal(ordinal[0]), ordinal[1]) if ordinal else cardinal
    if number is None:
        return None
    value, end = number
    if is_aside(tokens, index, end):
        return Part("aside", 0, (index, end))
    label = None if value % 1 else _label(tokens, index)
    if label and value <= MOST[label]:
        return Part(label, int(value), (index, end))
    counted = _read_counted(tokens, index, end, value, ordinal=ordinal is not None)
    if counted:
        return counted
    if value % 1:
        return Part("break", 0, (index, end))
    place, whole = (index, end), int(value)
    before = tokens[index - 1].text if index else ""
    after = tokens[end].text if end < len(tokens) else ""
    said_of_year = before in words.YEAR_NOUNS and not (index > 1 and _read_relative(tokens, index - 2))
    if whole >= 100 or said_of_year or _is_in_year(tokens, index, end, whole):
        return Part("year", whole, place)
    if after in words.DATE_NOUNS:
        return Part("day", whole, (index, end + 1))
    if before in words.DATE_NOUNS and not _number_before(tokens, index - 1):
        return Part("day", whole, place)
    return Part("number", whole, place)


def _is_in_year(tokens: Sequence[Token], start: int, end: int, value: int) -> bool:
    """Whether a year is meant: "पच्चीस में पंद्रह अप्रैल", "पच्चीस के अप्रैल में"."""
    after = [token.text for token in tokens[end : end + 2]]
    alone = value > MOST["month"] and not _number_before(
        tokens, start
    )  # not the second half of "बीस पच्चीस में"
    return alone and (after[:1] == ["में"] or (after[:1] == ["के"] and after[-1] in MONTHS))


def _label(tokens: Sequence[Token], index: int) -> PartKind | None:
    """What the word before a number says of it, where words come first: "तारीख बारह महीना तीन साल पच्चीस".

    In "बारह तारीख तीसरा महीना" each word belongs to the number before it.
    """
    kind = words.LABELS.get(tokens[index - 1].text) if index else None
    before = tokens[index - 2].text if index > 1 else ""
    named = kind == "month" and any(token.text in MONTHS for token in tokens)
    if kind is None or named or before in words.PAST | words.PRESENT | words.FUTURE:
        return None
    starts = _number_before(tokens, index - 1)
    return kind if not starts or _label(tokens, starts[0]) else None


def _number_before(tokens: Sequence[Token], end: int) -> tuple[int, ...]:
    """Where a number may begin that ends at `end`; a word there belongs to it."""
    return tuple(start for start in range(max(0, end - 4), end) if _ends_at(tokens, start) == end)


def _ends_at(tokens: Sequence[Token], start: int) -> int | None:
    """The index after the number that begins at `start`."""
    number = read_ordinal(tokens, start) or read_cardinal(tokens, start)
    return number[1] if number else None


def _read_counted(
    tokens: Sequence[Token], start: int, end: int, value: Decimal, *, ordinal: bool
) -> Part | None:
    """A number that counts days, months, children: an age, "… ago", or a numbered month."""
    second = read_cardinal(tokens, end) if end < len(tokens) else None
    spread = second is not None and second[0] > value
    unit_at = second[1] if second is not None and spread else end
    if unit_at >= len(tokens) or tokens[unit_at].text not in set(words.UNIT_OF) | UNITS:
        return None
    unit = words.UNIT_OF.get(tokens[unit_at].text)
    after = tokens[unit_at + 1].text if unit_at + 1 < len(tokens) else ""
    place = (start, unit_at + 1)
    if tokens[unit_at].text in words.DATE_NOUNS:
        return Part("range", 0, place) if spread else None
    if unit is None:
        return Part("break", 0, place)
    if unit == "year" and value >= 1000:
        return Part("year", int(value), place)
    if ordinal and unit == "month":
        return Part("month", int(value), place)
    if after in words.LATER:
        return Part("future", 0, (start, unit_at + 2))
    if after not in words.AGO:
        return Part("age", 0, place)
    if spread or value % 1:
        return Part("range" if spread else "age", 0, (start, unit_at + 2))
    return _ago(unit, int(value), (start, unit_at + 2), exact=False)
