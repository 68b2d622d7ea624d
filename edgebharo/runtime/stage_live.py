"""A stage in real time: one engine thread that owns the call, one compute worker, one voice.

microphone -> frames -> engine thread (detector, segmenter, dialogue, rules) -> jobs -> compute worker
                             ^---------------- results, timers ----------------'-> lines -> voice -> speaker
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from edgebharo.audio.segmenter import Segmenter, SpeechEnded, SpeechGrew
from edgebharo.audio.segmenter import SpeechStarted as SegmentStarted
from edgebharo.clock import Clock, compute_ns
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import PAUSE_MS
from edgebharo.errors import DeviceError, DeviceFaultError
from edgebharo.ports import Tts
from edgebharo.runtime.intake import Intake, Microphone
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.voice import Failed, Rendered, Speaker, Spoken, Voice
from edgebharo.types import CallStatus, Cancelled, Frame, Step, Value

GUARD_MS = 120
"""From the drained speaker to the opened gate: the echo of a small room has died away."""
DRAIN_LIMIT_MS = 8000
"""A speaker that has not drained so long after its last sound is dead. Slow ones begin 3 s late, or tell of
their end 2 s late."""
TICK_S = 0.005
"""The longest that the engine thread sleeps: well under one frame."""
END_S = 10.0
"""The longest that a thread is waited for at the end of a call."""


@dataclass(frozen=True)
class _Job:
    name: str
    work: Callable[[Cancelled], events.Event]
    cancelled: Cancelled


@dataclass(frozen=True)
class _Computed:
    stage: str
    milliseconds: int
    event: events.Event


@dataclass(frozen=True)
class _Recovered:
    """Both devices are there again."""

    microphone: Microphone
    speaker: Speaker


@dataclass(frozen=True)
class _Hopeless:
    """They will not be there again."""

    error: BaseException


@dataclass(frozen=True)
class _Unsaid:
    """Something was to be spoken while the devices were gone."""


@dataclass(frozen=True)
class _Draining:
    """What was said for `turn` is on its way out of the speaker."""

    turn: int
    dead_ms: int
    """When it should have left the speaker, on any speaker that lives."""
    drained_ms: int | None = None
    """Since when it has."""


_Item: TypeAlias = _Computed | Rendered | Spoken | Failed | _Recovered | _Hopeless | _Unsaid

Recover: TypeAlias = Callable[[DeviceError], tuple[Microphone, Speaker]]
"""Called on a thread of its own when a device failed; blocks until both are there again. From that call on
the old ones are its own to use and to close. What it raises ends the call."""


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
        recover: Recover | None = None,
    ) -> None:
        """`recover` None: a device that fails ends the call."""
        self.dispatch: Callable[[events.Event], None] = lambda _event: None
        self.status: CallStatus | None = None
        self._segmenter, self._journal, self._clock = segmenter, journal, clock
        self._on_listen, self._on_handoff = on_listen, on_handoff
        self._recover, self._trouble = recover, ""
        self._timer: tuple[int, do.SetTimer] | None = None
        self._open = False
        self._overlapping = False
        self._draining: _Draining | None = None
        self._inbox: queue.Queue[_Item] = queue.Queue()
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._intake = Intake(microphone, clock, refuse_zeros=recover is not None)
        self._voice = Voice(tts, speaker, self._inbox.put)
        self._worker = threading.Thread(target=self._compute, name="compute", daemon=True)
        self._worker.start()

    def now_ms(self) -> int:
        """Milliseconds on the microphone's own clock."""
        return self._intake.now_ms()

    def submit(self, name: str, work: Callable[[Cancelled], events.Event], cancelled: Cancelled) -> None:
        """Queue `work` for the compute worker; a job that is cancelled before it starts never runs."""
        self._jobs.put(_Job(name, work, cancelled))

    def timer(self, command: do.SetTimer) -> None:
        """Only the newest timer counts, so only one is kept."""
        self._timer = (self._clock.now_ms() + command.after_ms, command)

    def speak(self, turn: int, lines: tuple[str, ...], *, final: bool) -> None:
        """Queue `lines` for the voice; while the devices are gone the question is put again later."""
        if not self._trouble:
            self._voice.say(turn, lines, final=final)
        elif final:
            self._inbox.put(_Unsaid())

    def prepare(self, lines: tuple[str, ...], cancelled: Cancelled) -> None:
        """Make the sound of `lines` ahead."""
        self._voice.prepare(lines, cancelled)

    def listen(self, step: Step) -> None:
        """Open the gate; what the microphone picked up before it opened is not heard."""
        self._open_gate()
        self._overlapping = False
        self._on_listen(step)

    def attend(self) -> None:
        """Open the gate while the agent speaks; unless somebody speaks, the detector starts afresh."""
        if self._open and not self._segmenter.speaking:
            self._segmenter.reset()
        self._open_gate()
        self._overlapping = True

    def mute(self) -> None:
        """Close the gate."""
        self._open = False

    def hush(self, turn: int) -> None:  # noqa: ARG002 - all that is queued belongs to it
        """Fall silent: the speaker drops what it has, within a buffer."""
        self._overlapping = False
        self._draining = None
        self._voice.hush()

    def ask_worker(self, field: str) -> None:
        """Ask at the screen; the call stands still meanwhile."""
        self.dispatch(events.WorkerEntered(self._on_handoff(field)))

    def hangup(self, status: CallStatus) -> None:
        """The call is over."""
        self.status = status

    def run(self) -> None:
        """Hold the call to its end.

        Raises:
            DeviceError: a device failed, and could not be recovered.
            BackendError: a model failed.
        """
        while self.status is None:
            now_ms = self._clock.now_ms()
            self._hear()
            self._ring(now_ms)
            self._watch_playback()
            try:
                self._take(self._inbox.get(timeout=TICK_S))
            except queue.Empty:
                continue

    def close(self) -> None:
        """End the threads and let go of the devices, unless they are being recovered."""
        self._jobs.put(None)
        self._voice.close(END_S)
        self._worker.join(END_S)
        if not self._trouble:
            self._intake.microphone.close()
            self._voice.speaker.close()
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, _Recovered):  # too late for this call
                item.microphone.close()
                item.speaker.close()

    def _open_gate(self) -> None:
        if not self._open:
            self._new_frames()
            self._segmenter.reset()
            self._open = True

    def _hear(self) -> None:
        for frame in self._new_frames():
            if not self._open:
                return
            for happened in self._segmenter.feed(frame, PAUSE_MS, urgent=self._overlapping):
                match happened:
                    case SegmentStarted():
                        self.dispatch(events.SpeechStarted())
                    case SpeechGrew(so_far=so_far):
                        self.dispatch(events.SpeechGrew(so_far))
                    case SpeechEnded(utterance=utterance):
                        self.dispatch(events.SpeechPaused(utterance))

    def _new_frames(self) -> tuple[Frame, ...]:
        if self._trouble:
            return ()
        try:
            return self._intake.read()
        except DeviceError as error:
            self._inbox.put(Failed(error))
            return ()

    def _ring(self, now_ms: int) -> None:
        """Ring the timer that was due at `now_ms`: what was said until then has been taken in before."""
        if self._timer and now_ms >= self._timer[0]:
            command = self._timer[1]
            self._timer = None
            self.dispatch(events.TimerFired(command.token, command.kind))

    def _watch_playback(self) -> None:
        draining = self._draining
        if draining is None:
            return
        now_ms = self._clock.now_ms()
        try:
            drained = self._voice.speaker.wait_drained(0)
        except DeviceError as error:
            self._lose(error)
            return
        if not drained:
            self._draining = _Draining(draining.turn, draining.dead_ms)
            if now_ms > draining.dead_ms:
                message = "the speaker has stopped: is it still plugged in? The record so far is kept"
                self._lose(DeviceFaultError("speaker", "dead", message))
        elif draining.drained_ms is None:
            self._draining = _Draining(draining.turn, draining.dead_ms, now_ms)
        elif now_ms - draining.drained_ms >= GUARD_MS:
            self._draining = None
            self.dispatch(events.PlaybackEnded(draining.turn))

    def _take(self, item: _Item) -> None:
        match item:
            case _Computed(stage=stage, milliseconds=milliseconds, event=event):
                self._journal.computed(stage, milliseconds)
                self.dispatch(event)
            case Rendered(milliseconds=milliseconds):
                self._journal.computed("tts", milliseconds)
            case Spoken(turn=turn, sound_ms=sound_ms):
                self._draining = _Draining(turn, self._clock.now_ms() + sound_ms + DRAIN_LIMIT_MS)
            case Failed(error=DeviceError() as error):
                self._lose(error)
            case Failed(error=error) | _Hopeless(error=error):
                raise error
            case _Unsaid():
                self.dispatch(events.DeviceLost(self._trouble))
                if not self._trouble:
                    self.dispatch(events.DeviceBack())
            case _Recovered(microphone=microphone, speaker=speaker):
                self._intake.use(microphone)
                self._voice.use(speaker)
                self._trouble = ""
                self.dispatch(events.DeviceBack())

    def _lose(self, error: DeviceError) -> None:
        """The call stands still until both devices are there again."""
        if self._trouble:
            return
        recover = self._recover
        if recover is None:
            raise error
        self._trouble, self._draining, self._open = str(error) or "a device failed", None, False
        self._voice.hush()

        def get_back() -> None:
            try:
                microphone, speaker = recover(error)
            except BaseException as fatal:  # noqa: BLE001 - raised again by the engine thread
                self._inbox.put(_Hopeless(fatal))
            else:
                self._inbox.put(_Recovered(microphone, speaker))

        threading.Thread(target=get_back, name="recover", daemon=True).start()
        self.dispatch(events.DeviceLost(self._trouble))

    def _compute(self) -> None:
        while (job := self._jobs.get()) is not None:
            if job.cancelled():
                continue
            begun = compute_ns()
            try:
                event = job.work(job.cancelled)
            except BaseException as error:  # noqa: BLE001 - raised again by the engine thread
                self._inbox.put(Failed(error))
                return
            self._inbox.put(_Computed(job.name, round((compute_ns() - begun) / 1e6), event))
