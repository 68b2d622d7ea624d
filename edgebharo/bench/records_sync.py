"""How long a device takes to send what a month offline has left, and what a torn network does to its records.

Everything runs as in service: the device's store on this disk, `edgebharo registry serve` in processes of its
own over a PostgreSQL that commits to the disk, HTTP between them on loopback; TLS aside.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

from edgebharo.bench.postgres import private_cluster
from edgebharo.bench.records_ingest import RunningRegistry, record_of, running, stored
from edgebharo.bench.shifted_clock import ShiftedClock
from edgebharo.bench.toxic import ToxicProxy
from edgebharo.clock import SystemClock, compute_ns
from edgebharo.records.outbox import Item
from edgebharo.records.payload import Record, freeze
from edgebharo.records.rows import FormNote
from edgebharo.records.sealing import key_id, seal
from edgebharo.records.sql import connect, text_of, transaction
from edgebharo.records.store import Store
from edgebharo.records.tables import Finished, insert_finished
from edgebharo.runtime.syncing import LANES
from edgebharo.sync.address import Address
from edgebharo.sync.run import Means, Summary, run
from edgebharo.sync.targets import TARGETS, TargetOptions

MONTH = 10_000
"""Records of a month in which a device had no network."""
TORN = 500
"""Records that are sent over the torn network."""
TOXIC = 0.8
"""Share of its connections that do not simply pass."""
PORTION = 10
"""Records that come in between two tries of it."""
MOST_SYNCS = 2_000


@dataclass(frozen=True)
class SyncFigures:
    """What was measured."""

    records: int
    sync_s: float
    """From the first byte to the last record that is marked as delivered."""
    torn_records: int
    torn_syncs: int
    """How often the torn network had to be tried."""
    fates: dict[str, int]
    """What became of its connections."""
    lost: int
    """Records that a device takes for delivered and the registry has not, over both runs."""
    doubled: int
    """Rows beyond one for each record."""


def measure_sync(
    records: int = MONTH, torn: int = TORN, *, seed: int = 7, tell: Callable[[str], None] = print
) -> SyncFigures:
    """Send `records` over a good network and `torn` more over a bad one.

    Raises:
        EdgeBharoError: PostgreSQL is not installed, or the registry does not start.
    """
    with (
        tempfile.TemporaryDirectory(prefix="edgebharo-device-") as folder,
        private_cluster(durable=True) as cluster,
        running(cluster.url(), 1) as registry,
        closing(Store(Path(folder) / "records.sqlite", ShiftedClock())) as store,
    ):
        tell(f"sealing {records} records")
        _queue(store, registry, range(records))
        tell("sending over loopback")
        begun = compute_ns()
        _sync(store, registry, registry.port, SystemClock(), Random(seed))  # noqa: S311 - repeatable
        sync_s = (compute_ns() - begun) / 1e9
        proxy = ToxicProxy(registry.port, seed=seed, toxic=TOXIC)
        tell(f"sending {torn} over a torn network")
        syncs = _sync_torn(store, registry, proxy, range(records, records + torn), Random(seed))  # noqa: S311
        found, rows = stored(registry.database)
        delivered = store.outbox().counts().delivered
        return SyncFigures(
            records=records,
            sync_s=sync_s,
            torn_records=torn,
            torn_syncs=syncs,
            fates={str(fate): count for fate, count in sorted(proxy.fates.items())},
            lost=records + torn - min(found, delivered),
            doubled=rows - found,
        )


def _queue(store: Store, registry: RunningRegistry, numbers: range) -> None:
    """What finished calls leave in the outbox, all in one transaction."""
    now, key = text_of(SystemClock().utc()), key_id(registry.public_key)
    with closing(connect(store.path)) as connection, transaction(connection):
        for index in numbers:
            record = record_of(0, index)
            form = FormNote(record.form_id, record.form_version, record.form_sha256, "1", ())
            sealed = seal(freeze(record), registry.public_key)
            insert_finished(connection, Finished(record.record_id, 1, form, key, None, sealed, now))


def _sync(
    store: Store, registry: RunningRegistry, port: int, clock: SystemClock | ShiftedClock, random: Random
) -> Summary:
    address = Address(f"http://127.0.0.1:{port}", deadline_s=30.0, silence_s=10.0)
    options = TargetOptions(address, registry.tokens[0], _unread, clock)
    with ExitStack() as lines:
        first, *more = (
            lines.enter_context(closing(TARGETS.create("registry", options))) for _ in range(LANES)
        )
        return run(Means(store.outbox(), first, clock, random.random, tuple(more)))


def _sync_torn(
    store: Store, registry: RunningRegistry, proxy: ToxicProxy, numbers: range, random: Random
) -> int:
    """Finish a few calls, sync, and so on, with a clock that jumps; returns how many syncs it took."""
    clock = ShiftedClock()
    with proxy.listening() as port:
        for count in range(1, MOST_SYNCS + 1):
            begin = numbers.start + (count - 1) * PORTION
            _queue(store, registry, range(begin, min(begin + PORTION, numbers.stop)))
            _sync(store, registry, port, clock, random)
            clock.shift += timedelta(hours=random.choice((1, 1, 1, -30, 50)))
            counts = store.outbox().counts()
            if begin + PORTION >= numbers.stop and not counts.pending + counts.sending:
                return count
    return MOST_SYNCS


def _unread(item: Item) -> Record:
    raise AssertionError(f"record {item.record_id}: a registry is sent sealed bytes")
