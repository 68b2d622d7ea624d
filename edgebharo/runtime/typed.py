"""A stage at the keyboard: what a caller would say is typed, what the agent would say is printed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from edgebharo.clock import SystemClock
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.app import App
from edgebharo.runtime.engine import Engine, OnStep, unobserved
from edgebharo.runtime.journal import Journal, Watcher
from edgebharo.runtime.storing import enter
from edgebharo.runtime.worker_prompt import ask_worker
from edgebharo.types import (
    SAMPLE_RATE,
    CallStatus,
    Cancelled,
    Expect,
    Hypothesis,
    Step,
    Transcript,
    Utterance,
    Value,
)

_SILENT = np.zeros(0, dtype=np.int16)


@dataclass
class TypedAsr:
    """An ear for typed lines. Implements the port Asr."""

    line: str = ""

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:  # noqa: ARG002
        """The line that was typed last."""
        text = normalize(self.line)
        return Transcript(utterance.id, text, (Hypothesis(text, 0.0),))

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """A typed line comes as a whole."""
        return self.transcribe(so_far, expect, cancelled)


@dataclass
class TypedStage:
    """Implements Stage. An empty line is silence."""

    asr: TypedAsr
    read_line: Callable[[str], str]
    """Shows a prompt and returns what was typed; raises EOFError at the end of input."""
    dispatch: Callable[[events.Event], None] = lambda _event: None
    ask: Callable[[str], Value | None] = lambda _field: None
    """Asks the worker for the value of a field; raises EOFError at the end of input."""
    status: CallStatus | None = None
    _inbox: deque[events.Event] = field(default_factory=deque)
    _silence: events.TimerFired | None = None
    _listening: bool = False
    _ids: Iterator[int] = field(default_factory=count)
    _clock: SystemClock = field(default_factory=SystemClock)
    _started_ms: int = field(default_factory=lambda: SystemClock().now_ms())

    def now_ms(self) -> int:
        """Milliseconds since the call began."""
        return self._clock.now_ms() - self._started_ms

    def submit(self, name: str, work: Callable[[Cancelled], events.Event], cancelled: Cancelled) -> None:  # noqa: ARG002
        """Run `work` now."""
        self._inbox.append(work(cancelled))

    def timer(self, command: do.SetTimer) -> None:
        """A typed line is always whole: its endpoint comes at once. Silence is typed, too."""
        fired = events.TimerFired(command.token, command.kind)
        if command.kind == "endpoint":
            self._inbox.append(fired)
        elif command.kind == "silence":
            self._silence = fired

    def speak(self, turn: int, lines: tuple[str, ...], *, final: bool) -> None:  # noqa: ARG002
        """The journal's watcher prints the words; nothing is played."""
        if final:
            self._inbox.append(events.PlaybackEnded(turn))

    def prepare(self, lines: tuple[str, ...], cancelled: Cancelled) -> None:
        """There is no sound to make."""

    def listen(self, step: Step) -> None:  # noqa: ARG002
        """It is the caller's turn to type."""
        self._listening = True

    def attend(self) -> None:
        """Nobody can type over the agent: what it says is printed at once."""

    def mute(self) -> None:
        """Nothing is typed while the agent speaks."""
        self._listening = False

    def hush(self, turn: int) -> None:
        """Printed words cannot be taken back."""

    def ask_worker(self, field: str) -> None:
        """Ask for the value at the terminal."""
        self._inbox.append(events.WorkerEntered(self.ask(field)))

    def hangup(self, status: CallStatus) -> None:
        """The call is over."""
        self.status = status

    def run(self) -> None:
        """Talk until the call is over.

        Raises:
            EOFError: the input ended first; the record stays resumable.
        """
        while self.status is None:
            while self._inbox:
                self.dispatch(self._inbox.popleft())
            if self.status is None and self._listening:
                self._take(self.read_line("> "))

    def _take(self, typed: str) -> None:
        line = typed.encode(errors="ignore").decode()  # bytes that no keyboard types come as lone surrogates
        self.asr.line = line
        if not normalize(line):
            if self._silence:
                self._inbox.append(self._silence)
            return
        at = self.now_ms() * SAMPLE_RATE // 1000
        self._inbox.append(events.SpeechStarted())
        self._inbox.append(events.SpeechPaused(Utterance(next(self._ids), at, at, _SILENT, "silence")))


def typed_call(
    app: App,
    watcher: Watcher,
    read_line: Callable[[str], str],
    caller_number: str | None = None,
    *,
    on_step: OnStep = unobserved,
    resume: str | None = None,
) -> tuple[str, CallStatus | None]:
    """Hold one call at the keyboard; returns the record's id and how the call ended.

    None where it was broken off: the record so far is kept. `resume` names a record to go on with.
    """
    asr = TypedAsr()
    stage = TypedStage(asr, read_line)
    with closing(app.open_store()) as store:
        entry = enter(store, app.parts.loaded, app.settings, caller_number, resume)
        parts = replace(app.parts, asr=asr)
        engine = Engine(parts, stage, store, entry.record_id, Journal(watcher), on_step=on_step)
        stage.dispatch = engine.dispatch
        stage.ask = lambda name: ask_worker(read_line, parts.loaded.form, engine.answers, name)
        entry.start(engine)
        with suppress(EOFError, KeyboardInterrupt):
            stage.run()
    return entry.record_id, stage.status
