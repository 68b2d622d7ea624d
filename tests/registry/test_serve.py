"""The registry as a program: workers, torn requests, a database that is away, a log without values."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from socket import AF_UNIX, socket
from tempfile import TemporaryDirectory

import httpx
import pytest
import sqlalchemy as sa
from conftest import Office, bearer, served
from sealed import NOW, item_of, record

from edgebharo.clock import pause
from edgebharo.registry import credentials, limits
from edgebharo.registry.app import build_app
from edgebharo.registry.custody import make_custody
from edgebharo.registry.database import open_database
from edgebharo.registry.gate import Gate
from edgebharo.registry.schema import RECEIPTS
from edgebharo.sync import wire
from edgebharo.sync.wire import Batch

COMMAND = [sys.executable, "-c", "from edgebharo.cli import main; main()", "registry", "serve"]


@contextmanager
def program(database: str, keys: Path, *options: str) -> Iterator[tuple[httpx.Client, Path]]:
    """`edgebharo registry serve` on a Unix socket: a client of it, and its log."""
    with TemporaryDirectory(prefix="edgebharo-serve-") as folder:
        path, log = Path(folder) / "socket", Path(folder) / "log"
        with log.open("wb") as written:
            process = subprocess.Popen(  # noqa: S603
                [*COMMAND, "--database", database, "--keys", str(keys), "--socket", str(path), *options],
                stdout=written,
                stderr=written,
                env=os.environ | {"PYTHONDEVMODE": ""},
            )
        try:
            transport = httpx.HTTPTransport(uds=str(path))
            until_it_listens(path, process, log)
            with httpx.Client(transport=transport, base_url="http://registry", timeout=60) as client:
                assert client.get(wire.HEALTH).status_code == 200
                yield client, log
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) in {0, -signal.SIGTERM}
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def until_it_listens(path: Path, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        with closing(socket(AF_UNIX)) as probe:
            if probe.connect_ex(str(path)) == 0:
                return
        assert process.poll() is None, log.read_text()
        pause(0.1)
    raise AssertionError(log.read_text())


def enrolled(database: str) -> str:
    engine = open_database(database)
    with engine.begin() as connection:
        code = credentials.add_device(connection, "laptop-1", NOW)
        found = credentials.enrol(connection, code, NOW)
    engine.dispose()
    assert found is not None
    return found.token


def receipts(database: str) -> int:
    engine = open_database(database)
    with engine.begin() as connection:
        count = connection.scalar(sa.select(sa.func.count()).select_from(RECEIPTS))
    engine.dispose()
    return count or 0


def test_workers_share_a_database_and_log_no_value(postgresql: str, tmp_path: Path) -> None:
    custody = make_custody(tmp_path / "keys")
    token = enrolled(postgresql)
    item = item_of(record(name="सुनीता", phone="9876543210"), custody.pairs[custody.current].public)
    body = Batch(items=(item,)).model_dump_json()

    with program(postgresql, tmp_path / "keys", "--workers", "2") as (client, log):

        def post(_: int) -> str:
            answer = client.post(wire.BATCHES, content=body, headers=bearer(token))
            return str(answer.json()["results"][0]["outcome"])

        with ThreadPoolExecutor(20) as threads:
            outcomes = Counter(threads.map(post, range(40)))
        workers = {client.get(wire.METRICS).text.split('worker="')[1].split('"')[0] for _ in range(20)}
        client.post("/v1/search", json={"name": "सुनीता"}, headers={"Authorization": "Bearer secret-word"})
        text = log.read_text(encoding="utf-8")

    assert outcomes == {"stored": 1, "duplicate": 39}
    assert receipts(postgresql) == 1
    assert len(workers) <= 2
    assert "POST /v1/batches 200" in text
    for value in ("सुनीता", "9876543210", token, "secret-word", item.record_id):
        assert value not in text


def torn(office: Office, request: bytes) -> bytes:
    """Send bytes and hang up in the middle; what the registry said until then."""
    with closing(socket(AF_UNIX)) as line:
        line.settimeout(20)
        line.connect(str(office.socket))
        line.sendall(request)
        line.shutdown(1)
        parts = iter(lambda: line.recv(65536), b"")
        return b"".join(parts)


def test_a_torn_request_stores_nothing_and_harms_nobody(office: Office) -> None:
    body = Batch(items=(office.wrap(record()),)).model_dump_json().encode()
    token = office.device["Authorization"].encode()
    head = b"POST /v1/batches HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\n" % token
    requests = [
        head + b"Content-Length: %d\r\n\r\n" % len(body) + body[: len(body) // 2],
        head + b"Content-Length: %d\r\n\r\n" % (len(body) - 9) + body,
        head + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body) + body[:-3],
        head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + body,
        head + b"Content-Length: -1\r\n\r\n" + body,
        head + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + body,
        head,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
    ]
    for request in requests:
        assert b'"stored"' not in torn(office, request)

    with office.services.engine.begin() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(RECEIPTS)) == 0
    assert office.deliver(record()) == ["stored"]


def test_a_body_that_comes_too_slowly_is_given_up(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.05)
    head = "POST /v1/batches HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nContent-Length: 9\r\n\r\n{{"
    with closing(socket(AF_UNIX)) as line:
        line.settimeout(20)
        line.connect(str(office.socket))
        line.sendall(head.format(office.device["Authorization"]).encode())

        assert line.recv(65536).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_database_that_is_away_means_try_again(office: Office, tmp_path: Path) -> None:
    away = open_database(f"postgresql://nobody@/x?host={tmp_path}")
    ingest = replace(office.services.gate.ingest, engine=away)
    services = replace(office.services, engine=away, gate=Gate(ingest))
    body = Batch(items=(office.wrap(record()),)).model_dump_json()

    with served(build_app(services)) as (client, _):
        answers = [client.get(wire.HEALTH), client.post(wire.BATCHES, content=body, headers=office.device)]

    assert [answer.status_code for answer in answers] == [503, 503]
    assert [answer.headers["Retry-After"] for answer in answers] == ["5", "5"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_fault_is_logged_by_its_place_and_never_by_what_it_says(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def take(self, *_: object) -> None:
            raise ValueError("सुनीता 9876543210")

    services = replace(office.services, gate=Gate(Broken()))  # type: ignore[arg-type]
    body = Batch(items=(office.wrap(record()),)).model_dump_json()

    with caplog.at_level(logging.DEBUG), served(build_app(services)) as (client, _):
        answer = client.post(wire.BATCHES, content=body, headers=office.device)

    assert (answer.status_code, answer.json()["detail"]) == (500, "the registry has a fault: see its log")
    assert "ValueError in test_serve.py" in caplog.text
    assert "सुनीता" not in caplog.text


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_whole_day_at_debug_leaves_no_value_in_the_log(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    sent = [record(name="सुनीता", phone="9876543210") for _ in range(2)]
    pages = ("/", "/duplicates", "/held", "/v1/duplicates", "/v1/export.csv?form_id=maternal-enrolment")
    with caplog.at_level(logging.DEBUG), served(build_app(office.services)) as (client, _):
        replace(office, client=client).deliver(*sent, "सुनीता".encode())
        for path in pages:
            assert client.get(path, headers=office.admin).status_code == 200
        client.post("/search", data={"name": "सुनीता", "phone": "9876543210"}, headers=office.admin)

    told = [line for line in caplog.records if not line.name.startswith(("httpx", "httpcore"))]
    assert any("POST /search 200" in line.getMessage() for line in told)
    for value in ("सुनीता", "9876543210"):
        assert not any(value in line.getMessage() for line in told)
