"""The device's own key: made at first use, found again where it lies, never made anew in silence.

It lies in the system's keyring, else in a file beside the store (readable by its owner alone), or, where the
worker wishes, in the store itself under her PIN. The store knows each key by its id: a key that is missing or
another one stops the work, and what it locks stays as it is.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from edgebharo.errors import SealError
from edgebharo.records import sealing
from edgebharo.records.keychain import Keychain, system_keychain
from edgebharo.records.sql import transaction

PlaceName: TypeAlias = Literal["keyring", "pin", "file"]

PIN_TRIES = 3
LEAST_PIN = 4
"""Shortest PIN. Whoever copies the store can try them all: six digits or a few words are better."""


@dataclass(frozen=True)
class Access:
    """How keys are reached on this machine."""

    keychain: Callable[[], Keychain | None] = system_keychain
    ask_pin: Callable[[str], str] | None = None
    """Shows a prompt and returns what was typed, unseen; None where nobody can be asked."""


@dataclass(frozen=True)
class KeyNote:
    """What the store knows about one key: everything but the key."""

    id: str
    place: PlaceName
    wrapped: bytes | None
    """place `pin`: the key under the PIN."""
    created_utc: str
    current: bool


@dataclass
class DeviceKeys:
    """The keys of one store. Belongs to the store's thread; secrets are asked for once and kept in memory."""

    connection: sqlite3.Connection
    store: Path
    access: Access
    _secrets: dict[str, bytes] = field(default_factory=dict, repr=False)

    def notes(self) -> tuple[KeyNote, ...]:
        """Every key that the store knows, the oldest first."""
        rows = self.connection.execute(
            "SELECT id, place, wrapped, created_utc, current FROM device_keys ORDER BY created_utc, id"
        )
        return tuple(KeyNote(row[0], row[1], row[2], row[3], current=bool(row[4])) for row in rows)

    def current(self) -> KeyNote | None:
        """The key that locks what is written now; None before the first use."""
        return next((note for note in self.notes() if note.current), None)

    def ready(self, utc: str) -> str:
        """Make sure that there is a key and that it opens; returns its id. Call it before a transaction.

        Raises:
            SealError: the key is missing, is another one, or its place does not answer.
        """
        note = self.current() or self._first(utc)
        self._secret(note.id)
        return note.id

    def _first(self, utc: str) -> KeyNote:
        with transaction(self.connection):  # another process may have been first
            return self.current() or self.adopt_first(utc)

    def adopt_first(self, utc: str) -> KeyNote:
        """A new key in the best place that this machine has; call it inside a transaction.

        Raises:
            SealError: not even a file can be written.
        """
        return self.adopt(sealing.new_device_key(), self._best_place(), utc)

    def lock(self, plain: bytes, key_id: str) -> bytes:
        """Encrypt under one of the store's keys."""
        return sealing.lock(plain, self._secret(key_id))

    def unlock(self, box: bytes, key_id: str) -> bytes:
        """Inverse of `lock`."""
        return sealing.unlock(box, self._secret(key_id))

    def secret(self, key_id: str) -> bytes:
        """The key itself, for an export."""
        return self._secret(key_id)

    def adopt(self, secret: bytes, place: PlaceName, utc: str, pin: str | None = None) -> KeyNote:
        """Put `secret` where `place` says and note it as the current key.

        It lies there for good before the store names it; call it inside a transaction. `pin` is asked for
        where it is not given.

        Raises:
            SealError: that place cannot take it; the store still names the old key.
        """
        name, wrapped = sealing.key_id(secret), None
        if place == "keyring":
            self._keychain().put(name, secret.hex())
        elif place == "file":
            _write_key(self.file_of(name), secret)
        else:
            wrapped = sealing.wrap(secret, pin if pin is not None else self._new_pin())
        self.connection.execute("UPDATE device_keys SET current = 0")
        self.connection.execute(
            "INSERT OR REPLACE INTO device_keys (id, place, wrapped, created_utc, current)"
            " VALUES (?, ?, ?, ?, 1)",
            (name, place, wrapped, utc),
        )
        self._secrets[name] = secret
        return KeyNote(name, place, wrapped, utc, current=True)

    def forget(self, note: KeyNote, *, but: PlaceName | None = None) -> None:
        """Remove a key that locks nothing any more, from its place unless that is `but`, and from memory."""
        if note.place == "file" and but != "file":
            with suppress(FileNotFoundError):
                self.file_of(note.id).unlink()
        if note.place == "keyring" and but != "keyring":
            with suppress(SealError):  # left behind there it harms nobody
                self._keychain().remove(note.id)

    def file_of(self, key_id: str) -> Path:
        """Where a key lies that lies in a file."""
        return self.store.with_name(f"{self.store.name}.{key_id}.key")

    def _best_place(self) -> PlaceName:
        try:
            keychain = self.access.keychain()
            if keychain is None:
                return "file"
            keychain.put("probe", "probe")
            works = keychain.get("probe") == "probe"
            keychain.remove("probe")
        except SealError:
            return "file"
        return "keyring" if works else "file"

    def _keychain(self) -> Keychain:
        keychain = self.access.keychain()
        if keychain is None:
            raise SealError(
                "this session has no keyring: log in at the desktop where the key was made, or restore the "
                "key with `edgebharo keys restore`; nothing was changed"
            )
        return keychain

    def _secret(self, key_id: str) -> bytes:
        if key_id not in self._secrets:
            self._secrets[key_id] = self._found(key_id)
        return self._secrets[key_id]

    def _found(self, key_id: str) -> bytes:
        note = next((note for note in self.notes() if note.id == key_id), None)
        if note is None:
            raise SealError(
                f"record store {self.store}: the key {key_id} is not known to it; restore a backup"
            )
        if note.place == "pin":
            return self._unwrapped(note.wrapped or b"")
        text = self._keychain().get(key_id) if note.place == "keyring" else _read_key(self.file_of(key_id))
        try:
            secret = bytes.fromhex(text or "")
        except ValueError:
            secret = b""
        if sealing.key_id(secret) != key_id:
            where = "the keyring" if note.place == "keyring" else str(self.file_of(key_id))
            raise SealError(
                f"record store {self.store}: {where} does not hold its key {key_id}: put it back, or "
                "`edgebharo keys restore` it from an export; nothing was changed and no new key was made"
            )
        return secret

    def _unwrapped(self, wrapped: bytes) -> bytes:
        for _ in range(PIN_TRIES - 1):
            with suppress(SealError):
                return sealing.unwrap(wrapped, self._pin("PIN of this device: "))
        return sealing.unwrap(wrapped, self._pin("PIN of this device, for the last time: "))

    def _new_pin(self) -> str:
        pin = self._pin("new PIN: ")
        if len(pin) < LEAST_PIN:
            raise SealError(f"a PIN has {LEAST_PIN} characters or more: nothing was changed")
        if self._pin("the same again: ") != pin:
            raise SealError("these were two different PINs: nothing was changed")
        return pin

    def _pin(self, prompt: str) -> str:
        if self.access.ask_pin is None:
            raise SealError(
                "this store is locked by a PIN: run the command in a terminal, where it can be asked"
            )
        return self.access.ask_pin(prompt)


def _write_key(path: Path, secret: bytes) -> None:
    """A file that only its owner may read, whole and on the disk for good when this returns."""
    new = path.with_name(path.name + ".new")
    try:
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secret.hex() + "\n")
            file.flush()
            os.fsync(handle)
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise SealError(f"{path}: the key cannot be written ({error.strerror}): free some space") from error


def _read_key(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
