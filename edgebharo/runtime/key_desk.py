"""What a worker does with the keys of this device: look, make, move, export, bring back, trust a registry."""

from __future__ import annotations

import base64
import binascii
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

from edgebharo.errors import ConfigError, OutputError, SealError
from edgebharo.records import sealing
from edgebharo.records.device_key import KeyNote
from edgebharo.records.store import Store

LEAST_PASSPHRASE = 8
"""Of an export: it leaves the device, and whoever finds it can try for as long as she likes."""

IN_A_FILE = (
    "the device's key lies in a file beside the records: whoever copies both can read calls in progress. "
    "`edgebharo keys make --in pin` (or keyring) locks it away"
)
READABLE_BY_OTHERS = "others on this machine can read the device's key file: its permissions should be 0600"
NO_REGISTRY = (
    "no registry's key was imported: finished records stay under the device's key until "
    "`edgebharo keys import-registry` or `edgebharo sync enrol`"
)


def warnings(store: Store) -> tuple[str, ...]:
    """What is weak about the keys of this device."""
    note, found = store.keys.device.current(), []
    if note is not None and note.place == "file":
        found.append(IN_A_FILE)
        file = store.keys.device.file_of(note.id)
        if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
            found.append(READABLE_BY_OTHERS)
    if store.keys.registry() is None and store.outbox().counts().unsealed:
        found.append(NO_REGISTRY)
    return tuple(found)


def export(store: Store, note: KeyNote, target: Path, ask: Callable[[str], str]) -> None:
    """Write the device's key to a new file, locked with a passphrase.

    Raises:
        OutputError: the file is there already, or cannot be written.
        SealError: the passphrase is too short or was mistyped.
    """
    passphrase = ask("passphrase for the export: ")
    if len(passphrase) < LEAST_PASSPHRASE:
        raise SealError(f"a passphrase has {LEAST_PASSPHRASE} characters or more: nothing was written")
    if ask("the same again: ") != passphrase:
        raise SealError("these were two different passphrases: nothing was written")
    wrapped = json.loads(sealing.wrap(store.keys.device.secret(note.id), passphrase))
    shown = json.dumps({"edgebharo_device_key": note.id, **wrapped}, indent=2) + "\n"
    try:
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(shown)
    except OSError as error:
        raise OutputError(f"{target}: cannot be written ({error.strerror}); choose a new file") from error


def exported(source: Path, ask: Callable[[str], str]) -> bytes:
    """The key in an export.

    Raises:
        ConfigError: the file is no export.
        SealError: this is not its passphrase.
    """
    try:
        wrapped = source.read_bytes()
        shown = json.loads(wrapped)
    except OSError as error:
        raise ConfigError(f"{source}: cannot be read ({error.strerror})") from error
    except ValueError:
        shown = None
    if not isinstance(shown, dict) or "edgebharo_device_key" not in shown:
        raise ConfigError(f"{source}: is no export of a device's key")
    return sealing.unwrap(wrapped, ask("passphrase of the export: "))


def registry_key(given: str) -> bytes:
    """A registry's public key: as text (base64 or hexadecimal), or in a file that holds it, also as JSON.

    Raises:
        ConfigError: it is none.
    """
    text = given
    path = Path(given)
    try:
        if path.is_file():
            text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{given}: cannot be read as text") from error
    key = _decoded(_from_json(text).strip())
    if key is None:
        raise ConfigError(
            f"no public key of {sealing.KEY_BYTES} bytes was given: name the file that the registry's owner "
            "gave, or paste the key"
        )
    return key


def _from_json(text: str) -> str:
    try:
        shown = json.loads(text)
    except ValueError:
        return text
    found = shown.get("public_key", "") if isinstance(shown, dict) else text
    return str(found)


def _decoded(text: str) -> bytes | None:
    readings: tuple[Callable[[str], bytes], ...] = (
        bytes.fromhex,
        lambda shown: base64.b64decode(shown, validate=True),
        base64.urlsafe_b64decode,
    )
    for read in readings:
        try:
            key = read(text)
        except (ValueError, binascii.Error):
            continue
        if len(key) == sealing.KEY_BYTES:
            return key
    return None
