"""The recogniser's second choice: taken where the first was refused or says nothing, and always read back."""

from __future__ import annotations

from datetime import date
from types import MappingProxyType

import pytest

from edgebharo.forms.load import load_form
from edgebharo.forms.rules import decide
from edgebharo.types import Answer, Answers, Hypothesis, Transcript, never_cancelled
from edgebharo.understand.extract import extract

pytestmark = pytest.mark.unit

FORM = load_form("maternal-enrolment")
TODAY = date(2026, 11, 30)


def heard(*texts: str) -> Transcript:
    hypotheses = tuple(Hypothesis(text, -float(rank)) for rank, text in enumerate(texts))
    return Transcript(0, texts[0], hypotheses)


def read(answers: Answers, transcript: Transcript) -> tuple[object, bool]:
    extraction = extract(FORM, answers, transcript, TODAY, None, never_cancelled)
    decision = decide(FORM, answers, extraction, TODAY)
    value = extraction.candidates[0].value if extraction.candidates else None
    return value, answers.asked in decision.held


def refused(field: str, value: str) -> Answers:
    return Answers(asked=field, refused=MappingProxyType({field: (value,)}))


def test_a_refused_district_gives_way_to_the_next_one_heard() -> None:
    transcript = heard("जिला सीकर", "जिला सैतुअल")
    assert read(refused("district", "सीकर"), transcript) == ("सैतुअल", True)


def test_a_refused_number_gives_way_to_the_next_one_heard() -> None:
    transcript = heard("चार तीन दो एक", "चार तीन दो आठ")
    assert read(refused("aadhaar_last4", "4321"), transcript) == ("4328", True)


def test_words_that_say_nothing_give_way_to_a_reading_that_answers() -> None:
    assert read(Answers(asked="district"), heard("सत्तर", "सतना"))[0] == "सतना"


def test_a_carrier_without_a_name_gives_way_to_a_reading_with_one() -> None:
    transcript = heard("बेटी का नाम क्या है", "बेटी का नाम जिया है")
    with_child = Answers(MappingProxyType({"pregnant": Answer("answered", False)}), asked="child_name")
    assert read(with_child, transcript) == ("जिया", True)


def test_the_best_reading_stands_where_it_answers() -> None:
    value, held = read(Answers(asked="district"), heard("नालंदा", "नागौर"))
    assert (value, held) == ("नालंदा", False)


def test_a_yes_or_no_has_no_second_choice() -> None:
    answers = Answers(asked="pregnant")
    assert read(answers, heard("अच्छा", "जी नहीं"))[0] is None


def test_a_wish_is_a_reading_too() -> None:
    answers = Answers(asked="linked_number")
    extraction = extract(
        FORM, answers, heard("याद नहीं है", "नौ आठ सात छह पांच चार तीन दो एक शून्य"), TODAY, None, never_cancelled
    )
    assert extraction.intent == "dont_know"
    assert not extraction.candidates


def test_where_nothing_better_was_heard_the_refused_value_is_not_offered_again() -> None:
    answers = refused("district", "सीकर")
    extraction = extract(FORM, answers, heard("जिला सीकर"), TODAY, None, never_cancelled)
    decision = decide(FORM, answers, extraction, TODAY)
    assert "district" not in decision.held
    assert decision.answers.get("district").status == "empty"
