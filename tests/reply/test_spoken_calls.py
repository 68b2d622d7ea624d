"""Whatever a caller does with the shipped form, something short and speakable is said."""

from __future__ import annotations

from datetime import date
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start, worker_entry
from edgebharo.forms.spoken import unspeakable
from edgebharo.reply.templates import render
from edgebharo.types import Answers, Candidate, Close, Decision, Extraction, Handoff, Reply, Span, Value

TODAY = date(2026, 11, 29)
LONGEST_REPLY = 60
"""Words. The mean agent turn of a call must stay below it (Inquesto Score, event "verbose")."""

GOOD: dict[str, tuple[Value, ...]] = {
    "name": ("सीता देवी", "Radha 2"),
    "district": ("नालंदा", "इलाहाबाद", "कहीं नहीं"),
    "clinic_name": ("इमली टोला", "वार्ड 12"),
    "pregnant": (True, False),
    "gestational_age_months": (1, "7", 12),
    "child_name": ("गुड्डू",),
    "child_dob": ("2025-04-15", "2027-01-01", "1999-12-31"),
    "phone_linked": (True, False),
    "linked_number": ("9876543210", "+919876543310", "12"),
    "whatsapp_same": (True, False),
    "whatsapp_number": ("9876543210",),
    "aadhaar_last4": ("0042", "4321"),
}


@st.composite
def extractions(draw: st.DrawFn) -> Extraction:
    names = draw(st.lists(st.sampled_from(sorted(GOOD)), max_size=4, unique=True))
    found = tuple(
        Candidate(
            name,
            draw(st.sampled_from(GOOD[name])),
            Span(0, 1),
            "rules",
            doubtful=draw(st.booleans()),
            correction=draw(st.booleans()),
        )
        for name in names
    )
    intents: tuple[Any, ...] = (
        "answer",
        "correct",
        "dont_know",
        "refuse",
        "skip",
        "repeat",
        "wait",
        "explain",
    )
    return Extraction(
        intent=draw(st.sampled_from(intents)),
        candidates=found,
        problem=draw(st.sampled_from([None, None, "range", "unclear", "ambiguous_place", "future_date"])),
        partial=draw(st.sampled_from(["", "", "98", "98765"])),
        affirmed=draw(st.sampled_from([None, True, True, False])),
        hints=draw(st.sampled_from([(), ("बिहार", "झारखंड")])),
    )


def after(loaded: LoadedForm, decision: Decision, event: Extraction | int) -> Decision:
    if isinstance(decision.step, Handoff):
        return worker_entry(loaded, decision.answers, decision.step.field, None, TODAY)
    if isinstance(event, int):
        return on_silence(loaded, decision.answers, event)
    return decide(loaded, decision.answers, event, TODAY)


def check(reply: Reply) -> None:
    assert reply.lines
    assert len(reply.text.split()) < LONGEST_REPLY
    for line in reply.lines:
        assert unspeakable(line, placeholders=()) is None, line


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from([None, "9876543210"]),
    st.lists(st.one_of(extractions(), extractions(), st.integers(1, 3)), min_size=5, max_size=25),
)
def test_every_decision_can_be_spoken(
    enrolment: LoadedForm, number: str | None, events: list[Extraction | int]
) -> None:
    decision = start(enrolment, number)
    check(render(enrolment, decision, Answers()))
    for event in events:
        if isinstance(decision.step, Close):
            return
        before, decision = decision, after(enrolment, decision, event)
        check(render(enrolment, decision, before.answers))
