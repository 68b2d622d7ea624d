"""The summary before a call closes."""

from __future__ import annotations

from typing import Any

from form_builders import TODAY, field, form_of, heard, says, values

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start
from edgebharo.types import Ask, Close, Confirm, Decision, Extraction

YES, NO = Extraction("answer", affirmed=True), Extraction("answer", affirmed=False)
ALL = form_of(field("name"), field("months", type="number"), review=True)
FILLED = (says(heard("name", "सीता")), says(heard("months", 5)))
BRANCHED = form_of(
    field("expecting", type="boolean"),
    field("months", type="number", branch="yes"),
    field("child", branch="no"),
    branches=[
        {"id": "yes", "when": {"field": "expecting", "equals": True}},
        {"id": "no", "when": {"field": "expecting", "equals": False}},
    ],
    review=True,
)
EXPECTING = (says(heard("expecting", value=True)), says(heard("months", 5)))


def turns(loaded: LoadedForm, *extractions: Extraction) -> Decision:
    decision = start(loaded)
    for extraction in extractions:
        decision = decide(loaded, decision.answers, extraction, TODAY)
    return decision


def named(decision: Decision) -> tuple[str, ...]:
    assert isinstance(decision.step, Confirm)
    assert decision.step.review
    return tuple(candidate.field for candidate in decision.step.candidates)


def put_off(**keys: Any) -> LoadedForm:
    return form_of(field("a", confirm="at_end", **keys), field("b", confirm="at_end"), field("c"))


def test_all_answers_are_summed_up_and_a_yes_confirms_them() -> None:
    summed = turns(ALL, *FILLED)
    assert named(summed) == ("name", "months")
    assert summed.answers.asked is None
    done = decide(ALL, summed.answers, YES, TODAY)
    assert done.step == Close("complete")
    assert all(answer.confirmed for answer in done.answers.fields.values())


def test_only_doubts_that_were_put_off_are_asked_about_at_the_end() -> None:
    loaded = put_off()
    summed = turns(
        loaded, says(heard("a", "सीता", confidence=0.5)), says(heard("b", "गीता")), says(heard("c", "रीता"))
    )
    assert named(summed) == ("a",)
    assert values(decide(loaded, summed.answers, YES, TODAY).answers) == {
        "a": "सीता",
        "b": "गीता",
        "c": "रीता",
    }
    sure = turns(loaded, says(heard("a", "सीता")), says(heard("b", "गीता")), says(heard("c", "रीता")))
    assert sure.step == Close("complete")


def test_a_doubt_on_which_other_questions_hang_is_not_put_off() -> None:
    loaded = form_of(
        field("a", type="boolean", confirm="at_end"),
        field("b", branch="x"),
        branches=[{"id": "x", "when": {"field": "a", "equals": True}}],
    )
    decision = turns(loaded, says(heard("a", value=True, confidence=0.5)))
    assert isinstance(decision.step, Confirm)
    assert not decision.step.review


def test_a_field_that_is_named_is_corrected_and_the_rest_stays() -> None:
    summed = turns(ALL, *FILLED)
    right = says(heard("name", "गीता", correction=True), intent="correct")
    again = decide(ALL, summed.answers, right, TODAY)
    assert named(again) == ("name",)
    assert values(again.answers) == {"name": "गीता", "months": 5}
    assert again.answers.refused == {"name": ("सीता",)}
    assert decide(ALL, again.answers, YES, TODAY).step == Close("complete")


def test_one_that_is_only_called_wrong_is_asked_again() -> None:
    summed = turns(ALL, *FILLED)
    asked = decide(ALL, summed.answers, Extraction("correct", problem_field="name"), TODAY)
    assert isinstance(asked.step, Ask)
    assert asked.step.field == "name"
    assert values(asked.answers) == {"months": 5}
    assert named(decide(ALL, asked.answers, says(heard("name", "गीता")), TODAY)) == ("name",)


def test_a_controller_that_is_called_wrong_reruns_its_branches() -> None:
    summed = turns(BRANCHED, *EXPECTING)
    turned = decide(BRANCHED, summed.answers, Extraction("correct", problem_field="expecting"), TODAY)
    assert isinstance(turned.step, Confirm)
    assert turned.step.candidates[0].value is False
    assert values(turned.answers) == {"expecting": True, "months": 5}
    changed = decide(BRANCHED, turned.answers, YES, TODAY)
    assert values(changed.answers) == {"expecting": False}
    assert isinstance(changed.step, Ask)
    assert changed.step.field == "child"


def test_a_no_that_names_nothing_reads_each_value_back() -> None:
    decision = decide(ALL, turns(ALL, *FILLED).answers, NO, TODAY)
    assert isinstance(decision.step, Confirm)
    assert (decision.step.review, decision.step.candidates[0].value) == (False, "सीता")
    refused = decide(ALL, decision.answers, Extraction(affirmed=False), TODAY)
    assert "name" not in values(refused.answers)
    assert values(refused.answers) == {"months": 5}


def test_silence_and_unclear_words_repeat_it_once_and_then_the_call_closes() -> None:
    summed = turns(ALL, *FILLED)
    for again in (on_silence(ALL, summed.answers, 1), decide(ALL, summed.answers, Extraction(), TODAY)):
        assert named(again) == ("name", "months")
        last = on_silence(ALL, again.answers, 2)
        assert last.step == Close("complete")
        assert values(last.answers) == {"name": "सीता", "months": 5}


def test_a_form_that_reads_nothing_back_has_no_summary() -> None:
    assert turns(ALL.confirming("off"), *FILLED).step == Close("complete")
