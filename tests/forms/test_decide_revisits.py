"""Answers that the caller calls wrong without saying what is right."""

from __future__ import annotations

import pytest
from form_builders import TODAY, field, form_of, heard, says

from edgebharo.forms.rules import decide, start
from edgebharo.types import Ask, Confirm, Decision, Extraction, Intent, Wait

FORM = form_of(
    field("village"),
    field("alone", type="boolean"),
    field("kin", branch="has_kin"),
    field("work"),
    branches=[{"id": "has_kin", "when": {"field": "alone", "equals": False}}],
)
WRONG = Extraction(intent="correct", problem_field="village")


def after(*extractions: Extraction) -> Decision:
    decision = start(FORM)
    for extraction in extractions:
        decision = decide(FORM, decision.answers, extraction, TODAY)
    return decision


TAKEN_BACK = (says(heard("village", "रामपुर")), WRONG)


def test_the_field_is_asked_again_and_its_answer_stands() -> None:
    decision = after(*TAKEN_BACK)
    assert decision.step == Ask("village", "resume")
    assert decision.answers.get("village").value == "रामपुर"
    assert not decision.retry_used


def test_the_new_answer_replaces_it_and_the_call_goes_on() -> None:
    decision = after(*TAKEN_BACK, says(heard("village", "सोनपुर")))
    assert decision.answers.get("village").value == "सोनपुर"
    assert isinstance(decision.step, Ask)
    assert decision.step.field == "alone"


@pytest.mark.parametrize("intent", ["dont_know", "refuse", "skip"])
def test_without_a_new_answer_the_old_one_stands(intent: Intent) -> None:
    decision = after(*TAKEN_BACK, Extraction(intent=intent))
    assert decision.answers.get("village").value == "रामपुर"
    assert isinstance(decision.step, Ask)
    assert decision.step.field == "alone"


@pytest.mark.parametrize(
    ("extraction", "step"),
    [
        (Extraction(intent="wait"), Wait("village")),
        (Extraction(intent="repeat"), Ask("village", "resume")),
        (Extraction(intent="explain"), Ask("village", "explain")),
        (Extraction(problem="unclear", problem_field="village"), Ask("village", "resume")),
    ],
)
def test_what_is_no_answer_costs_nothing(extraction: Extraction, step: object) -> None:
    decision = after(*TAKEN_BACK, extraction)
    assert decision.step == step
    assert not decision.retry_used


def test_an_answer_that_opens_a_branch_is_read_back() -> None:
    taken_back = Extraction(intent="correct", problem_field="alone")
    decision = after(
        says(heard("village", "रामपुर")), says(heard("alone", True)), taken_back, says(heard("alone", False))
    )
    assert isinstance(decision.step, Confirm)
    assert decision.answers.get("alone").value is True


def test_patience_with_taking_back_ends() -> None:
    decision = after(says(heard("village", "रामपुर")), *[WRONG] * (FORM.form.patience + 1))
    assert isinstance(decision.step, Ask)
    assert decision.step.field == "alone"
