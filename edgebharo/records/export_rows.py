"""Finished records as table rows: one row a record, columns in question order. Pure.

Two passes over the records keep memory flat: the first finds the columns and what was corrected (`survey`),
the second makes the rows (`rows`). Of an Aadhaar number only a mask with its last four digits is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from edgebharo.records.payload import FieldRecord, Record, merged
from edgebharo.records.privacy import is_identity

Cell: TypeAlias = str | bool | int | float | tuple[str, ...] | None

HEAD = (
    "record_id",
    "revision",
    "form_id",
    "form_version",
    "status",
    "started",
    "ended",
    "clock_suspect",
    "device",
    "worker",
    "consent",
    "consent_version",
    "caller_number",
)
"""Columns before the answers."""
TAIL = "not_answered"
"""Column behind them: `field: reason` for each question that was skipped."""

Version: TypeAlias = tuple[str, str]
"""A form's id and version."""


@dataclass(frozen=True)
class Survey:
    """What the first pass found."""

    fields: Mapping[Version, tuple[str, ...]]
    """Columns of the answers of each form version, in question order; versions as their records came."""
    revisions: Mapping[str, int]
    """How many revisions there are of each record that has several."""
    records: int


@dataclass(frozen=True)
class Row:
    """One record."""

    version: Version
    cells: Mapping[str, Cell]
    """By column: HEAD, the fields that the record holds, TAIL."""
    dates: frozenset[str] = field(default=frozenset())
    """Columns that hold a date, as YYYY-MM-DD."""


def survey(records: Iterable[Record]) -> Survey:
    """Look at every record once; nothing of what they say is kept."""
    fields: dict[Version, tuple[str, ...]] = {}
    seen: dict[str, int] = {}
    for record in records:
        version = (record.form_id, record.form_version)
        names = tuple(column(entry.name) for entry in record.fields)
        known = fields.setdefault(version, names)
        if not set(names) <= set(known):
            fields[version] = union((known, names))
        seen[record.record_id] = seen.get(record.record_id, 0) + 1
    several = {record_id: count for record_id, count in seen.items() if count > 1}
    return Survey(fields, several, len(seen))


def rows(records: Iterable[Record], revisions: Mapping[str, int]) -> Iterator[Row]:
    """One row a record, as it stands after its corrections. `revisions` as `survey` found them."""
    held: dict[str, list[Record]] = {}
    for record in records:
        if record.record_id not in revisions:
            yield row(record)
            continue
        known = held.setdefault(record.record_id, [])
        known.append(record)
        if len(known) == revisions[record.record_id]:
            yield row(merged(held.pop(record.record_id)))


def row(record: Record) -> Row:
    """The cells of one record."""
    head: tuple[Cell, ...] = (
        record.record_id,
        record.revision,
        record.form_id,
        record.form_version,
        record.status,
        record.started,
        record.ended,
        record.clock_suspect,
        record.device,
        record.worker,
        record.consent.answer,
        record.consent.version,
        record.caller_number,
    )
    skipped = "; ".join(
        f"{entry.name}: {entry.skip_reason or 'unknown'}"
        for entry in record.fields
        if entry.state == "skipped"
    )
    answers = {column(entry.name): _cell(entry) for entry in record.fields}
    dates = frozenset(column(entry.name) for entry in record.fields if entry.type == "date" and entry.value)
    version = (record.form_id, record.form_version)
    return Row(version, {**dict(zip(HEAD, head, strict=True)), **answers, TAIL: skipped}, dates)


def header(answers: Iterable[str]) -> tuple[str, ...]:
    """All columns of a table with these answers."""
    return (*HEAD, *answers, TAIL)


def column(name: str) -> str:
    """The column of a field; one that is called like a column of the call's own is told apart."""
    return f"answer_{name}" if name == TAIL or name in HEAD else name


def union(orders: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All names once. What only a later order has stands behind its neighbour there, not at the end."""
    merged_names: list[str] = []
    for order in orders:
        place = 0
        for name in order:
            if name in merged_names:
                place = merged_names.index(name) + 1
            else:
                merged_names.insert(place, name)
                place += 1
    return tuple(merged_names)


def _cell(entry: FieldRecord) -> Cell:
    if entry.value is not None and is_identity(entry.name):
        return f"XXXX-XXXX-{str(entry.value)[-4:]}"
    return entry.value
