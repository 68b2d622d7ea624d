"""How each record stands after its corrections: one row of `records`, and what it is found by.

Most records never have a second revision, and are written straight away. Where one comes, in whatever order,
the record's row is locked and all its revisions are put together anew: whoever commits last has seen all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime

import sqlalchemy as sa

from edgebharo.errors import PayloadError, SealError
from edgebharo.records.payload import Record, merged, thaw
from edgebharo.registry.blind import district_of, search_keys
from edgebharo.registry.custody import Custody
from edgebharo.registry.database import insert_all, is_postgresql
from edgebharo.registry.opening import Opened, day_in_india, moment
from edgebharo.registry.schema import DISTRICTS, RECORDS, REVISIONS, SEARCH_KEYS


def put_records(connection: sa.Connection, opened: Sequence[Opened], custody: Custody, now: datetime) -> None:
    """Bring `records` up to date with revisions that were stored in this transaction; sorted by record."""
    first = {one.item.record_id: one.record for one in opened}  # the newest of each: they come sorted
    rows = [_row(record, now) for record in first.values()]
    fresh = {record_id for (record_id,) in insert_all(connection, RECORDS, rows, returning=("record_id",))}
    several = {
        one.item.record_id for one in opened if one.item.revision != first[one.item.record_id].revision
    }
    again = sorted((first.keys() - fresh) | several)
    found = [record for record_id, record in first.items() if record_id not in set(again)]
    found += [_put_together(connection, record_id, custody, now) for record_id in again]
    _put_search_keys(connection, found, custody.search)


def load(connection: sa.Connection, record_ids: Sequence[str], custody: Custody) -> Mapping[str, Record]:
    """Records as they stand, opened and put together.

    A revision whose key has been lost since is passed over; a record of which nothing can be read is missing.
    """
    wanted = (
        sa.select(REVISIONS.c.record_id, REVISIONS.c.sealed, REVISIONS.c.key_id)
        .where(REVISIONS.c.record_id.in_(record_ids))
        .order_by(REVISIONS.c.record_id, REVISIONS.c.revision)
    )
    revisions: dict[str, list[Record]] = {}
    for row in connection.execute(wanted):
        with suppress(SealError, PayloadError):
            revisions.setdefault(row.record_id, []).append(thaw(custody.open(row.sealed, row.key_id)))
    return {record_id: merged(several) for record_id, several in revisions.items() if several}


def _put_together(connection: sa.Connection, record_id: str, custody: Custody, now: datetime) -> Record:
    """Write the row of a record of several revisions anew; what it was found by is dropped."""
    locked = sa.select(RECORDS.c.record_id).where(RECORDS.c.record_id == record_id)
    connection.execute(locked.with_for_update() if is_postgresql(connection) else locked)
    record = load(connection, [record_id], custody)[record_id]
    connection.execute(sa.update(RECORDS).where(RECORDS.c.record_id == record_id).values(_row(record, now)))
    connection.execute(sa.delete(SEARCH_KEYS).where(SEARCH_KEYS.c.record_id == record_id))
    return record


def _row(record: Record, now: datetime) -> dict[str, object]:
    started = moment(record.started)
    states = [field.state for field in record.fields]
    return {
        "record_id": record.record_id,
        "revision": record.revision,
        "received_utc": now,
        "form_id": record.form_id,
        "form_version": record.form_version,
        "device": record.device,
        "status": record.status,
        "started_utc": started,
        "day": day_in_india(started),
        "clock_suspect": record.clock_suspect,
        "district": district_of(record),
        "answered": states.count("answered"),
        "skipped": states.count("skipped"),
    }


def _put_search_keys(connection: sa.Connection, records: Sequence[Record], secret: bytes) -> None:
    rows = [
        {"kind": found.kind, "key": found.key, "record_id": record.record_id}
        for record in records
        for found in sorted(search_keys(record, secret), key=lambda found: (found.kind, found.key))
    ]
    insert_all(connection, SEARCH_KEYS, rows)
    districts = sorted({district for record in records if (district := district_of(record))})
    insert_all(connection, DISTRICTS, [{"district": name} for name in districts])
