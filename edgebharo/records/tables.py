"""Statements: one function per thing that is written to or read from a table. All raise sqlite3.Error."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeAlias

from edgebharo.records import codec
from edgebharo.records.rows import CallHead, FormIdentity, StoredTurn, TurnRow
from edgebharo.types import Answer, Answers, CallStatus


@dataclass(frozen=True)
class CallKey:
    """What every write needs to know about a call."""

    number: int
    status: CallStatus
    digits: Mapping[str, int]
    """How many digits each digit field of its form wants."""


def insert_call(
    connection: sqlite3.Connection,
    record_id: str,
    form: FormIdentity,
    *,
    device: str,
    worker: str,
    caller_number: str | None,
    utc: str,
) -> None:
    """A new call. Its clock is suspect where an earlier call was written to at a later time."""
    digits = {field.name: field.digits for field in form.fields if field.digits is not None}
    (latest,) = connection.execute("SELECT coalesce(max(updated_utc), '') FROM calls").fetchone()
    connection.execute(
        "INSERT INTO calls (id, form_id, form_version, form_sha256, digits, device, worker, caller_number,"
        " status, started_utc, updated_utc, clock_suspect)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'in_progress', ?, ?, ?)",
        (
            record_id,
            form.id,
            form.version,
            form.sha256,
            codec.dump_counts(digits),
            device,
            worker,
            caller_number,
            utc,
            utc,
            utc < latest,
        ),
    )


def find_call(connection: sqlite3.Connection, record_id: str) -> CallKey | None:
    """The call with this id."""
    row = connection.execute("SELECT number, status, digits FROM calls WHERE id = ?", (record_id,)).fetchone()
    return None if row is None else CallKey(row[0], row[1], codec.load_counts(row[2]))


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


def has_turn(connection: sqlite3.Connection, number: int, seq: int) -> bool:
    """Whether the call has a turn of this number."""
    found = connection.execute("SELECT 1 FROM turns WHERE call = ? AND seq = ?", (number, seq)).fetchone()
    return found is not None


def insert_turn(connection: sqlite3.Connection, number: int, row: TurnRow, utc: str, now_ms: int) -> None:
    """One turn."""
    connection.execute(
        "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            row.seq,
            row.asked,
            row.step,
            row.intent,
            codec.dump_names(row.fired),
            codec.dump_names(row.written),
            codec.dump_names(row.held),
            codec.dump_names(row.skipped),
            row.retry_used,
            codec.dump_counts(row.latency_ms),
            utc,
            now_ms,
        ),
    )


def replace_answers(connection: sqlite3.Connection, number: int, answers: Answers) -> None:
    """The fields as they stand."""
    connection.execute("DELETE FROM answers WHERE call = ?", (number,))
    connection.executemany(
        "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                number,
                position,
                name,
                answer.status,
                None if answer.value is None else codec.dump_value(answer.value),
                answer.source,
                answer.confidence,
                answer.confirmed,
                answer.estimated,
                answer.skip_reason,
            )
            for position, (name, answer) in enumerate(answers.fields.items())
        ],
    )
    connection.execute("UPDATE calls SET caller_number = ? WHERE number = ?", (answers.caller_number, number))


def replace_state(connection: sqlite3.Connection, number: int, answers: Answers) -> None:
    """What the dialogue needs to go on after a crash."""
    connection.execute(
        "INSERT OR REPLACE INTO dialogue_state VALUES (?, ?, ?, ?, ?, ?)",
        (
            number,
            answers.asked,
            answers.partial,
            codec.dump_candidates(answers.held),
            codec.dump_counts(answers.retries),
            codec.dump_refused(answers.refused),
        ),
    )


def delete_state(connection: sqlite3.Connection, number: int) -> None:
    """The dialogue is over."""
    connection.execute("DELETE FROM dialogue_state WHERE call = ?", (number,))


def delete_content(connection: sqlite3.Connection, number: int) -> None:
    """Everything that the caller said, and her number."""
    delete_state(connection, number)
    connection.execute("DELETE FROM answers WHERE call = ?", (number,))
    connection.execute("DELETE FROM turns WHERE call = ?", (number,))
    connection.execute("UPDATE calls SET caller_number = NULL WHERE number = ?", (number,))


_HEAD = (
    "SELECT id, number, form_id, form_version, form_sha256, device, worker, status, started_utc, updated_utc,"
    " ended_utc, clock_suspect, (SELECT coalesce(max(seq), 0) FROM turns WHERE call = number) FROM calls"
)


def select_heads(connection: sqlite3.Connection, status: CallStatus | None) -> tuple[CallHead, ...]:
    """Calls of one status, or all."""
    rows = connection.execute(_HEAD + " WHERE ?1 IS NULL OR status = ?1 ORDER BY number", (status,))
    return tuple(_head(row) for row in rows)


def select_head(connection: sqlite3.Connection, number: int) -> CallHead:
    """One call; it must exist."""
    return _head(connection.execute(_HEAD + " WHERE number = ?", (number,)).fetchone())


def select_answers(connection: sqlite3.Connection, number: int) -> Answers:
    """The state of the form, with the dialogue's state where the call is in progress."""
    rows = connection.execute(
        "SELECT field, status, value, source, confidence, confirmed, estimated, skip_reason FROM answers"
        " WHERE call = ? ORDER BY position",
        (number,),
    )
    fields = {row[0]: _answer(row) for row in rows}
    status, caller_number = connection.execute(
        "SELECT status, caller_number FROM calls WHERE number = ?", (number,)
    ).fetchone()
    state = connection.execute(
        "SELECT asked, partial, held, retries, refused FROM dialogue_state WHERE call = ?", (number,)
    ).fetchone()
    proxied = MappingProxyType(fields)
    if state is None:
        return Answers(fields=proxied, status=status, caller_number=caller_number)
    return Answers(
        fields=proxied,
        asked=state[0],
        partial=state[1],
        held=codec.load_candidates(state[2]),
        retries=MappingProxyType(codec.load_counts(state[3])),
        refused=MappingProxyType(codec.load_refused(state[4])),
        status=status,
        caller_number=caller_number,
    )


def select_turns(connection: sqlite3.Connection, number: int) -> tuple[StoredTurn, ...]:
    """The call's turns in order."""
    rows = connection.execute(
        "SELECT seq, asked, step, intent, fired, written, held, skipped, retry_used, latency_ms, utc,"
        " monotonic_ms FROM turns WHERE call = ? ORDER BY seq",
        (number,),
    )
    return tuple(_turn(row) for row in rows)


_Row: TypeAlias = tuple[Any, ...]
"""A row of SQLite: its columns are typed by the statement that reads them."""


def _answer(row: _Row) -> Answer:
    return Answer(
        status=row[1],
        value=None if row[2] is None else codec.load_value(row[2]),
        source=row[3],
        confidence=row[4],
        confirmed=bool(row[5]),
        estimated=bool(row[6]),
        skip_reason=row[7],
    )


def _turn(row: _Row) -> StoredTurn:
    return StoredTurn(
        row=TurnRow(
            seq=row[0],
            asked=row[1],
            step=row[2],
            intent=row[3],
            fired=codec.load_names(row[4]),
            written=codec.load_names(row[5]),
            held=codec.load_names(row[6]),
            skipped=codec.load_names(row[7]),
            retry_used=bool(row[8]),
            latency_ms=MappingProxyType(codec.load_counts(row[9])),
        ),
        utc=datetime.fromisoformat(row[10]),
        monotonic_ms=row[11],
    )


def _head(row: _Row) -> CallHead:
    return CallHead(
        id=row[0],
        number=row[1],
        form_id=row[2],
        form_version=row[3],
        form_sha256=row[4],
        device=row[5],
        worker=row[6],
        status=row[7],
        started=datetime.fromisoformat(row[8]),
        updated=datetime.fromisoformat(row[9]),
        ended=None if row[10] is None else datetime.fromisoformat(row[10]),
        clock_suspect=bool(row[11]),
        turns=row[12],
    )
