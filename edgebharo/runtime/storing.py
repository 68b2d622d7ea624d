"""The record store of this device, and how a call enters it: as a new record, or where it was cut off."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from getpass import getpass

from edgebharo.clock import Clock
from edgebharo.errors import StoreError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.records.device_key import Access
from edgebharo.records.rows import CallHead, StoredCall
from edgebharo.records.store import Store
from edgebharo.runtime.config import Settings
from edgebharo.runtime.engine import Engine


def open_store(settings: Settings, clock: Clock, *, asks: bool = True) -> Store:
    """Open the record store, creating its folder; sounds that were kept long enough are deleted.

    A key with a PIN asks for it at the terminal; not where `asks` is False, because nobody looks.

    Raises:
        StoreError: it cannot be opened.
    """
    path = settings.store_path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{path.parent}: cannot be created ({error.strerror}); set EDGEBHARO_STORE elsewhere"
        raise StoreError(message) from error
    at_terminal = asks and sys.stdin is not None and sys.stdin.isatty()
    store = Store(path, clock, access=Access(ask_pin=getpass if at_terminal else None))
    store.sounds.expire()
    return store


@dataclass(frozen=True)
class Entry:
    """The record of the call that is about to be held."""

    record_id: str
    caller_number: str | None
    cut_off: StoredCall | None = None
    """The state that it goes on from."""

    def start(self, engine: Engine) -> None:
        """Let `engine` say the first words."""
        if self.cut_off is None or not self.cut_off.head.turns or not self.cut_off.head.consented:
            engine.begin(self.caller_number, self.turns)
        else:
            engine.resume(self.cut_off.answers, self.turns)

    @property
    def turns(self) -> int:
        """How many turns the record holds already."""
        return 0 if self.cut_off is None else self.cut_off.head.turns


def enter(
    store: Store, loaded: LoadedForm, settings: Settings, caller_number: str | None, resume: str | None = None
) -> Entry:
    """A new record, or the one called `resume`, which was cut off.

    Raises:
        StoreError: it has ended, or was held with another form or version: it can be closed, and is kept.
    """
    if resume is None:
        record_id = store.begin(loaded.form, settings.device, settings.worker, caller_number)
        return Entry(record_id, caller_number)
    stored = store.load(resume)
    require_open(stored.head)
    if stored.head.form.sha256 != loaded.form.sha256:
        then = stored.head.form
        raise StoreError(
            f"record {resume} was begun with form {then.id} {then.version}, which has changed since: install "
            "that form again, or close the call with `edgebharo calls close`; it is kept"
        )
    return Entry(resume, stored.answers.caller_number or caller_number, stored)


def require_open(head: CallHead) -> None:
    """Refuse a call that has ended.

    Raises:
        StoreError: it has.
    """
    if head.status != "in_progress":
        raise StoreError(f"record {head.id} has ended ({head.status}): there is nothing to go on with")
