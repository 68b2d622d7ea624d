"""The agent's voice in real time: a thread that renders lines and hands them to the speaker."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from edgebharo.clock import compute_ns
from edgebharo.errors import DeviceError
from edgebharo.ports import Tts
from edgebharo.runtime.rehearsal import Rehearsal
from edgebharo.types import Cancelled, Speech


class Speaker(Protocol):
    """A sink of speech."""

    def play(self, speech: Speech) -> None:
        """Queue `speech`; never blocks for longer than a buffer.

        Raises:
            DeviceError: the device has stopped.
        """

    def finish(self) -> None:
        """Nothing more follows what was queued."""

    def stop(self) -> None:
        """Drop what is queued, and finish."""

    def wait_drained(self, timeout_s: float) -> bool:
        """True when what was finished has left the device; waits for at most `timeout_s`.

        Raises:
            DeviceError: it never will: the device has stopped.
        """

    def close(self) -> None:
        """Let go of the device."""


@dataclass(frozen=True)
class Rendered:
    """A piece of speech is made."""

    milliseconds: int
    """Of computing."""


@dataclass(frozen=True)
class Spoken:
    """The last line of a turn is with the speaker."""

    turn: int
    sound_ms: int
    """How long the sound of the turn is."""


@dataclass(frozen=True)
class Failed:
    """The voice or its speaker failed."""

    error: BaseException


@dataclass(frozen=True)
class _Lines:
    turn: int
    lines: tuple[str, ...]
    final: bool
    era: int
    """Lines of an era before the last hush are not spoken."""


class Voice:
    """Speaks line after line. `told` is called from the voice's own thread."""

    def __init__(
        self, tts: Tts, speaker: Speaker, told: Callable[[Rendered | Spoken | Failed], None]
    ) -> None:
        self.speaker = speaker
        self._tts, self._told = tts, told
        self._rehearsal = Rehearsal(tts)
        self._era = 0
        self._sound_ms = 0
        self._playing = threading.Lock()
        self._lines: queue.Queue[_Lines | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, turn: int, lines: tuple[str, ...], *, final: bool) -> None:
        """Queue `lines`."""
        self._lines.put(_Lines(turn, lines, final, self._era))

    def prepare(self, lines: tuple[str, ...], cancelled: Cancelled) -> None:
        """Make the sound of `lines` ahead, beside whatever is being spoken."""
        self._rehearsal.prepare(lines, cancelled)

    def hush(self) -> None:
        """Fall silent: what is queued, here and in the speaker, is dropped."""
        with self._playing:
            self._era += 1
            self.speaker.stop()

    def use(self, speaker: Speaker) -> None:
        """Speak through `speaker` from now on; what was queued for the old one is dropped."""
        with self._playing:
            self._era += 1
            self.speaker = speaker

    def close(self, timeout_s: float) -> None:
        """End the thread; the speaker stays open."""
        self._lines.put(None)
        self._thread.join(timeout_s)
        self._rehearsal.close()

    def _run(self) -> None:
        while (lines := self._lines.get()) is not None:
            try:
                self._speak(lines)
            except BaseException as error:  # noqa: BLE001, PERF203 - raised again by the engine thread
                self._told(Failed(error))
                if not isinstance(error, DeviceError):  # a speaker may come back
                    return

    def _speak(self, lines: _Lines) -> None:
        for line in lines.lines:
            begun = compute_ns()
            for speech in self._sound(line, lines.era):
                self._told(Rendered(round((compute_ns() - begun) / 1e6)))
                if not self._play(speech, lines.era):
                    return
                begun = compute_ns()
        with self._playing:
            if lines.final and self._era == lines.era:
                self.speaker.finish()
                self._told(Spoken(lines.turn, self._sound_ms))
                self._sound_ms = 0

    def _sound(self, line: str, era: int) -> Iterable[Speech]:
        ready = self._rehearsal.take(line)
        return self._tts.synthesize(line, lambda: self._era != era) if ready is None else ready

    def _play(self, speech: Speech, era: int) -> bool:
        with self._playing:
            if self._era != era:
                self._sound_ms = 0
                return False
            self.speaker.play(speech)
            self._sound_ms += len(speech.pcm) * 1000 // speech.rate
        return True
