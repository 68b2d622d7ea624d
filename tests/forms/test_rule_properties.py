"""What holds for every form, every caller and every misunderstanding."""

from __future__ import annotations

import random
from typing import Any

import pytest
from form_builders import TODAY, form_of, raw_form
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgebharo.forms.check import findings
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start, worker_entry
from edgebharo.forms.rules.branches import open_fields
from edgebharo.types import (
    Answers,
    Ask,
    Candidate,
    Close,
    Confirm,
    Decision,
    Extraction,
    Handoff,
    Repair,
    Span,
)

RELAXED = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])

TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "validation": [{"rule": "min_length", "min_length": 2}]},
    "number": {"type": "number", "validation": [{"rule": "number_range", "min": 1, "max": 9}]},
    "date": {"type": "date", "validation": [{"rule": "date_today_or_past"}]},
    "boolean": {"type": "boolean"},
    "choice": {"type": "single_select", "options": [{"text": "लाल"}, {"text": "हरा"}]},
    "choices": {"type": "multi_select", "options": [{"text": "लाल"}, {"text": "हरा"}]},
    "phone": {"type": "string", "meaning": "phone", "digits": 10, "validation": [{"rule": "phone_number"}]},
}
VALUES = st.sampled_from(
    [
        *(True, False, 0, 1, 5, 12, 5.5, float("nan")),
        *("सीता", "क", "", "5", "लाल", "2025-04-15", "2030-01-01", "31-02-2025"),
        *("9876543210", "9876543310", "+919876543210", "0000000000", "42"),
        *(("लाल",), (), ("लाल", "हरा")),
    ]
)
INTENTS = st.sampled_from(
    ["answer", "correct", "skip", "dont_know", "refuse", "repeat", "wait", "explain", "none"]
)
PROBLEMS = st.sampled_from([None, None, "range", "wrong_field", "unclear", "wrong_length", "ambiguous_place"])


@st.composite
def forms(draw: st.DrawFn) -> LoadedForm:
    """Any sound form of up to six fields that gives up at some point."""
    size = draw(st.integers(1, 6))
    fields: list[dict[str, Any]] = []
    branches: list[dict[str, Any]] = []
    for index in range(size):
        required = draw(st.booleans())
        gave_up = st.sampled_from(["end", "handoff"] if required else ["skip", "end", "handoff"])
        made = {
            "name": f"f{index}",
            "label": "नाम",
            "question": "क्या?",
            "required": required,
            "retries": {"max": draw(st.integers(0, 2)), "exhausted": draw(gave_up)},
            "dont_know": draw(st.none() | gave_up),
            "confirm": draw(st.sampled_from(["auto", "always", "never"])),
            **TYPES[draw(st.sampled_from(sorted(TYPES)))],
        }
        if made["type"] == "boolean" and draw(st.integers(0, 4)) == 0:
            made["screen_out"] = [draw(st.booleans())]
        if fields and draw(st.booleans()):
            controller = draw(st.sampled_from(fields))
            key = "equals" if controller["type"] == "boolean" else "present"
            branches.append(
                {"id": f"b{index}", "when": {"field": controller["name"], key: draw(st.booleans())}}
            )
            made["branch"] = f"b{index}"
        fields.append(made)
    limits = {"patience": draw(st.integers(1, 4)), "read_backs": draw(st.integers(1, 3))}
    raw = raw_form(*fields, branches=branches, **limits)
    assert findings(raw, frozenset()) == ()
    return form_of(*fields, branches=branches, **limits)


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    return Candidate(
        field=draw(st.sampled_from(["f0", "f1", "f2", "f3", "f4", "f5", "unknown"])),
        value=draw(VALUES),
        span=Span(0, 1),
        source="rules",
        confidence=draw(st.sampled_from([1.0, 0.7, 0.2])),
        doubtful=draw(st.booleans()),
        correction=draw(st.booleans()),
    )


@st.composite
def extractions(draw: st.DrawFn) -> Extraction:
    return Extraction(
        intent=draw(INTENTS),
        candidates=tuple(draw(st.lists(candidates(), max_size=4))),
        problem=draw(PROBLEMS),
        problem_field=draw(st.sampled_from([None, "f0", "f1"])),
        partial=draw(st.sampled_from(["", "", "98", "98765"])),
        affirmed=draw(st.sampled_from([None, None, True, False])),
        not_available=draw(st.booleans()),
        hints=draw(st.sampled_from([(), ("बिहार", "झारखंड")])),
    )


EVENTS = st.lists(st.one_of(extractions(), st.integers(1, 4)), min_size=1, max_size=25)
"""A caller: what each turn says, or how many silences in a row."""


def turn(loaded: LoadedForm, decision: Decision, event: Extraction | int) -> Decision:
    """One event of the call; a handed-over field is left empty by the worker."""
    if isinstance(decision.step, Handoff):
        return worker_entry(loaded, decision.answers, decision.step.field, None, TODAY)
    if isinstance(event, int):
        return on_silence(loaded, decision.answers, event)
    return decide(loaded, decision.answers, event, TODAY)


def longest_call(loaded: LoadedForm) -> int:
    """No caller can make a call longer: each turn closes a field or uses up something bounded."""
    form = loaded.form
    per_field = (max(field.retries.max for field in form.fields) + 2) * 2 + form.patience + form.read_backs
    return 4 * len(form.fields) * (per_field + 2)


@RELAXED
@given(forms(), EVENTS)
def test_every_call_ends(loaded: LoadedForm, events: list[Extraction | int]) -> None:
    decision = start(loaded)
    for index in range(longest_call(loaded)):
        if isinstance(decision.step, Close):
            return
        decision = turn(loaded, decision, events[index % len(events)])
    pytest.fail(f"still {decision.step}")


@RELAXED
@given(forms(), EVENTS)
def test_a_step_is_about_an_open_field_without_a_value(
    loaded: LoadedForm, events: list[Extraction | int]
) -> None:
    decision = start(loaded)
    for event in events:
        opened = {field.name for field in open_fields(loaded.form, decision.answers.fields)}
        assert set(decision.answers.fields) <= opened
        if isinstance(decision.step, (Ask, Repair, Handoff)):
            assert decision.step.field in opened
            assert decision.answers.get(decision.step.field).status == "empty"
        if isinstance(decision.step, Close):
            assert decision.answers.status != "in_progress"
            return
        decision = turn(loaded, decision, event)


@RELAXED
@given(forms(), EVENTS)
def test_complete_means_that_no_open_field_is_empty(
    loaded: LoadedForm, events: list[Extraction | int]
) -> None:
    decision = start(loaded)
    for event in events:
        decision = turn(loaded, decision, event)
    if decision.answers.status == "complete":
        for field in open_fields(loaded.form, decision.answers.fields):
            status = decision.answers.get(field.name).status
            assert status == "answered" if field.required else status != "empty"


@RELAXED
@given(forms(), EVENTS, st.integers(0, 10_000))
def test_the_order_of_candidates_does_not_matter(
    loaded: LoadedForm, events: list[Extraction | int], seed: int
) -> None:
    decision = start(loaded)
    for event in events:
        if isinstance(event, Extraction):
            mixed = list(event.candidates)
            random.Random(seed).shuffle(mixed)  # noqa: S311
            shuffled = Extraction(**{**vars(event), "candidates": tuple(mixed)})
            assert repr(turn(loaded, decision, shuffled)) == repr(turn(loaded, decision, event))
        decision = turn(loaded, decision, event)


@RELAXED
@given(forms(), EVENTS)
def test_the_same_call_twice_is_the_same_call(loaded: LoadedForm, events: list[Extraction | int]) -> None:
    def play() -> list[str]:
        decision = start(loaded)
        said = [repr(decision)]
        for event in events:
            decision = turn(loaded, decision, event)
            said.append(repr(decision))
        return said

    assert play() == play()


@RELAXED
@given(forms(), EVENTS)
def test_a_refused_value_is_never_offered_again(loaded: LoadedForm, events: list[Extraction | int]) -> None:
    decision = start(loaded)
    for event in events:
        decision = turn(loaded, decision, event)
        offered = decision.step.candidates if isinstance(decision.step, Confirm) else ()
        for candidate in (*offered, *decision.answers.held):
            assert candidate.value not in decision.answers.refused.get(candidate.field, ())
        for name, answer in decision.answers.fields.items():
            if answer.source == "rules":
                assert answer.value not in decision.answers.refused.get(name, ()) or answer.confirmed


@RELAXED
@given(forms(), EVENTS)
def test_saying_the_same_again_changes_no_answer(loaded: LoadedForm, events: list[Extraction | int]) -> None:
    decision = start(loaded)
    for event in events:
        decision = turn(loaded, decision, event)
        if isinstance(event, Extraction) and not decision.answers.held:
            again = decide(loaded, decision.answers, event, TODAY)
            for name, answer in decision.answers.fields.items():
                if answer.status == "answered":
                    assert again.answers.get(name) == answer


@RELAXED
@given(forms(), EVENTS)
def test_what_was_held_was_not_written(loaded: LoadedForm, events: list[Extraction | int]) -> None:
    decision = start(loaded)
    for event in events:
        before = decision
        decision = turn(loaded, decision, event)
        assert set(decision.held) == {candidate.field for candidate in decision.answers.held}
        for name in set(decision.held) - set(decision.written):
            assert decision.answers.get(name) in (before.answers.get(name), Answers().get(name))
