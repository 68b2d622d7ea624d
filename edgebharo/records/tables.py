"""Statements: one function per thing that is written to or read from a table. All raise sqlite3.Error."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeAlias

from edgebharo.records import codec
from edgebharo.records.rows import CallHead, ConsentAnswer, ConsentNote, FormNote
from edgebharo.types import CallStatus

Box: TypeAlias = tuple[str, bytes]
"""The id of the device's key, and what it locks."""

CLOCK_FLOOR = "2026-01-01"
"""No call was held before EdgeBharo existed: a board without a battery wakes in 1970."""


@dataclass(frozen=True)
class NewCall:
    """What is known when a call begins."""

    id: str
    form: FormNote
    device: str
    worker: str
    utc: str


def insert_call(connection: sqlite3.Connection, call: NewCall) -> int:
    """A new call; returns its number. Its clock is suspect where the call before was written to later."""
    (latest,) = connection.execute(
        "SELECT coalesce((SELECT updated_utc FROM calls ORDER BY number DESC LIMIT 1), '')"
    ).fetchone()
    suspect = call.utc < max(latest, CLOCK_FLOOR)
    number = connection.execute(
        "INSERT INTO calls (id, form, device, worker, status, started_utc, updated_utc, clock_suspect)"
        " VALUES (?, ?, ?, ?, 'in_progress', ?, ?, ?)",
        (call.id, codec.dump(call.form), call.device, call.worker, call.utc, call.utc, suspect),
    ).lastrowid
    return int(number or 0)


def touch(connection: sqlite3.Connection, number: int, utc: str) -> None:
    """The call was written to now. A time before the last one makes its clock suspect."""
    connection.execute(
        "UPDATE calls SET clock_suspect = clock_suspect OR ? < updated_utc, updated_utc = ? WHERE number = ?",
        (utc, utc, number),
    )


def close_call(connection: sqlite3.Connection, number: int, status: CallStatus, utc: str) -> None:
    """The call has ended, or was withdrawn after its end: the first end stays."""
    touch(connection, number, utc)
    connection.execute(
        "UPDATE calls SET status = ?, ended_utc = coalesce(ended_utc, ?) WHERE number = ?",
        (status, utc, number),
    )


def insert_consent(
    connection: sqlite3.Connection, number: int, version: str, answer: ConsentAnswer, utc: str
) -> None:
    """What she said to the consent question; the table takes no change."""
    connection.execute(
        "INSERT INTO consents (call, version, answer, utc) VALUES (?, ?, ?, ?)",
        (number, version, answer, utc),
    )


# ---------------------------------------------------------------- what is locked


def has_turn(connection: sqlite3.Connection, number: int, seq: int) -> bool:
    """Whether the call has a turn of this number."""
    found = connection.execute("SELECT 1 FROM turns WHERE call = ? AND seq = ?", (number, seq)).fetchone()
    return found is not None


def insert_turn(connection: sqlite3.Connection, number: int, seq: int, box: Box) -> None:
    """One turn."""
    connection.execute(
        "INSERT INTO turns (call, seq, device_key, box) VALUES (?, ?, ?, ?)", (number, seq, *box)
    )


def select_turns(connection: sqlite3.Connection, number: int) -> list[Box]:
    """The call's turns in order."""
    return connection.execute(
        "SELECT device_key, box FROM turns WHERE call = ? ORDER BY seq", (number,)
    ).fetchall()


def replace_draft(connection: sqlite3.Connection, number: int, box: Box) -> None:
    """The state of a call in progress."""
    connection.execute(
        "INSERT OR REPLACE INTO drafts (call, device_key, box) VALUES (?, ?, ?)", (number, *box)
    )


def select_draft(connection: sqlite3.Connection, number: int) -> Box | None:
    """The state of a call in progress; None where nothing was said yet."""
    found = connection.execute("SELECT device_key, box FROM drafts WHERE call = ?", (number,)).fetchone()
    return None if found is None else (found[0], found[1])


def delete_draft(connection: sqlite3.Connection, number: int) -> None:
    """The dialogue is over."""
    connection.execute("DELETE FROM drafts WHERE call = ?", (number,))


def delete_content(connection: sqlite3.Connection, number: int, record_id: str) -> int:
    """Everything that the caller said; returns how many revisions had left the device already."""
    (gone,) = connection.execute(
        "SELECT count(*) FROM outbox WHERE record_id = ? AND state IN ('sending', 'delivered')", (record_id,)
    ).fetchone()
    delete_draft(connection, number)
    connection.execute("DELETE FROM turns WHERE call = ?", (number,))
    connection.execute("DELETE FROM sounds WHERE call = ?", (number,))
    connection.execute("DELETE FROM outbox WHERE record_id = ?", (record_id,))
    return int(gone)


# ---------------------------------------------------------------- finished records


@dataclass(frozen=True)
class Finished:
    """One finished revision, locked."""

    record_id: str
    revision: int
    form: FormNote
    registry_key: str | None
    device_key: str | None
    locked: bytes
    utc: str


def next_sequence(connection: sqlite3.Connection) -> int:
    """The number that the next finished revision gets; none is ever used twice."""
    found = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
    return 1 if found is None else int(found[0]) + 1


def insert_finished(connection: sqlite3.Connection, done: Finished) -> None:
    """A revision enters the outbox, and its call names it."""
    connection.execute(
        "INSERT INTO outbox (record_id, revision, form_id, form_version, registry_key, device_key, sealed,"
        " sha256, created_utc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            done.record_id,
            done.revision,
            done.form.id,
            done.form.version,
            done.registry_key,
            done.device_key,
            done.locked,
            sha256(done.locked).hexdigest(),
            done.utc,
        ),
    )
    connection.execute("UPDATE calls SET revision = ? WHERE id = ?", (done.revision, done.record_id))


def select_unsealed(connection: sqlite3.Connection, limit: int) -> list[tuple[int, str, bytes]]:
    """Revisions under the device's key: number, key and what it locks."""
    return connection.execute(
        "SELECT number, device_key, sealed FROM outbox WHERE registry_key IS NULL ORDER BY number LIMIT ?",
        (limit,),
    ).fetchall()


def select_readable(connection: sqlite3.Connection, after: int, limit: int) -> list[tuple[int, str, bytes]]:
    """The same from after a number on."""
    return connection.execute(
        "SELECT number, device_key, sealed FROM outbox WHERE registry_key IS NULL AND number > ?"
        " ORDER BY number LIMIT ?",
        (after, limit),
    ).fetchall()


def select_finished(connection: sqlite3.Connection, record_id: str) -> list[tuple[str | None, bytes]]:
    """A record's revisions in order: the device's key, or None where only the registry can open it."""
    return connection.execute(
        "SELECT device_key, sealed FROM outbox WHERE record_id = ? ORDER BY revision", (record_id,)
    ).fetchall()


def relock(
    connection: sqlite3.Connection,
    number: int,
    locked: bytes,
    *,
    registry_key: str | None = None,
    device_key: str | None = None,
) -> None:
    """The same revision under another key."""
    connection.execute(
        "UPDATE outbox SET registry_key = ?, device_key = ?, sealed = ?, sha256 = ? WHERE number = ?",
        (registry_key, device_key, locked, sha256(locked).hexdigest(), number),
    )


# ---------------------------------------------------------------- heads

_HEAD = (
    "SELECT id, number, form, device, worker, status, started_utc, updated_utc, ended_utc, clock_suspect,"
    " (SELECT coalesce(max(seq), 0) FROM turns WHERE call = number), revision FROM calls"
)


def select_heads(connection: sqlite3.Connection, status: CallStatus | None) -> tuple[CallHead, ...]:
    """Calls of one status, or all."""
    rows = connection.execute(
        _HEAD + " WHERE ?1 IS NULL OR status = ?1 ORDER BY number", (status,)
    ).fetchall()
    return tuple(_head(connection, row) for row in rows)


def find_heads(connection: sqlite3.Connection, beginning: str, limit: int) -> tuple[CallHead, ...]:
    """Up to `limit` calls whose id begins so, oldest first."""
    rows = connection.execute(
        _HEAD + " WHERE id >= ?1 AND id < ?1 || 'g' ORDER BY number LIMIT ?2", (beginning, limit)
    ).fetchall()
    return tuple(_head(connection, row) for row in rows)


def find_head(connection: sqlite3.Connection, record_id: str) -> CallHead | None:
    """The call with this id."""
    row = connection.execute(_HEAD + " WHERE id = ?", (record_id,)).fetchone()
    return None if row is None else _head(connection, row)


def _head(connection: sqlite3.Connection, row: tuple[Any, ...]) -> CallHead:
    notes = connection.execute(
        "SELECT version, answer, utc FROM consents WHERE call = ? ORDER BY number", (row[1],)
    ).fetchall()
    return CallHead(
        id=row[0],
        number=row[1],
        form=codec.load(FormNote, row[2]),
        device=row[3],
        worker=row[4],
        status=row[5],
        started=datetime.fromisoformat(row[6]),
        updated=datetime.fromisoformat(row[7]),
        ended=None if row[8] is None else datetime.fromisoformat(row[8]),
        clock_suspect=bool(row[9]),
        turns=row[10],
        revision=row[11],
        consent=tuple(ConsentNote(note[0], note[1], datetime.fromisoformat(note[2])) for note in notes),
    )
