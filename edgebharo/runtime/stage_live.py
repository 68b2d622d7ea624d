"""A stage in real time: one engine thread that owns the call, one compute worker, one voice.

microphone -> frames -> engine thread (detector, segmenter, dialogue, rules) -> jobs -> compute worker
                             ^---------------- results, timers ----------------'-> lines -> voice -> speaker
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from edgebharo.audio.segmenter import Segmenter, SpeechEnded, SpeechGrew
from edgebharo.audio.segmenter import SpeechStarted as SegmentStarted
from edgebharo.clock import Clock, compute_ns
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import PAUSE_MS
from edgebharo.errors import DeviceError
from edgebharo.ports import Tts
from edgebharo.runtime.journal import Journal
from edgebharo.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    CallStatus,
    Cancelled,
    Frame,
    Speech,
    Step,
    Value,
    never_cancelled,
)

GUARD_MS = 120
"""From the drained speaker to the opened gate: the echo of a small room has died away."""
DEAD_MS = 2000
"""A microphone that delivers no frame for this long is gone."""
TICK_S = 0.005
"""The longest that the engine thread sleeps: well under one frame."""


class Microphone(Protocol):
    """A source of frames."""

    def read(self, timeout_s: float) -> tuple[Frame, ...]:
        """All frames since the last call; waits for one for at most `timeout_s`."""

    def close(self) -> None:
        """Let go of the device."""


class Speaker(Protocol):
    """A sink of speech."""

    def play(self, speech: Speech) -> None:
        """Queue `speech`; never blocks for longer than a buffer."""

    def finish(self) -> None:
        """Nothing more follows what was queued."""

    def wait_drained(self, timeout_s: float) -> bool:
        """True when what was finished has left the device; waits for at most `timeout_s`."""

    def close(self) -> None:
        """Let go of the device."""


@dataclass(frozen=True)
class _Job:
    name: str
    work: Callable[[Cancelled], events.Event]
    cancelled: Cancelled


@dataclass(frozen=True)
class _Lines:
    turn: int
    lines: tuple[str, ...]
    final: bool


@dataclass(frozen=True)
class _Computed:
    stage: str
    milliseconds: int
    event: events.Event | None = None


@dataclass(frozen=True)
class _Spoken:
    """The last line of a turn is with the speaker."""

    turn: int


_Item: TypeAlias = _Computed | _Spoken | BaseException


class LiveStage:
    """Implements Stage. `run` holds the call; `close` ends the threads."""

    def __init__(  # noqa: PLR0917
        self,
        microphone: Microphone,
        speaker: Speaker,
        segmenter: Segmenter,
        tts: Tts,
        journal: Journal,
        clock: Clock,
        *,
        on_listen: Callable[[Step], None] = lambda _step: None,
        on_handoff: Callable[[str], Value | None] = lambda _field: None,
    ) -> None:
        self.dispatch: Callable[[events.Event], None] = lambda _event: None
        self.status: CallStatus | None = None
        self._microphone, self._speaker = microphone, speaker
        self._segmenter, self._tts, self._journal, self._clock = segmenter, tts, journal, clock
        self._on_listen, self._on_handoff = on_listen, on_handoff
        self._last_frame_ms = clock.now_ms()
        self._stream_ms = 0
        self._timer: tuple[int, do.SetTimer] | None = None
        self._open = False
        self._draining: int | None = None
        self._drained_ms: int | None = None
        self._inbox: queue.Queue[_Item] = queue.Queue()
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._lines: queue.Queue[_Lines | None] = queue.Queue()
        self._threads = (
            threading.Thread(target=self._compute, name="compute", daemon=True),
            threading.Thread(target=self._voice, name="voice", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def now_ms(self) -> int:
        """Milliseconds on the microphone's own clock: the end of its newest frame, and the time since."""
        return self._stream_ms + self._clock.now_ms() - self._last_frame_ms

    def submit(self, name: str, work: Callable[[Cancelled], events.Event], cancelled: Cancelled) -> None:
        """Queue `work` for the compute worker; a job that is cancelled before it starts never runs."""
        self._jobs.put(_Job(name, work, cancelled))

    def timer(self, command: do.SetTimer) -> None:
        """Only the newest timer counts, so only one is kept."""
        self._timer = (self._clock.now_ms() + command.after_ms, command)

    def speak(self, turn: int, lines: tuple[str, ...], *, final: bool) -> None:
        """Queue `lines` for the voice."""
        self._lines.put(_Lines(turn, lines, final))

    def listen(self, step: Step) -> None:
        """Open the gate; what the microphone picked up before is not heard."""
        self._new_frames()
        self._segmenter.reset()
        self._open = True
        self._on_listen(step)

    def mute(self) -> None:
        """Close the gate."""
        self._open = False

    def ask_worker(self, field: str) -> None:
        """Ask at the screen; the call stands still meanwhile."""
        self.dispatch(events.WorkerEntered(self._on_handoff(field)))

    def hangup(self, status: CallStatus) -> None:
        """The call is over."""
        self.status = status

    def run(self) -> None:
        """Hold the call to its end.

        Raises:
            DeviceError: the microphone died.
            BackendError: a model failed.
        """
        while self.status is None:
            self._hear()
            self._ring()
            self._watch_playback()
            try:
                self._take(self._inbox.get(timeout=TICK_S))
            except queue.Empty:
                continue

    def close(self) -> None:
        """End both threads and let go of the devices."""
        self._jobs.put(None)
        self._lines.put(None)
        for thread in self._threads:
            thread.join(timeout=10)
        self._microphone.close()
        self._speaker.close()

    def _hear(self) -> None:
        frames = self._new_frames()
        if self._clock.now_ms() - self._last_frame_ms > DEAD_MS:
            raise DeviceError("the microphone has stopped: is it still plugged in? The record so far is kept")
        for frame in frames:
            if not self._open:
                return
            for happened in self._segmenter.feed(frame, PAUSE_MS):
                match happened:
                    case SegmentStarted():
                        self.dispatch(events.SpeechStarted())
                    case SpeechGrew(so_far=so_far):
                        self.dispatch(events.SpeechGrew(so_far))
                    case SpeechEnded(utterance=utterance):
                        self.dispatch(events.SpeechPaused(utterance))

    def _new_frames(self) -> tuple[Frame, ...]:
        frames = self._microphone.read(0)
        if frames:
            self._last_frame_ms = self._clock.now_ms()
            self._stream_ms = (frames[-1].start + FRAME_SAMPLES) * 1000 // SAMPLE_RATE
        return frames

    def _ring(self) -> None:
        if self._timer and self._clock.now_ms() >= self._timer[0]:
            command = self._timer[1]
            self._timer = None
            self.dispatch(events.TimerFired(command.token, command.kind))

    def _watch_playback(self) -> None:
        if self._draining is None or not self._speaker.wait_drained(0):
            self._drained_ms = None
            return
        self._drained_ms = self._drained_ms or self._clock.now_ms()
        if self._clock.now_ms() - self._drained_ms >= GUARD_MS:
            turn, self._draining, self._drained_ms = self._draining, None, None
            self.dispatch(events.PlaybackEnded(turn))

    def _take(self, item: _Item) -> None:
        match item:
            case _Computed(stage=stage, milliseconds=milliseconds, event=event):
                self._journal.computed(stage, milliseconds)
                if event is not None:
                    self.dispatch(event)
            case _Spoken(turn=turn):
                self._draining = turn
            case error:
                raise error

    def _compute(self) -> None:
        while (job := self._jobs.get()) is not None:
            if job.cancelled():
                continue
            begun = compute_ns()
            try:
                event = job.work(job.cancelled)
            except BaseException as error:  # noqa: BLE001 - raised again by the engine thread
                self._inbox.put(error)
                return
            self._inbox.put(_Computed(job.name, round((compute_ns() - begun) / 1e6), event))

    def _voice(self) -> None:
        while (lines := self._lines.get()) is not None:
            try:
                for line in lines.lines:
                    self._say(line)
            except BaseException as error:  # noqa: BLE001 - raised again by the engine thread
                self._inbox.put(error)
                return
            if lines.final:
                self._speaker.finish()
                self._inbox.put(_Spoken(lines.turn))

    def _say(self, line: str) -> None:
        begun = compute_ns()
        for speech in self._tts.synthesize(line, never_cancelled):
            self._inbox.put(_Computed("tts", round((compute_ns() - begun) / 1e6)))
            self._speaker.play(speech)
            begun = compute_ns()
