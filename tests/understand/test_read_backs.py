"""Replies to a read-back: yes, no, another value; and never a value made out of the words that judge."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answers, Candidate, Extraction, Span, Transcript, Value, never_cancelled
from edgebharo.understand.extract import extract

HELD: tuple[tuple[str, Value], ...] = (
    ("name", "कविता मंडल"),
    ("child_name", "आरव"),
    ("clinic_name", "इमली टोला"),
    ("child_dob", "2025-05-05"),
    ("gestational_age_months", 5),
    ("linked_number", "9876543210"),
    ("aadhaar_last4", "4321"),
    ("pregnant", True),
    ("phone_linked", True),
    ("whatsapp_same", False),
)
RIGHT = (
    "सही सुना आपने",
    "हां, वही लिखा है जो मैंने कहा",
    "कोई भूल नहीं है, ठीक है",
    "आप सही समझीं",
    "ठीक छै",
    "हां, जमा कर दीजिए",
    "जैसा बोला वैसा ही है",
)
WRONG = (
    "आपने गलत सुना",
    "गलत लिखा गया है",
    "इसमें गड़बड़ी है",
    "ऐसा नहीं है",
    "यह ठीक नहीं है",
    "मैंने तो कुछ और कहा था",
    "नै, ई ठीक नै छै",
    "नहीं, दोबारा पूछिए",
    "मैं फिर से बोलती हूं",
    "रुकिए, यह गलत है",
    "इसे काट दीजिए",
    "आप समझे नहीं",
    "मेरे मुंह से ऐसा नहीं निकला",
)
WISHES = ("फिर से बोलिए", "मुझे ठीक से याद नहीं", "ठीक से सुनाई नहीं दिया", "एक मिनट रुकिए", "पता नहीं")


def reply(form: LoadedForm, field: str, held: Value, text: str) -> Extraction:
    answers = Answers(asked=field, held=(Candidate(field, held, Span(0, 1), "rules"),))
    return extract(form, answers, Transcript(0, normalize(text)), date(2026, 11, 29), None, never_cancelled)


@pytest.mark.parametrize(("field", "held"), HELD)
@pytest.mark.parametrize(
    ("text", "affirmed"), [*((text, True) for text in RIGHT), *((text, False) for text in WRONG)]
)
def test_judging_brings_no_value(
    enrolment: LoadedForm, field: str, held: Value, text: str, affirmed: bool
) -> None:
    said = reply(enrolment, field, held, text)
    assert (said.affirmed, said.candidates) == (affirmed, ())


@pytest.mark.parametrize(("field", "held"), HELD)
@pytest.mark.parametrize("text", WISHES)
def test_a_wish_judges_nothing(enrolment: LoadedForm, field: str, held: Value, text: str) -> None:
    said = reply(enrolment, field, held, text)
    assert (said.affirmed, said.candidates) == (None, ())


@pytest.mark.parametrize(
    ("field", "held", "text", "value"),
    [
        ("name", "कविता मंडल", "आपने गलत सुना, मेरा नाम सुनीता देवी है", "सुनीता देवी"),
        ("name", "कविता मंडल", "गलत है, सुनीता देवी", "सुनीता देवी"),
        ("clinic_name", "इमली टोला", "आपने गलत लिखा, पीपल चौक है", "पीपल चौक"),
        ("child_dob", "2025-05-05", "आपने गलत सुना, सात तारीख है", "2025-05-07"),
        ("child_dob", "2025-05-05", "नहीं, छह मई", "2025-05-06"),
        ("child_dob", "2025-05-05", "साल गलत है, दो हज़ार चौबीस", "2024-05-05"),
        ("gestational_age_months", 5, "ठीक कर दो, सात महीने", 7),
        ("gestational_age_months", 5, "नहीं, दूसरा महीना चल रहा है", 2),
        ("aadhaar_last4", "4321", "गलत लिखा, चार तीन दो दो लिख दो", "4322"),
        ("pregnant", False, "गलत समझा आपने, मैं पेट से हूं", True),
        ("phone_linked", True, "नहीं लिखा है", False),
        ("whatsapp_same", False, "नहीं, इसी पर है", True),
    ],
)
def test_what_stands_beside_the_judgement_is_the_new_value(
    enrolment: LoadedForm, field: str, held: Value, text: str, value: Value
) -> None:
    said = reply(enrolment, field, held, text)
    assert {item.field: item.value for item in said.candidates} == {field: value}
    assert said.affirmed is not True


def test_this_is_it_may_answer_the_question_itself(enrolment: LoadedForm) -> None:
    said = reply(enrolment, "whatsapp_same", False, "यही है")
    assert (said.affirmed, said.candidates, said.problem) == (None, (), "unclear")
    assert reply(enrolment, "whatsapp_same", False, "हां, यही है").affirmed is True


@pytest.mark.parametrize("text", ["जी हां नहीं जी नहीं ना", "नहीं, हां हां", "हां जी नहीं है"])
@pytest.mark.parametrize(("field", "held"), HELD[:6])
def test_a_yes_and_a_no_with_nothing_beside_them_are_neither(
    enrolment: LoadedForm, field: str, held: Value, text: str
) -> None:
    said = reply(enrolment, field, held, text)
    assert (said.affirmed, said.candidates, said.problem) == (None, (), "unclear")


@pytest.mark.parametrize(
    ("text", "affirmed"), [("हां ना", True), ("जी नहीं", False), ("हां, नहीं, गलत है", False)]
)
def test_a_stressed_yes_and_a_polite_no_are_what_they_were(
    enrolment: LoadedForm, text: str, affirmed: bool
) -> None:
    assert reply(enrolment, "name", "कविता मंडल", text).affirmed is affirmed
