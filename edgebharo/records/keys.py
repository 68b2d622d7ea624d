"""Both kinds of keys of one store: the device's own, and the registry's public one."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from edgebharo.clock import Clock
from edgebharo.errors import SealError, StoreError
from edgebharo.records import sealing, tables
from edgebharo.records.device_key import DeviceKeys, KeyNote, PlaceName
from edgebharo.records.sql import empty_log, explained, text_of, transaction

BATCH = 500
"""Records that are sealed in one transaction once the registry's key is there."""


@dataclass(frozen=True)
class RegistryKey:
    """The registry's public key: it locks and cannot open."""

    id: str
    public: bytes = field(repr=False)
    imported_utc: str

    def seal(self, payload: bytes) -> bytes:
        """Lock a payload for the registry alone."""
        return sealing.seal(payload, self.public)


class StoreKeys:
    """The keys of one store. Belongs to the store's thread.

    Every method raises StoreError where the disk does not allow it, and SealError where a key does not; the
    store then still has the keys it had.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, device: DeviceKeys, clock: Clock) -> None:
        self.device = device
        self._connection = connection
        self._path = path
        self._clock = clock

    # ------------------------------------------------------------ the registry's

    def registry(self) -> RegistryKey | None:
        """The key that finished records are sealed to now; None where none was imported."""
        with explained(self._path):
            row = self._connection.execute(
                "SELECT id, public, imported_utc FROM registry_keys WHERE current = 1"
            ).fetchone()
        return None if row is None else RegistryKey(*row)

    def import_registry(self, public: bytes) -> RegistryKey:
        """Seal to this key from now on; what was sealed to an earlier one stays so.

        `seal_waiting` then seals what had to wait for a key.
        """
        sealing.seal(b"", public)
        name, now = sealing.key_id(public), text_of(self._clock.utc())
        with explained(self._path), transaction(self._connection):
            self._connection.execute("UPDATE registry_keys SET current = 0")
            self._connection.execute(
                "INSERT INTO registry_keys (id, public, imported_utc, current) VALUES (?, ?, ?, 1)"
                " ON CONFLICT (id) DO UPDATE SET current = 1",
                (name, public, now),
            )
        return RegistryKey(name, public, now)

    def seal_waiting(self) -> int:
        """Seal the finished records that are still under the device's key; returns how many there were.

        Safe to break off and to repeat: each batch is sealed in one transaction.
        """
        registry, sealed = self.registry(), 0
        if registry is None:
            return 0
        with explained(self._path):
            while rows := tables.select_unsealed(self._connection, BATCH):
                self._open_all(rows)
                with transaction(self._connection):
                    rows = tables.select_unsealed(self._connection, BATCH)
                    for number, key_id, box in rows:
                        locked = registry.seal(self.device.unlock(box, key_id))
                        tables.relock(self._connection, number, locked, registry_key=registry.id)
                sealed += len(rows)
            if sealed:
                empty_log(self._connection)
        return sealed

    def _open_all(self, rows: list[tuple[int, str, bytes]]) -> None:
        """Ask for every key before the transaction: a person may be slow to type her PIN."""
        for key_id in {key_id for _number, key_id, _box in rows}:
            self.device.secret(key_id)

    # ------------------------------------------------------------ the device's own

    def first(self) -> KeyNote:
        """The device's current key, made now where there was none."""
        with explained(self._path):
            name = self.device.ready(text_of(self._clock.utc()))
            return next(note for note in self.device.notes() if note.id == name)

    def rotate(self, place: PlaceName | None = None, pin: str | None = None) -> KeyNote:
        """A new key for the device, in `place` (by default where the old one lies); all is locked anew.

        The old key is forgotten once nothing needs it. Whatever stops this, every box still has its key.

        Raises:
            StoreError: a sync is sending what the old key locks.
        """
        return self._change(sealing.new_device_key(), place, pin)

    def restore(self, secret: bytes, place: PlaceName | None = None, pin: str | None = None) -> KeyNote:
        """Bring back a key that the store knows and that was lost, into `place` (default: where it was).

        Raises:
            SealError: the store knows no such key.
        """
        name, now = sealing.key_id(secret), text_of(self._clock.utc())
        with explained(self._path), transaction(self._connection):
            old = next((note for note in self.device.notes() if note.id == name), None)
            if old is None:
                raise SealError(f"record store {self._path}: nothing in it is locked with the key {name}")
            note = self.device.adopt(secret, place or old.place, old.created_utc or now, pin)
        self.device.forget(old, but=note.place)
        return note

    def _change(self, secret: bytes, place: PlaceName | None, pin: str | None) -> KeyNote:
        now = text_of(self._clock.utc())
        with explained(self._path):
            self.device.ready(now)
            old = self.device.notes()
            for note in old:
                self.device.secret(note.id)
            with transaction(self._connection):
                if self._connection.execute(
                    "SELECT 1 FROM outbox WHERE state = 'sending' AND registry_key IS NULL"
                ).fetchone():
                    raise StoreError("a sync is sending records: wait until it has ended, then try again")
                current = next(note for note in old if note.current)
                new = self.device.adopt(secret, place or current.place, now, pin)
                self._relock_all(new.id)
                self._connection.execute("DELETE FROM device_keys WHERE id <> ?", (new.id,))
            empty_log(self._connection)
        for note in old:
            self.device.forget(note)
        return new

    def _relock_all(self, new_id: str) -> None:
        for table, key in (
            ("drafts", "call = ?"),
            ("turns", "call = ? AND seq = ?"),
            ("sounds", "call = ? AND seq = ?"),
        ):
            columns = key.replace(" = ?", "").replace(" AND ", ", ")
            rows = self._connection.execute(f"SELECT device_key, box, {columns} FROM {table}").fetchall()  # noqa: S608
            for key_id, box, *where in rows:
                locked = self.device.lock(self.device.unlock(box, key_id), new_id)
                self._connection.execute(
                    f"UPDATE {table} SET device_key = ?, box = ? WHERE {key}",  # noqa: S608
                    (new_id, locked, *where),
                )
        for number, key_id, box in tables.select_unsealed(self._connection, -1):
            locked = self.device.lock(self.device.unlock(box, key_id), new_id)
            tables.relock(self._connection, number, locked, device_key=new_id)
