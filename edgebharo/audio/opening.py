"""Opening a stream: device after device, attempt after attempt, until sound passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock

from edgebharo.audio.portaudio import LABEL, AudioStream, Device, Kind, PortAudio, Wanted, candidates
from edgebharo.errors import DeviceFaultError, Fault

ATTEMPTS = 4
"""Times a device is tried: the first open after a start or a replug fails now and then."""

BACK_OFF_S = 0.2
"""Wait before the second attempt; doubled before each further one."""

FIRST_CALL_S = 1.0
"""A device whose callback is not called for so long after its start counts as not opened: PipeWire's default
may open and never run (PortAudio's issue 692)."""


class OpenStream:
    """A stream that runs. Any thread may ask it and close it, more than once."""

    def __init__(self, stream: AudioStream, device: Device) -> None:
        self.device = device
        self.latency = stream.latency
        """Seconds between the callback and the loudspeaker or microphone, as told when it was opened."""
        self._stream = stream
        self._lock = Lock()
        self._closed = False

    @property
    def active(self) -> bool:
        """Whether the callback is being called."""
        with self._lock:
            return not self._closed and self._stream.active

    def close(self) -> None:
        """Stop at once, drop what is buffered, and give the device back."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._stream.abort()
                self._stream.close()


def open_stream(
    portaudio: PortAudio,
    kind: Kind,
    wanted: Wanted,
    build: Callable[[Device, int], AudioStream],
    *,
    sleep: Callable[[float], None],
    comes_alive: Callable[[], bool],
) -> OpenStream:
    """Start the stream that `build(device, channels)` makes, on the first of the wanted devices that works.

    `comes_alive` says, once the stream is started, whether its callback is really called. A device that
    refuses is tried again with back-off; one that opens without a sound is left for the next one.

    Raises:
        DeviceFaultError: no such device ("absent"), or none of them works ("busy", "dead"); the message
            names the best one.
    """
    faults: list[DeviceFaultError] = []
    for device in candidates(portaudio, kind, wanted):
        reason: object = ""
        for channels in _attempts(device, sleep):
            stream = _started(portaudio, partial(build, device, channels))
            if isinstance(stream, Exception):
                reason = stream
                continue
            if comes_alive():
                return OpenStream(stream, device)
            stream.close()
            faults.append(_fault(kind, device, "dead", "it opens, but no sound passes"))
            break
        else:
            faults.append(_fault(kind, device, "busy", reason))
    raise faults[0]


def _attempts(device: Device, sleep: Callable[[float], None]) -> Iterator[int]:
    """How many channels to ask for, by turns one and two because some hardware refuses one; with back-off."""
    for attempt in range(ATTEMPTS):
        if attempt:
            sleep(BACK_OFF_S * 2 ** (attempt - 1))
        yield min(1 + attempt % 2, device.channels)


def _started(portaudio: PortAudio, build: Callable[[], AudioStream]) -> AudioStream | Exception:
    """The stream, started; or why it cannot be."""
    try:
        stream = build()
    except portaudio.PortAudioError as error:
        return error
    try:
        stream.start()
    except portaudio.PortAudioError as error:
        stream.close()
        return error
    return stream


def _fault(kind: Kind, device: Device, fault: Fault, reason: object) -> DeviceFaultError:
    label = LABEL[kind]
    message = f"the {label} {device.name.name!r} cannot be opened ({reason}): is another program using it?"
    return DeviceFaultError(label, fault, message)
