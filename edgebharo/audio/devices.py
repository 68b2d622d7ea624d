"""Opening the microphone and the speaker of this machine."""

from __future__ import annotations

from collections.abc import Callable

from edgebharo.audio.microphone import Microphone
from edgebharo.audio.portaudio import Device, DeviceName, Kind, PortAudio, list_devices, load
from edgebharo.audio.speaker import Speaker
from edgebharo.clock import pause

__all__ = ["Device", "DeviceName", "Microphone", "Speaker", "devices", "open_microphone", "open_speaker"]


def devices(kind: Kind, portaudio: PortAudio | None = None) -> tuple[Device, ...]:
    """Every microphone (`input`) or speaker (`output`), the default one first.

    Raises:
        DeviceError: the sound system is not installed.
    """
    return list_devices(portaudio or load(), kind)


def open_microphone(
    wanted: DeviceName | None = None,
    *,
    portaudio: PortAudio | None = None,
    sleep: Callable[[float], None] = pause,
) -> Microphone:
    """Open the microphone `wanted`, or the default one.

    Raises:
        DeviceError: there is none, it cannot be opened, or the sound system is not installed.
    """
    return Microphone(portaudio or load(), wanted, sleep)


def open_speaker(
    wanted: DeviceName | None = None,
    *,
    on_drained: Callable[[], None] = lambda: None,
    portaudio: PortAudio | None = None,
    sleep: Callable[[float], None] = pause,
) -> Speaker:
    """Open the speaker `wanted`, or the default one; `on_drained` is called from the device's thread.

    Raises:
        DeviceError: there is none, it cannot be opened, or the sound system is not installed.
    """
    return Speaker(portaudio or load(), wanted, sleep, on_drained)
