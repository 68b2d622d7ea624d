"""Opening the microphone and the speaker of this machine."""

from __future__ import annotations

from collections.abc import Callable

from edgebharo.audio.microphone import Microphone, frames_of
from edgebharo.audio.portaudio import (
    Device,
    DeviceName,
    Kind,
    PortAudio,
    Wanted,
    candidates,
    list_devices,
    load,
    refresh,
)
from edgebharo.audio.speaker import Speaker
from edgebharo.clock import pause

__all__ = [
    "Device",
    "DeviceName",
    "Kind",
    "Microphone",
    "PortAudio",
    "Speaker",
    "Wanted",
    "candidates",
    "frames_of",
    "list_devices",
    "load",
    "open_microphone",
    "open_speaker",
    "refresh",
]


def open_microphone(
    wanted: Wanted = None,
    *,
    portaudio: PortAudio | None = None,
    sleep: Callable[[float], None] = pause,
) -> Microphone:
    """Open the microphone `wanted`, or the first one that works.

    Raises:
        DeviceError: there is none, it cannot be opened, or the sound system is not installed.
    """
    return Microphone(portaudio or load(), wanted, sleep)


def open_speaker(
    wanted: Wanted = None,
    *,
    on_drained: Callable[[], None] = lambda: None,
    portaudio: PortAudio | None = None,
    sleep: Callable[[float], None] = pause,
) -> Speaker:
    """Open the speaker `wanted`, or the first one that works; the device's thread calls `on_drained`.

    Raises:
        DeviceError: there is none, it cannot be opened, or the sound system is not installed.
    """
    return Speaker(portaudio or load(), wanted, sleep, on_drained)
