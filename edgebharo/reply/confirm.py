"""Builds read-backs: a fixed frame around the value in words, every part a line of its own."""

from __future__ import annotations

from datetime import date

from edgebharo.forms.schema import Field
from edgebharo.hindi import say
from edgebharo.reply import phrases
from edgebharo.types import Value


def read_back(field: Field, value: Value) -> tuple[str, ...]:
    """The lines that read `value` back and ask whether it is right."""
    before, after = frame(field)
    if field.type == "boolean":
        return (statement(field, yes=value is True), after)
    return (before, *value_lines(field, value), after)


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
