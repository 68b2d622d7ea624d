"""Opening the store's file: every check comes before the first write, and a bad file is left as it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from edgebharo.errors import StoreError
from edgebharo.records.device_key import Access, DeviceKeys
from edgebharo.records.migrations import MIGRATIONS, migrate, refuse_newer
from edgebharo.records.sql import DAMAGED, empty_log, explained, transaction

LARGE = 64 * 1024 * 1024
"""Bytes up to which a store is looked through at each opening; 300 MB took 3 s on a busy machine."""

Connect: TypeAlias = Callable[[Path], sqlite3.Connection]


@dataclass(frozen=True)
class Opened:
    """A store that can be used."""

    connection: sqlite3.Connection
    keys: DeviceKeys


def open_store(path: Path, utc: str, connect: Connect, access: Access) -> Opened:
    """The checked, migrated and writable store; a missing file is created, readable by its owner alone.

    Raises:
        StoreError: it is damaged, newer, another program's, read-only, or its place cannot be used.
        SealError: it is of the first kind, in plain text, and cannot be locked for want of a key.
    """
    with explained(path):
        _refuse_lost_file(path)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            path.touch(mode=0o600)
        whole = _is_worth_looking_through(path)
        connection = connect(path)
        try:
            _check(connection, path, whole=whole)
            _prepare(connection)
            keys = DeviceKeys(connection, path, access)
            migrate(connection, utc, keys)
            _prove_writable(connection)
            empty_log(connection)
        except BaseException:
            with suppress(sqlite3.Error):
                connection.close()
            raise
        return Opened(connection, keys)


def _refuse_lost_file(path: Path) -> None:
    """Refuse a store whose main file is gone or emptied while its write-ahead log holds records.

    SQLite would take such a log for rubbish and delete it.
    """
    log = path.with_name(path.name + "-wal")
    empty = not path.exists() or path.stat().st_size == 0
    if empty and log.exists() and log.stat().st_size > 0:
        raise StoreError(
            f"record store {path}: the file is missing or empty, but {log.name} still holds records: "
            "put the file back from where it was moved or from a backup; EdgeBharo did not touch either"
        )


def _is_worth_looking_through(path: Path) -> bool:
    """A small store always; a large one where its program did not end in order: a log was left."""
    log = path.with_name(path.name + "-wal")
    return path.stat().st_size <= LARGE or (log.exists() and log.stat().st_size > 0)


def _check(connection: sqlite3.Connection, path: Path, *, whole: bool) -> None:
    """Read-only checks: ours, not newer than this program, and, where `whole`, not damaged anywhere.

    Damage that is not looked for is found when it is read.
    """
    if whole and connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise StoreError(f"record store {path}: {DAMAGED}")
    refuse_newer(connection, len(MIGRATIONS))


def _prepare(connection: sqlite3.Connection) -> None:
    """Durability and privacy settings of this connection.

    WAL with `synchronous=FULL` flushes the log at each commit: a power cut loses nothing that was reported as
    saved. `secure_delete` overwrites what is deleted.
    """
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL").fetchall()
    connection.execute("PRAGMA foreign_keys = ON").fetchall()
    connection.execute("PRAGMA secure_delete = ON").fetchall()


def _prove_writable(connection: sqlite3.Connection) -> None:
    """Find out before the call that nothing can be saved, not after the first answer."""
    with transaction(connection):
        connection.execute("UPDATE migrations SET number = number WHERE number = 1")
