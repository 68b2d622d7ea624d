"""What a worker does with the calls of this device afterwards: find, close, erase, correct."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from edgebharo.errors import ConfigError, StoreError
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.rules.guards import refusal_of
from edgebharo.forms.rules.values import national, to_type
from edgebharo.records.rows import CallHead
from edgebharo.records.store import Store
from edgebharo.runtime.storing import require_open
from edgebharo.types import Answer, CallStatus

SHORTEST = 4
"""Characters of a record's id that are enough, where no other begins so."""


def phone_of(text: str | None) -> str | None:
    """The caller's number as the worker typed it before the call, as ten digits.

    Raises:
        ConfigError: it is no mobile number.
    """
    if text is None:
        return None
    number = national("".join(character for character in text if character not in "+- "))
    if not (len(number) == 10 and number.isascii() and number.isdigit() and number[0] in "6789"):
        raise ConfigError("--caller-number: write the ten digits of a mobile number, such as 9876543210")
    return number


def find(store: Store, given: str) -> CallHead:
    """The call whose id is or begins with `given`.

    Raises:
        StoreError: there is none, or several.
    """
    found = store.named(given) if len(given) >= SHORTEST else ()
    if len(found) != 1:
        why = "several records begin so" if found else "there is no such record"
        raise StoreError(f"{given}: {why}; `edgebharo calls list --all` shows them")
    return found[0]


def close(store: Store, head: CallHead) -> CallStatus:
    """End a call that was cut off; returns how it ended.

    What she answered is kept as an incomplete record; without her consent there is nothing to keep.
    """
    require_open(head)
    status: CallStatus = "failed" if head.consented else "withdrawn"
    store.finish(head.id, store.load(head.id).answers, status)
    return status


def corrections(head: CallHead, given: Mapping[str, str], today: date) -> dict[str, Answer]:
    """What the worker typed by field, as answers that the form's rules accept; an empty text leaves it blank.

    Raises:
        ConfigError: the form has no such field, or the value is none that it can have.
        FormError: the form is not installed any more.
    """
    loaded = load_form(find_form(head.form.id))
    changes: dict[str, Answer] = {}
    for name, text in given.items():
        field = next((field for field in loaded.form.fields if field.name == name), None)
        if field is None:
            names = ", ".join(field.name for field in head.form.fields)
            raise ConfigError(f"no field is called {name!r}; the form of this record has: {names}")
        if not text.strip():
            changes[name] = Answer("skipped", skip_reason="worker")
            continue
        value = to_type(field, text, loaded.place_phrases(field))
        if value is None or refusal_of(field, value, today) is not None:
            raise ConfigError(
                f"{name}: not a value that this {field.type} field can hold; nothing was changed"
            )
        changes[name] = Answer("answered", value, "worker", confirmed=True)
    return changes
