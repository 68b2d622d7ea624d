"""What could not be taken: to be looked at, and tried again when its cause is gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from pydantic import ValidationError

from edgebharo.registry.ingest import Ingest
from edgebharo.registry.schema import QUARANTINE
from edgebharo.sync.wire import Item, digest, encode

AT_ONCE = 100


@dataclass(frozen=True)
class Quarantined:
    """One item that was not taken. Its bytes stay in the database."""

    record_id: str
    revision: int
    form_id: str
    form_version: str
    key_id: str
    delivered_by: str
    reason: str
    received_utc: datetime


@dataclass(frozen=True)
class Retried:
    """What a new try brought."""

    taken: int
    still_held: int


def quarantined(connection: sa.Connection, limit: int) -> tuple[Quarantined, ...]:
    """The newest items in quarantine."""
    columns = [QUARANTINE.c[name] for name in Quarantined.__dataclass_fields__]
    wanted = sa.select(*columns).order_by(QUARANTINE.c.received_utc.desc(), *columns[:2]).limit(limit)
    return tuple(Quarantined(*row) for row in connection.execute(wanted))


def retry(ingest: Ingest) -> Retried:
    """Try everything in quarantine again; what is taken now leaves it."""
    taken, tried = 0, 0
    place: tuple[str, int, bytes] | None = None
    while rows := _after(ingest.engine, place):
        for row in rows:
            place = (row.record_id, row.revision, row.sealed_sha256)
            tried += 1
            taken += _retry_one(ingest, row)
    return Retried(taken, tried - taken)


def _after(engine: sa.Engine, place: tuple[str, int, bytes] | None) -> Sequence[sa.Row[tuple[object, ...]]]:
    """The next items behind `place`, in the order of their keys."""
    keys = (QUARANTINE.c.record_id, QUARANTINE.c.revision, QUARANTINE.c.sealed_sha256)
    wanted = sa.select(QUARANTINE).order_by(*keys).limit(AT_ONCE)
    if place is not None:
        typed = [sa.literal(value, key.type) for value, key in zip(place, keys, strict=True)]
        wanted = wanted.where(sa.tuple_(*keys) > sa.tuple_(*typed))
    with engine.connect() as connection:
        return connection.execute(wanted).all()


def _retry_one(ingest: Ingest, row: sa.Row[tuple[object, ...]]) -> bool:
    try:
        item = Item(
            record_id=row.record_id,
            revision=row.revision,
            form_id=row.form_id,
            form_version=row.form_version,
            key_id=row.key_id,
            sha256=digest(row.sealed),
            sealed=encode(row.sealed),
        )
    except ValidationError:
        return False
    (result,) = ingest.take([(item, row.delivered_by)])
    taken = result.outcome in {"stored", "duplicate"}
    here = sa.and_(
        QUARANTINE.c.record_id == row.record_id,
        QUARANTINE.c.revision == row.revision,
        QUARANTINE.c.sealed_sha256 == row.sealed_sha256,
    )
    change = sa.delete(QUARANTINE) if taken else sa.update(QUARANTINE).values(reason=result.reason)
    with ingest.engine.begin() as connection:
        connection.execute(change.where(here))
    return taken
