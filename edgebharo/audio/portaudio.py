"""Finding sound devices. `PortAudio` is all that is used of the package sounddevice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias, cast

from edgebharo.errors import DeviceError, DeviceFaultError, DeviceKind

Kind: TypeAlias = Literal["input", "output"]

LABEL: Mapping[Kind, DeviceKind] = {"input": "microphone", "output": "speaker"}

_CARD = re.compile(r" \(hw:[0-9]+,[0-9]+\)$")
"""Where ALSA found a device: it ends the device's name and, like an index, changes with every plug."""


class AudioStream(Protocol):
    """A stream of sounddevice."""

    @property
    def active(self) -> bool:
        """Whether the callback is being called."""

    @property
    def latency(self) -> float:
        """Seconds between the callback and the loudspeaker or microphone."""

    def start(self) -> None:
        """Begin to call the callback."""

    def abort(self) -> None:
        """Stop at once; what is buffered is dropped."""

    def close(self) -> None:
        """Give the device back."""


class PortAudio(Protocol):
    """The part of the module `sounddevice` that is used."""

    PortAudioError: type[Exception]
    InputStream: Callable[..., AudioStream]
    OutputStream: Callable[..., AudioStream]

    def query_devices(self) -> Sequence[Mapping[str, Any]]:
        """All devices."""

    def query_hostapis(self) -> Sequence[Mapping[str, Any]]:
        """The sound systems of this machine, with the default devices of each; -1 where it has none."""

    def _initialize(self) -> None:
        """Start, and look at what is plugged in."""

    def _terminate(self) -> None:
        """End; no stream may be open."""


@dataclass(frozen=True)
class DeviceName:
    """What a device is remembered by. Its index changes with every plug, so it is never kept."""

    name: str
    host_api: str

    def same_as(self, other: DeviceName) -> bool:
        """Whether both are names of one device, which may have been unplugged in between."""
        return self.host_api == other.host_api and _CARD.sub("", self.name) == _CARD.sub("", other.name)


Wanted: TypeAlias = DeviceName | str | None
"""A device; or a part of its name, as a person writes it; or None: whichever can be used."""


@dataclass(frozen=True)
class Device:
    """A device as it is plugged in now."""

    name: DeviceName
    index: int
    """Good until something is plugged or unplugged."""
    channels: int
    rate: int
    """The device's own rate in Hertz: many refuse any other."""


def load() -> PortAudio:
    """The sound system.

    Raises:
        DeviceError: sounddevice or the PortAudio library is not installed.
    """
    try:
        return cast("PortAudio", import_module("sounddevice"))
    except ModuleNotFoundError as error:
        message = "live calls need the package 'sounddevice': pip install 'edgebharo[live]'"
        raise DeviceError(message) from error
    except OSError as error:
        message = "live calls need the PortAudio library: sudo apt install libportaudio2"
        raise DeviceError(message) from error


def refresh(portaudio: PortAudio) -> None:
    """See what is plugged in now: PortAudio makes its list of devices once, when it is started.

    Every stream must have been closed: starting again pulls them away from under their users.

    Raises:
        DeviceError: the sound system cannot be started again.
    """
    with suppress(portaudio.PortAudioError):  # an earlier start may have failed
        portaudio._terminate()  # noqa: SLF001 - sounddevice has no public name for it
    try:
        portaudio._initialize()  # noqa: SLF001
    except portaudio.PortAudioError as error:
        raise DeviceError(f"the sound system cannot be started again ({error})") from error


def list_devices(portaudio: PortAudio, kind: Kind) -> tuple[Device, ...]:
    """Every microphone or speaker, the default one first."""
    hosts = portaudio.query_hostapis()
    defaults = [host[f"default_{kind}_device"] for host in hosts]
    devices = [
        Device(
            DeviceName(str(entry["name"]), str(hosts[entry["hostapi"]]["name"])),
            index,
            int(entry[f"max_{kind}_channels"]),
            round(float(entry["default_samplerate"])),
        )
        for index, entry in enumerate(portaudio.query_devices())
        if entry[f"max_{kind}_channels"] > 0
    ]
    order = {index: place for place, index in reversed(list(enumerate(defaults)))}
    return tuple(sorted(devices, key=lambda device: order.get(device.index, len(order))))


def candidates(portaudio: PortAudio, kind: Kind, wanted: Wanted) -> tuple[Device, ...]:
    """The devices that `wanted` fits, the best one first; at least one.

    Raises:
        DeviceFaultError: there is none ("absent"); the message says what to plug in or to set.
    """
    devices = list_devices(portaudio, kind)
    fitting = tuple(device for device in devices if _fits(device.name, wanted))
    if fitting:
        return fitting
    label = LABEL[kind]
    there = ", ".join(device.name.name for device in devices)
    if not devices:
        message = f"no {label} was found: plug one in, or use the call in text mode (--text)"
    elif isinstance(wanted, DeviceName):
        message = f"the {label} {wanted.name!r} is not plugged in; there is: {there}"
    else:
        setting = f"EDGEBHARO_{label.upper()}"
        message = f"no {label} is called {wanted!r}; set {setting} to a part of one of: {there}"
    raise DeviceFaultError(label, "absent", message)


def _fits(name: DeviceName, wanted: Wanted) -> bool:
    match wanted:
        case None:
            return True
        case str():
            return wanted.lower() in name.name.lower()
        case _:
            return name.same_as(wanted)
