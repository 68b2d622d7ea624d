"""A device that goes and comes back in the middle of a call."""

from __future__ import annotations

import pytest
from talk import DIGITS, asked, decided, run, said_by, speaking, utterance

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import step
from edgebharo.types import Ask, Close, Handoff, Transcript

pytestmark = pytest.mark.unit

LOST, BACK = events.DeviceLost("unplugged"), events.DeviceBack()


def paused() -> DialogueState:
    return run(speaking(), (events.SpeechPaused(utterance(1400, 2000)), 2256))[0]


@pytest.mark.parametrize(
    "state", [said_by(DialogueState(), Ask("name")), asked(), speaking(DIGITS), paused()]
)
def test_everything_stands_still_and_then_the_question_is_put_again(state: DialogueState) -> None:
    """A12, H2: no timer fires and no late result counts meanwhile; no retry is used."""
    lost, commands = run(state, (LOST, 3000))
    assert lost.phase == "interrupted"
    assert commands[-1] == do.Mute()
    for late in (
        events.TimerFired(state.token, "silence"),
        events.TimerFired(state.token, "hearing"),
        events.Heard(state.turn, Transcript(0, "हां")),
        events.PlaybackEnded(0),
        events.SpeechStarted(),
        LOST,
    ):
        assert step(lost, late, 60_000) == (lost, ())
    back, commands = run(lost, (BACK, 90_000))
    assert commands == [do.DecideAgain(back.turn)]
    assert (back.phase, back.silences, back.step) == ("thinking", 0, state.step)


def test_what_was_being_said_is_dropped_with_the_device() -> None:
    _, commands = run(said_by(DialogueState(), Ask("name")), (LOST, 500))
    assert commands == [do.StopSpeaking(0), do.Mute()]


def test_an_answer_that_is_being_worked_out_is_not_lost() -> None:
    """Its reply finds the device gone, and the call is interrupted then, at the next question."""
    state = run(asked(), (events.TimerFired(asked().token, "silence"), 4000))[0]
    assert step(state, LOST, 4010) == (state, ())
    state, _ = run(state, (decided(state.turn, Ask("district")), 4100), (LOST, 4110))
    assert (state.phase, state.step) == ("interrupted", Ask("district"))


def test_the_worker_s_typing_needs_no_device() -> None:
    state = asked(what=Handoff("district"))
    assert step(state, LOST, 5000) == (state, ())
    state, commands = run(state, (events.WorkerEntered("गया"), 9000))
    assert commands == [do.DecideEntry(state.turn, "district", "गया")]


def test_a_goodbye_that_cannot_be_heard_ends_the_call() -> None:
    state, commands = run(said_by(DialogueState(), Close("complete")), (LOST, 500))
    assert (state.phase, commands) == ("closed", [do.Hangup("complete")])
