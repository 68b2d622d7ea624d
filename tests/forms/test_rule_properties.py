"""What holds for every form, every caller and every misunderstanding."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from form_builders import TODAY, field, form_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgebharo.capture import SPELT, Evidence, Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start, worker_entry
from edgebharo.forms.rules.branches import open_fields
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
    Span,
    Value,
)

RELAXED = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])

PHONE = {"type": "string", "meaning": "phone", "digits": 10, "validation": [{"rule": "phone_number"}]}
TYPES: dict[str, tuple[dict[str, Any], tuple[Value, ...]]] = {
    "text": ({"validation": [{"rule": "min_length", "min_length": 2}]}, ("सीता", "गीता देवी")),
    "number": (
        {"type": "number", "validation": [{"rule": "number_range", "min": 1, "max": 9}]},
        (1, "5", 6.0),
    ),
    "date": ({"type": "date", "validation": [{"rule": "date_today_or_past"}]}, ("2025-04-15", "2026-11-29")),
    "boolean": ({"type": "boolean"}, (True, False)),
    "choice": ({"type": "single_select", "options": [{"text": "लाल"}, {"text": "हरा"}]}, ("लाल", 1)),
    "choices": ({"type": "multi_select", "options": [{"text": "लाल"}, {"text": "हरा"}]}, (("लाल",), "हरा")),
    "name": ({"meaning": "person_name"}, ("सीता", "गीता देवी", "शीला")),
    "phone": (PHONE, ("9876543210", "9876543310")),
}
"""The keys of a field of each type, and values that it takes."""

ODD_VALUES: tuple[Value, ...] = (
    *(0, 12, 5.5, float("nan"), float("inf")),
    *("क", "", "2030-01-01", "31-02-2025", "0000000000", "42", "हां"),
    *((), ("लाल", "नीला")),
)
INTENTS = st.sampled_from(
    ["answer", "correct", "skip", "dont_know", "refuse", "repeat", "wait", "explain", "none"]
)
PROBLEMS = st.sampled_from(
    [None, None, None, None, "range", "wrong_field", "unclear", "wrong_length", "ambiguous_place"]
)


@dataclass(frozen=True)
class Call:
    """A form, and what happens while it is filled: what is said, or how many silences in a row."""

    loaded: LoadedForm
    events: tuple[Extraction | int, ...]


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Any sound form of up to six fields that gives up at some point, with any caller."""
    kinds = draw(st.lists(st.sampled_from(sorted(TYPES)), min_size=2, max_size=6))
    fields: list[dict[str, Any]] = []
    branches: list[dict[str, Any]] = []
    for index, kind in enumerate(kinds):
        made = draw(made_fields(index, kind))
        if fields and draw(st.booleans()):
            controller = draw(st.sampled_from(fields))
            key = "equals" if controller.get("type") == "boolean" else "present"
            branches.append(
                {"id": f"b{index}", "when": {"field": controller["name"], key: draw(st.booleans())}}
            )
            made["branch"] = f"b{index}"
        fields.append(made)
    limits = {
        "patience": draw(st.integers(1, 4)),
        "read_backs": draw(st.integers(1, 3)),
        "review": draw(st.booleans()),
        "confirm_policy": draw(st.sampled_from(["risk", "risk", "always", "off"])),
    }
    events = st.lists(
        st.one_of(extractions(kinds), extractions(kinds), st.integers(1, 3)), min_size=6, max_size=12
    )
    return Call(form_of(*fields, branches=branches, **limits), tuple(draw(events)))


@st.composite
def made_fields(draw: st.DrawFn, index: int, kind: str) -> dict[str, Any]:
    required = draw(st.booleans())
    gave_up = st.sampled_from(["handoff", "handoff", "handoff", "end"] + ["skip"] * (0 if required else 4))
    made = field(
        f"f{index}",
        required=required,
        retries={"max": draw(st.integers(0, 2)), "exhausted": draw(gave_up)},
        dont_know=draw(st.none() | gave_up),
        confirm=draw(st.sampled_from(["auto", "always", "never", "at_end"])),
        unrepaired=draw(gave_up),
        **TYPES[kind][0],
    )
    if kind == "boolean" and draw(st.integers(0, 9)) == 9:
        made["screen_out"] = [draw(st.booleans())]
    return made


@st.composite
def candidates(draw: st.DrawFn, kinds: list[str]) -> Candidate:
    """Mostly a value that its field takes; sometimes an odd one, or one for no field at all."""
    index = draw(st.integers(0, len(kinds)))
    good = TYPES[kinds[index]][1] if index < len(kinds) else ODD_VALUES
    return Candidate(
        field=f"f{index}",
        value=draw(st.one_of(*[st.sampled_from(good)] * 3, st.sampled_from(ODD_VALUES))),
        span=Span(0, 1),
        source="rules",
        confidence=draw(st.sampled_from([1.0, 0.7, 0.2])),
        doubtful=draw(st.booleans()),
        correction=draw(st.booleans()),
        reading=draw(st.sampled_from(["", "", SPELT])),
        evidence=draw(evidence(good)),
    )


@st.composite
def evidence(draw: st.DrawFn, values: tuple[Value, ...]) -> Evidence:
    """Nothing, or what the recogniser's other readings gave, some of them odd."""
    if draw(st.booleans()):
        return Evidence()
    others = tuple(draw(st.lists(st.sampled_from((*values, *ODD_VALUES)), max_size=3)))
    share = draw(st.sampled_from([0.3, 0.6, 0.99]))
    shares = tuple((1 - share) / (place + 1) for place in range(len(others)))
    return Evidence(share=share, margin=share - max(shares, default=0), alternatives=others, shares=shares)


@st.composite
def extractions(draw: st.DrawFn, kinds: list[str]) -> Extraction:
    return Extraction(
        intent=draw(INTENTS),
        candidates=tuple(draw(st.lists(candidates(kinds), max_size=4))),
        problem=draw(PROBLEMS),
        problem_field=draw(st.sampled_from([None, "f0", "f1"])),
        partial=draw(st.sampled_from(["", "", "98", "98765"])),
        affirmed=draw(st.sampled_from([None, None, True, False])),
        not_available=draw(st.booleans()),
        hints=draw(st.sampled_from([(), ("बिहार", "झारखंड")])),
        wrong=draw(st.sampled_from([None, None, Piece("year"), Piece("digits", 5, 5)])),
    )


def turn(loaded: LoadedForm, decision: Decision, event: Extraction | int) -> Decision:
    """One event of the call; a handed-over field is left empty by the worker."""
    if isinstance(decision.step, Handoff):
        return worker_entry(loaded, decision.answers, decision.step.field, None, TODAY)
    if isinstance(event, int):
        return on_silence(loaded, decision.answers, event)
    return decide(loaded, decision.answers, event, TODAY)


def played(call: Call) -> Iterator[tuple[Decision, Extraction | int, Decision]]:
    """Each event of the call with the decision before and after it."""
    decision = start(call.loaded)
    for event in call.events:
        before, decision = decision, turn(call.loaded, decision, event)
        yield before, event, decision


def longest_call(loaded: LoadedForm) -> int:
    """No caller can make a call longer: each turn closes a field or uses up something bounded."""
    form = loaded.form
    per_field = (max(field.retries.max for field in form.fields) + 2) * 2 + form.patience + form.read_backs
    summaries = 3
    return 4 * summaries * len(form.fields) * (per_field + 2)


@RELAXED
@given(calls(), st.integers(1, 20))
def test_every_call_ends(call: Call, habit: int) -> None:
    """Whatever was said at first, and whichever of it the caller then says over and over."""
    decision = start(call.loaded)
    again = call.events[-habit:]
    for index in range(len(call.events) + longest_call(call.loaded)):
        if isinstance(decision.step, Close):
            return
        event = call.events[index] if index < len(call.events) else again[index % len(again)]
        decision = turn(call.loaded, decision, event)
    pytest.fail(f"still {decision.step}")


@RELAXED
@given(calls())
def test_a_step_is_about_an_open_field_without_a_value_unless_it_was_called_wrong(call: Call) -> None:
    for _, _, decision in played(call):
        opened = {field.name for field in open_fields(call.loaded.form, decision.answers.fields)}
        assert set(decision.answers.fields) <= opened
        if isinstance(decision.step, (Ask, Repair, Handoff)):
            assert decision.step.field in opened
            called_wrong = f"asked_again:{decision.step.field}" in decision.fired
            assert called_wrong or decision.answers.get(decision.step.field).status == "empty"
        assert isinstance(decision.step, Close) == (decision.answers.status != "in_progress")


@RELAXED
@given(calls())
def test_complete_means_that_no_open_field_is_empty(call: Call) -> None:
    for _, _, decision in played(call):
        if decision.answers.status != "complete":
            continue
        for asked in open_fields(call.loaded.form, decision.answers.fields):
            status = decision.answers.get(asked.name).status
            assert status == "answered" if asked.required else status != "empty"


@RELAXED
@given(calls(), st.integers(0, 10_000))
def test_the_order_of_candidates_does_not_matter(call: Call, seed: int) -> None:
    for before, event, after in played(call):
        if isinstance(event, Extraction):
            mixed = list(event.candidates)
            random.Random(seed).shuffle(mixed)  # noqa: S311
            shuffled = Extraction(**{**vars(event), "candidates": tuple(mixed)})
            assert repr(turn(call.loaded, before, shuffled)) == repr(after)


@RELAXED
@given(calls())
def test_the_same_call_twice_is_the_same_call(call: Call) -> None:
    assert repr(list(played(call))) == repr(list(played(call)))


@RELAXED
@given(calls())
def test_a_refused_value_is_never_offered_again(call: Call) -> None:
    for _, _, decision in played(call):
        offered = decision.step.candidates if isinstance(decision.step, Confirm) else ()
        for candidate in (*offered, *decision.answers.held):
            assert candidate.value not in decision.answers.refused.get(candidate.field, ())
        for name in decision.written:
            assert decision.answers.get(name).value not in decision.answers.refused.get(name, ())


@RELAXED
@given(calls())
def test_no_refused_value_stands_in_the_form(call: Call) -> None:
    """But for what the worker enters, who may know better."""
    for _, _, decision in played(call):
        for name, answer in decision.answers.fields.items():
            if answer.status == "answered" and answer.source != "worker":
                refused = decision.answers.refused.get(name, ())
                assert not any(value == answer.value for value in refused)


@RELAXED
@given(calls(), st.integers(0, 11))
def test_three_silences_reach_the_worker_or_the_end(call: Call, at: int) -> None:
    """From wherever the call stands, unless the old answer still does: nobody talks to a machine for ever."""
    decision = start(call.loaded)
    for event in call.events[:at]:
        decision = turn(call.loaded, decision, event)
    for _ in range(3 * (len(call.loaded.form.fields) + 3)):
        if isinstance(decision.step, Close):
            return
        decision = turn(call.loaded, decision, 3)
    assert isinstance(decision.step, Close)


@RELAXED
@given(calls())
def test_a_repair_of_one_field_loses_no_other(call: Call) -> None:
    """What was answered stays unless it was called wrong, closed with its branch, or replaced."""
    for before, event, decision in played(call):
        if isinstance(event, int) or isinstance(before.step, Handoff):
            continue
        named = {candidate.field for candidate in event.candidates} | {event.problem_field}
        named |= {candidate.field for candidate in before.answers.held} | set(before.answers.reviewing)
        opened = {field.name for field in open_fields(call.loaded.form, decision.answers.fields)}
        for name, answer in before.answers.fields.items():
            if answer.status == "answered" and name in opened - named and not reopened(decision, name):
                assert decision.answers.get(name).value == answer.value


def reopened(decision: Decision, name: str) -> bool:
    """Its branch was closed and opened again in this very turn."""
    return f"branch_closed:{name}" in decision.fired


@RELAXED
@given(calls())
def test_saying_the_same_again_changes_no_answer(call: Call) -> None:
    for before, event, decision in played(call):
        heard = isinstance(event, Extraction) and not isinstance(before.step, Handoff)
        if heard and not decision.answers.held and not decision.answers.reviewing:
            again = decide(call.loaded, decision.answers, event, TODAY)
            for name, answer in decision.answers.fields.items():
                if answer.status == "answered":
                    assert again.answers.get(name) == answer


@RELAXED
@given(calls())
def test_what_waits_for_a_yes_is_not_written(call: Call) -> None:
    for before, _, decision in played(call):
        assert decision.held == tuple(candidate.field for candidate in decision.answers.held)
        for name in set(decision.held) - set(decision.written):
            assert decision.answers.get(name) in (before.answers.get(name), Answer())
