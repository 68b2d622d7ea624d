"""Turn-taking as a pure function: each row of the table, and staleness."""

from __future__ import annotations

import pytest
from talk import DIGITS, YES_NO, asked, decided, paused_with, run, utterance

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import endpointing, events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import step
from edgebharo.types import Ask, Close, Confirm, Handoff, Step, Transcript, Wait

pytestmark = pytest.mark.unit


def test_a_question_is_committed_before_it_is_spoken_and_the_gate_closes_first() -> None:
    _, commands = run(DialogueState(), (decided(0, Ask("name")), 0))
    assert [type(command) for command in commands] == [do.Commit, do.Mute, do.Speak]


def test_silence_is_counted_from_the_end_of_playback() -> None:
    _, commands = run(DialogueState(), (decided(0, Ask("name")), 0), (events.PlaybackEnded(0), 8000))
    assert commands[-2:] == [do.Listen(Ask("name")), do.SetTimer(1, "silence", endpointing.SILENCE_MS)]


def test_a_complete_answer_ends_after_a_short_silence() -> None:
    state, commands = run(
        asked(),
        (events.SpeechStarted(), 1500),
        (events.SpeechPaused(utterance(1400, 2000)), 2256),
    )
    turn = state.turn
    assert commands[-1] == do.Transcribe(turn, state.pieces, YES_NO)
    state, commands = run(
        state,
        (events.Heard(turn, Transcript(0, "हां")), 2356),
        (events.Interpreted(turn, complete=True, asks_to_wait=False, acknowledge=True), 2356),
    )
    assert commands[0] == do.Interpret(turn, Transcript(0, "हां"))
    wait = do.SetTimer(state.token, "endpoint", endpointing.COMPLETE_MS["yes_no"] - 356)
    assert commands[1:] == [do.Decide(turn), wait]
    state, commands = run(state, (events.TimerFired(state.token, "endpoint"), 2650))
    assert commands == [do.Mute(), do.Acknowledge(turn)]
    assert state.phase == "acknowledging"


def in_the_silence() -> DialogueState:
    """She has answered, and it is not yet certain that she has finished."""
    state, _ = run(asked(), (events.SpeechStarted(), 1500))
    return paused_with(state, "हां", 2000, complete=True, acknowledge=True)[0]


def test_the_answer_is_made_ready_in_the_silence_and_given_when_it_is_over() -> None:
    state = in_the_silence()
    ready = decided(state.turn, Ask("name"))
    state, commands = run(state, (ready, 2300))
    assert (state.phase, commands) == ("paused", [do.Prepare(state.turn, ready.reply.lines)])
    state, commands = run(state, (events.TimerFired(state.token, "endpoint"), 2600))
    assert [type(command) for command in commands] == [do.Mute, do.Acknowledge, do.Commit, do.Mute, do.Speak]
    assert (state.phase, state.step, state.ready) == ("speaking", Ask("name"), None)


def test_an_answer_that_was_ready_is_forgotten_when_she_goes_on() -> None:
    state = in_the_silence()
    state, _ = run(state, (decided(state.turn, Ask("name")), 2300), (events.SpeechStarted(), 2500))
    assert (state.phase, state.ready) == ("hearing", None)
    old = state.turn - 1
    assert step(state, decided(old, Ask("name")), 2600) == (state, ())
    state, _ = paused_with(state, "हां जी", 3000, complete=True)
    state, left = run(state, (events.TimerFired(state.token, "endpoint"), 3600))
    assert (state.phase, left) == ("thinking", []), "it waits for the answer to all that she said"


def test_an_unfinished_number_waits_and_its_pieces_are_heard_as_one() -> None:
    state, _ = run(
        asked(DIGITS),
        (events.SpeechStarted(), 1500),
        (events.SpeechPaused(utterance(1400, 3000)), 3256),
    )
    state, commands = run(
        state,
        (events.Heard(state.turn, Transcript(0, "नौ आठ सात छह पांच")), 3400),
        (events.Interpreted(state.turn, complete=False, asks_to_wait=False, acknowledge=False), 3400),
    )
    assert commands[-1] == do.SetTimer(state.token, "endpoint", endpointing.INCOMPLETE_MS["digits"] - 400)
    stale = state.token
    state, commands = run(
        state,
        (events.SpeechStarted(), 4300),
        (events.TimerFired(stale, "endpoint"), 5200),
        (events.SpeechPaused(utterance(4200, 6000)), 6256),
    )
    assert [type(command) for command in commands] == [do.SetTimer, do.Transcribe]
    transcribe = commands[-1]
    assert isinstance(transcribe, do.Transcribe)
    assert [piece.start for piece in transcribe.pieces] == [1400 * 16, 4200 * 16]


def coughed(state: DialogueState, at_ms: int) -> tuple[DialogueState, list[do.Command]]:
    """A sound without words, heard as such 500 ms later."""
    state, _ = run(
        state,
        (events.SpeechStarted(), at_ms),
        (events.SpeechPaused(utterance(at_ms - 100, at_ms + 150)), at_ms + 406),
    )
    return run(state, (events.Heard(state.turn, Transcript(0, "")), at_ms + 500))


@pytest.mark.parametrize(
    ("what", "phase", "left_ms"),
    [
        (Ask("name"), "listening", endpointing.AFTER_NOISE_MS),
        (Confirm(()), "confirming", endpointing.AFTER_NOISE_MS),
        (Wait("name"), "waiting", endpointing.WAITING_MS - 1000),
    ],
)
def test_a_cough_listens_on_without_a_new_question(what: Step, phase: str, left_ms: int) -> None:
    """A11: the silence that was counted goes on; it is not forgotten with the sound."""
    state, commands = coughed(asked(what=what), 1500)
    assert state.phase == phase
    assert commands == [do.SetTimer(state.token, "silence", left_ms)]
    assert state.silences == 0


def test_a_room_that_is_never_quiet_cannot_put_the_question_off_for_ever() -> None:
    state, at_ms = asked(), 1500
    for _ in range(30):
        state, commands = coughed(state, at_ms)
        timer = commands[0]
        assert isinstance(timer, do.SetTimer)
        if at_ms + 500 + timer.after_ms < at_ms + 700:
            break
        at_ms += 700
    assert at_ms <= 1000 + endpointing.SILENCE_MS * endpointing.NOISE_FACTOR


def test_a_result_of_an_older_turn_is_dropped() -> None:
    state, _ = run(
        asked(),
        (events.SpeechStarted(), 1500),
        (events.SpeechPaused(utterance(1400, 2000)), 2256),
    )
    old = state.turn
    state, _ = run(state, (events.SpeechStarted(), 2300))
    assert step(state, events.Heard(old, Transcript(0, "हां")), 2400) == (state, ())
    assert step(state, decided(old, Ask("name")), 2400) == (state, ())


def test_speech_while_thinking_cancels_the_turn_unless_the_agent_has_begun_to_speak() -> None:
    state, _ = run(
        asked(),
        (events.SpeechStarted(), 1500),
        (events.SpeechPaused(utterance(1400, 2000)), 2256),
    )
    for acknowledge, expected in ((False, "hearing"), (True, "acknowledging")):
        thinking, _ = run(
            state,
            (events.Heard(state.turn, Transcript(0, "हां")), 2300),
            (
                events.Interpreted(state.turn, complete=True, asks_to_wait=False, acknowledge=acknowledge),
                2300,
            ),
        )
        thinking, _ = run(thinking, (events.TimerFired(thinking.token, "endpoint"), 2650))
        resumed, _ = step(thinking, events.SpeechStarted(), 2700)
        assert resumed.phase == expected


def test_a_caller_who_begins_as_the_silence_runs_out_is_heard() -> None:
    state = asked()
    state, _ = run(state, (events.TimerFired(state.token, "silence"), 4000))
    given_up = state.turn
    state, _ = run(
        state, (events.SpeechStarted(), 4010), (decided(given_up, Ask("pregnant", "silence")), 4020)
    )
    assert state.phase == "hearing"


def test_the_worker_s_entry_is_not_cancelled_by_a_sound() -> None:
    state = asked(what=Handoff("district"))
    state, _ = run(state, (events.WorkerEntered("गया"), 9000))
    assert step(state, events.SpeechStarted(), 9010) == (state, ())


def test_speech_over_the_agent_is_not_heard() -> None:
    state, _ = run(DialogueState(), (decided(0, Ask("name")), 0))
    assert step(state, events.SpeechStarted(), 500) == (state, ())


@pytest.mark.parametrize(
    ("what", "phase", "command"),
    [
        (Wait("aadhaar_last4"), "waiting", do.SetTimer(1, "silence", endpointing.WAITING_MS)),
        (Handoff("district"), "handed_over", do.AskWorker("district")),
        (Close("complete"), "closed", do.Hangup("complete")),
    ],
)
def test_what_follows_the_playback_depends_on_what_was_said(
    what: Step, phase: str, command: do.Command
) -> None:
    state, commands = run(DialogueState(), (decided(0, what), 0), (events.PlaybackEnded(0), 900))
    assert state.phase == phase
    assert commands[-1] == command


def test_the_worker_s_entry_goes_to_the_rules() -> None:
    state = asked(what=Handoff("district"))
    state, commands = run(state, (events.WorkerEntered("गया"), 9000))
    assert commands == [do.DecideEntry(state.turn, "district", "गया")]


def test_the_agent_s_own_speech_is_no_silence() -> None:
    """A10: an 8 s prompt is followed by three whole seconds before she is asked again."""
    _, commands = run(DialogueState(), (decided(0, Ask("name")), 0), (events.PlaybackEnded(0), 8000))
    timer = commands[-1]
    assert isinstance(timer, do.SetTimer)
    assert (timer.kind, timer.after_ms) == ("silence", 3000)


def test_silences_in_a_row_are_counted_and_a_word_ends_the_row() -> None:
    state = asked()
    for count in (1, 2, 3):
        state, commands = run(state, (events.TimerFired(state.token, "silence"), 4000))
        assert commands == [do.DecideSilence(state.turn, count)]
        state, _ = run(
            state, (decided(state.turn, Ask("name")), 4010), (events.PlaybackEnded(state.turn), 1000)
        )
    state, _ = run(state, (events.SpeechStarted(), 1500))
    state, _ = paused_with(state, "सुनीता", 2000)
    assert state.silences == 0


def test_a_read_back_is_waited_for_in_a_phase_of_its_own() -> None:
    assert asked(what=Confirm(())).phase == "confirming"
