"""Stands in for the module sounddevice: same calls, no hardware. The test drives the callbacks itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np


class FakeError(Exception):
    """sounddevice.PortAudioError."""


@dataclass
class FakeStream:
    device: int
    samplerate: float
    channels: int
    callback: Callable[..., None]
    latency: float
    on_start: Callable[[FakeStream], None]
    active: bool = False
    closed: bool = False

    def start(self) -> None:
        self.on_start(self)
        self.active = True

    def abort(self) -> None:
        self.active = False

    def close(self) -> None:
        self.active = False
        self.closed = True

    def hear(self, block: np.ndarray, *, overflow: bool = False) -> None:
        """What the device does when `block` [n, channels] was recorded."""
        self.callback(block, len(block), None, SimpleNamespace(input_overflow=overflow))

    def pull(self, count: int) -> np.ndarray:
        """What the device does when it needs `count` samples; they start as garbage, like the real ones."""
        out = np.full((count, self.channels), 12345, np.int16)
        self.callback(out, count, None, SimpleNamespace())
        return out


@dataclass
class FakePortAudio:
    entries: list[dict[str, Any]]
    hosts: list[dict[str, Any]]
    only_rate: float | None = None
    refuse_opens: int = 0
    only_channels: int | None = None
    silent: bool = False
    latency: float = 0.1
    streams: list[FakeStream] = field(default_factory=list)
    opens: int = 0
    PortAudioError: type[Exception] = FakeError

    def query_devices(self) -> list[dict[str, Any]]:
        return self.entries

    def query_hostapis(self) -> list[dict[str, Any]]:
        return self.hosts

    def InputStream(self, **how: Any) -> FakeStream:  # noqa: N802
        return self._open(self._first_block, **how)

    def OutputStream(self, **how: Any) -> FakeStream:  # noqa: N802
        return self._open(lambda _stream: None, **how)

    def _open(
        self,
        on_start: Callable[[FakeStream], None],
        *,
        device: int,
        samplerate: float,
        channels: int,
        callback: Callable[..., None],
        dtype: str,
        **_: Any,
    ) -> FakeStream:
        assert dtype == "int16"
        self.opens += 1
        if self.opens <= self.refuse_opens:
            raise FakeError("Device unavailable")
        if self.only_rate not in (None, samplerate):
            raise FakeError("Invalid sample rate")
        if self.only_channels not in (None, channels):
            raise FakeError("Invalid number of channels")
        stream = FakeStream(device, samplerate, channels, callback, self.latency, on_start)
        self.streams.append(stream)
        return stream

    def _first_block(self, stream: FakeStream) -> None:
        if not self.silent:
            stream.hear(np.zeros((0, stream.channels), np.int16))


def device(
    name: str, *, inputs: int = 0, outputs: int = 0, host: int = 0, rate: float = 48_000.0
) -> dict[str, Any]:
    return {
        "name": name,
        "hostapi": host,
        "max_input_channels": inputs,
        "max_output_channels": outputs,
        "default_samplerate": rate,
    }


def host(name: str, *, microphone: int = -1, speaker: int = -1) -> dict[str, Any]:
    return {"name": name, "default_input_device": microphone, "default_output_device": speaker}
