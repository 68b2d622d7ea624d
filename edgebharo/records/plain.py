"""Calls as the first store kept them, in plain text: read once, when such a store is opened, and locked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from edgebharo.records import codec
from edgebharo.records.rows import FieldNote, FormNote
from edgebharo.types import Answers, CallStatus


@dataclass(frozen=True)
class PlainCall:
    """One call of the first store."""

    number: int
    id: str
    form: FormNote
    status: CallStatus
    updated_utc: str
    answers: Answers
    turns: tuple[tuple[int, str], ...]
    """Number and JSON of each, in the shape of StoredTurn."""


def plain_calls(connection: sqlite3.Connection) -> Iterator[PlainCall]:
    """Every call, oldest first."""
    rows = connection.execute(
        "SELECT number, id, form_id, form_version, form_sha256, digits, status, updated_utc, caller_number"
        " FROM calls ORDER BY number"
    ).fetchall()
    for number, record_id, form_id, version, sha256, digits, status, updated, caller_number in rows:
        answers = _answers(connection, number, status, caller_number)
        wanted: dict[str, int] = json.loads(digits)
        names = dict.fromkeys((*answers.fields, *wanted))
        fields = tuple(FieldNote(name, name, "string", wanted.get(name)) for name in names)
        form = FormNote(form_id, version, sha256, None, fields)
        turns = tuple(_turns(connection, number))
        yield PlainCall(number, record_id, form, status, updated, answers, turns)


def _answers(
    connection: sqlite3.Connection, number: int, status: CallStatus, caller_number: str | None
) -> Answers:
    fields = {
        row[0]: {
            "status": row[1],
            "value": None if row[2] is None else json.loads(row[2]),
            "source": row[3],
            "confidence": row[4],
            "confirmed": bool(row[5]),
            "estimated": bool(row[6]),
            "skip_reason": row[7],
        }
        for row in connection.execute(
            "SELECT field, status, value, source, confidence, confirmed, estimated, skip_reason FROM answers"
            " WHERE call = ? ORDER BY position",
            (number,),
        )
    }
    shown: dict[str, Any] = {"fields": fields, "status": status, "caller_number": caller_number}
    state = connection.execute(
        "SELECT asked, partial, held, retries, refused FROM dialogue_state WHERE call = ?", (number,)
    ).fetchone()
    if state is not None:
        asked, partial, held, retries, refused = state
        shown |= {"asked": asked, "partial": partial, "held": [_candidate(item) for item in json.loads(held)]}
        shown |= {"retries": json.loads(retries), "refused": json.loads(refused)}
    return codec.load(Answers, json.dumps(shown))


def _candidate(item: dict[str, Any]) -> dict[str, Any]:
    span = item["span"]
    return {**item, "span": None if span is None else {"start": span[0], "end": span[1]}}


def _turns(connection: sqlite3.Connection, number: int) -> Iterator[tuple[int, str]]:
    rows = connection.execute(
        "SELECT seq, asked, step, intent, fired, written, held, skipped, retry_used, latency_ms, utc,"
        " monotonic_ms FROM plain_turns WHERE call = ? ORDER BY seq",
        (number,),
    )
    for row in rows:
        shown = {
            "seq": row[0],
            "asked": row[1],
            "step": row[2],
            "intent": row[3],
            "fired": json.loads(row[4]),
            "written": json.loads(row[5]),
            "held": json.loads(row[6]),
            "skipped": json.loads(row[7]),
            "retry_used": bool(row[8]),
            "latency_ms": json.loads(row[9]),
        }
        yield row[0], json.dumps({"row": shown, "utc": row[10], "monotonic_ms": row[11]})
