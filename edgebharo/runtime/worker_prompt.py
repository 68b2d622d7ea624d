"""What the worker is asked at a terminal when a field is handed to her, and what her answer means.

What was heard is listed with numbers, so that she can pick instead of type.
"""

from __future__ import annotations

from collections.abc import Callable

from edgebharo.forms.rules.giving_up import heard_values
from edgebharo.forms.schema import Field, Form
from edgebharo.types import Answers, Value

_LIKE = {"number": "a number", "date": "DD-MM-YYYY", "boolean": "yes or no", "multi_select": "commas between"}
"""How a value of each type is typed; text needs no telling."""


def ask_worker(read_line: Callable[[str], str], form: Form, answers: Answers, name: str) -> Value | None:
    """Ask for the value of the field called `name`; None where she leaves it.

    Raises:
        EOFError: nobody sits at the keyboard.
    """
    field = form.field(name)
    heard = heard_values(answers, name)
    return entered(field, heard, read_line(prompt(field, heard)))


def prompt(field: Field, heard: tuple[str, ...]) -> str:
    """What stands before her cursor: the field, what was heard, how to answer."""
    listed = [f"  {number}. {value}" for number, value in enumerate(heard, start=1)]
    pick = "a number of the list, " if listed and can_pick(field) else ""
    lines = [f"[worker] {field.label} ({field.name})", *(["heard:", *listed] if listed else [])]
    return "\n".join([*lines, f"{pick}{_how(field)}, or Enter to leave it: "])


def _how(field: Field) -> str:
    if field.is_identifier:
        return f"{field.digits} digits"
    if field.options:
        return "one of " + ", ".join(option.text for option in field.options)
    return _LIKE.get(field.type, "the value")


def can_pick(field: Field) -> bool:
    """True where a small number cannot be the value itself."""
    return field.type != "number" and field.digits != 1


def entered(field: Field, heard: tuple[str, ...], typed: str) -> Value | None:
    """What she typed, or the value with the number that she typed; None for an empty line."""
    text = typed.strip()
    if can_pick(field) and text.isdecimal() and 1 <= int(text) <= len(heard):
        return heard[int(text) - 1]
    return text or None
