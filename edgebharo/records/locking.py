"""Locks what the first store kept in plain text: the one step of its migration that is no statement."""

from __future__ import annotations

import sqlite3

from edgebharo.records import codec, tables
from edgebharo.records.device_key import DeviceKeys
from edgebharo.records.drafts import Draft, record_of
from edgebharo.records.payload import freeze
from edgebharo.records.plain import PlainCall, plain_calls
from edgebharo.records.privacy import mask
from edgebharo.types import Answers


def lock_plain_calls(connection: sqlite3.Connection, keys: DeviceKeys, utc: str) -> None:
    """Every call of the old tables into the new ones, under the device's key; none asks for a key.

    Raises:
        SealError: the key cannot be made or found.
    """
    calls = list(plain_calls(connection))
    if not calls:
        return
    note = keys.current() or keys.adopt_first(utc)
    for call in calls:
        _lock(connection, keys, note.id, call)


def _lock(connection: sqlite3.Connection, keys: DeviceKeys, key_id: str, call: PlainCall) -> None:
    connection.execute("UPDATE calls SET form = ? WHERE number = ?", (codec.dump(call.form), call.number))
    for seq, shown in call.turns:
        tables.insert_turn(connection, call.number, seq, (key_id, keys.lock(shown.encode(), key_id)))
    answers = mask(call.answers, call.form.digits)
    draft = Draft(answers)
    if call.status == "in_progress":
        box = keys.lock(codec.dump(draft).encode(), key_id)
        if answers != Answers():
            tables.replace_draft(connection, call.number, (key_id, box))
        return
    head = tables.find_head(connection, call.id)
    if head is None or call.status == "withdrawn":
        return
    frozen = freeze(record_of(head, draft, tables.next_sequence(connection)))
    locked = keys.lock(frozen, key_id)
    tables.insert_finished(
        connection,
        tables.Finished(call.id, 1, call.form, None, key_id, locked, call.updated_utc),
    )
