"""Branches: what is asked, what closes, what a change drops."""

from __future__ import annotations

import pytest
from form_builders import TODAY, field, form_of, heard, says, values, without_risk

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, start, worker_entry
from edgebharo.forms.rules.branches import open_fields
from edgebharo.types import Answer, Answers, Ask, Close, Confirm, Decision, Extraction, Handoff


def turns(loaded: LoadedForm, *extractions: Extraction) -> Decision:
    decision = start(loaded)
    for extraction in extractions:
        decision = decide(loaded, decision.answers, extraction, TODAY)
    return decision


OPENING = says(heard("name", "सीता"), heard("district", "गया"), heard("clinic_name", "इमली टोला"))
EXPECTING = says(heard("pregnant", value=True), heard("gestational_age_months", 5))
CHILD_BORN = says(heard("pregnant", value=False, correction=True), intent="correct")


def test_each_answer_opens_its_own_questions(enrolment: LoadedForm) -> None:
    assert turns(enrolment, OPENING, says(heard("pregnant", value=True))).step == Ask(
        "gestational_age_months"
    )
    assert turns(enrolment, OPENING, says(heard("pregnant", value=False))).step == Ask("child_name")


def test_a_closed_branch_takes_no_answer(enrolment: LoadedForm) -> None:
    decision = turns(enrolment, OPENING, says(heard("pregnant", value=True), heard("child_name", "गुड्डू")))
    assert "child_name" not in decision.answers.fields
    assert [item.rule for item in decision.rejections] == ["closed_branch"]


def test_a_skipped_yes_no_opens_neither_branch() -> None:
    loaded = form_of(
        field("same", type="boolean"),
        field("other", branch="no"),
        field("mine", branch="yes"),
        branches=[
            {"id": "yes", "when": {"field": "same", "equals": True}},
            {"id": "no", "when": {"field": "same", "equals": False}},
        ],
    )
    assert turns(loaded, says(intent="dont_know")).step == Close("complete")


def test_a_change_that_flips_a_branch_is_read_back_first(enrolment: LoadedForm) -> None:
    decision = turns(enrolment, OPENING, EXPECTING, CHILD_BORN)
    assert isinstance(decision.step, Confirm)
    assert decision.held == ("pregnant",)
    assert decision.answers.get("gestational_age_months").value == 5
    assert not decision.retry_used


def test_its_yes_drops_the_closed_answers_and_opens_the_others(enrolment: LoadedForm) -> None:
    decision = turns(enrolment, OPENING, EXPECTING, CHILD_BORN, Extraction(affirmed=True))
    answer = decision.answers.get("pregnant")
    assert without_risk(answer) == Answer("answered", value=False, source="rules", confirmed=True)
    assert "flips" in answer.risk_reasons
    assert decision.answers.history["gestational_age_months"][-1] == "dropped"
    assert decision.answers.get("gestational_age_months") == Answer()
    assert decision.step == Ask("child_name")


def test_its_no_keeps_everything(enrolment: LoadedForm) -> None:
    before = turns(enrolment, OPENING, EXPECTING)
    after = turns(enrolment, OPENING, EXPECTING, CHILD_BORN, Extraction(affirmed=False))
    assert values(after.answers) == values(before.answers)
    assert after.step == Ask("phone_linked", "first", 0)


def test_what_depends_on_a_held_answer_waits_with_it(enrolment: LoadedForm) -> None:
    both = says(heard("pregnant", value=False, correction=True), heard("child_name", "गुड्डू"))
    held = turns(enrolment, OPENING, EXPECTING, both)
    assert held.held == ("pregnant", "child_name")
    yes = decide(enrolment, held.answers, Extraction(affirmed=True), TODAY)
    assert values(yes.answers)["child_name"] == "गुड्डू"
    assert yes.step == Ask("child_dob")
    no = decide(enrolment, held.answers, Extraction(affirmed=False), TODAY)
    assert "child_name" not in no.answers.fields
    assert no.answers.held == ()


def test_without_whatsapp_its_number_is_not_asked(enrolment: LoadedForm) -> None:
    no_whatsapp = says(heard("whatsapp_same", value=False), intent="skip", not_available=True)
    decision = turns(enrolment, OPENING, EXPECTING, says(heard("phone_linked", value=True)), no_whatsapp)
    assert decision.answers.get("whatsapp_number") == Answer(status="skipped", skip_reason="not_available")
    assert decision.answers.get("whatsapp_same").value is False
    assert decision.step == Ask("aadhaar_last4")


def test_a_number_that_waits_for_a_yes_is_not_left_out_for_want_of_whatsapp(enrolment: LoadedForm) -> None:
    both = says(
        heard("whatsapp_same", value=False),
        heard("whatsapp_number", "9876543210", doubtful=True),
        intent="skip",
        not_available=True,
    )
    decision = turns(enrolment, OPENING, EXPECTING, says(heard("phone_linked", value=True)), both)
    assert isinstance(decision.step, Confirm)
    assert decision.held == ("whatsapp_number",)
    assert decision.answers.get("whatsapp_number") == Answer()


def test_a_branch_inside_a_branch_closes_with_it() -> None:
    loaded = form_of(
        field("a", type="boolean"),
        field("b", type="boolean", branch="on_a"),
        field("c", branch="on_b"),
        field("d"),
        branches=[
            {"id": "on_a", "when": {"field": "a", "equals": True}},
            {"id": "on_b", "when": {"field": "b", "equals": True}},
        ],
    )
    answers = turns(loaded, says(heard("a", value=True), heard("b", value=True), heard("c", "क"))).answers
    assert set(answers.fields) == {"a", "b", "c"}
    closed = worker_entry(loaded, answers, "a", value=False, today=TODAY)
    assert set(closed.answers.fields) == {"a"}
    assert [item.name for item in open_fields(loaded.form, {"b": Answer("answered", value=True)})] == [
        "a",
        "d",
    ]


def test_the_workers_change_flips_at_once(enrolment: LoadedForm) -> None:
    answers = turns(enrolment, OPENING, EXPECTING).answers
    decision = worker_entry(enrolment, answers, "pregnant", value=False, today=TODAY)
    assert decision.answers.get("gestational_age_months") == Answer()
    assert decision.step == Ask("child_name")


@pytest.mark.parametrize(("typed", "step"), [(None, Close("complete")), ("लाल", Confirm)])
def test_a_value_that_waits_for_its_branch_goes_with_the_field_that_should_have_opened_it(
    typed: str | None, step: Close | type[Confirm]
) -> None:
    when = {"field": "a", "present": True}
    loaded = form_of(
        field("a", confirm="always", unrepaired="handoff", retries={"max": 0, "exhausted": "handoff"}),
        field("b", confirm="always", branch="told"),
        branches=[{"id": "told", "when": when}],
        read_backs=1,
    )
    both = says(heard("a", "हरा"), heard("b", "नीला"))
    handed_over = turns(loaded, both, Extraction())
    assert isinstance(handed_over.step, Handoff)
    decision = worker_entry(loaded, handed_over.answers, "a", typed, TODAY)
    assert decision.step == step if isinstance(step, Close) else isinstance(decision.step, step)


def test_a_missing_condition_opens_nothing() -> None:
    loaded = form_of(field("a"))
    lonely = loaded.form.fields[0].model_copy(update={"branch": "gone"})
    form = loaded.form.model_copy(update={"fields": (lonely,)})
    assert open_fields(form, {}) == ()
    assert decide(LoadedForm(form), Answers(), Extraction(), TODAY).step == Close("complete")


@pytest.mark.parametrize(
    ("typed", "value"),
    [("हाँ", True), ("Yes", True), ("y", True), ("नहीं", False), ("no", False), ("ना", False)],
)
def test_a_worker_types_yes_and_no_as_people_do(enrolment: LoadedForm, typed: str, value: bool) -> None:
    decision = worker_entry(enrolment, turns(enrolment, OPENING).answers, "pregnant", typed, TODAY)
    assert decision.answers.get("pregnant").value is value
    assert decision.rejections == ()
