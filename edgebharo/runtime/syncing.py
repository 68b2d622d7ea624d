"""Puts a sync together from the settings: where to, with which token, from which store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from random import random
from threading import Event, Thread

from edgebharo.clock import Clock, SystemClock
from edgebharo.errors import ConfigError, EdgeBharoError, FormError
from edgebharo.forms.load import load_form
from edgebharo.forms.schema import Form
from edgebharo.models.resolve import home
from edgebharo.records.keychain import system_keychain
from edgebharo.records.outbox import Counts, Quarantined
from edgebharo.runtime.config import Settings
from edgebharo.runtime.storing import open_store
from edgebharo.sync.address import Address
from edgebharo.sync.membership import recall
from edgebharo.sync.network import routes
from edgebharo.sync.run import Means, Summary, run
from edgebharo.sync.targets import TARGETS, TargetOptions
from edgebharo.sync.watching import Surroundings, watch

LANES = 2
"""Batches on their way to a registry at once: while it stores one, the next is packed and sent."""
LAST_S = 10.0
"""How long the end of a call may wait for its record to be sent."""


@dataclass(frozen=True)
class Destination:
    """Where records go."""

    address: Address
    token: str = field(repr=False)
    target: str


def membership_path() -> Path:
    """The file in which the registry that let this device in is remembered."""
    return home() / "registry.json"


def address_of(settings: Settings, url: str) -> Address:
    """A server's address with the settings that hold for it."""
    return Address(url, settings.sync_roots, plain_http=settings.sync_plain_http)


def destination(settings: Settings) -> Destination | None:
    """The server that the settings name, else the registry that let this device in; None where there is none.

    Raises:
        ConfigError: the token of the registry cannot be had.
    """
    url = settings.sync_url
    if url and (settings.sync_token or settings.sync_target != "registry"):
        return Destination(address_of(settings, url), settings.sync_token, settings.sync_target)
    known = recall(membership_path(), system_keychain)
    if known is None and not url:
        return None
    if known is None or url not in {"", known.url}:  # a token goes to nobody but who gave it
        raise ConfigError(f"this device has no token for {url}: run `edgebharo sync enrol {url} CODE`")
    return Destination(address_of(settings, known.url), known.token, "registry")


def required_destination(settings: Settings) -> Destination:
    """The same where there must be one.

    Raises:
        ConfigError: there is none; the message says how to set one.
    """
    found = destination(settings)
    if found is None:
        raise ConfigError(
            "no server is set: run `edgebharo sync enrol URL CODE` with the code of the registry's owner, "
            "or set sync_url and sync_target"
        )
    return found


@contextmanager
def means(settings: Settings, where: Destination, clock: Clock, *, asks: bool = True) -> Iterator[Means]:
    """The store and the server, for as long as the block lasts, in the thread that runs it.

    Raises:
        ConfigError, MissingExtraError: the server cannot be spoken to with these settings.
        StoreError: the store cannot be opened.
    """
    with closing(open_store(settings, clock, asks=asks)) as store:
        options = TargetOptions(where.address, where.token, store.reader(), clock, _forms(settings))
        lanes = LANES if where.target == "registry" else 1
        with ExitStack() as lines:
            first, *more = (
                lines.enter_context(closing(TARGETS.create(where.target, options))) for _ in range(lanes)
            )
            yield Means(store.outbox(), first, clock, random, tuple(more))


@dataclass(frozen=True)
class OutboxState:
    """What is where. Contract of `edgebharo sync status --json`."""

    where: str
    """The server's address, or that none is set."""
    counts: Counts
    next_try: datetime | None
    """When the first record that waits is due; None where one is due already, or none waits."""
    refused: tuple[Quarantined, ...]

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "where": self.where,
            **asdict(self.counts),
            "next_try": self.next_try.isoformat() if self.next_try else None,
            "refused": [asdict(one) for one in self.refused],
        }


def state_of_outbox(settings: Settings) -> OutboxState:
    """How things stand; nothing is sent.

    Raises:
        StoreError: the store cannot be opened.
    """
    try:
        where = destination(settings)
        told = f"{where.address.url} ({where.target})" if where else "nowhere: no server is set"
    except ConfigError as error:
        told = f"nowhere: {error}"
    with closing(open_store(settings, SystemClock())) as store:
        outbox = store.outbox()
        return OutboxState(told, outbox.counts(), outbox.next_try(), outbox.quarantined())


def release(settings: Settings, record_id: str | None) -> int:
    """Let one refused record, or all of them, be sent again; returns how many revisions that were.

    Raises:
        StoreError: the store cannot be opened.
    """
    with closing(open_store(settings, SystemClock())) as store:
        outbox = store.outbox()
        ids = {one.record_id for one in outbox.quarantined()} if record_id is None else {record_id}
        return sum(outbox.release(one) for one in sorted(ids))


def keep_syncing(
    settings: Settings,
    where: Destination,
    stop: Event,
    tell: Callable[[Summary], object],
    *,
    asks: bool = True,
) -> None:
    """Sync in this thread until `stop` is set, and once more then; `asks`: for a PIN, where one is needed."""
    clock = SystemClock()
    with means(settings, where, clock, asks=asks) as ready:

        def sync(hasten: bool) -> Summary:
            if hasten:
                ready.outbox.hasten()
            return run(ready, stopped=stop.is_set)

        watch(sync, Surroundings(clock, random, routes, ready.outbox.next_try), stop, tell)
        tell(run(ready))


@contextmanager
def in_background(settings: Settings) -> Iterator[None]:
    """Send finished records while the block runs, where a server is set, and the last one at its end.

    Whatever goes wrong with that is told by `edgebharo sync`, never in the middle of a call.
    """
    if not settings.sync_background or not (settings.sync_url or membership_path().exists()):
        yield
        return
    stop = Event()
    worker = Thread(target=_quietly, args=(settings, stop), name="sync", daemon=True)
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join(LAST_S)


def _quietly(settings: Settings, stop: Event) -> None:
    with suppress(EdgeBharoError, OSError):  # the keyring may be slow: nobody waits for it but this thread
        where = destination(settings)
        if where is not None:
            keep_syncing(settings, where, stop, lambda summary: summary, asks=False)


def _forms(settings: Settings) -> tuple[Form, ...]:
    try:
        return (load_form(settings.form).form,)
    except FormError:  # a sync needs no form; a target that also sends it goes without
        return ()
