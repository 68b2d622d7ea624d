"""Whatever a server answers: no exception, and nothing that it does not clearly say passes for a delivery."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from queued import HandClock
from sample_records import record, record_id

from edgebharo.records.outbox import Item
from edgebharo.sync.address import Address
from edgebharo.sync.line import Line
from edgebharo.sync.sending import send
from edgebharo.sync.to_fhir import ToFhir
from edgebharo.sync.to_odk import ToOdk
from edgebharo.sync.to_registry import ToRegistry
from edgebharo.sync.verdicts import LONGEST_WAIT_S, Reply, Verdict, wait_of
from edgebharo.sync.wire import digest

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)


def item(number: int, attempts: int = 0) -> Item:
    sealed = f"sealed {number}".encode()
    return Item(
        number,
        record_id(number),
        1,
        "maternal-enrolment",
        "1.0.0",
        "ab" * 8,
        sealed,
        digest(sealed),
        NOW,
        attempts,
    )


@dataclass
class Saying:
    """A line at whose other end somebody says one thing, whatever is sent."""

    reply: Reply | Verdict

    def send(self, *_: object, **__: object) -> Reply | Verdict:
        return self.reply


def read(entry: Item) -> Any:
    return record(entry.number)


def targets(reply: Reply) -> tuple[Any, ...]:
    line: Any = Saying(reply)
    return (
        ToRegistry(line),
        ToFhir(line, "https://fhir.example/r4", read, {}),
        ToOdk(line, read, HandClock()),
    )


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
scraps = st.sampled_from(
    [
        "results",
        "record_id",
        "outcome",
        "stored",
        "entry",
        "response",
        "status",
        "201",
        record_id(1),
        "Bundle",
    ]
)
json_values = st.recursive(
    leaves | scraps,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(scraps | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
bodies = st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode())


@settings(max_examples=200, deadline=None)
@given(status=st.integers(100, 599), body=bodies)
@example(status=413, body=b"")
@example(status=500, body=b"")
@example(status=200, body=b"[" * 100_000)
@example(status=200, body=b'{"results": ' + b"1" * 5000 + b"}")
@example(status=200, body=b'{"results": [{"record_id": NaN}]}')
@example(status=422, body=b'{"detail": "\\ud800"}')
@example(status=200, body=b"\xff\xfe\x00")
def test_no_answer_breaks_a_sync_or_passes_for_a_delivery(status: int, body: bytes) -> None:
    items = [item(1), item(2)]
    for target in targets(Reply(status, body)):
        told = [pair for request in send(target, items) for pair in request]
        kinds = {verdict.kind for _, verdict in told}
        assert kinds <= {"refused", "retry", "upgrade_needed", "revoked"} or _is_odk_success(target, status)
        assert {entry.number for entry, _ in told} <= {1, 2}
        assert all(verdict.reason for _, verdict in told if verdict.kind != "delivered")
        assert all(verdict.reason.isprintable() and len(verdict.reason) < 400 for _, verdict in told)


def _is_odk_success(target: object, status: int) -> bool:
    """OpenRosa says it with the status alone."""
    return isinstance(target, ToOdk) and status in {201, 202}


outcomes = st.sampled_from(["stored", "duplicate", "refused", "retry", "upgrade_needed", "shredded", "", 7])
entries = st.fixed_dictionaries(
    {"record_id": st.sampled_from([record_id(1), record_id(2), record_id(9), 1]), "outcome": outcomes},
    optional={"revision": st.sampled_from([1, 1, 1, 2, "1", True]), "receipt": st.sampled_from(["7", 7])},
)


@settings(deadline=None)
@given(st.lists(entries, max_size=5))
def test_a_record_is_delivered_only_where_its_own_result_says_so_and_no_other_differs(
    results: list[dict[str, Any]],
) -> None:
    reply = Reply(200, json.dumps({"results": results}).encode())
    answered = ToRegistry(Saying(reply)).post([item(1), item(2)])  # type: ignore[arg-type]

    assert isinstance(answered, tuple)
    for number, verdict in enumerate(answered, start=1):
        own = [
            entry
            for entry in results
            if entry["record_id"] == record_id(number)
            and type(entry.get("revision")) is int
            and entry["revision"] == 1
            and type(entry["outcome"]) is str
            and entry["outcome"] not in {"", "shredded"}
            and entry.get("receipt") != 7
        ]
        agreed = len({(entry["outcome"], entry.get("receipt")) for entry in own}) == 1
        says_so = agreed and own[0]["outcome"] in {"stored", "duplicate"}
        assert (verdict.kind == "delivered") == says_so


@given(st.text() | st.integers().map(str) | st.just("Wed, 21 Oct 2026 07:28:00 GMT"))
def test_a_wait_that_a_server_asks_for_is_bounded(header: str) -> None:
    wait = wait_of(header)

    assert wait is None or 0.0 <= wait <= LONGEST_WAIT_S


@contextmanager
def saying_bytes(says: SimpleQueue[bytes]) -> Iterator[int]:
    """A server that answers each connection with the next bytes and closes it."""

    def serve() -> None:
        while (raw := says.get()) != b"stop":
            with suppress(OSError):
                device, _ = server.accept()
                with device:
                    device.recv(65536)
                    device.sendall(raw)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            says.put(b"stop")
            thread.join()


heads = st.sampled_from(
    [
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
        b"HTTP/1.1 999 ?\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 429 Busy\r\nRetry-After: \xff\xff\r\nContent-Length: 0\r\n\r\n",
    ]
)


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_no_bytes_on_the_line_raise_an_exception() -> None:
    says: SimpleQueue[bytes] = SimpleQueue()

    @settings(max_examples=150, deadline=None)
    @given(head=heads, tail=st.binary(max_size=60))
    def try_one(head: bytes, tail: bytes) -> None:
        line = Line(Address(f"http://127.0.0.1:{port}", silence_s=3.0, deadline_s=5.0))
        says.put(head + tail)
        reply = line.send("POST", "v1/batches", body=b"{}")
        line.close()
        assert isinstance(reply, Reply) or (reply.kind == "retry" and reply.halt and reply.reason)

    with saying_bytes(says) as port:
        try_one()
