"""Runs one utterance through EXTRACT and the rules, against the shipped enrolment form.

The flags of a case say what must come out: `ok` written, `confirm` held for a read-back, `correction`,
`multi`, `wrong_field`, `clarify` and `retry` (asked again, a retry used), `partial`, `skip`, `dont_know`,
`refuse`, `not_available`, `handoff`, `skip_child`, `branch_change`, `repeat`, `wait`, `explain`,
`no_retry_cost`, `ignore`, `end_session`, `privacy_drop`; `policy` marks a decision that was taken once.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import MappingProxyType

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import same_name
from edgebharo.types import (
    Answer,
    Answers,
    Candidate,
    Close,
    Decision,
    Extraction,
    Handoff,
    Span,
    Transcript,
    Value,
    never_cancelled,
)
from edgebharo.understand.extract import extract

TODAY = date(2026, 11, 29)

BEFORE: Mapping[str, Value] = {
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
"""What stands in the form before the asked field, unless a case says otherwise."""
OPENS: Mapping[str, Mapping[str, Value]] = {
    "child_name": {"pregnant": False},
    "child_dob": {"pregnant": False},
    "linked_number": {"phone_linked": False},
    "whatsapp_number": {"whatsapp_same": False},
}
HEAD_NOUNS = ("आंगनवाड़ी", "केंद्र", "सेंटर")


@dataclass(frozen=True)
class Case:
    """One row of a table of utterances."""

    id: str
    field: str
    """The asked field; `any` where it does not matter."""
    text: str
    values: Mapping[str, Value]
    flags: frozenset[str]
    state: Mapping[str, Value | None]
    """Fields that hold something else than usual; null empties one. `held` is the value being read back."""


def load_cases(table: Path, text_column: str = "text") -> tuple[Case, ...]:
    """Read a tab-separated table without quoting."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(
            Case(
                id=row["id"],
                field=row.get("field") or row["field_kind"],
                text=row[text_column],
                values=json.loads(row["expected_value"]),
                flags=frozenset(row["expected_flags"].split(";")),
                state=json.loads(row.get("state") or "{}"),
            )
            for row in rows
        )


def answers_before(loaded: LoadedForm, case: Case) -> Answers:
    """The form as it stands when the question of `case` is asked."""
    asked = "linked_number" if case.field == "any" else case.field
    state: dict[str, Value | None] = {}
    for field in loaded.form.fields:
        if field.name == asked:
            break
        state[field.name] = BEFORE[field.name]
    state.update(OPENS.get(asked, {}))
    for closed, parent, value in (
        ("gestational_age_months", "pregnant", True),
        ("child_name", "pregnant", False),
        ("child_dob", "pregnant", False),
        ("linked_number", "phone_linked", False),
        ("whatsapp_number", "whatsapp_same", False),
    ):
        if state.get(parent) is not value:
            state.pop(closed, None)
    state.update({name: value for name, value in case.state.items() if name not in ("held", "partial")})
    fields = {
        name: Answer(status="answered", value=value, source="rules")
        for name, value in state.items()
        if value is not None and name != "caller_number"
    }
    held = case.state.get("held")
    number = state.get("caller_number")
    return Answers(
        fields=MappingProxyType(fields),
        asked=asked,
        held=() if held is None else (Candidate(asked, held, Span(0, 1), "rules", doubtful=True),),
        partial=str(case.state.get("partial", "")),
        caller_number=str(number) if number else None,
    )


def run(loaded: LoadedForm, case: Case, answers: Answers | None = None) -> tuple[Extraction, Decision]:
    """Extract by rules alone, then decide."""
    before = answers or answers_before(loaded, case)
    transcript = Transcript(utterance_id=1, text=normalize(case.text))
    extraction = extract(loaded, before, transcript, TODAY, None, never_cancelled)
    return extraction, decide(loaded, before, extraction, TODAY)


def outcome(decision: Decision) -> dict[str, Value]:
    """Values that this turn wrote or holds."""
    held = {candidate.field: candidate.value for candidate in decision.answers.held}
    written = {name: decision.answers.get(name).value for name in decision.written}
    found = {**written, **held}
    return {name: value for name, value in found.items() if value is not None}


def check(loaded: LoadedForm, case: Case, answers: Answers | None = None) -> Decision:
    """Fail with what went wrong, in words; the decision is returned for a second turn."""
    extraction, decision = run(loaded, case, answers)
    found = outcome(decision)
    assert set(found) == set(case.values), f"fields {sorted(found)}: {found}"
    for name, value in case.values.items():
        assert _equal(found[name], value), f"{name} is {found[name]!r}"
    wrong = [flag for flag in sorted(case.flags) if not _holds(flag, case, extraction, decision)]
    assert not wrong, f"{wrong}: {extraction} -> {decision.step}, retry_used={decision.retry_used}"
    return decision


def _equal(found: Value, expected: Value) -> bool:
    if not isinstance(found, str) or not isinstance(expected, str):
        return found == expected and isinstance(found, bool) == isinstance(expected, bool)
    heads = {normalize(noun) for noun in HEAD_NOUNS}
    bare = " ".join(word for word in normalize(found).split() if word not in heads)
    return bare == normalize(expected) or (bool(bare) and same_name(bare, expected))


def _holds(flag: str, case: Case, extraction: Extraction, decision: Decision) -> bool:
    held = set(decision.held)
    asked = case.field
    if flag == "ok":
        return not held & set(case.values)
    if flag == "confirm":
        return bool(held & set(case.values))
    if flag == "correction":
        marked = any(candidate.correction for candidate in extraction.candidates)
        return marked or extraction.intent == "correct"
    if flag == "multi":
        return len(case.values) > 1
    if flag in ("retry", "clarify", "wrong_field"):
        return decision.retry_used or "no_retry_cost" in case.flags
    if flag == "partial":
        return bool(extraction.partial) and decision.answers.partial == extraction.partial
    if flag == "no_retry_cost":
        return not decision.retry_used or "ignore" in case.flags
    return _ends(flag, asked, extraction, decision)


def _ends(flag: str, asked: str, extraction: Extraction, decision: Decision) -> bool:
    if flag in ("dont_know", "refuse", "repeat", "wait", "explain"):
        return extraction.intent == flag
    if flag == "not_available":
        return extraction.not_available
    if flag == "skip":
        return asked in decision.skipped
    if flag == "skip_child":
        return "whatsapp_number" in decision.skipped
    if flag == "handoff":
        return isinstance(decision.step, Handoff)
    if flag == "end_session":
        return isinstance(decision.step, Close) and decision.step.status == "withdrawn"
    if flag == "branch_change":
        return any(candidate.field == "pregnant" for candidate in extraction.candidates)
    if flag == "affirmed":
        return extraction.affirmed is True
    if flag == "denied":
        return extraction.affirmed is False
    return flag in ("policy", "ignore", "privacy_drop", "none")
