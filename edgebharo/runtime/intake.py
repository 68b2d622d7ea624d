"""The frames of a call on one clock that never runs backwards, whichever microphone they come from."""

from __future__ import annotations

from typing import Protocol

from edgebharo.clock import Clock
from edgebharo.errors import DeviceFaultError
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Frame

DEAD_MS = 1500
"""A microphone that delivers no frame for so long is gone: a turn is closed within 2 s of the last sound."""

SILENT_FRAMES = 2 * SAMPLE_RATE // FRAME_SAMPLES
"""Exact zeros for so long (2 s) come from no air: the microphone is switched off, or in the wrong profile."""

PATIENT_FRAMES = 16 * SILENT_FRAMES
"""Some headsets and drivers give zeros whenever nobody speaks. After each alarm the next one takes twice as
long, up to this (32 s)."""


class Microphone(Protocol):
    """A source of frames."""

    def read(self, timeout_s: float) -> tuple[Frame, ...]:
        """All frames since the last call; waits for one for at most `timeout_s`.

        Raises:
            DeviceError: the device has stopped.
        """

    def close(self) -> None:
        """Let go of the device."""


class Intake:
    """Reads a microphone and notices when it fails."""

    def __init__(self, microphone: Microphone, clock: Clock, *, refuse_zeros: bool) -> None:
        """`refuse_zeros`: a microphone that gives nothing but zeros counts as failed."""
        self.microphone = microphone
        self._clock = clock
        self._refuse_zeros = refuse_zeros
        self._shift: int | None = 0
        self._stream_ms = 0
        self._told_ms = 0
        self._last_frame_ms = clock.now_ms()
        self._zeros = 0
        self._silent_frames = SILENT_FRAMES

    def now_ms(self) -> int:
        """Milliseconds since the first sample: the end of the newest frame, and the time since."""
        self._told_ms = max(self._told_ms, self._stream_ms + self._clock.now_ms() - self._last_frame_ms)
        return self._told_ms

    def use(self, microphone: Microphone) -> None:
        """Go on with another microphone; the call's clock goes on too."""
        self._stream_ms = self.now_ms()
        self._last_frame_ms = self._clock.now_ms()
        self.microphone = microphone
        self._shift = None
        self._zeros = 0

    def read(self) -> tuple[Frame, ...]:
        """All frames since the last call.

        Raises:
            DeviceError: the microphone has stopped, is dead or silent.
        """
        frames = self.microphone.read(0)
        if frames:
            frames = self._on_the_call_s_clock(frames)
            self._last_frame_ms = self._clock.now_ms()
            self._stream_ms = (frames[-1].start + FRAME_SAMPLES) * 1000 // SAMPLE_RATE
        elif self._clock.now_ms() - self._last_frame_ms > DEAD_MS:
            message = "the microphone has stopped: is it still plugged in? The record so far is kept"
            raise DeviceFaultError("microphone", "dead", message)
        if self._refuse_zeros:
            self._count_zeros(frames)
        return frames

    def _on_the_call_s_clock(self, frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
        if self._shift is None:
            self._shift = self.now_ms() * SAMPLE_RATE // 1000 - frames[-1].start - FRAME_SAMPLES
        shift = self._shift
        return tuple(Frame(frame.start + shift, frame.pcm) for frame in frames) if shift else frames

    def _count_zeros(self, frames: tuple[Frame, ...]) -> None:
        for frame in frames:
            self._zeros = 0 if frame.pcm.any() else self._zeros + 1
        if self._zeros >= self._silent_frames:
            self._zeros = 0
            self._silent_frames = min(2 * self._silent_frames, PATIENT_FRAMES)
            message = "the microphone gives no sound at all: is it switched on?"
            raise DeviceFaultError("microphone", "silent", message)
