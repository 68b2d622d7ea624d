"""Our own utterances, of the kinds that callers in the field say."""

from __future__ import annotations

from pathlib import Path

import pytest
from spoken_cases import check, load_cases

from edgebharo.forms.loaded import LoadedForm

CASES = load_cases(Path(__file__).parent / "data" / "utterances.tsv")


@pytest.mark.parametrize("case_id", CASES)
def test_utterance(enrolment: LoadedForm, case_id: str) -> None:
    check(enrolment, CASES[case_id])
