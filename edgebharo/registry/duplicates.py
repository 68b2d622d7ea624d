"""Records that may be of the same person. They are shown to somebody who can ask; nothing is ever merged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeAlias

import sqlalchemy as sa
from pydantic import BaseModel, ConfigDict

from edgebharo.hindi.similarity import similarity
from edgebharo.records.payload import Record
from edgebharo.registry.blind import name_of, phones_of
from edgebharo.registry.custody import Custody
from edgebharo.registry.schema import RECORDS, SEARCH_KEYS
from edgebharo.registry.search import Found, found_of
from edgebharo.registry.standing import load

Reason: TypeAlias = Literal["name and phone", "name and district", "phone"]
"""Strongest first. `phone`: a family often shares one."""
ORDER: tuple[Reason, ...] = ("name and phone", "name and district", "phone")

SAME_NAME = 0.85
"""How alike two names must sound to be taken for one, 0..1."""
PAIRS = 500
"""Pairs that are opened and compared at most."""


class Duplicate(BaseModel):
    """Two records that may be of one person."""

    model_config = ConfigDict(frozen=True)

    reason: Reason
    alike: float
    """How alike their names sound, 0..1."""
    one: Found
    other: Found


class Duplicates(BaseModel):
    """All candidates that were found, strongest first."""

    model_config = ConfigDict(frozen=True)

    pairs: tuple[Duplicate, ...]
    more: bool
    """There are more than were compared: choose a later day to begin with."""


def duplicates(connection: sa.Connection, custody: Custody, since: datetime, limit: int) -> Duplicates:
    """Candidates of which at least one record came since `since`, at most `limit`."""
    pairs = _pairs(connection, since)
    ids = sorted({record_id for pair in pairs[:PAIRS] for record_id in pair})
    records = load(connection, ids, custody)
    found = sorted(_judged(pairs[:PAIRS], records), key=lambda pair: (ORDER.index(pair.reason), -pair.alike))
    return Duplicates(pairs=tuple(found[:limit]), more=len(pairs) > PAIRS or len(found) > limit)


def _judged(pairs: Sequence[tuple[str, str]], records: Mapping[str, Record]) -> Iterator[Duplicate]:
    for one, other in pairs:
        if one in records and other in records:
            first, second = records[one], records[other]
            alike = similarity(name_of(first) or "", name_of(second) or "") if _named(first, second) else 0.0
            reason = _reason(first, second, alike)
            if reason:
                yield Duplicate(
                    reason=reason, alike=round(alike, 3), one=found_of(first), other=found_of(second)
                )


def _named(first: Record, second: Record) -> bool:
    return bool(name_of(first) and name_of(second))


def _reason(first: Record, second: Record, alike: float) -> Reason | None:
    """Why two records may be of one person. Two whole sets of other numbers speak against it."""
    phones, others = set(phones_of(first)), set(phones_of(second))
    if phones & others:
        return "name and phone" if alike >= SAME_NAME else "phone"
    if alike >= SAME_NAME and not (phones and others):
        return "name and district"
    return None


def _pairs(connection: sa.Connection, since: datetime) -> list[tuple[str, str]]:
    """Pairs that share a phone, or a name's consonants and the district; those that share a phone first."""
    recent, found = RECORDS.alias("recent"), RECORDS.alias("found")
    mine, theirs = SEARCH_KEYS.alias("mine"), SEARCH_KEYS.alias("theirs")
    pairs: dict[tuple[str, str], None] = {}
    for kind, further in (("phone", sa.true()), ("name", recent.c.district == found.c.district)):
        wanted = (
            sa.select(recent.c.record_id, found.c.record_id)
            .join(mine, sa.and_(mine.c.record_id == recent.c.record_id, mine.c.kind == kind))
            .join(
                theirs,
                sa.and_(
                    theirs.c.kind == kind,
                    theirs.c.key == mine.c.key,
                    theirs.c.record_id != recent.c.record_id,
                ),
            )
            .join(found, found.c.record_id == theirs.c.record_id)
            .where(recent.c.received_utc >= since, further)
            .order_by(recent.c.received_utc.desc(), recent.c.record_id, found.c.record_id)
            .limit(2 * PAIRS + 2)
        )
        for one, other in connection.execute(wanted):
            pairs.setdefault((min(one, other), max(one, other)))
    return list(pairs)
