"""The numbered steps that bring a store to the shape this program reads.

A step and the note that it was done are one transaction: a crash leaves both or neither. A step that has been
released is never edited; a change of shape is a new step at the end.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from edgebharo.errors import StoreError
from edgebharo.records.device_key import DeviceKeys
from edgebharo.records.locking import lock_plain_calls
from edgebharo.records.sql import transaction

APPLICATION_ID = 0x45424852
"""`EBHR` in the file's header: says that an SQLite file is a record store of EdgeBharo."""


@dataclass(frozen=True)
class Migration:
    """One step. Its number is its place in the list, counted from 1."""

    name: str
    statements: tuple[str, ...]
    convert: Callable[[sqlite3.Connection, DeviceKeys, str], None] | None = None
    """What statements cannot do, done after them; it is told the time."""
    afterwards: tuple[str, ...] = ()
    """Statements that come last."""


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        "calls, answers, dialogue state, turns",
        (
            """CREATE TABLE calls (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                form_id TEXT NOT NULL,
                form_version TEXT NOT NULL,
                form_sha256 TEXT NOT NULL,
                digits TEXT NOT NULL,
                device TEXT NOT NULL,
                worker TEXT NOT NULL,
                caller_number TEXT,
                status TEXT NOT NULL CHECK (
                    status IN ('in_progress', 'complete', 'screened_out', 'failed', 'withdrawn')),
                started_utc TEXT NOT NULL,
                updated_utc TEXT NOT NULL,
                ended_utc TEXT,
                clock_suspect INTEGER NOT NULL
            ) STRICT""",
            "CREATE INDEX calls_by_status ON calls (status, number)",
            """CREATE TABLE answers (
                call INTEGER NOT NULL REFERENCES calls (number),
                position INTEGER NOT NULL,
                field TEXT NOT NULL,
                status TEXT NOT NULL CHECK (status IN ('empty', 'answered', 'skipped')),
                value TEXT,
                source TEXT,
                confidence REAL NOT NULL,
                confirmed INTEGER NOT NULL,
                estimated INTEGER NOT NULL,
                skip_reason TEXT,
                PRIMARY KEY (call, field)
            ) STRICT""",
            """CREATE TABLE dialogue_state (
                call INTEGER PRIMARY KEY REFERENCES calls (number),
                asked TEXT,
                partial TEXT NOT NULL,
                held TEXT NOT NULL,
                retries TEXT NOT NULL,
                refused TEXT NOT NULL
            ) STRICT""",
            """CREATE TABLE turns (
                call INTEGER NOT NULL REFERENCES calls (number),
                seq INTEGER NOT NULL CHECK (seq >= 1),
                asked TEXT,
                step TEXT NOT NULL,
                intent TEXT NOT NULL,
                fired TEXT NOT NULL,
                written TEXT NOT NULL,
                held TEXT NOT NULL,
                skipped TEXT NOT NULL,
                retry_used INTEGER NOT NULL,
                latency_ms TEXT NOT NULL,
                utc TEXT NOT NULL,
                monotonic_ms INTEGER NOT NULL,
                PRIMARY KEY (call, seq)
            ) STRICT""",
        ),
    ),
    Migration(
        "finished records on their way out, and the keys they are locked with",
        (
            """CREATE TABLE outbox (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                record_id TEXT NOT NULL,
                revision INTEGER NOT NULL CHECK (revision >= 1),
                form_id TEXT NOT NULL,
                form_version TEXT NOT NULL,
                registry_key TEXT,
                device_key TEXT,
                sealed BLOB NOT NULL,
                sha256 TEXT NOT NULL,
                created_utc TEXT NOT NULL,
                state TEXT NOT NULL DEFAULT 'pending' CHECK (
                    state IN ('pending', 'sending', 'delivered', 'quarantined')),
                attempts INTEGER NOT NULL DEFAULT 0,
                next_try_utc TEXT,
                reason TEXT,
                receipt TEXT,
                lease_owner TEXT,
                lease_until_utc TEXT,
                UNIQUE (record_id, revision),
                CHECK ((registry_key IS NULL) <> (device_key IS NULL))
            ) STRICT""",
            "CREATE INDEX outbox_by_state ON outbox (state, number)",
            "CREATE INDEX outbox_unsealed ON outbox (number) WHERE registry_key IS NULL",
            """CREATE TABLE device_keys (
                id TEXT PRIMARY KEY,
                place TEXT NOT NULL CHECK (place IN ('keyring', 'pin', 'file')),
                wrapped BLOB,
                created_utc TEXT NOT NULL,
                current INTEGER NOT NULL
            ) STRICT""",
            """CREATE TABLE registry_keys (
                id TEXT PRIMARY KEY,
                public BLOB NOT NULL,
                imported_utc TEXT NOT NULL,
                current INTEGER NOT NULL
            ) STRICT""",
        ),
    ),
    Migration(
        "what was said is locked; consent",
        (
            "ALTER TABLE turns RENAME TO plain_turns",
            "ALTER TABLE calls ADD COLUMN form TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE calls ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
            """CREATE TABLE turns (
                call INTEGER NOT NULL REFERENCES calls (number),
                seq INTEGER NOT NULL CHECK (seq >= 1),
                device_key TEXT NOT NULL REFERENCES device_keys (id),
                box BLOB NOT NULL,
                PRIMARY KEY (call, seq)
            ) STRICT, WITHOUT ROWID""",
            """CREATE TABLE drafts (
                call INTEGER PRIMARY KEY REFERENCES calls (number),
                device_key TEXT NOT NULL REFERENCES device_keys (id),
                box BLOB NOT NULL
            ) STRICT""",
            """CREATE TABLE consents (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                call INTEGER NOT NULL REFERENCES calls (number),
                version TEXT NOT NULL,
                answer TEXT NOT NULL CHECK (answer IN ('given', 'refused', 'unanswered', 'withdrawn')),
                utc TEXT NOT NULL
            ) STRICT""",
            "CREATE INDEX consents_by_call ON consents (call, number)",
            """CREATE TRIGGER consents_stay BEFORE UPDATE ON consents
                BEGIN SELECT raise(ABORT, 'what was said about consent is not changed'); END""",
            """CREATE TRIGGER consents_are_kept BEFORE DELETE ON consents
                BEGIN SELECT raise(ABORT, 'what was said about consent is not deleted'); END""",
        ),
        convert=lock_plain_calls,
        afterwards=(
            "DROP TABLE answers",
            "DROP TABLE dialogue_state",
            "DROP TABLE plain_turns",
            "ALTER TABLE calls DROP COLUMN caller_number",
            "ALTER TABLE calls DROP COLUMN digits",
            "ALTER TABLE calls DROP COLUMN form_id",
            "ALTER TABLE calls DROP COLUMN form_version",
            "ALTER TABLE calls DROP COLUMN form_sha256",
        ),
    ),
    Migration(
        "sounds, for some days",
        (
            """CREATE TABLE sounds (
                call INTEGER NOT NULL REFERENCES calls (number),
                seq INTEGER NOT NULL CHECK (seq >= 1),
                expires_utc TEXT NOT NULL,
                device_key TEXT NOT NULL REFERENCES device_keys (id),
                box BLOB NOT NULL,
                PRIMARY KEY (call, seq)
            ) STRICT""",
            "CREATE INDEX sounds_by_expiry ON sounds (expires_utc)",
        ),
    ),
)


def applied(connection: sqlite3.Connection) -> int:
    """How many steps the store has had; 0 for a file that holds nothing yet.

    Raises:
        StoreError: the file belongs to another program.
        sqlite3.Error: it cannot be read.
    """
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        return 0
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    if application_id != APPLICATION_ID:
        raise StoreError("this database belongs to another program: choose another file for the records")
    (count,) = connection.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
    return int(count)


def refuse_newer(connection: sqlite3.Connection, known: int) -> None:
    """Stop before anything is written where a newer EdgeBharo has changed the store.

    Raises:
        StoreError: the store has had more steps than this program knows.
        sqlite3.Error: it cannot be read.
    """
    count = applied(connection)
    if count > known:
        raise StoreError(
            f"the record store was written by a newer EdgeBharo (store version {count}, this one reads up to "
            f"{known}): install the newer EdgeBharo again; nothing was changed"
        )


def migrate(
    connection: sqlite3.Connection,
    utc: str,
    keys: DeviceKeys,
    migrations: tuple[Migration, ...] = MIGRATIONS,
) -> None:
    """Apply the steps that are missing, each in a transaction of its own with its note.

    Raises:
        StoreError: the file belongs to another program or to a newer EdgeBharo.
        SealError: what is to be locked cannot be, for want of the device's key.
        sqlite3.Error: a step failed; the store is as it was before that step.
    """
    for number, migration in enumerate(migrations, start=1):
        with transaction(connection):
            refuse_newer(connection, len(migrations))
            if applied(connection) < number:
                _apply(connection, number, migration, keys, utc)


def _apply(
    connection: sqlite3.Connection, number: int, migration: Migration, keys: DeviceKeys, utc: str
) -> None:
    if number == 1:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(
            """CREATE TABLE migrations (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                utc TEXT NOT NULL
            ) STRICT"""
        )
    for statement in migration.statements:
        connection.execute(statement)
    if migration.convert is not None:
        migration.convert(connection, keys, utc)
    for statement in migration.afterwards:
        connection.execute(statement)
    connection.execute(
        "INSERT INTO migrations (number, name, utc) VALUES (?, ?, ?)", (number, migration.name, utc)
    )
