"""The caller speaks while the agent speaks, with a headset: nods are ignored, all else stops her."""

from __future__ import annotations

from dataclasses import replace

import pytest
from talk import (
    DATE,
    DIGITS,
    NAME,
    YES_NO,
    asked,
    decided,
    heard,
    paused_with,
    read,
    run,
    said_by,
    so_far,
    utterance,
)

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import endpointing, events, tails
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import step
from edgebharo.types import Ask, Close, Confirm, Expect, Handoff, Step, Transcript, Wait

pytestmark = pytest.mark.unit

WITH_HEADSET = DialogueState(headset=True)


def over(expect: Expect = YES_NO, what: Step | None = None) -> DialogueState:
    """The agent asks, and she has begun to speak over it, at 500 ms."""
    state = said_by(WITH_HEADSET, what or Ask("pregnant"), expect)
    return run(state, (events.SpeechStarted(), 500))[0]


def partial(state: DialogueState, text: str, **reading: bool) -> tuple[DialogueState, list[do.Command]]:
    """A partial result of what she says, and what it means."""
    return run(
        state,
        (events.SpeechGrew(so_far(400, 800)), 800),
        (heard(state, text, 800), 850),
        (read(state.turn, **reading), 850),
    )


def whole(state: DialogueState, text: str, **reading: bool) -> tuple[DialogueState, list[do.Command]]:
    """She pauses, and what she said is recognised and read."""
    state, _ = run(state, (events.SpeechPaused(utterance(400, 900)), 1156))
    turn = state.turn
    return run(state, (events.Heard(turn, Transcript(0, text)), 1200), (read(turn, **reading), 1200))


def test_with_a_headset_the_gate_is_open_while_the_agent_speaks() -> None:
    _, commands = run(WITH_HEADSET, (decided(0, Ask("name")), 0))
    assert [type(command) for command in commands] == [do.Commit, do.Attend, do.Speak]


def test_without_a_headset_what_is_said_over_the_agent_is_not_heard() -> None:
    """A5: talk-over does not come out as a turn when the gate opens."""
    state = said_by(DialogueState(), Ask("name"))
    assert step(state, events.SpeechStarted(), 500) == (state, ())


@pytest.mark.parametrize("what", [Close("complete"), Handoff("district")])
def test_a_goodbye_and_words_to_the_worker_are_not_interrupted(what: Step) -> None:
    state, commands = run(WITH_HEADSET, (decided(0, what), 0))
    assert do.Mute() in commands
    assert step(state, events.SpeechStarted(), 500) == (state, ())


@pytest.mark.parametrize("text", ["हूं", "जी", "हां हां", "अच्छा", "हम्म ठीक है", "जी हां"])
def test_a_nod_over_the_agent_is_ignored_and_not_kept_as_the_answer(text: str) -> None:
    """A8, A5: "हूं" during playback is no answer, even to a yes/no question."""
    state, commands = partial(over(), text, complete=True)
    assert state.phase == "talked_over"
    assert not any(isinstance(command, do.StopSpeaking) for command in commands)
    state, commands = whole(state, text, complete=True)
    assert (state.phase, state.pieces, state.words) == ("speaking", (), "")
    assert not any(isinstance(command, do.StopSpeaking | do.SetTimer) for command in commands)
    state, commands = run(state, (events.PlaybackEnded(0), 3000))
    assert state.phase == "listening"
    assert commands == [
        do.Listen(Ask("pregnant")),
        do.SetTimer(state.token, "silence", endpointing.SILENCE_MS),
    ]


@pytest.mark.parametrize(
    ("text", "reading", "expect"),
    [
        ("रुकिए", {"complete": True, "request": True, "asks_to_wait": True}, YES_NO),
        ("एक मिनट", {"complete": True, "request": True, "asks_to_wait": True}, NAME),
        ("फिर से बोलिए", {"complete": True, "request": True}, DIGITS),
        ("सुनिए", {"complete": False}, NAME),
        ("नहीं", {"complete": True}, YES_NO),
        ("पंद्रह अप्रैल", {"complete": True, "lacking": True}, DATE),
        ("मेरा बच्चा बीमार", {"complete": False}, YES_NO),
    ],
)
def test_a_request_an_answer_and_a_sentence_stop_the_agent_on_the_first_partial_result(
    text: str, reading: dict[str, bool], expect: Expect
) -> None:
    """A8: "रुकिए एक मिनट" stops playback; no threshold of words or of milliseconds stands before it."""
    state, commands = partial(over(expect), text, **reading)
    stop, watchdog = commands[-2:]
    assert stop == do.StopSpeaking(0)
    assert watchdog == do.SetTimer(state.token, "hearing", endpointing.STALLED_MS)
    assert (state.phase, state.playing) == ("hearing", None)
    state, silence_ms = paused_with(state, text, 1400, **reading)
    state, commands = run(state, (events.TimerFired(state.token, "endpoint"), 1400 + silence_ms))
    assert (state.phase, commands) == ("thinking", [])


def test_one_word_that_may_still_become_another_does_not_stop_her_yet() -> None:
    state, commands = partial(over(NAME), "हम", complete=True)
    assert state.phase == "talked_over"
    assert not any(isinstance(command, do.StopSpeaking) for command in commands)


def test_over_the_agent_the_ear_listens_for_a_nod_as_much_as_for_an_answer() -> None:
    state = over(DIGITS)
    _, commands = run(state, (events.SpeechGrew(so_far(400, 800)), 800))
    paused, more = run(state, (events.SpeechPaused(utterance(400, 900)), 1156))
    expects = [it.expect for it in (*commands, *more) if isinstance(it, do.TranscribeSoFar | do.Transcribe)]
    assert expects == [replace(DIGITS, confirming=True)] * 2
    assert paused.expect == DIGITS


def test_but_said_in_full_it_is_her_turn() -> None:
    state, commands = whole(over(NAME), "सुनीता", complete=True)
    assert do.StopSpeaking(0) in commands
    assert state.phase == "paused"
    assert state.playing is None


def test_a_cough_over_the_agent_is_forgotten() -> None:
    state, _ = run(over(), (events.SpeechPaused(utterance(400, 900)), 1156))
    state, commands = run(state, (events.Heard(state.turn, Transcript(0, "")), 1200))
    assert (state.phase, state.pieces, commands) == ("speaking", (), [])


def test_a_nod_that_is_recognised_after_the_agent_has_finished_is_ignored_too() -> None:
    state, _ = run(over(), (events.SpeechPaused(utterance(400, 900)), 1156), (events.PlaybackEnded(0), 1170))
    turn = state.turn
    state, commands = run(
        state, (events.Heard(turn, Transcript(0, "हूं")), 1200), (read(turn, complete=True), 1200)
    )
    assert state.phase == "listening"
    assert commands[-2:] == [
        do.Listen(Ask("pregnant")),
        do.SetTimer(state.token, "silence", endpointing.SILENCE_MS),
    ]


def test_an_answer_begun_a_little_early_is_an_answer() -> None:
    state, _ = run(over(), (events.PlaybackEnded(0), 700))
    assert state.phase == "hearing"
    state, silence_ms = paused_with(state, "हां", 1300, complete=True)
    assert silence_ms == endpointing.COMPLETE_MS["yes_no"]


def test_speech_goes_on_before_it_is_known_what_was_said_and_is_one_turn() -> None:
    state, _ = run(
        over(DIGITS),
        (events.SpeechPaused(utterance(400, 900)), 1156),
        (events.SpeechStarted(), 1200),
    )
    assert state.phase == "talked_over"
    state, commands = run(state, (events.SpeechPaused(utterance(1100, 1900)), 2156))
    transcribe = commands[-1]
    assert isinstance(transcribe, do.Transcribe)
    assert [piece.start // 16 for piece in transcribe.pieces] == [400, 1100]


def test_the_acknowledgement_is_talked_over_too() -> None:
    state = asked(start=WITH_HEADSET)
    state, _ = run(state, (events.SpeechStarted(), 1500))
    state, _ = paused_with(state, "हां", 2000, complete=True, acknowledge=True)
    state, commands = run(state, (events.TimerFired(state.token, "endpoint"), 2650))
    assert commands == [do.Acknowledge(state.turn)]
    old = state.turn
    state, commands = run(state, (events.SpeechStarted(), 2700))
    assert commands[0] == do.StopSpeaking(old)
    assert state.phase == "hearing"


def test_patience_with_digits_does_not_make_the_agent_harder_to_interrupt() -> None:
    """A3: the wait within an answer and the readiness to fall silent are two things."""
    for expect in (DIGITS, YES_NO, NAME):
        _, commands = partial(over(expect), "रुकिए", complete=True, request=True, asks_to_wait=True)
        assert do.StopSpeaking(0) in commands


@pytest.mark.parametrize("what", [Wait("name"), Confirm(())])
def test_a_nod_over_any_other_words_is_ignored_as_well(what: Step) -> None:
    state, _ = whole(over(what=what), "जी", complete=True)
    assert state.phase == "speaking"


def test_what_is_a_nod_and_what_is_not() -> None:
    for nod in ("हूं", "जी", "हां जी", "अच्छा अच्छा", "उम्म", "हां ना"):
        assert tails.is_nod(nod)
    for more in ("", "ना", "नहीं", "हां नहीं", "रुकिए", "जी सुनीता"):
        assert not tails.is_nod(more)
