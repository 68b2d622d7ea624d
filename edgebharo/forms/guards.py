"""The guards that a form file can set on a field: what a value must be like to be stored."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict
from pydantic import Field as Spec


class Model(BaseModel):
    """Frozen, strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PhoneNumber(Model):
    """A phone number: exact count, not one digit repeated, +91, 91 or 0 in front dropped.

    `first_digits` are the digits it may start with; Indian mobile numbers start with 6 to 9 (National
    Numbering Plan). An empty string accepts any.
    """

    rule: Literal["phone_number"]
    digits: int = Spec(default=10, ge=3, le=15)
    first_digits: str = Spec(default="6789", pattern="^[0-9]*$")
    message: str = ""


class ExactDigits(Model):
    """Exactly `digits` digits; leading zeros count."""

    rule: Literal["exact_num_digits"]
    digits: int = Spec(default=1, ge=1, le=20)
    message: str = ""


class MinLength(Model):
    """At least `min_length` code points once the text is normalised."""

    rule: Literal["min_length"]
    min_length: int = Spec(default=1, ge=1)
    message: str = ""


class NumberRange(Model):
    """Between `min` and `max`, both included; either may be missing."""

    rule: Literal["number_range"]
    min: float | None = None
    max: float | None = None
    message: str = ""


class Regex(Model):
    """The whole value matches `pattern`; otherwise `message` is spoken."""

    rule: Literal["regex"]
    pattern: str
    message: str


class DateFormat(Model):
    """A date that the calendar has."""

    rule: Literal["date_format"]
    message: str = ""


class DateTodayOrPast(Model):
    """A date up to the day of the call."""

    rule: Literal["date_today_or_past"]
    message: str = ""


class DateFuture(Model):
    """A date after the day of the call."""

    rule: Literal["date_future"]
    message: str = ""


class FreeText(Model):
    """Guidance for the language model; never refuses a value."""

    rule: Literal["free_text"]
    description: str
    message: str = ""


Guard: TypeAlias = Annotated[
    PhoneNumber
    | ExactDigits
    | MinLength
    | NumberRange
    | Regex
    | DateFormat
    | DateTodayOrPast
    | DateFuture
    | FreeText,
    Spec(discriminator="rule"),
]
