"""The speaker: plays speech, can be silenced at once, and says when the last sound has left it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition

from edgebharo.audio.pcm import resample
from edgebharo.audio.portaudio import AudioStream, Device, DeviceName, PortAudio, open_stream
from edgebharo.audio.ring import Samples
from edgebharo.errors import DeviceError
from edgebharo.types import Pcm, Speech

BLOCK_S = 0.02
"""Length of a block handed to the device: how fast `stop` is heard."""


class Speaker:
    """An open speaker. Between speech it plays silence, so that the device never falls asleep."""

    def __init__(
        self,
        portaudio: PortAudio,
        wanted: DeviceName | None,
        sleep: Callable[[float], None],
        on_drained: Callable[[], None],
    ) -> None:
        self._portaudio = portaudio
        self._on_drained = on_drained
        self._changed = Condition()
        self._queue: deque[Pcm] = deque()
        self._ending = False
        self._quiet = 0
        self._stream = open_stream(portaudio, "output", wanted, self._build, sleep=sleep)
        self._buffered = round(self._stream.latency * self._device.rate)

    @property
    def device(self) -> DeviceName:
        """The device that was opened."""
        return self._device.name

    def play(self, speech: Speech) -> None:
        """Queue a piece of speech; it follows the one before without a gap.

        Raises:
            DeviceError: the device has stopped, e.g. it was unplugged.
        """
        if not self._stream.active:
            raise DeviceError(f"the speaker {self._device.name.name!r} has stopped: is it still plugged in?")
        pcm = resample(speech.pcm, speech.rate, self._device.rate)
        with self._changed:
            self._queue.append(pcm)
            self._ending = False

    def finish(self) -> None:
        """Nothing more follows: `on_drained` is called once, when all that was queued has been heard."""
        with self._changed:
            self._ending = True

    def stop(self) -> None:
        """Drop what is queued, and finish."""
        with self._changed:
            self._queue.clear()
            self._ending = True

    def wait_drained(self, timeout_s: float) -> bool:
        """Wait until what `finish` or `stop` ended has been heard; False where `timeout_s` passed first."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._ending, timeout_s)

    def close(self) -> None:
        """Give the device back at once."""
        self._stream.abort()
        self._stream.close()

    def _build(self, device: Device, channels: int) -> AudioStream:
        self._device = device
        return self._portaudio.OutputStream(
            device=device.index,
            samplerate=device.rate,
            channels=channels,
            dtype="int16",
            blocksize=round(BLOCK_S * device.rate),
            latency="low",
            callback=self._speak,
        )

    def _speak(self, out: Samples, count: int, _time: object, _status: object) -> None:
        """Fill `out` [count, channels]; called by the device."""
        with self._changed:
            filled = self._fill(out)
            self._quiet = 0 if filled else self._quiet + count
            drained = self._ending and not filled and self._quiet >= self._buffered
            if drained:
                self._ending = False
                self._changed.notify_all()
        if drained:
            self._on_drained()

    def _fill(self, out: Samples) -> int:
        filled = 0
        while filled < len(out) and self._queue:
            part = self._queue[0][: len(out) - filled]
            out[filled : filled + len(part)] = part[:, None]
            filled += len(part)
            rest = self._queue[0][len(part) :]
            if len(rest):
                self._queue[0] = rest
            else:
                self._queue.popleft()
        out[filled:] = 0
        return filled
