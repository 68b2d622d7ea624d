"""Finished records on their way out: who sends which, when it is tried again, and what became of it.

The bytes of a record are stored once, when the call ends, and are the same at every try. A sync takes
records by `due`, which marks them as being sent before the first byte leaves; a sync that dies leaves them
marked, and after LEASE they are due again. Two syncs at once never hold the same record.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeAlias
from uuid import uuid4

from edgebharo.errors import StoreError
from edgebharo.records.sql import explained, text_of, transaction

State: TypeAlias = Literal["pending", "sending", "delivered", "quarantined"]
STATES: tuple[State, ...] = ("pending", "sending", "delivered", "quarantined")

LEASE = timedelta(minutes=10)
"""How long records that a sync took stay its own; longer than it takes to send one batch."""

LONGEST_WAIT = timedelta(days=2)
"""A next try that lies further ahead was set by a clock that has since been put right: it is due now."""


@dataclass(frozen=True)
class Item:
    """One revision of one record, as it leaves the device."""

    number: int
    """Its sequence on this device."""
    record_id: str
    revision: int
    form_id: str
    form_version: str
    key_id: str
    """Of the registry's key that `sealed` is sealed to; of the device's own key while there is none."""
    sealed: bytes = field(repr=False)
    sha256: str
    """Of `sealed`, hexadecimal."""
    created: datetime
    attempts: int
    """Tries so far, this one not counted."""


@dataclass(frozen=True)
class Quarantined:
    """A record that the other side refused."""

    record_id: str
    revision: int
    reason: str


@dataclass(frozen=True)
class Counts:
    """How many revisions are in which state."""

    pending: int
    sending: int
    delivered: int
    quarantined: int
    unsealed: int
    """Of all of them: those under the device's own key, because no registry's key was imported yet."""


class Outbox:
    """The outbox of one store, seen by one sync. Belongs to the thread that made it.

    Every method raises StoreError where the disk or the file does not allow it; nothing has then changed.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, owner: str | None = None) -> None:
        """`owner` tells this sync from every other; by default a name of its own."""
        self._connection = connection
        self._path = path
        self.owner = owner or str(uuid4())

    def due(self, now: datetime, limit: int, *, sealed: bool = True) -> tuple[Item, ...]:
        """Take up to `limit` records that may be sent now, oldest first; they are this sync's own for LEASE.

        `sealed`: those sealed to a registry's key. False: those that are still under the device's own key,
        for a target that takes what they say and not their sealed bytes. A record whose bytes are not those
        that were stored is never sent: it is quarantined with that reason, and the rest go on.
        """
        with explained(self._path), transaction(self._connection):
            rows = self._waiting(now, limit, sealed)
            while damaged := [row for row in rows if not _is_whole(row)]:
                self._connection.executemany(
                    "UPDATE outbox SET state = 'quarantined', lease_owner = NULL, lease_until_utc = NULL,"
                    " reason = ? WHERE number = ?",
                    [(DAMAGED, row[0]) for row in damaged],
                )
                rows = self._waiting(now, limit, sealed)
            items = tuple(_item(row) for row in rows)
            self._connection.executemany(
                "UPDATE outbox SET state = 'sending', lease_owner = ?, lease_until_utc = ? WHERE number = ?",
                [(self.owner, text_of(now + LEASE), item.number) for item in items],
            )
        return items

    def _waiting(self, now: datetime, limit: int, sealed: bool) -> list[tuple[Any, ...]]:
        return self._connection.execute(
            f"SELECT {_ITEM} FROM outbox WHERE number IN ("  # noqa: S608 - constant columns
            "SELECT number FROM outbox WHERE state = 'pending' AND (registry_key IS NOT NULL) = :sealed"
            " AND (next_try_utc IS NULL OR next_try_utc <= :now OR next_try_utc > :far)"
            " UNION ALL"
            " SELECT number FROM outbox WHERE state = 'sending' AND (registry_key IS NOT NULL) = :sealed"
            " AND (lease_until_utc <= :now OR lease_until_utc > :lease)"
            " ORDER BY number LIMIT :limit) ORDER BY number",
            {
                "sealed": sealed,
                "now": text_of(now),
                "far": text_of(now + LONGEST_WAIT),
                "lease": text_of(now + LEASE),
                "limit": limit,
            },
        ).fetchall()

    def delivered(self, item: Item, receipt: str) -> None:
        """The other side has it for good. Saying so twice changes nothing."""
        self.delivered_all({item: receipt})

    def delivered_all(self, receipts: Mapping[Item, str]) -> None:
        """The same for many, in one transaction."""
        with explained(self._path), transaction(self._connection):
            for item, receipt in receipts.items():
                self._update(item, _DELIVERED, {"receipt": receipt})

    def retry_later(self, item: Item, reason: str, at: datetime) -> None:
        """It could not be sent this time: it is due again at `at`."""
        self.retry_all_later((item,), reason, at)

    def retry_all_later(self, items: tuple[Item, ...], reason: str, at: datetime) -> None:
        """The same for many, in one transaction."""
        with explained(self._path), transaction(self._connection):
            for item in items:
                self._update(item, _RETRIED, {"at": text_of(at), "reason": reason})

    def quarantine(self, item: Item, reason: str) -> None:
        """The other side will never take it as it is: it is kept and not sent until someone releases it."""
        with explained(self._path), transaction(self._connection):
            self._update(item, _REFUSED, {"reason": reason})

    def give_back(self, items: tuple[Item, ...]) -> None:
        """Records that were taken and not sent are due at once, and the try does not count."""
        with explained(self._path), transaction(self._connection):
            for item in items:
                self._update(item, _UNTRIED, {})

    def every(self) -> Iterator[Item]:
        """Every revision, whatever became of it, oldest first; none is taken.

        Raises:
            StoreError: the bytes of one are not those that were stored.
        """
        number = 0
        while True:
            with explained(self._path), transaction(self._connection, "DEFERRED"):
                rows = self._connection.execute(
                    f"SELECT {_ITEM} FROM outbox WHERE number > ? ORDER BY number LIMIT 200",  # noqa: S608
                    (number,),
                ).fetchall()
            if not rows:
                return
            number = rows[-1][0]
            yield from map(_item, rows)

    def hasten(self) -> int:
        """Make everything that waits for its next try due now: the network is back, or somebody asks for it.

        Returns how many records waited.
        """
        with explained(self._path), transaction(self._connection):
            return self._connection.execute(
                "UPDATE outbox SET next_try_utc = NULL WHERE state = 'pending' AND next_try_utc IS NOT NULL"
            ).rowcount

    def release(self, record_id: str) -> int:
        """Let the quarantined revisions of a record be sent again; returns how many there were."""
        with explained(self._path), transaction(self._connection):
            return self._connection.execute(
                "UPDATE outbox SET state = 'pending', next_try_utc = NULL, attempts = 0"
                " WHERE record_id = ? AND state = 'quarantined'",
                (record_id,),
            ).rowcount

    def quarantined(self) -> tuple[Quarantined, ...]:
        """What was refused, oldest first, with the reason."""
        with explained(self._path), transaction(self._connection, "DEFERRED"):
            rows = self._connection.execute(
                "SELECT record_id, revision, coalesce(reason, '') FROM outbox WHERE state = 'quarantined'"
                " ORDER BY number"
            ).fetchall()
        return tuple(Quarantined(*row) for row in rows)

    def counts(self) -> Counts:
        """How many revisions are in which state."""
        with explained(self._path), transaction(self._connection, "DEFERRED"):
            by_state = dict(
                self._connection.execute("SELECT state, count(*) FROM outbox GROUP BY state").fetchall()
            )
            (unsealed,) = self._connection.execute(
                "SELECT count(*) FROM outbox WHERE registry_key IS NULL"
            ).fetchone()
        return Counts(**{state: by_state.get(state, 0) for state in STATES}, unsealed=unsealed)

    def next_try(self) -> datetime | None:
        """When the first pending record may be sent; None where none is pending or one is due already."""
        with explained(self._path), transaction(self._connection, "DEFERRED"):
            (first,) = self._connection.execute(
                "SELECT min(coalesce(next_try_utc, '')) FROM outbox WHERE state = 'pending'"
            ).fetchone()
        return datetime.fromisoformat(first) if first else None

    def _update(self, item: Item, changes: str, values: dict[str, Any]) -> None:
        """What was delivered stays delivered, whatever a slower sync says afterwards."""
        self._connection.execute(
            f"UPDATE outbox SET {changes}, lease_owner = NULL, lease_until_utc = NULL"  # noqa: S608
            " WHERE number = :number AND state <> 'delivered'"
            " AND (:delivered OR lease_owner IS NULL OR lease_owner = :owner)",
            {
                **values,
                "number": item.number,
                "owner": self.owner,
                "delivered": "receipt" in values,
            },
        )


_DELIVERED = "state = 'delivered', receipt = :receipt, reason = NULL, attempts = attempts + 1"
_RETRIED = "state = 'pending', next_try_utc = :at, reason = :reason, attempts = attempts + 1"
_REFUSED = "state = 'quarantined', reason = :reason, attempts = attempts + 1"
_UNTRIED = "state = 'pending'"

_ITEM = (
    "number, record_id, revision, form_id, form_version, coalesce(registry_key, device_key), sealed, sha256,"
    " created_utc, attempts"
)


DAMAGED = "its stored bytes were changed: keep the file, and restore a backup of it"


def _is_whole(row: tuple[Any, ...]) -> bool:
    """Whether the bytes of a row are those that were stored."""
    return bool(sha256(row[6]).hexdigest() == row[7])


def _item(row: tuple[Any, ...]) -> Item:
    if not _is_whole(row):
        raise StoreError(f"record {row[1]}: {DAMAGED}")
    return Item(*(*row[:8], datetime.fromisoformat(row[8]), row[9]))
