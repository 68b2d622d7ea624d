"""A microphone and a speaker that share a Room and keep real time: a live call without a device."""

from __future__ import annotations

import threading

import soxr

from edgebharo.clock import Clock
from edgebharo.runtime.room import FRAME_MS, Room, voiced_ms
from edgebharo.runtime.timeline import Timeline
from edgebharo.types import SAMPLE_RATE, Frame, Pcm, Speech

OUTPUT_BUFFER_MS = 20
"""What a sound card holds back before the first sample is heard."""


class PacedRoom:
    """Implements Microphone and Speaker; both sides are recorded."""

    def __init__(self, clock: Clock, already_open_ms: int = 0, room: Room | None = None) -> None:
        """Open the room; with `already_open_ms`, as if the microphone had been running for so long."""
        self.room = room or Room()
        self.timeline = Timeline()
        self._clock = clock
        self._started_ms = clock.now_ms() - already_open_ms
        self._frame = already_open_ms // FRAME_MS
        self._playing_until_ms = 0
        self._lock = threading.Lock()

    def now_ms(self) -> int:
        """Milliseconds since the room was opened."""
        return self._clock.now_ms() - self._started_ms

    def caller_says(self, after_ms: int, pcm: Pcm) -> None:
        """The caller begins to speak `after_ms` from now."""
        with self._lock:
            at_ms = self.now_ms() + after_ms
            begin, end = voiced_ms(pcm)
            self.room.caller_says(at_ms, pcm)
            self.timeline.add("caller", at_ms + begin, at_ms + end)

    def read(self, timeout_s: float) -> tuple[Frame, ...]:  # noqa: ARG002
        """The frames that have been completed since the last call; never waits."""
        with self._lock:
            due = self.now_ms() // FRAME_MS
            frames = tuple(self.room.frame(index) for index in range(self._frame, due))
            self._frame = max(self._frame, due)
            return frames

    def play(self, speech: Speech) -> None:
        """Queue `speech` behind what is being played."""
        pcm = speech.pcm
        if speech.rate != SAMPLE_RATE:
            pcm = soxr.resample(pcm, speech.rate, SAMPLE_RATE)
        with self._lock:
            start_ms = max(self.now_ms() + OUTPUT_BUFFER_MS, self._playing_until_ms)
            begin, end = voiced_ms(pcm)
            self.room.agent_says(start_ms, pcm)
            self.timeline.add("agent", start_ms + begin, start_ms + end)
            self._playing_until_ms = start_ms + len(pcm) * 1000 // SAMPLE_RATE

    def finish(self) -> None:
        """The room needs no end mark: it knows how much was queued."""

    def stop(self) -> None:
        """Fall silent, but for what a sound card has already taken."""
        with self._lock:
            at_ms = self.now_ms() + OUTPUT_BUFFER_MS
            if at_ms < self._playing_until_ms:
                self.room.agent_stops(at_ms)
                self.timeline.cut("agent", at_ms)
                self._playing_until_ms = at_ms

    def wait_drained(self, timeout_s: float) -> bool:  # noqa: ARG002
        """True when everything that was queued has been played; never waits."""
        with self._lock:
            return self.now_ms() >= self._playing_until_ms

    def close(self) -> None:
        """Nothing to let go of."""
