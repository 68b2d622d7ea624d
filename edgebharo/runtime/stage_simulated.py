"""A stage on a simulated clock: waiting costs nothing, computing costs what it measured.

The call's clock jumps from one thing to the next. Work really runs, and the time it took is charged: to the
one compute worker, or to the voice. So a call of two minutes is over in as long as its computing takes, and
its latencies are those of this machine.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

import soxr

from edgebharo.audio.segmenter import Segmenter, SpeechEnded, SpeechGrew
from edgebharo.audio.segmenter import SpeechStarted as SegmentStarted
from edgebharo.clock import compute_ns
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import PAUSE_MS
from edgebharo.ports import Tts
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.room import FRAME_MS, Room, voiced_ms
from edgebharo.runtime.timeline import Timeline
from edgebharo.types import SAMPLE_RATE, CallStatus, Cancelled, Pcm, Speech, Step, Value, never_cancelled

DRAIN_MS = 120
"""From the last sample to the opened gate: a device's own buffer, and a guard against its echo."""

HUSH_MS = 40
"""From the order to the silence: what a device has already taken is heard."""

LIMIT_MS = 20 * 60 * 1000
"""A call that is not over by then never will be."""


class Other(Protocol):
    """Who is on the other side of a simulated call."""

    def answer(self, step: Step) -> Pcm | None:
        """What the caller says to `step`, 16 kHz; None where she stays silent."""

    def reaction_ms(self) -> int:
        """Silence before she begins."""

    def entry(self, field: str) -> Value | None:
        """What the worker types when a field is handed over."""


@dataclass(frozen=True)
class _Running:
    """What the compute worker was given last."""

    start_ms: float
    end_ms: float
    asked_ms: tuple[float, ...]
    """Milliseconds after the start at which the work asked whether it was cancelled."""
    cancelled: Cancelled

    def free_ms(self, now_ms: float) -> float:
        """When the worker is free: a cancelled job ends where it would have asked next."""
        if not self.cancelled():
            return self.end_ms
        asked = (self.start_ms + after for after in self.asked_ms)
        return min((at for at in asked if at >= now_ms), default=max(now_ms, self.end_ms))


@dataclass
class SimulatedStage:
    """Implements Stage. `run` plays the call to its end."""

    other: Other
    tts: Tts
    segmenter: Segmenter
    journal: Journal
    room: Room = field(default_factory=Room)
    timeline: Timeline = field(default_factory=Timeline)
    status: CallStatus | None = None
    """How the call ended; None while it goes on."""
    dispatch: Callable[[events.Event], None] = lambda _event: None
    """The engine's inbox; set before `run`."""
    stopwatch: Callable[[], int] = compute_ns
    """Measures how long work takes, in nanoseconds."""
    on_speak: Callable[[int, tuple[str, ...], int, int], None] = lambda *_: None
    """Told when the agent will be heard: turn, lines, first and last millisecond on the call's clock. It may
    call `caller_says` to speak over her."""
    _now_ms: float = 0.0
    _heap: list[tuple[float, int, events.Event]] = field(default_factory=list)
    _order: count[int] = field(default_factory=count)
    _frame: int = 0
    _open: bool = False
    _overlapping: bool = False
    """She may speak while the agent speaks."""
    _running: _Running = _Running(0.0, 0.0, (), never_cancelled)
    _playing_until_ms: float = 0.0
    _ahead: dict[str, tuple[tuple[Speech, float], ...]] = field(default_factory=dict)
    _rehearsed_ms: float = 0.0

    def now_ms(self) -> int:
        """Milliseconds on the call's clock."""
        return round(self._now_ms)

    def submit(self, name: str, work: Callable[[Cancelled], events.Event], cancelled: Cancelled) -> None:
        """Run `work` now; its result arrives when the worker would have finished it.

        Work that is cancelled while it is waited for holds the worker up to where it would have noticed.
        """
        begun = self.stopwatch()
        asked_ms: list[float] = []

        def asked() -> bool:
            asked_ms.append((self.stopwatch() - begun) / 1e6)
            return cancelled()

        event = work(asked)
        took_ms = (self.stopwatch() - begun) / 1e6
        self.journal.computed(name, round(took_ms))
        start_ms = max(self._now_ms, self._running.free_ms(self._now_ms))
        self._running = _Running(start_ms, start_ms + took_ms, tuple(asked_ms), cancelled)
        self._post(self._running.end_ms, event)

    def timer(self, command: do.SetTimer) -> None:
        """Post TimerFired after the given time."""
        self._post(self._now_ms + command.after_ms, events.TimerFired(command.token, command.kind))

    def speak(self, turn: int, lines: tuple[str, ...], *, final: bool) -> None:
        """Synthesise for real; sound begins when it is ready and what came before has ended."""
        ready_ms = self._now_ms
        begins_ms = max(ready_ms, self._playing_until_ms)
        for line in lines:
            made = self._ahead.pop(line, None) or self._rendered(line, ready_ms)
            for piece, at_ms in made:
                ready_ms = max(ready_ms, at_ms)
                self._play(piece, ready_ms)
        self.on_speak(turn, lines, round(begins_ms), round(self._playing_until_ms))
        if final:
            self._post(max(self._now_ms, self._playing_until_ms) + DRAIN_MS, events.PlaybackEnded(turn))

    def prepare(self, lines: tuple[str, ...], cancelled: Cancelled) -> None:  # noqa: ARG002 - same sound
        """Synthesise now; each sentence is there when a thread beside the voice would have made it."""
        self._ahead, ready_ms = {}, max(self._now_ms, self._rehearsed_ms)
        for line in dict.fromkeys(lines):
            self._ahead[line] = tuple(self._rendered(line, ready_ms))
            ready_ms = max([ready_ms, *(at_ms for _, at_ms in self._ahead[line])])
        self._rehearsed_ms = ready_ms

    def listen(self, step: Step) -> None:
        """Open the gate; the caller answers what she has just been asked."""
        self._open_gate()
        self._overlapping = False
        pcm = self.other.answer(step)
        if pcm is not None:
            self.caller_says(self.now_ms() + self.other.reaction_ms(), pcm)

    def caller_says(self, at_ms: int, pcm: Pcm) -> None:
        """The caller begins to speak at `at_ms` on the call's clock (from now on), whoever else speaks."""
        begin, end = voiced_ms(pcm)
        self.room.caller_says(at_ms, pcm)
        self.timeline.add("caller", at_ms + begin, at_ms + end)

    def attend(self) -> None:
        """Open the gate while the agent speaks; unless somebody speaks, the detector starts afresh."""
        if self._open and not self.segmenter.speaking:
            self.segmenter.reset()
        self._open_gate()
        self._overlapping = True

    def mute(self) -> None:
        """Close the gate."""
        self._open = False

    def hush(self, turn: int) -> None:  # noqa: ARG002 - all that is queued belongs to it
        """Fall silent."""
        self._overlapping = False
        at_ms = self._now_ms + HUSH_MS
        if at_ms < self._playing_until_ms:
            self.room.agent_stops(round(at_ms))
            self.timeline.cut("agent", round(at_ms))
            self._playing_until_ms = at_ms

    def ask_worker(self, field: str) -> None:
        """The worker types at once."""
        self._post(self._now_ms, events.WorkerEntered(self.other.entry(field)))

    def hangup(self, status: CallStatus) -> None:
        """The call is over."""
        self.status = status

    def run(self, progress: Callable[[int], None] = lambda _ms: None) -> None:
        """Play until the call is over; `progress` is told the call's clock after each event."""
        while self.status is None and self._now_ms < LIMIT_MS:
            due_ms = self._heap[0][0] if self._heap else float("inf")
            frame_ms = (self._frame + 1) * FRAME_MS if self._open else float("inf")
            if frame_ms <= due_ms:
                self._now_ms = max(self._now_ms, frame_ms)
                self._hear_frame()
            elif self._heap:
                at_ms, _, event = heapq.heappop(self._heap)
                self._now_ms = max(self._now_ms, at_ms)
                self.dispatch(event)
                progress(self.now_ms())
            else:
                return

    def _rendered(self, line: str, ready_ms: float) -> Iterator[tuple[Speech, float]]:
        """The sentences of `line`, and when each is made by somebody who begins at `ready_ms`."""
        pieces = self.tts.synthesize(line, never_cancelled)
        while True:
            begun = self.stopwatch()
            piece = next(pieces, None)
            took_ms = (self.stopwatch() - begun) / 1e6
            ready_ms += took_ms
            if piece is None:
                return
            self.journal.computed("tts", round(took_ms))
            yield piece, ready_ms

    def _open_gate(self) -> None:
        if not self._open:
            self.segmenter.reset()
            self._frame = -(-self.now_ms() // FRAME_MS)
            self._open = True

    def _hear_frame(self) -> None:
        frame = self.room.frame(self._frame)
        self._frame += 1
        for happened in self.segmenter.feed(frame, PAUSE_MS, urgent=self._overlapping):
            match happened:
                case SegmentStarted():
                    self.dispatch(events.SpeechStarted())
                case SpeechGrew(so_far=so_far):
                    self.dispatch(events.SpeechGrew(so_far))
                case SpeechEnded(utterance=utterance):
                    self.dispatch(events.SpeechPaused(utterance))

    def _play(self, speech: Speech, ready_ms: float) -> None:
        pcm = speech.pcm
        if speech.rate != SAMPLE_RATE:
            pcm = soxr.resample(pcm, speech.rate, SAMPLE_RATE)
        start_ms = max(ready_ms, self._playing_until_ms)
        begin, end = voiced_ms(pcm)
        self.room.agent_says(round(start_ms), pcm)
        self.timeline.add("agent", round(start_ms) + begin, round(start_ms) + end)
        self._playing_until_ms = start_ms + len(pcm) * 1000 / SAMPLE_RATE

    def _post(self, at_ms: float, event: events.Event) -> None:
        heapq.heappush(self._heap, (at_ms, next(self._order), event))
