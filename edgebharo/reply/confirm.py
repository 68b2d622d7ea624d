"""Builds read-backs: a fixed frame around the value in words, every part a line of its own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from edgebharo.capture import SPELT
from edgebharo.forms.schema import Field, Form
from edgebharo.hindi import say
from edgebharo.hindi.aksharas import spell
from edgebharo.reply import phrases
from edgebharo.types import Candidate, Value


def read_back(field: Field, candidate: Candidate) -> tuple[str, ...]:
    """The lines that read a value back and ask whether it is right."""
    before, after = frame(field)
    if field.type == "boolean":
        return (statement(field, yes=candidate.value is True), after)
    return (before, *heard_lines(field, candidate), after)


def heard_lines(field: Field, candidate: Candidate) -> tuple[str, ...]:
    """A value as the caller said it: digits in her own groups, a name that she spelt letter by letter."""
    value = candidate.value
    if field.is_identifier and isinstance(value, str) and candidate.evidence.groups:
        return (", ".join(say.digit_words(value, candidate.evidence.groups)),)
    if candidate.reading == SPELT and isinstance(value, str):
        return (", ".join(akshara for word in value.split() for akshara in spell(word)),)
    return value_lines(field, value)


def summary(form: Form, candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """All that stands in the form, in short, and whether it is right."""
    lines: list[str] = []
    for candidate in candidates:
        field = form.field(candidate.field)
        if field.type == "boolean":
            lines.append(statement(field, yes=candidate.value is True))
        else:
            lines += [field.label, *value_lines(field, candidate.value)]
    return (phrases.IN_SHORT, *lines, phrases.ALL_RIGHT)


def frame(field: Field) -> tuple[str, str]:
    """The lines before and after a value of `field`: the form's own, else the house's."""
    own = field.read_back
    house = phrases.IF_RIGHT_SAY_YES if field.type == "boolean" else phrases.IS_IT_RIGHT
    return own.before or phrases.HEARD, own.after or house


def statement(field: Field, *, yes: bool) -> str:
    """A yes or a no as a whole sentence."""
    own = field.read_back.when_true if yes else field.read_back.when_false
    labels = field.boolean_labels
    label = "" if labels is None else (labels.when_true if yes else labels.when_false)
    return own or f"{field.label}: {label or ('हां' if yes else 'नहीं')}।"


def value_lines(field: Field, value: Value) -> tuple[str, ...]:
    """`value` in spoken words: digits in groups, dates and numbers as words, a name once and plainly."""
    if field.is_identifier and isinstance(value, str):
        return say.digit_words(value)
    if field.type == "date" and isinstance(value, str):
        return (_date(value),)
    if isinstance(value, tuple):
        return (f" {phrases.AND} ".join(say.speakable(item) for item in value),)
    if isinstance(value, (int, float)):
        return (_months(value) if field.meaning == "months" else number(value),)
    return (say.speakable(str(value)),)


def number(value: float) -> str:
    """A number in words; decimals digit by digit."""
    text = f"{abs(value):f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(abs(value))
    whole, _, decimals = text.partition(".")
    words = [phrases.MINUS] if value < 0 else []
    words.append(say.number_words(int(whole)))
    if decimals:
        words += [phrases.POINT, *say.digit_words(decimals)]
    return " ".join(words)


def _months(value: float) -> str:
    return f"{number(value)} {phrases.MONTH if value == 1 else phrases.MONTHS}"


def _date(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        return say.speakable(value)
    return say.date_words(value)
