"""Taking records in: each revision exactly once, whoever races whom; what is refused is kept with its reason.

One transaction for several, whoever sent them. The primary key of `receipts` decides who stores a revision;
of two workers that bring the same one at once, the second waits for the first and then finds it there. Rows
go in sorted order, so that two transactions never wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import DataError

from edgebharo.registry.custody import Custody
from edgebharo.registry.database import insert_all
from edgebharo.registry.opening import Opened, Unopened, open_item
from edgebharo.registry.schema import QUARANTINE, RECEIPTS, REVISIONS
from edgebharo.registry.standing import put_records
from edgebharo.sync.wire import Item, Result

Now: TypeAlias = Callable[[], datetime]
Key: TypeAlias = tuple[str, int]
Delivery: TypeAlias = tuple[Item, str]
"""An item, and the device that brings it."""

OTHER_BYTES = "other bytes came before under the same id and revision; a correction needs a new revision"
NOT_TAKEN = "the database refuses a value in it"


@dataclass(frozen=True)
class Ingest:
    """The way in. Holds no state: any number of them may work on one database."""

    engine: sa.Engine
    custody: Custody
    now: Now

    def take(self, deliveries: Sequence[Delivery]) -> tuple[Result, ...]:
        """Take what can be taken, in one transaction; one result for each item, in their order.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database failed; nothing is stored.
        """
        looked_at = [open_item(item, device, self.custody) for item, device in deliveries]
        try:
            return self._store(looked_at)
        except DataError:  # one of them is to blame: the others shall not wait for it
            return tuple(result for one in looked_at for result in self._alone(one))

    def _alone(self, one: Opened | Unopened) -> tuple[Result, ...]:
        try:
            return self._store([one])
        except DataError:
            return self._store([Unopened(one.item, one.device, one.sealed, "refused", NOT_TAKEN)])

    def _store(self, looked_at: Sequence[Opened | Unopened]) -> tuple[Result, ...]:
        now = self.now()
        opened = _first_of_each(one for one in looked_at if isinstance(one, Opened))
        with self.engine.begin() as connection:
            fresh = _claim(connection, opened, now)
            known = _receipts(connection, [key for key in opened if key not in fresh])
            rows = [_revision(opened[key], now) for key in sorted(fresh)]
            insert_all(connection, REVISIONS, rows)
            if rows:
                put_records(connection, [opened[key] for key in sorted(fresh)], self.custody, now)
            verdicts = [_verdict(one, opened, fresh, known) for one in looked_at]
            kept = [one for one in verdicts if isinstance(one, Unopened) and one.outcome == "refused"]
            _quarantine(connection, kept, now)
        return tuple(self._result(one) for one in verdicts)

    def _result(self, verdict: Taken | Unopened) -> Result:
        item = verdict.item
        if isinstance(verdict, Unopened):
            said = {"outcome": verdict.outcome, "reason": verdict.reason[:2000]}
        else:
            receipt = receipt_of(item.record_id, item.revision, verdict.payload_sha256, self.custody.search)
            said = {"outcome": "stored" if verdict.fresh else "duplicate", "receipt": receipt}
        return Result.model_validate({"record_id": item.record_id, "revision": item.revision} | said)


@dataclass(frozen=True)
class Taken:
    """An item that the registry has, since now or since before."""

    item: Item
    payload_sha256: bytes
    fresh: bool


def receipt_of(record_id: str, revision: int, payload_sha256: bytes, secret: bytes) -> str:
    """What a device keeps as proof: only this registry can make it, and always the same for a record."""
    said = f"{record_id}.{revision}.{payload_sha256.hex()}".encode()
    return blake2b(said, digest_size=16, key=secret, person=b"receipt").hexdigest()


def _first_of_each(opened: Iterator[Opened]) -> dict[Key, Opened]:
    """By key; where a batch holds the same key twice, the first one speaks for it."""
    firsts: dict[Key, Opened] = {}
    for one in opened:
        firsts.setdefault(one.key, one)
    return firsts


def _claim(connection: sa.Connection, opened: Mapping[Key, Opened], now: datetime) -> frozenset[Key]:
    """Write the receipts that are not there yet; the keys of those that this transaction wrote."""
    rows = [
        {
            "record_id": one.item.record_id,
            "revision": one.item.revision,
            "sealed_sha256": one.sealed_sha256,
            "payload_sha256": one.payload_sha256,
            "received_utc": now,
        }
        for _, one in sorted(opened.items())
    ]
    claimed = insert_all(connection, RECEIPTS, rows, returning=("record_id", "revision"))
    return frozenset((record_id, revision) for record_id, revision in claimed)


def _receipts(connection: sa.Connection, keys: Sequence[Key]) -> dict[Key, tuple[bytes, bytes]]:
    """Hashes (sealed, payload) of what came before under `keys`."""
    if not keys:
        return {}
    wanted = sa.select(RECEIPTS).where(RECEIPTS.c.record_id.in_({record_id for record_id, _ in keys}))
    return {
        (row.record_id, row.revision): (row.sealed_sha256, row.payload_sha256)
        for row in connection.execute(wanted)
    }


def _verdict(
    one: Opened | Unopened,
    opened: Mapping[Key, Opened],
    fresh: frozenset[Key],
    known: Mapping[Key, tuple[bytes, bytes]],
) -> Taken | Unopened:
    """What became of one item. The same payload sealed anew, as after a change of keys, is the same."""
    if isinstance(one, Unopened):
        return one
    first = opened[one.key]
    sealed, payload = known.get(one.key, (first.sealed_sha256, first.payload_sha256))
    if one.sealed_sha256 == sealed or one.payload_sha256 == payload:
        return Taken(one.item, payload, fresh=one.key in fresh and one is first)
    return Unopened(one.item, one.device, one.sealed, "refused", OTHER_BYTES)


def _revision(one: Opened, now: datetime) -> dict[str, object]:
    return {
        "received_utc": now,
        "record_id": one.item.record_id,
        "revision": one.item.revision,
        "key_id": one.item.key_id,
        "sealed": one.sealed,
        "delivered_by": one.device,
    }


def _quarantine(connection: sa.Connection, kept: Sequence[Unopened], now: datetime) -> None:
    """Keep what was refused, whole; the same bytes again change nothing."""
    rows = {
        (one.item.record_id, one.item.revision, one.sealed_sha256): {
            "record_id": one.item.record_id,
            "revision": one.item.revision,
            "sealed_sha256": one.sealed_sha256,
            "sealed": one.sealed,
            "key_id": one.item.key_id,
            "form_id": _storable(one.item.form_id),
            "form_version": _storable(one.item.form_version),
            "delivered_by": one.device,
            "reason": _storable(one.reason),
            "received_utc": now,
        }
        for one in kept
    }
    insert_all(connection, QUARANTINE, [rows[key] for key in sorted(rows)])


def _storable(text: str) -> str:
    """`text` without the characters that no database takes."""
    return text.replace("\0", "").encode(errors="replace").decode()
