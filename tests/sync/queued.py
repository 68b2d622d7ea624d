"""A device with finished records in its outbox."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from hashlib import sha256

from sample_records import record

from edgebharo.records.outbox import Outbox
from edgebharo.records.payload import Record, freeze
from edgebharo.records.sealing import KeyPair, key_id, new_key_pair, seal
from edgebharo.records.sql import text_of
from edgebharo.records.store import Store
from edgebharo.sync.run import Means, Summary, run
from edgebharo.sync.targets import Target


def unread(item: object) -> Record:
    """The reader of a target that sends sealed bytes."""
    raise AssertionError("nothing is opened for it")


@dataclass
class HandClock:
    """Stands still until it is moved."""

    at: datetime = datetime(2026, 11, 30, 6, 30, tzinfo=timezone.utc)

    def utc(self) -> datetime:
        return self.at

    def now_ms(self) -> int:
        return round(self.at.timestamp() * 1000)

    def today(self) -> date:
        return self.at.date()

    def move(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@dataclass
class Desk:
    store: Store
    clock: HandClock
    keys: KeyPair = field(default_factory=new_key_pair)
    count: int = 0

    @property
    def outbox(self) -> Outbox:
        return self.store.outbox()

    def queue(self, count: int) -> list[Record]:
        """Finish `count` calls."""
        records = [record(self.count + number) for number in range(1, count + 1)]
        self.count += count
        self.enqueue(records)
        return records

    def enqueue(self, records: list[Record]) -> None:
        with closing(sqlite3.connect(self.store.path)) as raw, raw:
            raw.executemany(
                "INSERT INTO outbox (record_id, revision, form_id, form_version, registry_key, sealed,"
                " sha256, created_utc) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [self._row(record) for record in records],
            )

    def sync(
        self,
        target: Target,
        draw: Callable[[], float] = lambda: 0.5,
        stopped: Callable[[], bool] = lambda: False,
        more: tuple[Target, ...] = (),
    ) -> Summary:
        return run(Means(self.outbox, target, self.clock, draw, more), stopped=stopped)

    @property
    def states(self) -> dict[str, int]:
        """How many records are in which state, without the empty ones."""
        counts = self.outbox.counts()
        states = {
            "pending": counts.pending,
            "sending": counts.sending,
            "delivered": counts.delivered,
            "quarantined": counts.quarantined,
        }
        return {state: count for state, count in states.items() if count}

    def _row(self, record: Record) -> tuple[object, ...]:
        sealed = seal(freeze(record), self.keys.public)
        return (
            record.record_id,
            record.revision,
            record.form_id,
            record.form_version,
            key_id(self.keys.public),
            sealed,
            sha256(sealed).hexdigest(),
            text_of(self.clock.at),
        )
