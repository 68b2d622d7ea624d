"""What this device keeps of a registry that let it in: address, device id, token.

The token lies in the system's keyring. Where there is none that answers, it lies in the same file as the
rest, which only its owner can read.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edgebharo.errors import ConfigError, OutputError, SealError
from edgebharo.records.keychain import Keychain


class Membership(BaseModel):
    """The file's content."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    url: str
    device_id: str
    token: str = Field(default="", repr=False)
    """Empty where the keyring holds it."""


def remember(path: Path, membership: Membership, keychain: Keychain | None) -> bool:
    """Keep it, in place of an older one. Returns whether the keyring has taken the token.

    Raises:
        OutputError: the file cannot be written.
    """
    in_keyring = keychain is not None and _put(keychain, membership)
    kept = membership.model_copy(update={"token": "" if in_keyring else membership.token})
    place = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        place.touch(mode=0o600)
        place.write_text(kept.model_dump_json(indent=1) + "\n", encoding="utf-8")
        place.replace(path)
    except OSError as error:
        raise OutputError(
            f"{path}: cannot be written ({error.strerror}); free some space, then enrol again"
        ) from error
    finally:
        with suppress(OSError):
            place.unlink(missing_ok=True)
    return in_keyring


def recall(path: Path, keychain: Callable[[], Keychain | None]) -> Membership | None:
    """What `remember` kept, with its token; None where this device was never let in.

    The keyring is only looked for where it holds the token: that may take seconds.

    Raises:
        ConfigError: the file cannot be used, or the keyring does not give the token.
    """
    try:
        kept = Membership.model_validate_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValidationError, UnicodeDecodeError):
        raise ConfigError(f"{path}: cannot be read; run `edgebharo sync enrol` again") from None
    if kept.token:
        return kept
    token = None
    with suppress(SealError):
        found = keychain()
        token = found.get(_name(kept)) if found is not None else None
    if not token:
        raise ConfigError(
            "the keyring does not give this device's token: unlock it, or run `edgebharo sync enrol` again"
        )
    return kept.model_copy(update={"token": token})


def _put(keychain: Keychain, membership: Membership) -> bool:
    """Some keyrings take everything and keep nothing: it counts once it has come back."""
    name = _name(membership)
    try:
        keychain.put(name, membership.token)
        return keychain.get(name) == membership.token
    except SealError:
        return False


def _name(membership: Membership) -> str:
    return f"token {membership.url} {membership.device_id}"
