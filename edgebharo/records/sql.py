"""The small part of SQLite that the store uses, with its failures turned into advice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Literal

from edgebharo.errors import StoreError

BUSY_SECONDS = 5.0
"""How long a write waits for another process that is writing."""

DAMAGED = (
    "it is damaged: keep the file, copy it with its -wal file to a safe place and restore a backup; "
    "EdgeBharo never repairs or replaces it"
)

READ_ONLY = "it can only be read: check the permissions of the file and its folder, or choose another place"

_ADVICE: tuple[tuple[str, str], ...] = (
    ("is full", "no space is left on the disk: free some space and try again"),
    ("readonly", READ_ONLY),
    ("read-only", READ_ONLY),
    ("locked", "another program is writing to it: close it and try again"),
    ("not a database", "if it was a record store, " + DAMAGED),
    ("malformed", DAMAGED),
    ("unable to open", "it cannot be opened: check the path and the permissions of its folder"),
    (
        "disk i/o error",
        "the disk refused to read or write: check its free space and its health, then try again",
    ),
)
"""What SQLite's message holds -> what to do."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file; transactions are begun and ended by hand.

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


def text_of(utc: datetime) -> str:
    """ISO 8601 with milliseconds and offset: sorts as text."""
    return utc.isoformat(timespec="milliseconds")


@contextmanager
def transaction(
    connection: sqlite3.Connection, kind: Literal["IMMEDIATE", "DEFERRED"] = "IMMEDIATE"
) -> Iterator[None]:
    """All of the block's statements, or none. On return the data has reached the disk.

    `DEFERRED` is for reading: the block sees one state of the store. Where an earlier block failed so badly
    that it could not even be undone, it is undone first.

    Raises:
        sqlite3.Error: a statement or the commit failed; nothing of the block is kept.
    """
    _undo(connection)
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            _undo(connection)
        raise


def _undo(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def empty_log(connection: sqlite3.Connection) -> None:
    """Move the write-ahead log into the file and cut it to nothing: what was deleted is then in neither.

    Where another process reads at this moment, the log stays until the store is opened next.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn a failure of SQLite or of the file system into a StoreError that says what to do.

    Raises:
        StoreError: the block failed; what was saved before is kept.
    """
    try:
        yield
    except sqlite3.Error as error:
        message = str(error).lower()
        advice = next((text for sign, text in _ADVICE if sign in message), f"SQLite says {str(error)!r}")
        raise StoreError(f"record store {path}: {advice}; what was saved before is kept") from error
    except OSError as error:
        raise StoreError(
            f"record store {path}: {error.strerror}: check the path, its permissions and the free space"
        ) from error
