"""The registry's folder of keys: private keys that open records, and the key under which searches are hidden.

    keys/                 0700, outside the database and its backups
      current             names the key that devices are told to seal to
      <key id>.private    32 bytes in base64, 0600; one for each key that was ever current
      search.secret       32 bytes in base64, 0600; without it no record can be found by name or phone

A key that is lost is lost with every record that was sealed to it: docs/registry.md says how to keep a copy.
"""

from __future__ import annotations

import base64
import binascii
import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from edgebharo.errors import RegistryError, SealError
from edgebharo.records.sealing import KEY_BYTES, KeyPair, key_id, new_key_pair, public_of, unseal
from edgebharo.sync.wire import PublicKey

CURRENT = "current"
SEARCH = "search.secret"
SUFFIX = ".private"
OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True)
class Custody:
    """All keys of a registry, in memory."""

    current: str
    """Key id."""
    pairs: Mapping[str, KeyPair]
    """By key id."""
    search: bytes = field(repr=False)
    """Hides names and phone numbers in the database; 32 bytes."""

    def public(self) -> PublicKey:
        """What devices are told."""
        public = self.pairs[self.current].public
        return PublicKey(key_id=self.current, public_key=base64.b64encode(public).decode())

    def open(self, sealed: bytes, sealed_to: str) -> bytes:
        """What was sealed to the key `sealed_to`.

        Raises:
            SealError: the registry has no such key, or it does not open the bytes.
        """
        pair = self.pairs.get(sealed_to)
        if pair is None:
            raise SealError(f"it is sealed to key {sealed_to}, which this registry does not have")
        return unseal(sealed, pair.private)


def make_custody(folder: Path) -> Custody:
    """A new folder of keys, with its first key pair.

    Raises:
        RegistryError: there are keys already; they are left as they are.
        OSError: the folder cannot be written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise RegistryError(f"{folder} holds files already: keys are never overwritten; give an empty folder")
    folder.chmod(0o700)
    _write(folder / SEARCH, secrets.token_bytes(KEY_BYTES))
    _add(folder)
    return load_custody(folder)


def rotate(folder: Path) -> Custody:
    """Make a new key pair the current one. The old ones stay: records sealed to them keep coming.

    Raises:
        RegistryError: there are no keys yet, or they cannot be used.
        OSError: the folder cannot be written.
    """
    load_custody(folder)
    _add(folder)
    return load_custody(folder)


def load_custody(folder: Path) -> Custody:
    """Read the folder.

    Raises:
        RegistryError: a key is missing, damaged, or can be read by others.
    """
    try:
        current = (folder / CURRENT).read_text(encoding="ascii").strip()
        pairs = [_pair(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]
        search = _read(folder / SEARCH)
    except FileNotFoundError as error:
        raise RegistryError(
            f"{error.filename} is missing: run edgebharo registry init, or put the folder of keys back"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise RegistryError(f"the folder of keys {folder} cannot be read ({type(error).__name__})") from error
    by_id = {key_id(pair.public): pair for pair in pairs}
    if current not in by_id:
        raise RegistryError(f"{folder / CURRENT} names key {current!r}, which is not there: put it back")
    return Custody(current, by_id, search)


def _add(folder: Path) -> None:
    """A new key, on the disk before it is named the current one."""
    pair = new_key_pair()
    name = key_id(pair.public)
    _write(folder / f"{name}{SUFFIX}", pair.private)
    fresh = folder / f"{CURRENT}.new"
    fresh.unlink(missing_ok=True)
    _write_text(fresh, name)
    fresh.replace(folder / CURRENT)


def _pair(path: Path) -> KeyPair:
    private = _read(path)
    public = public_of(private)
    if key_id(public) != path.name.removesuffix(SUFFIX):
        raise RegistryError(f"{path} is not the key that it is called: put the right file back")
    return KeyPair(public, private)


def _write(path: Path, key: bytes) -> None:
    _write_text(path, base64.b64encode(key).decode("ascii"))


def _write_text(path: Path, text: str) -> None:
    """A file that is there whole, for its owner alone, or not at all."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())


def _read(path: Path) -> bytes:
    if path.stat().st_mode & OTHERS:
        raise RegistryError(f"{path} can be read by others: run chmod 600 on it")
    try:
        key = base64.b64decode(path.read_text(encoding="ascii").strip(), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise RegistryError(f"{path} is damaged: put a copy back; nothing was changed")
    return key
