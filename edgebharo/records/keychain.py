"""The operating system's keyring, asked so that nothing ever waits for a desktop that is not there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Any, Protocol, TypeVar

from edgebharo.errors import SealError

SERVICE = "edgebharo"
PATIENCE_S = 20.0
"""The longest that the keyring may take, an unlock dialog included."""
FIRST_PATIENCE_S = 5.0
"""The same where it is only tried: without it the key goes into a file."""

T = TypeVar("T")


class Keychain(Protocol):
    """Keeps small secrets as text, by name. Every method raises SealError where it cannot."""

    def get(self, name: str) -> str | None:
        """The secret called `name`; None where there is none."""

    def put(self, name: str, secret: str) -> None:
        """Keep `secret` as `name`, in place of an older one."""

    def remove(self, name: str) -> None:
        """Forget the secret called `name`, where there is one."""


@dataclass(frozen=True)
class SystemKeychain:
    """The keyring of whoever is logged in. Implements Keychain."""

    backend: Any
    """One of the `keyring` package's."""
    patience_s: float = PATIENCE_S

    def get(self, name: str) -> str | None:
        """The secret called `name`."""
        found = in_time(lambda: self.backend.get_password(SERVICE, name), self.patience_s)
        return None if found is None else str(found)

    def put(self, name: str, secret: str) -> None:
        """Keep a secret."""
        in_time(lambda: self.backend.set_password(SERVICE, name, secret), self.patience_s)

    def remove(self, name: str) -> None:
        """Forget a secret."""
        if self.get(name) is not None:
            in_time(lambda: self.backend.delete_password(SERVICE, name), self.patience_s)


def system_keychain(environment: Mapping[str, str] | None = None) -> Keychain | None:
    """The keyring of this machine; None where there is none that keeps secrets encrypted."""
    environment = os.environ if environment is None else environment
    chosen = "PYTHON_KEYRING_BACKEND" in environment
    if sys.platform.startswith("linux") and not chosen and not environment.get("DBUS_SESSION_BUS_ADDRESS"):
        return None  # without a session there is no keyring service to ask
    try:
        backend = in_time(_backend, FIRST_PATIENCE_S)
    except SealError:
        return None
    return None if backend is None else SystemKeychain(backend)


def _backend() -> Any:
    import keyring  # noqa: PLC0415 - looking for backends takes a while

    backend = keyring.get_keyring()
    kind = type(backend).__module__
    plain = kind.startswith(("keyrings.alt", "keyring.backends.fail", "keyring.backends.null"))
    return backend if not plain and backend.priority >= 1 else None


def in_time(work: Callable[[], T], seconds: float) -> T:
    """What `work` returns, if it does within `seconds`; a thread that hangs is left behind.

    Raises:
        SealError: it failed, or took too long.
    """
    results: list[T] = []
    faults: list[Exception] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as error:  # noqa: BLE001 - a keyring may raise anything
            faults.append(error)

    thread = Thread(target=run, daemon=True, name="keyring")
    thread.start()
    thread.join(seconds)
    if results:
        return results[0]
    if faults:
        raise SealError(f"the keyring refused ({type(faults[0]).__name__}): unlock it and try again")
    raise SealError("the keyring does not answer: unlock it and try again; nothing was changed")
