"""Finding records: by a name as it sounds, a phone number, a district, a form, days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated

import sqlalchemy as sa
from pydantic import BaseModel, ConfigDict, Field

from edgebharo.hindi.similarity import same_name, similarity
from edgebharo.records.payload import Record
from edgebharo.registry.blind import (
    SearchKey,
    district_of,
    name_of,
    phone_in,
    phone_key,
    phones_of,
    word_keys,
)
from edgebharo.registry.custody import Custody
from edgebharo.registry.opening import day_in_india, moment
from edgebharo.registry.schema import DISTRICTS, RECORDS, SEARCH_KEYS
from edgebharo.registry.standing import load

ALIKE = 0.7
"""How alike two names must sound, 0..1: सुनीता and सुनिता are 1.0, सीता and गीता 0.67."""
WHOLE = 8
"""One part in so many of the likeness is the whole names': of two that hold the words the shorter wins."""
OPENED = 1000
"""Records that are opened at most to compare their names: a tenth of a second for each 500 or so."""


class Query(BaseModel):
    """What is looked for; everything that is given must hold. Empty: the newest records."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str | None, Field(max_length=200)] = None
    """In Devanagari or Latin letters, whole or in part."""
    phone: Annotated[str | None, Field(max_length=40)] = None
    district: Annotated[str | None, Field(max_length=200)] = None
    form_id: Annotated[str | None, Field(max_length=200)] = None
    since: date | None = None
    """First day of the calls."""
    until: date | None = None
    """Last day of the calls."""
    limit: Annotated[int, Field(ge=1, le=200)] = 50


class Found(BaseModel):
    """One record that fits."""

    model_config = ConfigDict(frozen=True)

    record_id: str
    revision: int
    day: date
    form_id: str
    form_version: str
    device: str
    status: str
    name: str | None
    phones: tuple[str, ...]
    district: str | None
    alike: float | None
    """How alike the name sounds to the one looked for, 0..1; None where none was given."""


class FoundAll(BaseModel):
    """What was found, best first."""

    model_config = ConfigDict(frozen=True)

    results: tuple[Found, ...]
    more: bool
    """There are more than are shown: narrow the search."""


def search(connection: sa.Connection, custody: Custody, query: Query) -> FoundAll:
    """Look for `query`. A number that is no mobile number, or a name without letters, finds nothing."""
    conditions = _conditions(connection, custody, query)
    if conditions is None:
        return FoundAll(results=(), more=False)
    most = OPENED if query.name else query.limit
    wanted = (
        sa.select(RECORDS.c.record_id)
        .where(*conditions)
        .order_by(RECORDS.c.day.desc(), RECORDS.c.record_id.desc())
        .limit(most + 1)
    )
    ids = connection.scalars(wanted).all()
    records = load(connection, ids[:most], custody)
    found = [found_of(records[record_id], query.name) for record_id in ids[:most] if record_id in records]
    if query.name:
        found = sorted((one for one in found if (one.alike or 0) >= ALIKE), key=lambda one: -(one.alike or 0))
    more = len(ids) > most or len(found) > query.limit
    return FoundAll(results=tuple(found[: query.limit]), more=more)


def found_of(record: Record, name: str | None = None) -> Found:
    """A record as lists show it."""
    return Found(
        record_id=record.record_id,
        revision=record.revision,
        day=day_in_india(moment(record.started)),
        form_id=record.form_id,
        form_version=record.form_version,
        device=record.device,
        status=record.status,
        name=name_of(record),
        phones=phones_of(record),
        district=district_of(record),
        alike=None if name is None else round(alike(name, name_of(record) or ""), 3),
    )


def alike(wanted: str, name: str) -> float:
    """How well the words that are looked for are found in `name`, 0..1; their order does not count."""
    words = wanted.split()
    others = name.split()
    if not words or not others:
        return 0.0
    each = sum(max(similarity(word, other) for other in others) for word in words) / len(words)
    return each + (similarity(wanted, name) - each) / WHOLE


def _conditions(
    connection: sa.Connection, custody: Custody, query: Query
) -> Sequence[sa.ColumnElement[bool]] | None:
    """What a row of `records` must fulfil; None where nothing can."""
    conditions: list[sa.ColumnElement[bool]] = list(_plain(query))
    if query.phone is not None:
        phone = phone_in(query.phone)
        if phone is None:
            return None
        conditions.append(_has(phone_key(phone, custody.search)))
    if query.name is not None:
        keys = word_keys(query.name, custody.search)
        if not keys:
            return None
        conditions.extend(map(_has, sorted(keys, key=lambda key: key.key)))
    if query.district is not None:
        wanted = query.district
        known = connection.scalars(sa.select(DISTRICTS.c.district))
        names = [name for name in known if same_name(name, wanted) or same_name(name.split(",")[0], wanted)]
        conditions.append(RECORDS.c.district.in_(names))
    return conditions


def _plain(query: Query) -> Iterator[sa.ColumnElement[bool]]:
    if query.form_id is not None:
        yield RECORDS.c.form_id == query.form_id.replace("\0", "")
    if query.since is not None:
        yield RECORDS.c.day >= query.since
    if query.until is not None:
        yield RECORDS.c.day <= query.until


def _has(wanted: SearchKey) -> sa.ColumnElement[bool]:
    return sa.exists().where(
        SEARCH_KEYS.c.kind == wanted.kind,
        SEARCH_KEYS.c.key == wanted.key,
        SEARCH_KEYS.c.record_id == RECORDS.c.record_id,
    )
