"""How fast a registry takes records: devices post at once, over HTTP, into a PostgreSQL that commits to disk.

Everything runs as in service: `edgebharo registry serve` with two workers, in processes of their own; no TLS.
The devices are threads of this process; what they send is sealed and packed before the clock starts.
"""

from __future__ import annotations

import gzip
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from uuid import UUID

from edgebharo.bench.postgres import private_cluster
from edgebharo.clock import SystemClock, compute_ns, pause
from edgebharo.errors import EdgeBharoError
from edgebharo.records.payload import Consent, Evidence, FieldRecord, Happening, Record, freeze
from edgebharo.records.sealing import key_id, seal
from edgebharo.sync import wire

DEVICES = 50
DAY = 20
"""Records that a device sends at once where it syncs once a day; one that has a network sends each alone."""
WORKERS = 2
START_SECONDS = 60
MOMENT = datetime(2026, 11, 30, 6, 30, tzinfo=timezone.utc).isoformat()
NAMES = ("सुनीता देवी", "गीता कुमारी", "लक्ष्मी", "राधा यादव", "सविता", "अनीता मंडल", "पिंकी", "कमला बाई")
DISTRICTS = ("नालंदा", "पटना", "गया", "बिलासपुर, छत्तीसगढ़", "रांची", "खगड़िया")
HISTORY = ("held", "confirmed")
YES_NO = ("pregnant", "phone_linked", "whatsapp_same")
SKIPPED = ("clinic_name", "child_name", "child_dob", "whatsapp_number")


@dataclass(frozen=True)
class IngestFigures:
    """What was measured."""

    batch: int
    """Records in one request."""
    records: int
    seconds: float
    p50_ms: float
    p95_ms: float
    """Of a request, from its first byte to its last answer, as the device sees it."""
    lost: int
    """Records that a device has a receipt for and the database has not."""
    doubled: int
    """Rows beyond one for each record."""
    memory_first_mib: float
    memory_last_mib: float
    """Resident memory of all workers together, after the first fifth of the requests and after the last."""

    @property
    def per_s(self) -> float:
        """Records that were stored in a second."""
        return self.records / self.seconds


@dataclass(frozen=True)
class RunningRegistry:
    """A registry that runs."""

    port: int
    database: str
    public_key: bytes
    tokens: tuple[str, ...]
    process: int


def measure_ingest(
    batch: int, per_device: int, *, devices: int = DEVICES, tell: Callable[[str], None] = print
) -> IngestFigures:
    """Let `devices` post `per_device` records each, `batch` at a time.

    Raises:
        EdgeBharoError: PostgreSQL is not installed, or the registry does not start.
    """
    with private_cluster(durable=True) as cluster, running(cluster.url(), devices) as registry:
        tell(f"sealing {devices * per_device} records")
        loads = [_bodies(registry.public_key, number, per_device, batch) for number in range(devices)]
        tell(f"{devices} devices post {batch} at a time")
        first_mib: list[float] = []
        watch = max(1, len(loads[0]) // 5)

        def post(number: int) -> list[int]:
            took = []
            for index, nanoseconds in enumerate(_posting(registry, number, loads[number], batch)):
                took.append(nanoseconds)
                if number == 0 and index + 1 == watch:
                    first_mib.append(_memory_mib(registry.process))
            return took

        begun = compute_ns()
        with ThreadPoolExecutor(devices) as threads:
            latencies = sorted(took for device in threads.map(post, range(devices)) for took in device)
        seconds = (compute_ns() - begun) / 1e9
        records, rows = stored(registry.database)
        sent = devices * per_device
        return IngestFigures(
            batch=batch,
            records=sent,
            seconds=seconds,
            p50_ms=latencies[len(latencies) // 2] / 1e6,
            p95_ms=latencies[int(len(latencies) * 0.95)] / 1e6,
            lost=sent - records,
            doubled=rows - records,
            memory_first_mib=first_mib[0],
            memory_last_mib=_memory_mib(registry.process),
        )


@contextmanager
def running(database: str, devices: int) -> Iterator[RunningRegistry]:
    """A registry with its keys, tables and enrolled devices, as a program of its own."""
    from edgebharo.registry import credentials  # noqa: PLC0415 - needs the extra `registry`
    from edgebharo.registry.custody import make_custody  # noqa: PLC0415
    from edgebharo.registry.database import open_database  # noqa: PLC0415
    from edgebharo.registry.migrate import migrate  # noqa: PLC0415

    now = SystemClock().utc()
    engine = open_database(database)
    migrate(engine, now.date())
    with engine.begin() as connection:
        codes = [credentials.add_device(connection, f"bench-{number}", now) for number in range(devices)]
        enrolled = [credentials.enrol(connection, code, now) for code in codes]
    engine.dispose()
    tokens = tuple(device.token for device in enrolled if device)
    with tempfile.TemporaryDirectory(prefix="edgebharo-registry-") as folder:
        custody = make_custody(Path(folder) / "keys")
        port = _free_port()
        command = (
            f"registry serve --database {database} --keys {folder}/keys --port {port} --workers {WORKERS}"
        )
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603 - this program
                [sys.executable, "-c", "from edgebharo.cli import main; main()", *command.split()],
                stdout=log,
                stderr=log,
                env=os.environ
                | {"EDGEBHARO_REGISTRY_REQUESTS_PER_S": "10000", "EDGEBHARO_REGISTRY_BURST": "10000"},
                start_new_session=True,
            )
            try:
                _wait_for(port, process)
                public = custody.pairs[custody.current].public
                yield RunningRegistry(port, database, public, tokens, process.pid)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(START_SECONDS)


def _posting(registry: RunningRegistry, number: int, bodies: Sequence[bytes], batch: int) -> Iterator[int]:
    """Post each body on one connection; yields how long each took, in nanoseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", registry.port, timeout=60)
    headers = {
        "Authorization": f"Bearer {registry.tokens[number]}",
        "Content-Type": "application/json",
        "Content-Encoding": "gzip",
    }
    path = wire.RECORDS if batch == 1 else wire.BATCHES
    for index, body in enumerate(bodies):
        key = wire.idempotency_key(_record_id(number, index), 1)
        begun = compute_ns()
        connection.request("POST", path, body, headers | ({wire.IDEMPOTENCY_KEY: key} if batch == 1 else {}))
        answer = connection.getresponse()
        said = answer.read()
        yield compute_ns() - begun
        if answer.status not in {200, 201} or said.count(b'"stored"') != (
            1 if batch == 1 else said.count(b'"outcome"')
        ):
            raise EdgeBharoError(f"the registry answered with status {answer.status}")
    connection.close()


def _bodies(public_key: bytes, device: int, count: int, batch: int) -> list[bytes]:
    """What a device sends, packed."""
    items = [_item(public_key, device, index) for index in range(count)]
    if batch == 1:
        bodies = [item.model_dump_json() for item in items]
    else:
        groups = (items[start : start + batch] for start in range(0, count, batch))
        bodies = [wire.Batch(items=tuple(group)).model_dump_json() for group in groups]
    return [gzip.compress(body.encode(), 1) for body in bodies]


def _item(public_key: bytes, device: int, index: int) -> wire.Item:
    record = record_of(device, index)
    sealed = seal(freeze(record), public_key)
    return wire.Item(
        record_id=record.record_id,
        revision=1,
        form_id=record.form_id,
        form_version=record.form_version,
        key_id=key_id(public_key),
        sha256=wire.digest(sealed),
        sealed=wire.encode(sealed),
    )


def _record_id(device: int, index: int) -> str:
    """Drawn from their place, spread like random ones."""
    return str(UUID(int=((device * 1_000_003 + index) * 0x9E3779B97F4A7C15F39CC0605CEDC835) % (1 << 128)))


def record_of(device: int, index: int) -> Record:
    """A filled maternal enrolment: twelve questions, some of them left out."""
    texts = {
        "name": NAMES[index % len(NAMES)],
        "district": DISTRICTS[(device + index) % len(DISTRICTS)],
        "linked_number": str(6_000_000_000 + device * 100_000 + index),
        "aadhaar_last4": f"{index % 10_000:04}",
    }
    fields = [_field(name, "string", value) for name, value in texts.items()]
    fields += [_field(name, "boolean", index % 2 == 0) for name in YES_NO]
    fields += [_field("gestational_age_months", "number", 1 + index % 9)]
    fields += [
        FieldRecord(name=name, label=name, type="string", state="skipped", skip_reason="dont_know")
        for name in SKIPPED
    ]
    return Record(
        record_id=_record_id(device, index),
        revision=1,
        form_id="maternal-enrolment",
        form_version="1.0.0",
        form_sha256="0" * 64,
        device=f"bench-{device}",
        worker="bench",
        consent=Consent(version="1", answer="given", utc=MOMENT),
        status="complete",
        started=MOMENT,
        ended=MOMENT,
        sequence=index + 1,
        fields=tuple(fields),
    )


def _field(name: str, kind: str, value: str | bool | int) -> FieldRecord:
    history = tuple(Happening(at=MOMENT, what=what) for what in HISTORY)
    evidence = Evidence(who="rules", reading="said")
    return FieldRecord(
        name=name, label=name, type=kind, state="answered", value=value, evidence=evidence, history=history
    )


def stored(database: str) -> tuple[int, int]:
    """Records, and rows of sealed bytes, that the database holds."""
    import sqlalchemy as sa  # noqa: PLC0415 - needs the extra `registry`

    from edgebharo.registry.database import open_database  # noqa: PLC0415
    from edgebharo.registry.schema import RECORDS, REVISIONS  # noqa: PLC0415

    engine = open_database(database)
    with engine.begin() as connection:
        found = [
            connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in (RECORDS, REVISIONS)
        ]
    engine.dispose()
    return found[0] or 0, found[1] or 0


def _memory_mib(parent: int) -> float:
    """Resident memory of a process and its children."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        except OSError:  # it has just ended
            continue
        if parent in {int(lines["PPid"]), int(lines["Pid"])}:
            total += int(lines.get("VmRSS", "0 kB").split()[0])
    return total / 1024


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until every worker listens: the socket is shared, so one answer means that one of them does."""
    clock = SystemClock()
    until = clock.now_ms() + START_SECONDS * 1000
    while process.poll() is None and clock.now_ms() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", wire.HEALTH)
            if connection.getresponse().status == 200:
                return
        except OSError:
            pause(0.1)
        finally:
            connection.close()
    raise EdgeBharoError("the registry did not start: try edgebharo registry serve by hand")
