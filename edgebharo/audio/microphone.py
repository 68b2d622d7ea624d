"""The microphone: frames of 16 kHz mono from whatever the device gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import soxr

from edgebharo.audio.opening import FIRST_CALL_S, open_stream
from edgebharo.audio.pcm import Framer
from edgebharo.audio.portaudio import AudioStream, Device, DeviceName, PortAudio, Wanted
from edgebharo.audio.ring import Ring, Samples
from edgebharo.errors import DeviceFaultError
from edgebharo.types import SAMPLE_RATE, Frame, Pcm

READ_S = 0.1
EMPTY_READS = 15
"""A frame is waited for so often, so long at a time. A read may come back empty at once, because the blocks
of a device may be shorter than a frame."""

RING_S = 10
"""Seconds of sound that may wait while a long piece of work keeps the reader away."""


class Microphone:
    """An open microphone. Its callback only copies; all else happens in `read`."""

    def __init__(self, portaudio: PortAudio, wanted: Wanted, sleep: Callable[[float], None]) -> None:
        self._portaudio = portaudio
        self._overflows = 0
        self._framer = Framer()
        self._expected = 0
        self._stream = open_stream(
            portaudio, "input", wanted, self._build, sleep=sleep, comes_alive=self._hears
        )

    @property
    def device(self) -> DeviceName:
        """The device that was opened."""
        return self._device.name

    @property
    def overflows(self) -> int:
        """How often the sound system said that samples were lost before they came here."""
        return self._overflows

    @property
    def lost(self) -> int:
        """Device samples dropped because `read` was not called for RING_S seconds."""
        return self._ring.lost

    def read(self, timeout_s: float) -> tuple[Frame, ...]:
        """The frames that have come; none after `timeout_s` without sound.

        After a loss the next frame's `start` jumps by what was lost.

        Raises:
            DeviceFaultError: the device has stopped, e.g. it was unplugged ("gone").
        """
        blocks = self._ring.take(timeout_s)
        if not blocks and not self._stream.active:
            message = f"the microphone {self._device.name.name!r} has stopped: is it still plugged in?"
            raise DeviceFaultError("microphone", "gone", message)
        return tuple(frame for start, block in blocks for frame in self._convert(start, block))

    def close(self) -> None:
        """Give the device back; more than once does no harm."""
        self._stream.close()

    def _build(self, device: Device, channels: int) -> AudioStream:
        self._device = device
        self._resampler = self._new_resampler()
        ring = self._ring = Ring(RING_S * device.rate)

        def hear(block: Samples, _count: int, _time: object, status: object) -> None:
            if getattr(status, "input_overflow", False):
                self._overflows += 1
            ring.put(block)

        return self._portaudio.InputStream(
            device=device.index, samplerate=device.rate, channels=channels, dtype="int16", callback=hear
        )

    def _hears(self) -> bool:
        return self._ring.wait(FIRST_CALL_S)

    def _convert(self, start: int, block: Samples) -> tuple[Frame, ...]:
        if start != self._expected:
            self._framer.seek(round(start * SAMPLE_RATE / self._device.rate))
            self._resampler = self._new_resampler()
        self._expected = start + len(block)
        mono = block if block.ndim == 1 else np.rint(block.mean(axis=1)).astype(np.int16)
        return self._framer.push(self._resample(mono))

    def _resample(self, pcm: Pcm) -> Pcm:
        if self._device.rate == SAMPLE_RATE:
            return pcm
        resampled = self._resampler.resample_chunk(pcm.astype(np.float32))
        rounded: Pcm = np.clip(np.rint(resampled), -32768, 32767).astype(np.int16)
        return rounded

    def _new_resampler(self) -> soxr.ResampleStream:
        """Floating point, as soxr dithers int16: the exact zeros of a silent microphone would be lost."""
        return soxr.ResampleStream(self._device.rate, SAMPLE_RATE, 1, dtype="float32", quality="HQ")


def frames_of(microphone: Microphone) -> Iterator[Frame]:
    """The frames as they come, without end.

    Raises:
        DeviceFaultError: none comes any more ("dead"), or the device has stopped ("gone").
    """
    empty = 0
    while empty < EMPTY_READS:
        frames = microphone.read(READ_S)
        yield from frames
        empty = 0 if frames else empty + 1
    message = f"the microphone {microphone.device.name!r} gives no sound: unplug it and plug it in again"
    raise DeviceFaultError("microphone", "dead", message)
