"""What this device keeps of a registry that let it in: address, device id, token.

The token lies in the system's keyring. Where there is none that answers, it lies in the same file as the
rest, which only its owner can read. A keyring that hangs (D-Bus with nobody at its other end) is given up.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edgebharo.errors import ConfigError

SERVICE = "edgebharo"
KEYRING_S = 4.0
"""The longest that a keyring may take."""
_T = TypeVar("_T")


class Membership(BaseModel):
    """The file's content."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    url: str
    device_id: str
    token: str = Field(default="", repr=False)
    """Empty where the keyring holds it."""


class Keyring(Protocol):
    """What is used of the package `keyring`."""

    def get_password(self, service_name: str, username: str) -> str | None:
        """The secret, if there is one."""

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep a secret."""


def system_keyring() -> Keyring:
    """The system's own. Imported late: looking for it may already ask D-Bus."""
    import keyring  # noqa: PLC0415

    return keyring.get_keyring()


def remember(path: Path, membership: Membership, keyring: Callable[[], Keyring] = system_keyring) -> bool:
    """Keep it, in place of an older one. Returns whether the keyring has taken the token.

    Raises:
        OSError: the file cannot be written.
    """
    in_keyring = _in_time(lambda: _put(keyring(), membership)) or False
    kept = membership.model_copy(update={"token": "" if in_keyring else membership.token})
    place = path.with_name(f".{path.name}.{os.getpid()}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.touch(mode=0o600)
        place.write_text(kept.model_dump_json(indent=1) + "\n", encoding="utf-8")
        place.replace(path)
    finally:
        with suppress(OSError):
            place.unlink(missing_ok=True)
    return in_keyring


def recall(path: Path, keyring: Callable[[], Keyring] = system_keyring) -> Membership | None:
    """What `remember` kept, with its token; None where this device was never let in.

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
    token = _in_time(lambda: keyring().get_password(SERVICE, _name(kept)))
    if not token:
        raise ConfigError(
            "the keyring does not give this device's token: unlock it, or run `edgebharo sync enrol` again"
        )
    return kept.model_copy(update={"token": token})


def _put(keyring: Keyring, membership: Membership) -> bool:
    """Some keyrings take everything and keep nothing: it counts once it has come back."""
    name = _name(membership)
    keyring.set_password(SERVICE, name, membership.token)
    return keyring.get_password(SERVICE, name) == membership.token


def _name(membership: Membership) -> str:
    return f"token {membership.url} {membership.device_id}"


def _in_time(ask: Callable[[], _T]) -> _T | None:
    """The answer, or None where it does not come in time or not at all."""
    answers: SimpleQueue[_T | None] = SimpleQueue()

    def work() -> None:
        try:
            answers.put(ask())
        except Exception:  # noqa: BLE001 - every keyring has errors of its own; none of them may stop a sync
            answers.put(None)

    Thread(target=work, name="keyring", daemon=True).start()
    try:
        return answers.get(timeout=KEYRING_S)
    except Empty:
        return None
