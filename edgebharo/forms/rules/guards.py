"""Judges a value of the right type by the guards of its field."""

from __future__ import annotations

import re
from datetime import date

from edgebharo.forms.guards import (
    DateFuture,
    DateTodayOrPast,
    ExactDigits,
    Guard,
    MinLength,
    NumberRange,
    PhoneNumber,
    Regex,
)
from edgebharo.forms.rules.draft import Refusal, RepairProblem
from edgebharo.forms.schema import Field
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Value


def refusal_of(field: Field, value: Value, today: date) -> Refusal | None:
    """The first guard of `field` that refuses `value`, or None."""
    for guard in field.validation:
        problem = _problem(guard, value, today)
        if problem is not None:
            return Refusal(guard.rule, problem, guard.message)
    return None


def _problem(guard: Guard, value: Value, today: date) -> RepairProblem | None:
    if isinstance(guard, NumberRange):
        return None if _in_range(guard, value) else "invalid"
    if not isinstance(value, str):
        return None
    if isinstance(guard, PhoneNumber):
        return _phone(guard, value)
    if isinstance(guard, ExactDigits):
        return None if len(value) == guard.digits and value.isdecimal() else "wrong_length"
    if isinstance(guard, MinLength):
        return None if len(normalize(value)) >= guard.min_length else "invalid"
    if isinstance(guard, Regex):
        return None if re.fullmatch(guard.pattern, value) else "invalid"
    if isinstance(guard, DateTodayOrPast):
        return None if value <= today.isoformat() else "future_date"
    if isinstance(guard, DateFuture):
        return None if value > today.isoformat() else "invalid"
    return None


def _in_range(guard: NumberRange, value: Value) -> bool:
    if isinstance(value, (bool, str, tuple)):
        return False
    return (guard.min is None or value >= guard.min) and (guard.max is None or value <= guard.max)


def _phone(guard: PhoneNumber, value: str) -> RepairProblem | None:
    if len(value) != guard.digits or not value.isdecimal():
        return "wrong_length"
    if len(set(value)) == 1:
        return "invalid"
    return None if not guard.first_digits or value[0] in guard.first_digits else "invalid"
