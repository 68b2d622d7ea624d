"""A simulated caller answers what she was asked, truthfully, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgebharo.runtime.brain import Brain, Line, same_value
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.types import Ask, Candidate, Close, Confirm, Repair, Span, Wait

pytestmark = pytest.mark.unit

CALLER = Caller(
    id="a",
    answers={
        "district": CallerAnswer(say=("गया", "गया ज़िला"), value="गया"),
        "linked_number": CallerAnswer(clip=Path("n.wav"), value="9876543210"),
    },
    yes=("हाँ",),
    no=("नहीं",),
)


def read_back(field: str, value: str) -> Confirm:
    return Confirm((Candidate(field, value, Span(0, 1), "rules"),))


def test_the_nth_answer_for_the_nth_question() -> None:
    brain = Brain(CALLER)
    said = [
        brain.answer(step) for step in (Ask("district"), Repair("district", "unclear", 1), Ask("district"))
    ]
    assert said == [Line("गया"), Line("गया ज़िला"), Line("गया ज़िला")]


def test_a_recording_is_played_as_it_is() -> None:
    assert Brain(CALLER).answer(Ask("linked_number")) == Line(clip=Path("n.wav"))


def test_a_read_back_is_judged_by_its_value() -> None:
    brain = Brain(CALLER)
    assert brain.answer(read_back("linked_number", "9876543210")) == Line("हाँ")
    assert brain.answer(read_back("linked_number", "9876543211")) == Line("नहीं")


@pytest.mark.parametrize("step", [Ask("name"), Wait("district"), Close("complete")])
def test_she_is_silent_where_nothing_was_asked_of_her(step: Ask | Wait | Close) -> None:
    assert Brain(CALLER).answer(step) is None


@pytest.mark.parametrize(
    ("got", "wanted", "same"),
    [
        ("लक्ष्मी", "लक्ष्मि", True),
        ("सीता", "गीता", False),
        ("0042", "0042", True),
        ("0042", "42", False),
        ("2025-04-15", "2025-04-16", False),
        (True, True, True),
        (1, True, False),
        (None, None, True),
        (None, "गया", False),
    ],
)
def test_values_are_exact_and_names_are_compared_by_ear(got: object, wanted: object, same: bool) -> None:
    assert same_value(got, wanted) is same  # type: ignore[arg-type]
