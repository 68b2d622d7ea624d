"""Brings a proposed value to the type of its field: "5" for 5, an option's index for its text."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date

from edgebharo.forms.guards import PhoneNumber
from edgebharo.forms.schema import Field
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.places import Place
from edgebharo.types import Value

_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,6})?")
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")
_PHONE_PREFIXES = ("91", "0")


TYPED_YES = word_set("true yes y हाँ जी")
TYPED_NO = word_set("false no n नहीं नही ना")
"""What a worker types for a yes/no, beside the form's own labels."""


def to_type(field: Field, value: Value, places: Mapping[str, Place]) -> Value | None:
    """`value` as a value of `field`, or None where it cannot be one. Idempotent.

    `places` maps each normalised phrase to its place; empty where the field has no gazetteer.
    """
    if field.type == "boolean":
        return _boolean(field, value)
    if field.type == "number":
        return _number(field, value)
    if field.type == "date":
        return _date(value)
    if field.type == "multi_select":
        return _many(field, value)
    if field.type == "single_select" and field.options:
        return _option(field, value)
    return _text(field, value, places)


def _boolean(field: Field, value: Value) -> bool | None:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return None
    said = normalize(value)
    labels = field.boolean_labels
    if said in TYPED_YES or (labels is not None and said == normalize(labels.when_true)):
        return True
    if said in TYPED_NO or (labels is not None and said == normalize(labels.when_false)):
        return False
    return None


def _number(field: Field, value: Value) -> int | float | None:
    if isinstance(value, str):
        text = _ascii_digits(value).strip()
        if not _NUMBER.fullmatch(text):
            return None
        value = float(text)
    if isinstance(value, (bool, tuple)) or (isinstance(value, float) and not math.isfinite(value)):
        return None
    if value == int(value):
        return int(value)
    return None if field.number_format == "integer" else float(value)


def _date(value: Value) -> str | None:
    """ISO text of a day that the calendar has; DD-MM-YYYY is read too (a worker may type it)."""
    if not isinstance(value, str):
        return None
    text = _ascii_digits(value).strip()
    if iso := _ISO.fullmatch(text):
        year, month, day = (int(part) for part in iso.groups())
    elif day_first := _DAY_FIRST.fullmatch(text):
        day, month, year = (int(part) for part in day_first.groups())
    else:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _option(field: Field, value: Value) -> str | None:
    if isinstance(value, (bool, float, tuple)):
        return None
    if isinstance(value, int):
        return field.options[value].text if 0 <= value < len(field.options) else None
    said = normalize(value)
    for option in field.options:
        if said in {normalize(text) for text in (option.text, *option.aliases)}:
            return option.text
    return None


def _many(field: Field, value: Value) -> tuple[str, ...] | None:
    """The chosen options in the form's order, none twice. One text may hold several, joined by commas."""
    items: tuple[Value, ...]
    if isinstance(value, tuple):
        items = value
    elif isinstance(value, str) and _option(field, value) is None:
        items = tuple(part for part in value.split(",") if part.strip())
    else:
        items = (value,)
    chosen = {_option(field, item) for item in items}
    if not chosen or None in chosen:
        return None
    return tuple(option.text for option in field.options if option.text in chosen)


def _text(field: Field, value: Value, places: Mapping[str, Place]) -> str | None:
    if field.is_identifier:
        return _digits(field, value)
    if not isinstance(value, str):
        return None
    text = " ".join(value.split())
    said = normalize(text)
    if not said:
        return None
    if not places:
        return text
    place = places.get(said)
    return None if place is None else place.value


def _digits(field: Field, value: Value) -> str | None:
    if isinstance(value, (bool, float, tuple)):
        return None
    digits = "".join(char for char in _ascii_digits(str(value)) if char in "0123456789")
    for guard in field.validation:
        if isinstance(guard, PhoneNumber) and guard.digits == 10:
            digits = national(digits)
    return digits or None


def national(digits: str) -> str:
    """Drop the country code or trunk zero in front of a ten-digit number: 91…, 0…, 091… ."""
    for prefix in ("091", *_PHONE_PREFIXES):
        if digits.startswith(prefix) and len(digits) == len(prefix) + 10:
            return digits[len(prefix) :]
    return digits


def _ascii_digits(text: str) -> str:
    """Digits of any script as ASCII; everything else as it is."""
    return "".join(str(int(char)) if char.isdecimal() else char for char in text)
