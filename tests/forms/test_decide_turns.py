"""Turns that answer, decline, correct or miss a question."""

from __future__ import annotations

import pytest
from form_builders import TODAY, field, form_of, heard, says, values

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start, worker_entry
from edgebharo.types import (
    Answer,
    Answers,
    Ask,
    Close,
    Confirm,
    Decision,
    Extraction,
    Handoff,
    Intent,
    Repair,
    SkipReason,
    Wait,
)

SIMPLE = form_of(
    field("first"),
    field("age", type="number", validation=[{"rule": "number_range", "max": 120, "message": "बहुत ज़्यादा।"}]),
    field("last"),
)


def turns(loaded: LoadedForm, *extractions: Extraction) -> Decision:
    decision = start(loaded)
    for extraction in extractions:
        decision = decide(loaded, decision.answers, extraction, TODAY)
    return decision


def test_the_first_question_comes_first(enrolment: LoadedForm) -> None:
    decision = start(enrolment)
    assert decision.step == Ask("name", "first", 0)
    assert decision.answers.asked == "name"
    assert decision.answers.caller_number is None


@pytest.mark.parametrize("typed", ["9876543210", "+91 98765 43210", "098765-43210"])
def test_the_number_that_the_worker_typed_is_cleaned(enrolment: LoadedForm, typed: str) -> None:
    assert start(enrolment, typed).answers.caller_number == "9876543210"


def test_several_fields_in_one_turn_are_stored_and_never_asked(enrolment: LoadedForm) -> None:
    decision = turns(enrolment, says(heard("name", "फूलवती"), heard("district", "गया")))
    assert values(decision.answers) == {"name": "फूलवती", "district": "गया"}
    assert set(decision.written) == {"name", "district"}
    assert decision.step == Ask("clinic_name")


def test_a_text_number_is_stored_as_a_number() -> None:
    assert values(turns(SIMPLE, says(heard("age", "5"))).answers) == {"age": 5}


def test_an_answered_field_keeps_its_value() -> None:
    decision = turns(SIMPLE, says(heard("first", "सीता")), says(heard("first", "गीता"), heard("age", 20)))
    assert values(decision.answers) == {"first": "सीता", "age": 20}
    assert [item.rule for item in decision.rejections] == ["already_answered"]


def test_an_explicit_correction_replaces_it_at_no_cost() -> None:
    correction = says(heard("first", "गीता", correction=True), intent="correct")
    decision = turns(SIMPLE, says(heard("first", "सीता")), correction)
    assert values(decision.answers) == {"first": "गीता"}
    assert decision.step == Ask("age", "resume", 0)
    assert not decision.retry_used


def test_an_invalid_correction_keeps_the_old_value() -> None:
    correction = says(heard("age", 900, correction=True), intent="correct")
    decision = turns(SIMPLE, says(heard("first", "सीता"), heard("age", 20)), correction)
    assert values(decision.answers) == {"first": "सीता", "age": 20}
    assert decision.step == Ask("last", "resume", 0)


def test_a_guard_costs_a_retry_and_speaks() -> None:
    decision = turns(SIMPLE, says(heard("first", "सीता")), says(heard("age", 900)))
    assert decision.step == Repair("age", "invalid", 1, message="बहुत ज़्यादा।")
    assert decision.retry_used
    assert [(item.rule, item.field) for item in decision.rejections] == [("number_range", "age")]


def test_retries_then_skip_with_the_reason() -> None:
    decision = turns(SIMPLE, says(intent="none"), says(problem="unclear"))
    assert decision.step == Repair("first", "unclear", 2)
    decision = decide(SIMPLE, decision.answers, says(intent="none"), TODAY)
    assert decision.step == Ask("age")
    assert decision.skipped == ("first",)
    assert decision.answers.get("first") == Answer(status="skipped", skip_reason="retries")


@pytest.mark.parametrize(
    ("exhausted", "step", "status"),
    [("end", Close("failed"), "failed"), ("handoff", Handoff("must"), "in_progress")],
)
def test_a_required_field_ends_the_call_or_goes_to_the_worker(
    exhausted: str, step: object, status: str
) -> None:
    loaded = form_of(field("must", required=True, retries={"max": 1, "exhausted": exhausted}), field("last"))
    decision = turns(loaded, says(intent="none"), says(intent="none"))
    assert decision.step == step
    assert decision.answers.status == status


@pytest.mark.parametrize(
    ("intent", "not_available", "reason"),
    [
        ("dont_know", False, "dont_know"),
        ("refuse", False, "refused"),
        ("skip", True, "not_available"),
        ("skip", False, "refused"),
    ],
)
def test_a_declined_optional_field_is_skipped_at_once(
    intent: Intent, not_available: bool, reason: SkipReason
) -> None:
    decision = turns(SIMPLE, Extraction(intent=intent, not_available=not_available))
    assert decision.answers.get("first") == Answer(status="skipped", skip_reason=reason)
    assert decision.step == Ask("age")
    assert not decision.retry_used


def test_a_value_wins_over_dont_know() -> None:
    decision = turns(SIMPLE, says(heard("first", "सीता"), intent="dont_know"))
    assert values(decision.answers) == {"first": "सीता"}


def test_dont_know_on_a_required_field_goes_to_the_worker(enrolment: LoadedForm) -> None:
    decision = turns(enrolment, says(heard("name", "सीता")), says(intent="dont_know"))
    assert decision.step == Handoff("district")
    assert decision.answers.get("district").status == "empty"
    assert decision.retry_used


@pytest.mark.parametrize(
    ("intent", "step"),
    [
        ("repeat", Ask("first", "repeat", 0)),
        ("explain", Ask("first", "explain", 0)),
        ("wait", Wait("first")),
    ],
)
def test_repeat_wait_and_explain_cost_nothing(intent: Intent, step: object) -> None:
    decision = turns(SIMPLE, Extraction(intent=intent))
    assert decision.step == step
    assert not decision.retry_used
    assert decision.answers.retries == {}


def test_patience_is_long_but_not_endless() -> None:
    decision = turns(SIMPLE, *[Extraction(intent="repeat")] * SIMPLE.form.patience)
    assert decision.answers.retries == {}
    assert decide(SIMPLE, decision.answers, Extraction(intent="repeat"), TODAY).retry_used


def test_a_problem_is_repaired_with_its_hints(enrolment: LoadedForm) -> None:
    states = ("बिहार", "महाराष्ट्र")
    decision = turns(enrolment, says(heard("name", "सीता")), says(problem="ambiguous_place", hints=states))
    assert decision.step == Repair("district", "ambiguous_place", 1, states)


def test_a_problem_of_another_field_does_not_name_this_one() -> None:
    decision = turns(SIMPLE, says(problem="range", problem_field="age"))
    assert decision.step == Ask("first", "retry", 1)


def test_stop_withdraws() -> None:
    decision = turns(SIMPLE, says(heard("first", "सीता")), says(heard("age", 5), intent="stop"))
    assert decision.step == Close("withdrawn")
    assert decision.answers.status == "withdrawn"
    assert values(decision.answers) == {"first": "सीता"}


def test_the_call_is_complete_when_all_is_answered_or_skipped() -> None:
    decision = turns(SIMPLE, says(heard("last", "क")), says(heard("age", 4)), says(intent="refuse"))
    assert decision.step == Close("complete")
    assert decision.answers.status == "complete"


def test_a_closed_call_stays_closed() -> None:
    done = Answers(status="complete")
    assert decide(SIMPLE, done, says(heard("first", "सीता")), TODAY).answers == done
    assert on_silence(SIMPLE, done, 1).step == Close("complete")
    assert worker_entry(SIMPLE, done, "first", "सीता", TODAY).step == Close("complete")


def test_an_unknown_field_is_a_rejection() -> None:
    decision = turns(SIMPLE, says(heard("colour", "लाल")))
    assert [item.rule for item in decision.rejections] == ["unknown_field"]
    assert decision.step == Ask("first", "retry", 1)


def test_two_values_for_one_field_are_read_back() -> None:
    decision = turns(SIMPLE, says(heard("age", 5, confidence=0.9), heard("age", 6)))
    assert isinstance(decision.step, Confirm)
    assert decision.step.candidates[0].value == 6


# ---------------------------------------------------------------- digits in pieces


def at_number(loaded: LoadedForm, *extractions: Extraction) -> Decision:
    """A call that has just asked for the linked number."""
    opening = (
        says(heard("name", "सीता"), heard("district", "गया"), heard("clinic_name", "इमली टोला")),
        says(heard("pregnant", value=True), heard("gestational_age_months", 5)),
        says(heard("phone_linked", value=False)),
    )
    return turns(loaded, *opening, *extractions)


def test_pieces_of_a_number_cost_nothing_and_are_kept(enrolment: LoadedForm) -> None:
    decision = at_number(enrolment, says(partial="98765"))
    assert decision.step == Ask("linked_number", "partial", 0)
    assert decision.answers.partial == "98765"
    assert not decision.retry_used


def test_waiting_and_repeating_keep_the_pieces(enrolment: LoadedForm) -> None:
    decision = at_number(enrolment, says(partial="98765"), says(intent="wait"), says(intent="repeat"))
    assert decision.step == Ask("linked_number", "partial", 0)
    assert decision.answers.partial == "98765"


def test_the_same_pieces_again_cost_a_retry(enrolment: LoadedForm) -> None:
    decision = at_number(enrolment, says(partial="98765"), says(partial="98765"))
    assert decision.step == Ask("linked_number", "retry", 1)
    assert decision.answers.partial == ""


def test_a_whole_number_ends_the_pieces(enrolment: LoadedForm) -> None:
    decision = at_number(enrolment, says(partial="98765"), says(heard("linked_number", "9876543210")))
    assert decision.held == ("linked_number",)
    assert decision.answers.partial == ""


def test_a_silence_after_pieces_asks_for_the_rest(enrolment: LoadedForm) -> None:
    answers = at_number(enrolment, says(partial="98765")).answers
    second = on_silence(enrolment, on_silence(enrolment, answers, 1).answers, 2)
    assert second.step == Ask("linked_number", "partial", 1)
    assert second.answers.partial == "98765"


# ---------------------------------------------------------------- silence


def test_the_first_silence_costs_nothing() -> None:
    decision = on_silence(SIMPLE, start(SIMPLE).answers, 1)
    assert decision.step == Ask("first", "silence", 0)
    assert not decision.retry_used


def test_the_second_silence_brings_shorter_help_and_the_third_the_worker() -> None:
    answers = start(SIMPLE).answers
    steps = []
    for count in (1, 2, 3):
        decision = on_silence(SIMPLE, answers, count)
        answers = decision.answers
        steps.append(decision.step)
    assert steps == [
        Ask("first", "silence", 0),
        Ask("first", "silence", 1),
        Handoff("first"),
    ]
    left = worker_entry(SIMPLE, answers, "first", None, TODAY)
    assert left.step == Ask("age")
    assert left.answers.get("first").skip_reason == "worker"


# ---------------------------------------------------------------- the worker


def test_the_worker_fills_the_field(enrolment: LoadedForm) -> None:
    asked = turns(enrolment, says(heard("name", "सीता")), says(intent="dont_know")).answers
    decision = worker_entry(enrolment, asked, "district", "नालन्दा", TODAY)
    answer = decision.answers.get("district")
    assert (answer.value, answer.source, answer.confirmed) == ("नालंदा", "worker", True)
    assert decision.step == Ask("clinic_name")


def test_the_worker_is_held_to_the_same_guards(enrolment: LoadedForm) -> None:
    asked = turns(enrolment, says(heard("name", "सीता")), says(intent="dont_know")).answers
    decision = worker_entry(enrolment, asked, "district", "कहीं नहीं", TODAY)
    assert decision.step == Handoff("district")
    assert [item.field for item in decision.rejections] == ["district"]


def test_the_worker_may_leave_an_optional_field() -> None:
    decision = worker_entry(SIMPLE, start(SIMPLE).answers, "first", None, TODAY)
    assert decision.answers.get("first") == Answer(status="skipped", skip_reason="worker")
    assert decision.step == Ask("age")


def test_a_required_field_left_empty_makes_the_form_incomplete() -> None:
    loaded = form_of(field("must", required=True, retries={"exhausted": "handoff"}), field("last"))
    left = worker_entry(loaded, start(loaded).answers, "must", None, TODAY)
    assert left.step == Ask("last")
    assert decide(loaded, left.answers, says(heard("last", "क")), TODAY).step == Close("failed")


def test_the_worker_leaving_an_answered_field_keeps_it() -> None:
    answers = turns(SIMPLE, says(heard("first", "सीता"))).answers
    assert values(worker_entry(SIMPLE, answers, "first", None, TODAY).answers) == {"first": "सीता"}


def test_the_worker_cannot_fill_a_closed_field(enrolment: LoadedForm) -> None:
    decision = worker_entry(enrolment, start(enrolment).answers, "child_name", "गुड्डू", TODAY)
    assert [item.rule for item in decision.rejections] == ["not_open"]
    assert decision.step == Ask("name", "resume", 0)
