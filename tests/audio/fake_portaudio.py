"""Stands in for the module sounddevice: same calls, no hardware. The test or `running` drives it.

Like the real one it makes its list of devices when it is started, so that what is plugged and unplugged later
shows after the next start only; it may end only when every stream is closed.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

BLOCK = 480


class FakeError(Exception):
    """sounddevice.PortAudioError."""


@dataclass
class FakeStream:
    audio: FakePortAudio
    kind: str
    name: str
    device: int
    samplerate: float
    channels: int
    callback: Callable[..., None]
    latency: float
    eaten: int
    """Samples that the speaker will still swallow because it is waking up."""
    wanted_latency: object = None
    awake_s: float = 0.0
    """How long it has been asked for sound."""
    active: bool = False
    closed: bool = False

    def start(self) -> None:
        self.audio.start(self)

    def abort(self) -> None:
        self.active = False

    def close(self) -> None:
        assert not self.audio.ended, "the real library crashes where a stream outlives it"
        self.active = False
        self.closed = True

    @property
    def runs(self) -> bool:
        return self.active and self.name not in self.audio.dead

    def hear(self, block: np.ndarray, *, overflow: bool = False) -> None:
        """What the device does when `block` [n, channels] was recorded."""
        self.callback(block, len(block), None, SimpleNamespace(input_overflow=overflow))

    def pull(self, count: int) -> np.ndarray:
        """What the loudspeaker plays in `count` samples; the buffer starts as garbage, like the real ones."""
        out = np.full((count, self.channels), 12345, np.int16)
        time = SimpleNamespace(currentTime=0.0, outputBufferDacTime=self.audio.held_back_s)
        self.callback(out, count, time, SimpleNamespace())
        out[: self.eaten] = 0
        self.eaten = max(0, self.eaten - count)
        self.awake_s += count / self.samplerate
        return out


@dataclass
class FakePortAudio:
    entries: list[dict[str, Any]]
    """What is plugged in."""
    hosts: list[dict[str, Any]]
    only_rate: float | None = None
    refuse_opens: int = 0
    only_channels: int | None = None
    latency: float = 0.1
    held_back_s: float = 0.0
    """What the callback is told about the time until its sound is heard."""
    wakes_s: float = 0.0
    """A speaker swallows so much sound after its start."""
    dead: set[str] = field(default_factory=set)
    """Names of devices that open, and whose callback is never called."""
    muted: set[str] = field(default_factory=set)
    """Names of microphones that give exact zeros."""
    echo: float = 0.0
    """Share of what the speaker plays that comes back through the microphone, 0..1."""
    noise: float = 20.0
    """Standard deviation of the room's noise in the microphone."""
    says: deque[np.ndarray] = field(default_factory=deque)
    """What somebody says into the microphone, int16 [n] each, one after the other."""
    in_mid_word: Callable[[], None] | None = None
    """Called once, when half of something has been said."""
    ended: bool = False
    refuse_starts: int = 0
    streams: list[FakeStream] = field(default_factory=list)
    opens: int = 0
    PortAudioError: type[Exception] = FakeError

    def __post_init__(self) -> None:
        self._initialize()

    def _initialize(self) -> None:
        if self.refuse_starts:
            self.refuse_starts -= 1
            raise FakeError("PortAudio not initialized")
        self.ended = False
        self._seen = [dict(entry) for entry in self.entries]

    def _terminate(self) -> None:
        if self.ended:
            raise FakeError("PortAudio not initialized")
        assert all(stream.closed for stream in self.streams), "a stream is open"
        self.ended = True

    def unplug(self, name: str) -> None:
        defaults = self._defaults()
        self.entries = [entry for entry in self.entries if entry["name"] != name]
        self._place(defaults)
        for stream in self.streams:
            if stream.name == name:
                stream.active = False

    def plug(self, entry: dict[str, Any]) -> None:
        """The new device comes first, so that the index of every other moves."""
        defaults = self._defaults()
        self.entries = [entry, *self.entries]
        self._place(defaults)

    def query_devices(self) -> list[dict[str, Any]]:
        return self._seen

    def query_hostapis(self) -> list[dict[str, Any]]:
        return self.hosts

    def InputStream(self, **how: Any) -> FakeStream:  # noqa: N802
        return self._open("input", **how)

    def OutputStream(self, **how: Any) -> FakeStream:  # noqa: N802
        return self._open("output", **how)

    def start(self, stream: FakeStream) -> None:
        stream.active = True
        if stream.runs:
            nothing = np.zeros((0, stream.channels), np.int16)
            stream.hear(nothing) if stream.kind == "input" else stream.pull(0)

    def of(self, kind: str) -> list[FakeStream]:
        return [stream for stream in self.streams if stream.kind == kind]

    def _open(
        self,
        kind: str,
        *,
        device: int,
        samplerate: float,
        channels: int,
        callback: Callable[..., None],
        dtype: str,
        latency: object = None,
        **_: Any,
    ) -> FakeStream:
        assert dtype == "int16"
        assert not self.ended
        self.opens += 1
        name = self._seen[device]["name"]
        if self.opens <= self.refuse_opens or name not in {entry["name"] for entry in self.entries}:
            raise FakeError("Device unavailable")
        if self.only_rate not in (None, samplerate):
            raise FakeError("Invalid sample rate")
        if self.only_channels not in (None, channels):
            raise FakeError("Invalid number of channels")
        eaten = round(self.wakes_s * samplerate) if kind == "output" else 0
        stream = FakeStream(
            self, kind, name, device, samplerate, channels, callback, self.latency, eaten, latency
        )
        self.streams.append(stream)
        return stream

    def _defaults(self) -> list[dict[str, str]]:
        return [
            {key: self.entries[place]["name"] for key, place in host.items() if key != "name" and place >= 0}
            for host in self.hosts
        ]

    def _place(self, defaults: list[dict[str, str]]) -> None:
        places = {entry["name"]: place for place, entry in enumerate(self.entries)}
        for host, names in zip(self.hosts, defaults, strict=True):
            host.update({key: places.get(name, -1) for key, name in names.items()})


@dataclass
class _Mouth:
    audio: FakePortAudio
    said: int = 0

    def block(self) -> np.ndarray:
        block = np.zeros(BLOCK)
        if self.audio.says:
            line = self.audio.says[0]
            part = line[self.said : self.said + BLOCK]
            block[: len(part)] = part
            self.said += BLOCK
            if self.audio.in_mid_word and self.said > len(line) / 2:
                self.audio.in_mid_word()
                self.audio.in_mid_word = None
                self.audio.says.clear()
            elif self.said >= len(line):
                self.audio.says.popleft()
                self.said = 0
        else:
            self.said = 0
        return block


@contextmanager
def running(audio: FakePortAudio) -> Iterator[None]:
    """The devices run by themselves, far faster than real ones; speaker and microphone share a room."""
    over = threading.Event()

    def drive() -> None:
        chance = np.random.default_rng(5)
        mouth = _Mouth(audio)
        air = np.zeros(2 * BLOCK)  # the way from the speaker to the microphone takes two blocks
        while not over.wait(0.0002):
            played = np.zeros(BLOCK)
            for stream in tuple(audio.streams):
                if stream.runs and stream.kind == "output":
                    played = stream.pull(BLOCK)[:, 0].astype(np.float64)
            air = np.concatenate([air[BLOCK:], played])
            for stream in tuple(audio.streams):
                if stream.runs and stream.kind == "input":
                    heard = audio.echo * air[:BLOCK] + chance.normal(0, audio.noise, BLOCK) + mouth.block()
                    heard *= stream.name not in audio.muted
                    block = np.clip(np.rint(heard), -32768, 32767).astype(np.int16)
                    stream.hear(np.repeat(block[:, None], stream.channels, axis=1))

    thread = threading.Thread(target=drive, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


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
