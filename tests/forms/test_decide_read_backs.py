"""Which values are read back, and what the caller's answer to that does."""

from __future__ import annotations

from typing import Any

import pytest
from form_builders import TODAY, field, form_of, heard, says, values, without_risk

from edgebharo.capture import Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start
from edgebharo.types import (
    Answer,
    Ask,
    Candidate,
    Close,
    Confirm,
    Decision,
    Extraction,
    Handoff,
    Repair,
    Value,
    Wait,
)

PHONE: dict[str, Any] = {"meaning": "phone", "digits": 10, "validation": [{"rule": "phone_number"}]}
FORM = form_of(field("number", **PHONE), field("name"), read_backs=3)
FIRST, SECOND = "9876543210", "9876543310"
YES, NO, UNCLEAR = Extraction(affirmed=True), Extraction(affirmed=False), Extraction()


def turns(loaded: LoadedForm, *extractions: Extraction) -> Decision:
    decision = start(loaded)
    for extraction in extractions:
        decision = decide(loaded, decision.answers, extraction, TODAY)
    return decision


def says_number(digits: str, **keys: Any) -> Extraction:
    return says(heard("number", digits), **keys)


def read_back(decision: Decision) -> Value:
    assert isinstance(decision.step, Confirm)
    (candidate,) = decision.step.candidates
    return candidate.value


@pytest.mark.parametrize(
    ("keys", "candidate", "expected"),
    [
        ({}, heard("a", "सीता"), False),
        ({}, heard("a", "सीता", doubtful=True), True),
        ({}, heard("a", "सीता", confidence=0.3), True),
        ({"confirm_below": 0.2}, heard("a", "सीता", confidence=0.3), False),
        ({}, heard("a", "सीता", confidence=float("nan")), True),
        ({"confirm": "always"}, heard("a", "सीता"), True),
        ({"confirm": "never"}, heard("a", "सीता", doubtful=True, confidence=0.1), False),
        (PHONE, heard("a", FIRST), True),
        ({**PHONE, "confirm": "never"}, heard("a", FIRST), False),
        ({"type": "date"}, heard("a", "2025-04-15"), False),
        ({"type": "date"}, heard("a", "2025-04-15", correction=True), True),
        ({"type": "date"}, heard("a", "2025-04-15", estimated=True), True),
        ({"type": "number"}, heard("a", 6, correction=True), False),
    ],
)
def test_what_is_read_back(keys: dict[str, Any], candidate: Candidate, expected: bool) -> None:
    loaded = form_of(field("a", **keys), field("z"))
    assert isinstance(turns(loaded, says(candidate)).step, Confirm) == expected


def test_a_held_value_does_not_count_but_the_others_do() -> None:
    decision = turns(FORM, says(heard("number", FIRST), heard("name", "सीता")))
    assert read_back(decision) == FIRST
    assert decision.written == ("name",)
    assert decision.held == ("number",)
    assert values(decision.answers) == {"name": "सीता"}


def test_a_yes_writes_it() -> None:
    decision = turns(FORM, says_number(FIRST), YES)
    answer = decision.answers.get("number")
    assert without_risk(answer) == Answer("answered", FIRST, "rules", confirmed=True)
    assert answer.risk is not None
    assert answer.risk > 0.05
    assert answer.risk_reasons == ("identifier",)
    assert decision.answers.history["number"] == ("heard", "held", "confirmed")
    assert decision.step == Ask("name")


def test_saying_it_again_is_a_yes() -> None:
    assert values(turns(FORM, says_number(FIRST), says_number(FIRST)).answers) == {"number": FIRST}


def test_a_no_refuses_it_for_good() -> None:
    decision = turns(FORM, says_number(FIRST), NO)
    assert decision.step == Repair("number", "refused_value", 1, piece=Piece("digits", 0, 5))
    assert decision.answers.refused == {"number": (FIRST,)}
    assert decision.answers.held == ()
    again = decide(FORM, decision.answers, says_number(FIRST), TODAY)
    assert again.step == Repair("number", "refused_value", 2, piece=Piece("digits", 0, 3))
    assert again.held == ()


@pytest.mark.parametrize("affirmed", [False, None, True])
def test_another_number_is_read_back_anew(affirmed: bool | None) -> None:
    decision = turns(FORM, says_number(FIRST), says_number(SECOND, affirmed=affirmed))
    assert read_back(decision) == SECOND
    assert (FIRST in decision.answers.refused.get("number", ())) == (affirmed is False)
    assert values(decide(FORM, decision.answers, YES, TODAY).answers) == {"number": SECOND}


def test_a_number_word_inside_a_yes_is_no_correction() -> None:
    loaded = form_of(field("months", type="number"), field("name"))
    decision = turns(loaded, says(heard("months", 7, doubtful=True)), says(heard("months", 1), affirmed=True))
    assert values(decision.answers) == {"months": 7}


def test_an_unusable_correction_is_a_plain_no() -> None:
    step = turns(FORM, says_number(FIRST), says_number("12", affirmed=False)).step
    assert step == Repair("number", "refused_value", 1, piece=Piece("digits", 0, 5))


def test_a_no_with_the_same_number_is_asked_again() -> None:
    decision = turns(FORM, says_number(FIRST), says_number(FIRST, affirmed=False))
    assert read_back(decision) == FIRST


def test_a_no_and_the_first_digits_goes_on_from_them() -> None:
    decision = turns(FORM, says_number(FIRST), Extraction(affirmed=False, partial="98"))
    assert decision.step == Ask("number", "partial", 0)
    assert decision.answers.partial == "98"
    assert decision.answers.refused == {"number": (FIRST,)}


def test_an_unclear_answer_is_bounded() -> None:
    decision = turns(FORM, says_number(FIRST), UNCLEAR, UNCLEAR)
    assert read_back(decision) == FIRST
    last = decide(FORM, decision.answers, UNCLEAR, TODAY)
    assert last.answers.get("number") == Answer(status="skipped", skip_reason="retries")
    assert last.step == Ask("name")


def test_a_required_field_then_goes_to_the_worker() -> None:
    loaded = form_of(field("number", **PHONE, required=True, retries={"exhausted": "handoff"}), read_backs=1)
    assert turns(loaded, says_number(FIRST), UNCLEAR).step == Handoff("number", (FIRST,))
    refused = turns(loaded, says_number(FIRST), NO, says(intent="none"), says(intent="none"))
    assert refused.step == Handoff("number", (FIRST,))


def test_declining_during_a_read_back_drops_the_value() -> None:
    decision = turns(FORM, says_number(FIRST), says(intent="refuse"))
    assert decision.answers.get("number") == Answer(status="skipped", skip_reason="refused")
    assert decision.answers.held == ()


def test_waiting_and_repeating_during_a_read_back() -> None:
    waiting = turns(FORM, says_number(FIRST), Extraction(intent="wait"))
    assert waiting.step == Wait("number")
    assert read_back(decide(FORM, waiting.answers, Extraction(intent="repeat"), TODAY)) == FIRST


def test_stopping_during_a_read_back_writes_nothing() -> None:
    decision = turns(FORM, says_number(FIRST), Extraction(intent="stop"))
    assert decision.step == Close("withdrawn")
    assert decision.answers.held == ()
    assert values(decision.answers) == {}


def test_the_first_silence_repeats_the_read_back_for_nothing() -> None:
    answers = turns(FORM, says_number(FIRST)).answers
    once = on_silence(FORM, answers, 1)
    assert read_back(once) == FIRST
    assert once.answers.read_backs == answers.read_backs
    twice = on_silence(FORM, once.answers, 2)
    assert twice.answers.read_backs == {"number": 2}
    assert on_silence(FORM, twice.answers, 3).step == Handoff("number", (FIRST,))


def test_other_answers_in_the_same_breath_are_kept() -> None:
    decision = turns(FORM, says_number(FIRST), says(heard("name", "सीता"), affirmed=True))
    assert values(decision.answers) == {"number": FIRST, "name": "सीता"}


def test_a_correction_that_is_refused_leaves_the_old_value() -> None:
    old = turns(FORM, says_number(FIRST), YES)
    changed = decide(
        FORM, old.answers, says(heard("number", SECOND, correction=True), intent="correct"), TODAY
    )
    assert read_back(changed) == SECOND
    after = decide(FORM, changed.answers, NO, TODAY)
    assert values(after.answers) == {"number": FIRST}
    assert after.step == Ask("name", "first", 0)


def test_two_held_values_are_confirmed_one_after_the_other() -> None:
    loaded = form_of(field("one", **PHONE), field("two", **PHONE))
    decision = turns(loaded, says(heard("two", SECOND), heard("one", FIRST)))
    assert decision.held == ("one", "two")
    assert read_back(decision) == FIRST
    second = decide(loaded, decision.answers, YES, TODAY)
    assert read_back(second) == SECOND
    assert decide(loaded, second.answers, YES, TODAY).step == Close("complete")


def test_a_denied_yes_no_is_asked_again_with_both_answers_open() -> None:
    loaded = form_of(field("same", type="boolean"), field("name"))
    denied = turns(loaded, says(heard("same", value=False, doubtful=True)), NO)
    assert denied.step == Repair("same", "refused_value", 1)
    assert values(decide(loaded, denied.answers, says(heard("same", value=False)), TODAY).answers) == {
        "same": False
    }


def test_a_skipped_field_stays_skipped_when_its_late_value_is_never_confirmed() -> None:
    late = says(heard("number", FIRST))
    decision = turns(FORM, says(intent="refuse"), late, UNCLEAR, UNCLEAR, UNCLEAR)
    assert decision.answers.get("number") == Answer(status="skipped", skip_reason="refused")
    assert decision.step == Ask("name", "first", 0)
