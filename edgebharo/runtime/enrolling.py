"""Makes this device known at a registry, and keeps what comes of it: token, device id, the registry's key."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from edgebharo.clock import SystemClock
from edgebharo.records.keychain import system_keychain
from edgebharo.runtime.config import Settings
from edgebharo.runtime.storing import open_store
from edgebharo.runtime.syncing import address_of, membership_path, required_destination
from edgebharo.sync.enrol import enrol, registry_key
from edgebharo.sync.membership import Membership, remember
from edgebharo.sync.targets import LINES


@dataclass(frozen=True)
class Enrolment:
    """What came of it."""

    device_id: str
    key_id: str
    token_place: str
    """For a person: where the token is."""


def enrol_here(settings: Settings, url: str, code: str) -> Enrolment:
    """Trade a code for a token at the registry at `url`.

    The key is fetched first: a code works once, and is not spent on an address that is no registry.

    Raises:
        SyncError, ConfigError: the registry does not let this device in, or cannot be spoken to.
        StoreError: the key cannot be stored; the token is kept then, and `edgebharo sync key` goes on.
    """
    keychain = system_keychain()
    with closing(LINES.create("http", address_of(settings, url))) as line:
        public = registry_key(line)
        let_in = enrol(line, code)
    known = Membership(url=url, device_id=let_in.device_id, token=let_in.token)
    in_keyring = remember(membership_path(), known, keychain)
    place = (
        "the keyring" if in_keyring else f"{membership_path()}, which only you can read: no keyring is here"
    )
    return Enrolment(let_in.device_id, _import(settings, public), place)


def fetch_key(settings: Settings) -> str:
    """Seal to the registry's key of now; returns its id.

    Raises:
        SyncError, ConfigError: there is no registry, or it cannot be spoken to.
        StoreError, SealError: the key cannot be stored, or what waited for it cannot be opened.
    """
    with closing(LINES.create("http", required_destination(settings).address)) as line:
        return _import(settings, registry_key(line))


def _import(settings: Settings, public: bytes) -> str:
    with closing(open_store(settings, SystemClock())) as store:
        key = store.keys.import_registry(public)
        store.keys.seal_waiting()
        return key.id
