"""Utterances from the field, with what must become of them. The table is not part of the project."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from spoken_cases import Case, check, load_cases

from edgebharo.forms.loaded import LoadedForm

TABLE = Path(__file__).parents[3] / "shared" / "data" / "utterances.dev.tsv"
TWO_TURNS = ("U087", "U088")
STATE: dict[str, dict[str, object]] = {
    "U053": {"pregnant": True},
    "U099": {"linked_number": "9876543210", "phone_linked": False},
    "U111": {"district": "पटना"},
}


def cases() -> list[Case]:
    if not TABLE.exists():
        return []
    loaded = load_cases(TABLE, "utterance_devanagari")
    return [replace(case, state=STATE.get(case.id, {})) for case in loaded]


CASES = {case.id: case for case in cases()}

if not CASES:
    pytest.skip("no table of field utterances beside the checkout", allow_module_level=True)


@pytest.mark.parametrize("case_id", [case_id for case_id in CASES if case_id not in TWO_TURNS])
def test_utterance(enrolment: LoadedForm, case_id: str) -> None:
    check(enrolment, CASES[case_id])


def test_a_number_dictated_in_two_turns(enrolment: LoadedForm) -> None:
    first, second = (CASES[case_id] for case_id in TWO_TURNS)
    check(enrolment, second, check(enrolment, first).answers)
