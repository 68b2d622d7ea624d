"""Finding and opening sound devices. `PortAudio` is all that is used of the package sounddevice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias, cast

from edgebharo.errors import DeviceError

Kind: TypeAlias = Literal["input", "output"]

ATTEMPTS = 4
"""Times a device is tried: the first open after a start or a replug fails now and then."""

BACK_OFF_S = 0.2
"""Wait before the second attempt; doubled before each further one."""

_LABEL: Mapping[Kind, str] = {"input": "microphone", "output": "speaker"}


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


@dataclass(frozen=True)
class DeviceName:
    """What a device is remembered by. Its index changes with every plug, so it is never kept."""

    name: str
    host_api: str


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


def find(portaudio: PortAudio, kind: Kind, wanted: DeviceName | None) -> Device:
    """The device called `wanted`, or the default one.

    Raises:
        DeviceError: there is none; the message says what to plug in.
    """
    devices = list_devices(portaudio, kind)
    label = _LABEL[kind]
    if not devices:
        raise DeviceError(f"no {label} was found: plug one in, or use the call in text mode (--text)")
    if wanted is None:
        return devices[0]
    for device in devices:
        if device.name == wanted:
            return device
    there = ", ".join(device.name.name for device in devices)
    raise DeviceError(f"the {label} {wanted.name!r} is not plugged in; there is: {there}")


def open_stream(
    portaudio: PortAudio,
    kind: Kind,
    wanted: DeviceName | None,
    build: Callable[[Device, int], AudioStream],
    *,
    sleep: Callable[[float], None],
    comes_alive: Callable[[], bool] = lambda: True,
) -> AudioStream:
    """Find the device and start the stream that `build(device, channels)` makes, with back-off.

    The attempts ask for one channel and for two by turns, because some hardware refuses one. `comes_alive`
    says, once the stream is started, whether its callback is really called.

    Raises:
        DeviceError: no such device, or it could not be opened; the message names it.
    """
    reason: object = ""
    for attempt in range(ATTEMPTS):
        if attempt:
            sleep(BACK_OFF_S * 2 ** (attempt - 1))
        device = find(portaudio, kind, wanted)
        try:
            stream = build(device, min(1 + attempt % 2, device.channels))
            if _start(stream, comes_alive):
                return stream
            reason = "it opens, but no sound passes"
        except portaudio.PortAudioError as error:
            reason = error
    name = device.name.name
    raise DeviceError(
        f"the {_LABEL[kind]} {name!r} cannot be opened ({reason}): is another program using it?"
    )


def _start(stream: AudioStream, comes_alive: Callable[[], bool]) -> bool:
    """Start `stream`; it is closed again unless it comes alive."""
    alive = False
    try:
        stream.start()
        alive = comes_alive()
    finally:
        if not alive:
            stream.close()
    return alive
