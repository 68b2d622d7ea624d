"""Records for other programs: CSV and FHIR, opened one small group at a time and never written to a disk."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated

import sqlalchemy as sa
from pydantic import BaseModel, ConfigDict, Field

from edgebharo.records.export_files import _texts
from edgebharo.records.export_rows import header, row, survey, union
from edgebharo.records.payload import Record
from edgebharo.registry.custody import Custody
from edgebharo.registry.schema import RECORDS
from edgebharo.registry.standing import load
from edgebharo.sync.fhir_record import response

AT_ONCE = 200


class Selection(BaseModel):
    """Which records."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    form_id: Annotated[str, Field(min_length=1, max_length=200)]
    since: date | None = None
    """First day of the calls."""
    until: date | None = None
    """Last day of the calls."""


def selected(engine: sa.Engine, custody: Custody, selection: Selection) -> Iterator[Record]:
    """The records, by day; each once, as it stands. One that cannot be opened any more is left out.

    Each group has a transaction of its own: a slow reader holds nothing up.
    """
    place: tuple[date, str] | None = None
    while True:
        with engine.begin() as connection:
            rows = connection.execute(_after(selection, place)).all()
            found = load(connection, [one.record_id for one in rows], custody)
        yield from (found[one.record_id] for one in rows if one.record_id in found)
        if len(rows) < AT_ONCE:
            return
        place = (rows[-1].day, rows[-1].record_id)


def as_csv(engine: sa.Engine, custody: Custody, selection: Selection) -> Iterator[str]:
    """A heading and one row for each record. Reads the records twice: first only for the columns."""
    found = survey(selected(engine, custody, selection))
    columns = header(union(found.fields.values()))
    yield csv_line(columns)
    for record in selected(engine, custody, selection):
        yield csv_line(_texts(row(record), columns))


def csv_line(cells: Sequence[str]) -> str:
    """One line, as RFC 4180 has it."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()


def as_fhir(engine: sa.Engine, custody: Custody, selection: Selection, base: str) -> Iterator[str]:
    """One QuestionnaireResponse a line."""
    for record in selected(engine, custody, selection):
        yield json.dumps(response(record, base, None), ensure_ascii=False, separators=(",", ":")) + "\n"


def _after(selection: Selection, place: tuple[date, str] | None) -> sa.Select[tuple[date, str]]:
    """The next group behind `place`. Day and id of a record never change, so that none is met twice."""
    wanted = sa.select(RECORDS.c.day, RECORDS.c.record_id).where(
        RECORDS.c.form_id == selection.form_id.replace("\0", "")
    )
    if selection.since is not None:
        wanted = wanted.where(RECORDS.c.day >= selection.since)
    if selection.until is not None:
        wanted = wanted.where(RECORDS.c.day <= selection.until)
    if place is not None:
        day = sa.literal(place[0], RECORDS.c.day.type)
        record_id = sa.literal(place[1], RECORDS.c.record_id.type)
        wanted = wanted.where(sa.tuple_(RECORDS.c.day, RECORDS.c.record_id) > sa.tuple_(day, record_id))
    return wanted.order_by(RECORDS.c.day, RECORDS.c.record_id).limit(AT_ONCE)
