"""Events, states and a small world for tests of turn-taking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import step
from edgebharo.types import Answers, Ask, Decision, Expect, Extraction, Reply, Step, Transcript, Utterance

DIGITS = Expect("digits", digits=10)
YES_NO = Expect("yes_no")
NAME = Expect("name")
WHOLE_NAME = Expect("name", parts=2)
DATE = Expect("date")


def decided(turn: int, asked: Step, expect: Expect = YES_NO) -> events.Decided:
    return events.Decided(turn, Extraction(), Decision(Answers(), asked), Reply(("क्या?",)), expect)


def utterance(start_ms: int, end_ms: int) -> Utterance:
    start, end = start_ms * 16, end_ms * 16
    return Utterance(0, start, end, np.zeros(end - start, np.int16), "silence")


def so_far(start_ms: int, now_ms: int, end_ms: int | None = None, number: int = 0) -> Utterance:
    """An open utterance: voiced up to `end_ms`, by default up to now."""
    pcm = np.zeros((now_ms - start_ms) * 16, np.int16)
    return Utterance(number, start_ms * 16, (end_ms or now_ms) * 16, pcm, "open")


def run(state: DialogueState, *happened: tuple[events.Event, int]) -> tuple[DialogueState, list[do.Command]]:
    commands: list[do.Command] = []
    for event, now_ms in happened:
        state, new = step(state, event, now_ms)
        commands += new
    return state, commands


def said_by(state: DialogueState, what: Step, expect: Expect = YES_NO) -> DialogueState:
    """The agent speaks."""
    return run(state, (decided(state.turn, what, expect), 0))[0]


def asked(
    expect: Expect = YES_NO, what: Step | None = None, start: DialogueState | None = None
) -> DialogueState:
    """A state in which the question has been put and the caller may speak, at 1000 ms."""
    state = said_by(start or DialogueState(), what or Ask("pregnant"), expect)
    return run(state, (events.PlaybackEnded(state.turn), 1000))[0]


def speaking(expect: Expect = YES_NO, start: DialogueState | None = None) -> DialogueState:
    """She has begun to answer, at 1500 ms."""
    return run(asked(expect, start=start), (events.SpeechStarted(), 1500))[0]


def read(turn: int, *, complete: bool = True, acknowledge: bool = False, **more: bool) -> events.Interpreted:
    return events.Interpreted(
        turn,
        complete=complete,
        asks_to_wait=more.get("asks_to_wait", False),
        acknowledge=acknowledge,
        request=more.get("request", False),
        lacking=more.get("lacking", False),
    )


def paused_with(state: DialogueState, text: str, end_ms: int, **reading: bool) -> tuple[DialogueState, int]:
    """She said `text`, until `end_ms`; returns the silence after which the turn will be over."""
    state, _ = run(state, (events.SpeechPaused(utterance(end_ms - 600, end_ms)), end_ms + 256))
    state, commands = run(
        state,
        (events.Heard(state.turn, Transcript(0, text)), end_ms + 256),
        (read(state.turn, **reading), end_ms + 256),
    )
    timers = [command for command in commands if isinstance(command, do.SetTimer)]
    assert [timer.kind for timer in timers] == ["endpoint"]
    return state, timers[0].after_ms + 256


def heard(state: DialogueState, text: str, until_ms: int, number: int = 0) -> events.HeardSoFar:
    return events.HeardSoFar(state.turn, Transcript(number, text), until_ms)


@dataclass
class World:
    """Executes commands as the engine would, and knows what is still pending."""

    state: DialogueState = field(default_factory=DialogueState)
    pending: list[events.Event] = field(default_factory=lambda: [decided(0, Ask("name"))])
    playing: int | None = None
    steps: tuple[Step, ...] = (Ask("name"),)
    on_step: Callable[[DialogueState, events.Event, DialogueState, tuple[do.Command, ...]], None] = (
        lambda *_: None
    )

    def feed(self, event: events.Event, now_ms: int) -> None:
        if event in self.pending:
            self.pending.remove(event)
        if isinstance(event, events.PlaybackEnded) and event.turn == self.playing:
            self.playing = None
        before = self.state
        self.state, commands = step(before, event, now_ms)
        self.on_step(before, event, self.state, commands)
        for command in commands:
            self.execute(command)

    def execute(self, command: do.Command) -> None:
        match command:
            case do.Speak(turn=turn):
                assert self.playing is None, "two replies at once"
                self.playing = turn
                self.pending.append(events.PlaybackEnded(turn))
            case do.StopSpeaking():
                self.playing = None
            case do.Transcribe(turn=turn, pieces=pieces):
                words = WORDS[turn % len(WORDS)]
                self.pending.append(events.Heard(turn, Transcript(0, words), pieces[-1].end))
            case do.TranscribeSoFar(turn=turn, pieces=pieces):
                words = WORDS[(turn + 1) % len(WORDS)]
                self.pending.append(events.HeardSoFar(turn, Transcript(pieces[-1].id, words), 0))
            case do.Interpret(turn=turn) | do.Glance(turn=turn):
                self.pending.append(read(turn, complete=bool(turn % 2), acknowledge=bool(turn % 5)))
            case (
                do.Decide(turn=turn)
                | do.DecideSilence(turn=turn)
                | do.DecideEntry(turn=turn)
                | do.DecideAgain(turn=turn)
            ):
                self.pending.append(decided(turn, self.steps[turn % len(self.steps)]))
            case do.SetTimer(token=token, kind=kind):
                self.pending.append(events.TimerFired(token, kind))
            case do.AskWorker():
                self.pending.append(events.WorkerEntered(None))
            case _:
                pass

    def lose_device(self, now_ms: int) -> None:
        self.feed(events.DeviceLost("unplugged"), now_ms)
        if events.DeviceBack() not in self.pending:
            self.pending.append(events.DeviceBack())

    def counts(self, event: events.Event) -> bool:
        """True where `event` would still change something."""
        state, commands = step(self.state, event, 10**6)
        return state != self.state or bool(commands)


WORDS = ("", "हां", "सुनीता देवी", "हूं", "रुकिए", "नौ आठ सात")
