"""What the caller says to the summary at the end."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answer, Answers, Extraction, Transcript, Value, never_cancelled
from edgebharo.understand.extract import extract

STANDING: dict[str, Value] = {"name": "सुनीता देवी", "district": "पटना", "linked_number": "9876543210"}


def said(enrolment: LoadedForm, words: str) -> Extraction:
    fields = {name: Answer("answered", value) for name, value in STANDING.items()}
    answers = Answers(fields=fields, reviewing=tuple(fields))
    return extract(
        enrolment, answers, Transcript(1, normalize(words)), date(2026, 11, 29), None, never_cancelled
    )


@pytest.mark.parametrize("words", ["हां सही है", "जी सब ठीक है", "हां"])
def test_a_yes(enrolment: LoadedForm, words: str) -> None:
    extraction = said(enrolment, words)
    assert (extraction.affirmed, extraction.candidates) == (True, ())


@pytest.mark.parametrize("words", ["नहीं", "गलत है", "नहीं सही नहीं है"])
def test_a_no_that_names_nothing(enrolment: LoadedForm, words: str) -> None:
    extraction = said(enrolment, words)
    assert (extraction.affirmed, extraction.problem_field, extraction.candidates) == (False, None, ())


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("नहीं ज़िला नालंदा", "district", "नालंदा"),
        ("जिला नालंदा है", "district", "नालंदा"),
        ("नहीं मेरा नाम सुमित्रा देवी है", "name", "सुमित्रा देवी"),
        ("नहीं फोन नंबर नौ आठ सात छह पांच चार तीन दो एक एक", "linked_number", "9876543211"),
    ],
)
def test_a_field_that_is_named_with_another_value(
    enrolment: LoadedForm, words: str, field: str, value: str
) -> None:
    extraction = said(enrolment, words)
    assert extraction.intent == "correct"
    (candidate,) = extraction.candidates
    assert (candidate.field, candidate.value, candidate.correction) == (field, value, True)


@pytest.mark.parametrize(
    ("words", "field"), [("जिला गलत है", "district"), ("नहीं फोन नंबर गलत है", "linked_number")]
)
def test_a_field_that_is_only_called_wrong(enrolment: LoadedForm, words: str, field: str) -> None:
    extraction = said(enrolment, words)
    assert (extraction.intent, extraction.problem_field, extraction.candidates) == ("correct", field, ())
