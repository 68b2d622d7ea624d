"""Other faults of the record store: disks without room or that can only be read, two syncs, a long queue."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from random import Random

from edgebharo.bench.records_call import TURNS, Happened, answers_after, hold
from edgebharo.bench.records_kills import Ward, victim
from edgebharo.bench.shifted_clock import ShiftedClock
from edgebharo.clock import Clock, SystemClock, compute_ns
from edgebharo.errors import StoreError
from edgebharo.forms.schema import Form
from edgebharo.records import sealing, tables
from edgebharo.records.payload import freeze
from edgebharo.records.rows import note_of
from edgebharo.records.sql import connect, text_of, transaction
from edgebharo.records.store import Store

STEP_BYTES = 4096
"""By how much more a file may grow with each try."""


def fill_the_disk(ward: Ward, tries: int) -> int:
    """Hold calls on a disk that has room for a little more each time; how many calls it stopped.

    The store must say so, and what it had reported must be there when there is room again.
    """
    stopped = 0
    for number in range(tries):
        with closing(ward.open()) as store:
            begun = list(_begun(store, ward.form))
        log = ward.path.with_name(ward.path.name + "-wal")
        size = max(file.stat().st_size for file in (ward.path, log) if file.exists())
        room = number * STEP_BYTES

        def work(limit: int = room, record: str = begun[-1].record) -> Iterator[Happened]:
            with closing(ward.open()) as store:
                _limit_files(limit)
                store.finish(record, answers_after(TURNS), "complete")
                yield Happened("finished", record)

        told, ended = victim(work, None)
        stopped += not ended
        ward.inspect([*begun, *told])
        if ended and room > size:
            break
    return stopped


def _begun(store: Store, form: Form) -> Iterator[Happened]:
    for happened in hold(store, form):
        yield happened
        if happened.what == "turn" and happened.detail == str(TURNS):
            return


def _limit_files(size: int) -> None:
    """From now on no file of this process may be longer: the disk is full there."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def refuse_read_only(ward: Ward) -> bool:
    """Whether a store on a disk that can only be read says so before the call, and stays as it is."""
    before = ward.path.read_bytes()

    def read_only(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    with suppress(StoreError):
        Store(ward.path, ShiftedClock(), read_only).close()
        return False
    return ward.path.read_bytes() == before


# ---------------------------------------------------------------- the queue


def queue(ward: Ward, count: int) -> None:
    """`count` finished records in the outbox, as calls leave them, in one transaction."""
    if ward.keys is None:
        raise ValueError("the queue is of records that are sealed to a registry")
    with closing(ward.open()) as store:
        begun = next(hold(store, ward.form)).record
        store.finish(begun, answers_after(TURNS), "withdrawn")
    form, now = note_of(ward.form), text_of(SystemClock().utc())
    key, (model, payload) = sealing.key_id(ward.keys.public), _payload(ward)
    with closing(connect(ward.path)) as connection, transaction(connection):
        for number in range(count):
            record = f"{number:08x}-0000-4000-8000-000000000000"
            sealed = sealing.seal(payload.replace(model.encode(), record.encode()), ward.keys.public)
            tables.insert_finished(connection, tables.Finished(record, 1, form, key, None, sealed, now))
            ward.finished.add(record)


def _payload(ward: Ward) -> tuple[str, bytes]:
    """The id and the frozen bytes of a call as it usually is."""
    with closing(Store(ward.path.with_name("one.db"), ShiftedClock())) as store:
        told = list(hold(store, ward.form))
        (record,) = [item for item in store.readable() if item.record_id == told[-1].record]
        return record.record_id, freeze(record)


def two_syncs_at_once(ward: Ward, random: Random, longest_s: float) -> int:
    """Let two syncs send what is queued, killing now one and now the other; how many takings it took.

    Adds to the tally where two living syncs held one record, or one went out as other bytes.
    """
    takings = 0
    while True:
        with closing(ward.open()) as living, closing(ward.open()) as store:
            mine = {item.number for item in living.outbox().due(SystemClock().utc(), 40)}
            other = {item.number for item in store.outbox().due(SystemClock().utc(), 40)}
            if not mine and not other:
                return takings
            if mine & other:
                ward.tally.double("two living syncs held one record")
            _give_all_back(living)
        told, _ = victim(lambda: _sending(ward), random.random() * longest_s)
        ward.heard(told)
        takings += 1
        with closing(ward.open()) as store:
            _give_all_back(store)


def _give_all_back(store: Store) -> None:
    """End all leases, as their time would."""
    with closing(connect(store.path)) as connection, transaction(connection):
        connection.execute("UPDATE outbox SET lease_until_utc = '1970' WHERE state = 'sending'")


def _sending(ward: Ward) -> Iterator[Happened]:
    clock: Clock = SystemClock()
    with closing(ward.open()) as store:
        outbox = store.outbox()
        while items := outbox.due(clock.utc(), 40):
            for item in items:
                yield Happened("sent", item.record_id, sha256(item.sealed).hexdigest())
            outbox.delivered_all(dict.fromkeys(items, "receipt"))
            for item in items:
                yield Happened("delivered", item.record_id)


def due_ms(ward: Ward, tries: int = 20) -> float:
    """The slowest of so many takings of 200 records out of the whole queue, noted as delivered, in ms."""
    slowest = 0
    with closing(ward.open()) as store:
        outbox = store.outbox()
        for _ in range(tries):
            begun = compute_ns()
            items = outbox.due(SystemClock().utc(), 200)
            outbox.delivered_all(dict.fromkeys(items, "receipt"))
            slowest = max(slowest, compute_ns() - begun)
    return slowest / 1e6


def finalise_ms(ward: Ward, calls: int) -> list[float]:
    """Milliseconds that each of so many calls takes to be finished, sorted; every commit is flushed."""
    took = []
    with closing(ward.open()) as store:
        for _ in range(calls):
            record = list(_begun(store, ward.form))[-1].record
            begun = compute_ns()
            store.finish(record, answers_after(TURNS), "complete")
            took.append((compute_ns() - begun) / 1e6)
    return sorted(took)
