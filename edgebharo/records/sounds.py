"""What callers said as sound: kept, locked, for some days, where they agreed and the worker asked for it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from edgebharo.clock import Clock
from edgebharo.errors import StoreError
from edgebharo.records import tables
from edgebharo.records.device_key import DeviceKeys
from edgebharo.records.sql import empty_log, explained, text_of, transaction


@dataclass(frozen=True)
class KeptSound:
    """What was said in one turn of a call."""

    turn: int
    """Counts the turns of the record from 1."""
    expires: datetime
    """UTC: it is deleted when the store is next opened after that."""
    sound: bytes
    """An encoded audio file, as it was given."""


@dataclass(frozen=True)
class Sounds:
    """The sounds in one store. Belongs to the store's thread.

    Every method raises StoreError where the disk or the file does not allow it, SealError where the device's
    key is missing or another one.
    """

    connection: sqlite3.Connection
    path: Path
    keys: DeviceKeys
    clock: Clock

    def keep(self, record_id: str, turn: int, sound: bytes, days: int) -> None:
        """Lock `sound` under the device's key; `days` from now it is deleted.

        Raises:
            StoreError: the caller has not agreed to a record at all, or there is no such call.
        """
        now = self.clock.utc()
        with explained(self.path):
            key_id = self.keys.ready(text_of(now))
            box = self.keys.lock(sound, key_id)
            with transaction(self.connection):
                head = tables.find_head(self.connection, record_id)
                if head is None or not head.consented or head.status == "withdrawn":
                    raise StoreError(f"record {record_id}: no sound of it may be kept")
                self.connection.execute(
                    "INSERT OR REPLACE INTO sounds (call, seq, expires_utc, device_key, box)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (head.number, turn, text_of(now + timedelta(days=days)), key_id, box),
                )

    def of(self, record_id: str) -> tuple[KeptSound, ...]:
        """The sounds of a call in the order of its turns, unlocked."""
        with explained(self.path):
            rows = self.connection.execute(
                "SELECT seq, expires_utc, device_key, box FROM sounds JOIN calls ON number = call"
                " WHERE id = ? ORDER BY seq",
                (record_id,),
            ).fetchall()
            return tuple(
                KeptSound(turn, datetime.fromisoformat(expires), self.keys.unlock(box, key_id))
                for turn, expires, key_id, box in rows
            )

    def forget(self, record_id: str) -> None:
        """Delete the sounds of a call for good: she allows it no more."""
        self._delete("call = (SELECT number FROM calls WHERE id = ?)", record_id)

    def expire(self) -> int:
        """Delete for good what has been kept long enough; returns how much that was."""
        return self._delete("expires_utc <= ?", text_of(self.clock.utc()))

    def _delete(self, which: str, value: str) -> int:
        with explained(self.path):
            (count,) = self.connection.execute(
                f"SELECT count(*) FROM sounds WHERE {which}",  # noqa: S608 - ours
                (value,),
            ).fetchone()
            if count:
                with transaction(self.connection):
                    self.connection.execute(f"DELETE FROM sounds WHERE {which}", (value,))  # noqa: S608
                empty_log(self.connection)
        return int(count)
