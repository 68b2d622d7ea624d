"""A registry in a few lines, over real sockets: it keeps the promises of `wire` until told otherwise."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread

from edgebharo.sync import wire

TOKEN = "token-of-clinic-7"  # noqa: S105 - a test's own


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def items(self) -> tuple[wire.Item, ...]:
        if self.path == wire.BATCHES:
            return wire.Batch.model_validate_json(self.body).items
        return (wire.Item.model_validate_json(self.body),)


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """These very bytes instead of an HTTP answer, and then the connection ends."""
    store_first: bool = False
    """What was sent is stored although the answer says otherwise."""


Fault = Callable[[Request], Answer | None]


def no_fault(request: Request) -> Answer | None:
    return None


def always(answer: Answer) -> Fault:
    """Whatever is asked."""
    return lambda _: answer


@dataclass
class LittleRegistry:
    url: str = ""
    stored: dict[tuple[str, int], str] = field(default_factory=dict)
    """(record, revision) -> SHA-256 of its sealed bytes."""
    arrivals: int = 0
    """Items that came in, repeated ones counted."""
    doubled: int = 0
    """Items whose bytes differed from those stored under their number."""
    requests: list[Request] = field(default_factory=list)
    bad: set[str] = field(default_factory=set)
    """Records that it refuses."""
    fault: Fault = no_fault
    lock: Lock = field(default_factory=Lock)

    def answer(self, request: Request) -> Answer:
        with self.lock:
            self.requests.append(request)
            fault = self.fault(request)
            if fault is not None and not fault.store_first:
                return fault
            honest = self._honest(request)
            return honest if fault is None else fault

    def _honest(self, request: Request) -> Answer:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return Answer(401, b'{"detail": "no such token"}')
        results = [self._take(item) for item in request.items]
        if request.path == wire.RECORDS:
            (result,) = results
            status = {"stored": 201, "duplicate": 200}.get(result.outcome, 422)
            if status == 422:
                return Answer(422, wire.Refusal(detail=result.reason).model_dump_json().encode())
            return Answer(status, result.model_dump_json().encode())
        return Answer(200, wire.BatchResults(results=tuple(results)).model_dump_json().encode())

    def _take(self, item: wire.Item) -> wire.Result:
        self.arrivals += 1
        key = (item.record_id, item.revision)
        sha256 = wire.digest(wire.sealed_bytes(item))
        known = self.stored.get(key)
        about = {"record_id": item.record_id, "revision": item.revision}
        if item.record_id in self.bad:
            return wire.Result(**about, outcome="refused", reason="a field is missing")
        if known is not None and known != sha256:
            self.doubled += 1
            return wire.Result(**about, outcome="refused", reason="other bytes")
        self.stored[key] = sha256
        return wire.Result(
            **about, outcome="duplicate" if known else "stored", receipt=f"no {len(self.stored)}"
        )


@contextmanager
def serving(registry: LittleRegistry) -> Iterator[LittleRegistry]:
    """On a free port of this machine until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(registry))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    registry.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield registry
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(registry: LittleRegistry) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 1 << 16

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            body = self.rfile.read(length)
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.give(registry.answer(Request(self.command, self.path, headers, body)))

        do_GET = do_POST  # noqa: N815 - as the library calls it

        def give(self, answer: Answer) -> None:
            if answer.raw is not None:
                self.wfile.write(answer.raw)
                self.wfile.flush()
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def json_answer(status: int, data: object, **headers: str) -> Answer:
    return Answer(status, json.dumps(data).encode(), headers)
