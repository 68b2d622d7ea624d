"""Tables of utterances with what must become of them, and the form as it stands when each is said.

Tab-separated without quoting, with the headings `id`, `field_kind` (the asked field; `any` where it does not
matter), `utterance_devanagari`, `expected_value` (a JSON object of each value that the turn writes or holds),
`expected_flags` (between semicolons), and where there is one `why_hard`, which begins with the difficulty.
`field`, `text` and `why` are other names of three of them. An optional `state` is a JSON object of what is in
the form before: null empties a field, `held` is the value that is being read back, `partial` the digits heard
before, `caller_number` the phone she has with her.

The flags: `ok` written, `confirm` held for a read-back, `correction`, `multi`, `wrong_field`, `clarify` and
`retry` (asked again, a retry used), `partial`, `skip`, `dont_know`, `refuse`, `not_available`, `handoff`,
`skip_child`, `branch_change`, `repeat`, `wait`, `explain`, `no_retry_cost`, `ignore`, `end_session`,
`privacy_drop`, `affirmed` and `denied` (answers to a read-back); `policy` marks a decision taken once.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as made
from datetime import date
from pathlib import Path
from types import MappingProxyType

from pydantic import TypeAdapter, ValidationError

from edgebharo.errors import ManifestError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import Answer, Answers, Candidate, Span, Value

TODAY = date(2026, 11, 29)
"""The day on which every utterance of such a table is said."""

BEFORE: Mapping[str, Value] = MappingProxyType(
    {
        "name": "रानी",
        "district": "पटना",
        "clinic_name": "नीम टोला",
        "pregnant": True,
        "gestational_age_months": 5,
        "child_name": "सोनू",
        "child_dob": "2025-01-02",
        "phone_linked": True,
        "linked_number": "9123456780",
        "whatsapp_same": True,
        "whatsapp_number": "9123456781",
    }
)
"""What stands in the form before the asked field, unless the table says otherwise."""
INSTEAD: Mapping[str, Value] = MappingProxyType(
    {"name": "लता", "district": "गया", "clinic_name": "आम टोला", "gestational_age_months": 4}
)
"""What stands there where the usual value is the one that a correction brings."""
OPENED_BY: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "gestational_age_months": ("pregnant", True),
        "child_name": ("pregnant", False),
        "child_dob": ("pregnant", False),
        "linked_number": ("phone_linked", False),
        "whatsapp_number": ("whatsapp_same", False),
    }
)
"""Fields that are asked after one answer of another only."""
ASKED_ANYWHERE = "linked_number"
NO_FIELDS = ("held", "partial", "caller_number")
DIFFICULTIES = ("EASY", "MED", "HARD", "HARD-SILENT")

_VALUES = TypeAdapter(dict[str, Value])
_STATE = TypeAdapter(dict[str, Value | None])


@dataclass(frozen=True)
class Utterance:
    """One row of a table."""

    id: str
    field: str
    """The asked field."""
    text: str
    values: Mapping[str, Value]
    flags: frozenset[str]
    state: Mapping[str, Value | None] = made(default_factory=lambda: MappingProxyType({}))
    difficulty: str = ""
    """One of DIFFICULTIES, or "" where the table does not tell."""
    continues: str = ""
    """What the caller said just before, in pieces of the same answer."""


def read_utterances(table: Path, loaded: LoadedForm) -> tuple[Utterance, ...]:
    """Every row of `table`.

    Raises:
        ManifestError: it cannot be read, a heading is missing, or a row is not as it should be.
    """
    try:
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    except (OSError, UnicodeDecodeError) as error:
        raise ManifestError(f"{table}: cannot be read as a UTF-8 table of utterances") from error
    if not rows:
        raise ManifestError(f"{table}: holds no utterances; write one a line under the headings")
    found: list[Utterance] = []
    for line, row in enumerate(rows, start=2):
        try:
            utterance = _utterance(row, loaded)
        except KeyError as error:
            raise ManifestError(f"{table}: line {line}: there is no column or field {error}") from None
        except (ValidationError, json.JSONDecodeError):
            message = "expected_value and state must be JSON objects of values"
            raise ManifestError(f"{table}: line {line}: {message}") from None
        found.append(_continued(found[-1] if found else None, utterance, loaded))
    return tuple(found)


def _utterance(row: Mapping[str, str | None], loaded: LoadedForm) -> Utterance:
    named = row.get("field") or row.get("field_kind") or ""
    asked = ASKED_ANYWHERE if named == "any" else named
    values = _VALUES.validate_json(_cell(row, "expected_value"))
    state = _STATE.validate_json(row.get("state") or "{}")
    for name in (asked, *values, *(name for name in state if name not in NO_FIELDS)):
        loaded.form.field(name)
    why = (row.get("why_hard") or row.get("why") or "").split(":")[0].strip()
    return Utterance(
        id=_cell(row, "id"),
        field=asked,
        text=row.get("text") or _cell(row, "utterance_devanagari"),
        values=values,
        flags=frozenset(flag.strip() for flag in _cell(row, "expected_flags").split(";")),
        state=state,
        difficulty=why if why in DIFFICULTIES else "",
    )


def _cell(row: Mapping[str, str | None], heading: str) -> str:
    text = row.get(heading)
    if not text:
        raise KeyError(heading)
    return text


def _continued(before: Utterance | None, utterance: Utterance, loaded: LoadedForm) -> Utterance:
    """`utterance` after the one before, where that one broke off and this one alone has too few digits."""
    if before is None or "partial" not in before.flags or before.field != utterance.field:
        return utterance
    wanted = loaded.form.field(utterance.field).digits
    said = read_digits(tokenize(normalize(utterance.text)), None).digits
    if utterance.state or wanted is None or not 0 < len(said) < wanted or "partial" in utterance.flags:
        return utterance
    return replace(utterance, continues=before.text)


def answers_before(loaded: LoadedForm, utterance: Utterance) -> Answers:
    """The form as it stands when the question of `utterance` has been asked."""
    asked = utterance.field
    names = [item.name for item in loaded.form.fields]
    state: dict[str, Value | None] = {
        name: BEFORE[name] for name in names[: names.index(asked)] if name in BEFORE
    }
    state.update(dict([OPENED_BY[asked]]) if asked in OPENED_BY else {})
    state = {name: value for name, value in state.items() if _is_open(name, state)}
    state.update(_implied(state, utterance, loaded))
    state.update(utterance.state)
    held, number = state.get("held"), state.get("caller_number")
    return Answers(
        fields=MappingProxyType(
            {
                name: Answer("answered", value, "rules")
                for name, value in state.items()
                if value is not None and name not in NO_FIELDS
            }
        ),
        asked=asked,
        held=() if held is None else (Candidate(asked, held, Span(0, 1), "rules", doubtful=True),),
        partial=str(state.get("partial") or ""),
        caller_number=str(number) if number else None,
    )


def _is_open(name: str, state: Mapping[str, Value | None]) -> bool:
    if name not in OPENED_BY:
        return True
    parent, value = OPENED_BY[name]
    return state.get(parent) is value


def _implied(
    state: Mapping[str, Value | None], utterance: Utterance, loaded: LoadedForm
) -> dict[str, Value | None]:
    """What must stand in the form for the expected values to make sense.

    A value that a correction brings stood there wrongly; one that is no correction did not stand there; a
    number that the caller does not say is known from another question, or as the phone she has with her.
    """
    found: dict[str, Value | None] = {}
    for name, value in utterance.values.items():
        corrects = "correction" in utterance.flags
        if name != utterance.field and name in state:
            kept = INSTEAD.get(name, state[name]) if state[name] == value else state[name]
            found[name] = kept if corrects else None
        said = read_digits(tokenize(normalize(utterance.text)), None).digits
        if loaded.form.field(name).is_identifier and not said and isinstance(value, str):
            known = name == "whatsapp_number"
            found.update(
                {"phone_linked": False, "linked_number": value} if known else {"caller_number": value}
            )
    return found
