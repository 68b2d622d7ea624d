"""The speaker: plays speech, can be silenced at once, and says when the last sound has left it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition, Event

from edgebharo.audio.opening import FIRST_CALL_S, open_stream
from edgebharo.audio.pcm import resample
from edgebharo.audio.portaudio import AudioStream, Device, DeviceName, PortAudio, Wanted
from edgebharo.audio.ring import Samples
from edgebharo.clock import SystemClock
from edgebharo.errors import DeviceFaultError
from edgebharo.types import Pcm, Speech

BLOCK_S = 0.02
"""Length of a block handed to the device: how fast `stop` is heard."""

WAKE_S = 0.5
SLOW_WAKE_S = 1.5
"""Silence played into a speaker that was just opened, before the first word: while it wakes up, the sound is
lost. Field reports name 0.05 s (USB) to 1.5 s (Bluetooth, and screens on HDMI or DisplayPort)."""

_SLOW = ("hdmi", "displayport", "bluetooth", "bluez")

STALLED_S = 4.0
"""A speaker that takes no sound for so long while speech waits is dead; one may take 3 s to begin."""

LONGEST_BUFFER_S = 5.0
"""What a sound system may claim to hold back; more is taken for a mistake of its clocks."""


class Speaker:
    """An open speaker. Between speech it plays silence, so that the device never falls asleep."""

    def __init__(
        self,
        portaudio: PortAudio,
        wanted: Wanted,
        sleep: Callable[[float], None],
        on_drained: Callable[[], None],
        now_ms: Callable[[], int] | None = None,
    ) -> None:
        self._portaudio = portaudio
        self._on_drained = on_drained
        self._now_ms = now_ms or SystemClock().now_ms
        self._changed = Condition()
        self._queue: deque[Pcm] = deque()
        self._ending = False
        self._quiet = 0
        self._buffer_s = 0.0
        self._stream = open_stream(
            portaudio, "output", wanted, self._build, sleep=sleep, comes_alive=self._plays
        )
        self._buffer_s = max(self._buffer_s, self._stream.latency)

    @property
    def device(self) -> DeviceName:
        """The device that was opened."""
        return self._device.name

    def play(self, speech: Speech) -> None:
        """Queue a piece of speech; it follows the one before without a gap.

        Raises:
            DeviceFaultError: the device has stopped, e.g. it was unplugged ("gone"), or it takes no sound
                ("dead").
        """
        self._check()
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
        """Wait until what `finish` or `stop` ended has been heard; False where `timeout_s` passed first.

        Raises:
            DeviceFaultError: it will never be heard: the device has stopped ("gone"), or takes no sound
                ("dead").
        """
        with self._changed:
            if self._changed.wait_for(lambda: not self._ending, timeout_s):
                return True
        self._check()
        return False

    def close(self) -> None:
        """Give the device back at once; more than once does no harm."""
        self._stream.close()

    def _check(self) -> None:
        name = self._device.name.name
        if not self._stream.active:
            message = f"the speaker {name!r} has stopped: is it still plugged in?"
            raise DeviceFaultError("speaker", "gone", message)
        if self._now_ms() - self._called_ms > STALLED_S * 1000:
            message = f"the speaker {name!r} takes no sound: unplug it and plug it in again"
            raise DeviceFaultError("speaker", "dead", message)

    def _plays(self) -> bool:
        return self._called.wait(FIRST_CALL_S)

    def _build(self, device: Device, channels: int) -> AudioStream:
        self._device = device
        self._called = Event()
        self._called_ms = self._now_ms()
        self._waking = round(wake_s(device.name) * device.rate)
        return self._portaudio.OutputStream(
            device=device.index,
            samplerate=device.rate,
            channels=channels,
            dtype="int16",
            blocksize=round(BLOCK_S * device.rate),
            latency="low",
            callback=self._speak,
        )

    def _speak(self, out: Samples, count: int, time: object, _status: object) -> None:
        """Fill `out` [count, channels]; called by the device."""
        self._called_ms = self._now_ms()
        self._called.set()
        with self._changed:
            self._buffer_s = max(self._buffer_s, _held_back_s(time))
            filled = self._fill(out)
            self._quiet = 0 if filled or self._queue else self._quiet + count
            drained = self._ending and self._quiet > 0 and self._quiet >= self._buffer_s * self._device.rate
            if drained:
                self._ending = False
                self._changed.notify_all()
        if drained:
            self._on_drained()

    def _fill(self, out: Samples) -> int:
        """Take what is queued into `out`; returns how many samples of it that were."""
        if self._waking > 0:
            self._waking -= len(out)
            out[:] = 0
            return 0
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


def wake_s(name: DeviceName) -> float:
    """Seconds of silence that a speaker of this name gets before its first word."""
    return SLOW_WAKE_S if any(word in name.name.lower() for word in _SLOW) else WAKE_S


def _held_back_s(time: object) -> float:
    """Seconds until what is handed over now is heard, as told with this call; 0 where it is not told."""
    heard_at = float(getattr(time, "outputBufferDacTime", 0.0))
    held_back = heard_at - float(getattr(time, "currentTime", 0.0))
    return held_back if 0 < held_back <= LONGEST_BUFFER_S else 0.0
