"""A TCP proxy that treats connections as a bad network does: for fault runs on this machine.

Each connection draws one fate. What a draw means depends on the seed alone, not on time.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from threading import Event, Lock, Thread
from typing import Literal, TypeAlias

Fate: TypeAlias = Literal[
    "pass",
    "refuse",  # it ends before a byte has passed
    "half_request",  # it breaks off in the middle of what the device sends
    "lost_answer",  # all of the request arrives, none of the answer comes back
    "half_answer",  # the answer breaks off
    "slow",  # the answer comes in small pieces with pauses
    "twice",  # the server gets everything twice, at the same time
]
FATES: tuple[Fate, ...] = ("refuse", "half_request", "lost_answer", "half_answer", "slow", "twice")

_CHUNK = 16 * 1024
_PAUSE_S = 0.002
_PIECE = 40
"""Bytes between two pauses of a slow answer."""


@dataclass
class ToxicProxy:
    """Stands between a device and the server at `port` of this machine."""

    port: int
    seed: int = 0
    toxic: float = 0.6
    """Share of connections that do not simply pass."""
    fates: dict[Fate, int] = field(default_factory=dict)
    """How many connections had which."""
    _random: Random = field(init=False)
    _lock: Lock = field(default_factory=Lock)
    _over: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)  # noqa: S311 - repeatable faults, no secret

    @contextmanager
    def listening(self) -> Iterator[int]:
        """The port to connect to, until the block ends."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            thread = Thread(target=self._accept, args=(server,), daemon=True)
            thread.start()
            try:
                yield int(server.getsockname()[1])
            finally:
                self._over.set()
                with suppress(OSError):
                    server.shutdown(socket.SHUT_RDWR)
                thread.join()

    def _accept(self, server: socket.socket) -> None:
        while not self._over.is_set():
            with suppress(OSError):
                device, _ = server.accept()
                Thread(target=self._carry, args=(device, *self._draw()), daemon=True).start()

    def _draw(self) -> tuple[Fate, int]:
        """A fate, and after how many bytes it strikes."""
        with self._lock:
            fate: Fate = "pass"
            if self._random.random() < self.toxic:
                fate = self._random.choice(FATES)
            self.fates[fate] = self.fates.get(fate, 0) + 1
            return fate, self._random.choice((1, 20, 150, 400, 5_000, 60_000))

    def _carry(self, device: socket.socket, fate: Fate, after: int) -> None:
        with device:
            if fate == "refuse":
                return
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)) as server:
                self._both_ways(device, server, fate, after)

    def _both_ways(self, device: socket.socket, server: socket.socket, fate: Fate, after: int) -> None:
        outward = Thread(target=self._outward, args=(device, server, fate, after), daemon=True)
        outward.start()
        _pump(server, device, fate, after)
        for end in (device, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        outward.join()

    def _outward(self, device: socket.socket, server: socket.socket, fate: Fate, after: int) -> None:
        with _second(self.port, wanted=fate == "twice") as second:
            passed = 0
            with suppress(OSError):
                while chunk := device.recv(_CHUNK):
                    if fate == "half_request" and passed + len(chunk) > after:
                        server.sendall(chunk[: max(0, after - passed)])
                        break
                    server.sendall(chunk)
                    if second is not None:
                        second.sendall(chunk)
                    passed += len(chunk)
            with suppress(OSError):
                server.shutdown(socket.SHUT_WR if fate != "half_request" else socket.SHUT_RDWR)


def _pump(server: socket.socket, device: socket.socket, fate: Fate, after: int) -> None:
    """The answer's way back."""
    passed = 0
    with suppress(OSError):
        while chunk := server.recv(_CHUNK):
            if fate == "lost_answer":
                return
            if fate == "half_answer" and passed + len(chunk) > after:
                device.sendall(chunk[: max(0, after - passed)])
                return
            if fate == "slow":
                _in_pieces(device, chunk)
            else:
                device.sendall(chunk)
            passed += len(chunk)


def _in_pieces(device: socket.socket, chunk: bytes) -> None:
    never = Event()
    for start in range(0, len(chunk), _PIECE):
        device.sendall(chunk[start : start + _PIECE])
        never.wait(_PAUSE_S)


@contextmanager
def _second(port: int, *, wanted: bool) -> Iterator[socket.socket | None]:
    """Another connection to the server, whose answers nobody reads but the system's buffer."""
    if not wanted:
        yield None
        return
    with socket.create_connection(("127.0.0.1", port)) as second:
        drain = Thread(target=_drain, args=(second,), daemon=True)
        drain.start()
        yield second
        with suppress(OSError):
            second.shutdown(socket.SHUT_WR)
        drain.join()


def _drain(source: socket.socket) -> None:
    with suppress(OSError):
        while source.recv(_CHUNK):
            pass
