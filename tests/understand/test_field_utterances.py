"""Utterances from the field, with what must become of them. The table is not part of the project."""

from __future__ import annotations

from pathlib import Path

import pytest
from spoken_cases import check, load_cases

from edgebharo.forms.loaded import LoadedForm

TABLE = Path(__file__).parents[3] / "shared" / "data" / "utterances.dev.tsv"
CASES = load_cases(TABLE) if TABLE.exists() else {}

if not CASES:
    pytest.skip("no table of field utterances beside the checkout", allow_module_level=True)


@pytest.mark.parametrize("case_id", CASES)
def test_utterance(enrolment: LoadedForm, case_id: str) -> None:
    check(enrolment, CASES[case_id])
