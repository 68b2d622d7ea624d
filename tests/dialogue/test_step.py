"""Turn-taking as a pure function: each row of the table, staleness, and that a call can never hang."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import endpointing, events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import step
from edgebharo.types import (
    Answers,
    Ask,
    Close,
    Confirm,
    Decision,
    Expect,
    Extraction,
    Handoff,
    Reply,
    Step,
    Transcript,
    Utterance,
    Wait,
)

pytestmark = pytest.mark.unit

DIGITS = Expect("digits", digits=10)
YES_NO = Expect("yes_no")


def decided(turn: int, asked: Step, expect: Expect = YES_NO) -> events.Decided:
    return events.Decided(turn, Extraction(), Decision(Answers(), asked), Reply(("क्या?",)), expect)


def utterance(start_ms: int, end_ms: int) -> Utterance:
    start, end = start_ms * 16, end_ms * 16
    return Utterance(0, start, end, np.zeros(end - start, np.int16), "silence")


def run(state: DialogueState, *happened: tuple[events.Event, int]) -> tuple[DialogueState, list[do.Command]]:
    commands: list[do.Command] = []
    for event, now_ms in happened:
        state, new = step(state, event, now_ms)
        commands += new
    return state, commands


def asked(expect: Expect = YES_NO, what: Step | None = None) -> DialogueState:
    """A state in which the question has been put and the caller may speak."""
    state, _ = run(
        DialogueState(), (decided(0, what or Ask("pregnant"), expect), 0), (events.PlaybackEnded(0), 1000)
    )
    return state


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
    assert commands[1] == do.SetTimer(state.token, "endpoint", 650 - 356)
    state, commands = run(state, (events.TimerFired(state.token, "endpoint"), 2650))
    assert commands == [do.Mute(), do.Acknowledge(turn), do.Decide(turn)]
    assert state.phase == "thinking"


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
    assert commands[-1] == do.SetTimer(state.token, "endpoint", 2200 - 400)
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


def test_a_cough_listens_on_without_a_new_question() -> None:
    state, _ = run(
        asked(), (events.SpeechStarted(), 1500), (events.SpeechPaused(utterance(1400, 1700)), 1956)
    )
    state, commands = run(state, (events.Heard(state.turn, Transcript(0, "")), 2000))
    assert state.phase == "listening"
    assert commands == [do.SetTimer(state.token, "silence", endpointing.AFTER_NOISE_MS)]


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
    for acknowledge, expected in ((False, "hearing"), (True, "thinking")):
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


def test_a_read_back_is_answered_as_fast_as_a_yes_no_question() -> None:
    confirming = Expect("digits", digits=10, confirming=True)
    assert endpointing.end_silence_ms(confirming, complete=True) == endpointing.COMPLETE_MS["yes_no"]
    assert endpointing.end_silence_ms(confirming, complete=False) == endpointing.INCOMPLETE_MS["digits"]


# ---------------------------------------------------------------- while she speaks


def so_far(start_ms: int, now_ms: int, end_ms: int | None = None, number: int = 0) -> Utterance:
    """An open utterance: voiced up to `end_ms`, by default up to now."""
    pcm = np.zeros((now_ms - start_ms) * 16, np.int16)
    return Utterance(number, start_ms * 16, (end_ms or now_ms) * 16, pcm, "open")


def speaking(expect: Expect = YES_NO) -> DialogueState:
    state, _ = run(asked(expect), (events.SpeechStarted(), 1500))
    return state


def heard(state: DialogueState, text: str, until_ms: int, number: int = 0) -> events.HeardSoFar:
    return events.HeardSoFar(state.turn, Transcript(number, text), until_ms)


def test_one_partial_result_at_a_time_and_the_newest_audio_is_next() -> None:
    first, second, third = (so_far(1400, now_ms) for now_ms in (1800, 2090, 2380))
    state, commands = run(
        speaking(),
        (events.SpeechGrew(first), 1800),
        (events.SpeechGrew(second), 2000),
        (events.SpeechGrew(third), 2050),
    )
    assert commands == [do.TranscribeSoFar(state.turn, (first,), YES_NO)]
    state, commands = run(state, (heard(state, "हां", 1800), 2080))
    assert commands == [
        do.TranscribeSoFar(state.turn, (third,), YES_NO),
        do.Glance(state.turn, Transcript(0, "हां"), 1800),
    ]


def test_a_recogniser_slower_than_speech_rests_until_the_caller_goes_on() -> None:
    state, _ = run(
        speaking(),
        (events.SpeechGrew(so_far(1400, 1800)), 1800),
        (events.SpeechGrew(so_far(1400, 2090)), 2090),
    )
    slow_ms = 1800 + endpointing.PARTIAL_MS + 1
    state, commands = run(state, (heard(state, "हां", 1800), slow_ms))
    assert [type(command) for command in commands] == [do.Glance]
    newest = so_far(1400, 2380)
    _, commands = run(state, (events.SpeechGrew(newest), 2380))
    assert commands == [do.TranscribeSoFar(state.turn, (newest,), YES_NO)]


def test_nothing_is_begun_in_a_silence_that_would_not_be_ready_before_the_pause() -> None:
    state, _ = run(speaking(), (events.SpeechGrew(so_far(1400, 1800)), 1800))
    state, _ = run(state, (heard(state, "हां", 1800), 2000))
    lull = so_far(1400, 2096, 2000)
    assert run(state, (events.SpeechGrew(lull), 2096))[1] == []
    state, _ = run(speaking(), (events.SpeechGrew(so_far(1400, 1800)), 1800))
    state, _ = run(state, (heard(state, "हां", 1800), 1900))
    assert run(state, (events.SpeechGrew(lull), 2096))[1] == [do.TranscribeSoFar(state.turn, (lull,), YES_NO)]


def test_a_partial_result_of_another_turn_or_utterance_is_dropped() -> None:
    state, _ = run(speaking(), (events.SpeechGrew(so_far(1400, 1800)), 1800))
    late = heard(state, "हां", 1800)
    assert step(state, heard(state, "हां", 1800, number=5), 1900) == (state, ())
    paused, _ = run(state, (events.SpeechPaused(utterance(1400, 2000)), 2256))
    assert step(paused, late, 2300) == (paused, ())
    again, _ = run(paused, (events.SpeechStarted(), 2600))
    assert step(again, late, 2650) == (again, ())


@pytest.mark.parametrize(
    ("partial", "whole", "final", "silence_ms"),
    [
        ("हां", True, "हां", endpointing.FORESEEN_MS["yes_no"]),
        ("हां", True, "हां सही", endpointing.COMPLETE_MS["yes_no"]),
        ("हां", False, "हां", endpointing.COMPLETE_MS["yes_no"]),
        ("", False, "हां", endpointing.COMPLETE_MS["yes_no"]),
    ],
)
def test_what_was_a_whole_answer_before_the_pause_ends_sooner(
    partial: str, whole: bool, final: str, silence_ms: int
) -> None:
    state, _ = run(speaking(), (events.SpeechGrew(so_far(1400, 1900)), 1900))
    state, _ = run(state, (heard(state, partial, 1900), 1950))
    read = events.Interpreted(state.turn, complete=whole, asks_to_wait=False, acknowledge=False)
    state, commands = run(state, (read, 1950), (events.SpeechPaused(utterance(1400, 2000)), 2256))
    assert [type(command) for command in commands] == [do.Transcribe]
    turn = state.turn
    state, commands = run(
        state,
        (events.Heard(turn, Transcript(0, final)), 2356),
        (events.Interpreted(turn, complete=True, asks_to_wait=False, acknowledge=True), 2356),
    )
    assert commands[-1] == do.SetTimer(state.token, "endpoint", silence_ms - 356)


def test_an_unfinished_answer_that_was_foreseen_waits_as_long_as_any() -> None:
    assert (
        endpointing.end_silence_ms(DIGITS, complete=False, foreseen=True)
        == endpointing.INCOMPLETE_MS["digits"]
    )


def test_the_pieces_before_a_pause_belong_to_the_words_so_far() -> None:
    state, _ = run(speaking(DIGITS), (events.SpeechPaused(utterance(1400, 3000)), 3256))
    more = so_far(4200, 4600, number=1)
    state, commands = run(state, (events.SpeechStarted(), 4300), (events.SpeechGrew(more), 4600))
    assert commands[-1] == do.TranscribeSoFar(state.turn, (*state.pieces, more), DIGITS)


# ---------------------------------------------------------------- liveness


@dataclass
class World:
    """Executes commands as the engine would, and knows what is still pending."""

    state: DialogueState = field(default_factory=DialogueState)
    pending: list[events.Event] = field(default_factory=lambda: [decided(0, Ask("name"))])
    speaking: bool = False
    steps: tuple[Step, ...] = ()

    def feed(self, event: events.Event, now_ms: int) -> None:
        if event in self.pending:
            self.pending.remove(event)
        if isinstance(event, events.PlaybackEnded):
            self.speaking = False
        self.state, commands = step(self.state, event, now_ms)
        for command in commands:
            self.execute(command)

    def execute(self, command: do.Command) -> None:
        match command:
            case do.Speak(turn=turn):
                assert not self.speaking, "two replies at once"
                self.speaking = True
                self.pending.append(events.PlaybackEnded(turn))
            case do.Transcribe(turn=turn):
                self.pending.append(events.Heard(turn, Transcript(0, "हां" if turn % 3 else "")))
            case do.TranscribeSoFar(turn=turn, pieces=pieces):
                self.pending.append(events.HeardSoFar(turn, Transcript(pieces[-1].id, "हां"), 0))
            case do.Interpret(turn=turn) | do.Glance(turn=turn):
                self.pending.append(
                    events.Interpreted(
                        turn, complete=bool(turn % 2), asks_to_wait=False, acknowledge=bool(turn % 5)
                    )
                )
            case do.Decide(turn=turn) | do.DecideSilence(turn=turn) | do.DecideEntry(turn=turn):
                what = self.steps[turn % len(self.steps)]
                self.pending.append(decided(turn, what))
            case do.SetTimer(token=token, kind=kind):
                self.pending.append(events.TimerFired(token, kind))
            case do.AskWorker():
                self.pending.append(events.WorkerEntered(None))
            case _:
                pass

    def counts(self, event: events.Event) -> bool:
        """True where `event` would still change something."""
        return step(self.state, event, 10**6)[0] != self.state or bool(step(self.state, event, 10**6)[1])


STEPS = st.sampled_from(
    [Ask("name"), Wait("name"), Handoff("name"), Confirm(()), Ask("pregnant", "retry", 1), Close("complete")]
)


@given(st.lists(STEPS, min_size=1, max_size=5), st.lists(st.integers(0, 5), max_size=60))
def test_something_is_always_pending_until_the_call_is_closed(steps: list[Step], choices: list[int]) -> None:
    world = World(steps=tuple(steps))
    now_ms = 0
    for choice in choices:
        now_ms += 100
        if choice == 0:
            world.feed(events.SpeechStarted(), now_ms)
        elif choice == 1 and world.state.phase == "hearing":
            world.feed(events.SpeechPaused(utterance(now_ms - 90, now_ms - 10)), now_ms)
        elif choice == 2 and world.state.phase == "hearing":
            world.feed(events.SpeechGrew(so_far(now_ms - 90, now_ms)), now_ms)
        elif world.pending:
            world.feed(world.pending[choice % len(world.pending)], now_ms)
        if world.state.phase == "closed":
            return
        assert any(world.counts(event) for event in world.pending), world.state.phase
