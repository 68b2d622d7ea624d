"""A district that two states have: the state is asked for, and said alone it settles which one is meant."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.forms.load import load_form
from edgebharo.forms.rules import decide
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answers, Decision, Repair, Transcript, never_cancelled
from edgebharo.understand.extract import extract

pytestmark = pytest.mark.unit

FORM = load_form("maternal-enrolment")
TODAY = date(2026, 11, 30)


def turn(answers: Answers, said: str) -> Decision:
    extraction = extract(FORM, answers, Transcript(0, normalize(said)), TODAY, None, never_cancelled)
    return decide(FORM, answers, extraction, TODAY)


def after(*said: str) -> Decision:
    decision = Decision(Answers(asked="district"), Repair("district", "unclear", 0))
    for words in said:
        decision = turn(decision.answers, words)
    return decision


def value(decision: Decision) -> object:
    held = [candidate.value for candidate in decision.answers.held]
    return held[0] if held else decision.answers.get("district").value


@pytest.mark.parametrize(
    ("district", "states"),
    [
        ("औरंगाबाद", ("बिहार", "महाराष्ट्र")),
        ("बिलासपुर", ("छत्तीसगढ़", "हिमाचल प्रदेश")),
        ("ज़िला हमीरपुर", ("उत्तर प्रदेश", "हिमाचल प्रदेश")),
    ],
)
def test_the_states_are_named_in_the_question(district: str, states: tuple[str, ...]) -> None:
    step = after(district).step
    assert isinstance(step, Repair)
    assert (step.problem, set(step.hints)) == ("ambiguous_place", set(states))


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        (("औरंगाबाद", "बिहार"), "औरंगाबाद"),
        (("औरंगाबाद", "महाराष्ट्र वाला"), "छत्रपति संभाजीनगर"),
        (("बिलासपुर", "छत्तीसगढ़ में"), "बिलासपुर, छत्तीसगढ़"),
        (("बिलासपुर", "हिमाचल"), "बिलासपुर, हिमाचल प्रदेश"),
        (("ज़िला हमीरपुर", "यूपी"), "हमीरपुर, उत्तर प्रदेश"),
        (("प्रतापगढ़", "एक मिनट", "राजस्थान"), "प्रतापगढ़, राजस्थान"),
        (("रायगढ़", "क्या बोला", "महाराष्ट्र का"), "रायगढ़, महाराष्ट्र"),
        (("रायगढ़, छत्तीसगढ़",), "रायगढ़, छत्तीसगढ़"),
        (("औरंगाबाद", "नालंदा"), "नालंदा"),
        (("औरंगाबाद", "बिहार का औरंगाबाद"), "औरंगाबाद"),
    ],
)
def test_the_state_alone_settles_which(said: tuple[str, ...], stored: str) -> None:
    assert value(after(*said)) == stored


@pytest.mark.parametrize("said", [("बिहार",), ("औरंगाबाद", "केरल"), ("औरंगाबाद", "नहीं पता")])
def test_a_state_settles_nothing_else(said: tuple[str, ...]) -> None:
    assert value(after(*said)) is None


def test_the_name_is_forgotten_once_another_question_is_asked() -> None:
    assert after("औरंगाबाद").answers.unsettled == "औरंगाबाद"
    assert after("औरंगाबाद", "बिहार").answers.unsettled == ""
