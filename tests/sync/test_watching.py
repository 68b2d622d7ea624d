"""The background worker, on a clock and a network of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from ipaddress import ip_address
from itertools import pairwise
from pathlib import Path
from threading import Event
from threading import enumerate as threads

import pytest
from little_registry import TOKEN, LittleRegistry
from queued import Desk, HandClock

from edgebharo.runtime import syncing
from edgebharo.runtime.config import load_settings
from edgebharo.runtime.syncing import in_background
from edgebharo.sync.network import Routes, routes
from edgebharo.sync.run import Ending, Summary
from edgebharo.sync.watching import IDLE_S, LOOK_S, Surroundings, pause_ms, watch

pytestmark = pytest.mark.unit


@dataclass
class World(Event):
    """Is the event that the worker sleeps on: each wait moves the clock, and something may happen in it."""

    clock: HandClock = field(default_factory=HandClock)
    network: Routes = (None, None)
    next_try: datetime | None = None
    happens: Callable[[World], object] = lambda world: world
    syncs: list[tuple[float, bool]] = field(default_factory=list)
    """(seconds since the beginning, whether waiting records were hastened)."""
    ending: Ending = "done"
    most: int = 5

    def __post_init__(self) -> None:
        Event.__init__(self)
        self.began = self.clock.at

    def wait(self, timeout: float | None = None) -> bool:
        self.clock.move(timeout or 0.0)
        self.happens(self)
        return self.is_set()

    @property
    def seconds(self) -> float:
        return (self.clock.at - self.began).total_seconds()

    def sync(self, hasten: bool) -> Summary:
        self.syncs.append((round(self.seconds, 1), hasten))
        if len(self.syncs) == self.most:
            self.set()
        return Summary(ending=self.ending)

    def run(self, drawn: float = 0.5) -> list[tuple[float, bool]]:
        around = Surroundings(self.clock, lambda: drawn, lambda: self.network, lambda: self.next_try)
        watch(self.sync, around, self, lambda summary: summary)
        return self.syncs


def test_it_begins_at_once_and_looks_for_new_records_every_minute() -> None:
    assert World(most=3).run() == [(0.0, True), (60.0, False), (120.0, False)]


def test_a_network_that_comes_is_noticed_within_seconds() -> None:
    def connect(world: World) -> None:
        if world.seconds >= 500:
            world.network = ("10.0.0.7", None)
            world.ending = "done"

    world = World(ending="retry", most=12, happens=connect)
    syncs = world.run(drawn=0.9)
    came = next(at for at, hasten in syncs[1:] if hasten)

    assert 500 <= came <= 500 + LOOK_S
    assert sum(hasten for _, hasten in syncs) == 2


def test_a_network_that_goes_is_no_reason_to_try() -> None:
    def disconnect(world: World) -> None:
        world.network = (None, None) if world.seconds > 10 else world.network

    syncs = World(network=("10.0.0.7", None), most=3, happens=disconnect).run()

    assert [hasten for _, hasten in syncs] == [True, False, False]


def test_a_server_that_is_not_there_is_asked_less_and_less_often() -> None:
    syncs = World(ending="retry", most=9).run(drawn=1.0)
    pauses = [later - earlier for (earlier, _), (later, _) in pairwise(syncs)]

    assert pauses == [5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0]


def test_a_retry_is_made_when_it_is_due() -> None:
    world = World(most=2)
    world.next_try = world.clock.at + timedelta(seconds=17)

    assert world.run() == [(0.0, True), (17.0, False)]


@pytest.mark.parametrize("due_s", [None, -400 * 86400.0, 0.0, 0.2, 30.0, 400 * 86400.0])
@pytest.mark.parametrize("failures", [0, 1, 50])
def test_a_pause_is_never_endless_and_never_nothing(failures: int, due_s: float | None) -> None:
    for drawn in (0.0, 0.5, 0.999):
        assert 1000 <= pause_ms(failures, lambda drawn=drawn: drawn, due_s) <= 900_000
    if not failures:
        assert pause_ms(0, lambda: 0.5, due_s) <= 1000 * IDLE_S


@pytest.mark.allow_hosts(["192.0.2.1", "2001:db8::1"])
def test_the_way_out_is_this_machines_own_address_or_none() -> None:
    found = routes()

    assert len(found) == 2
    assert all(address is None or ip_address(address) for address in found)
    assert found == routes()


# ---------------------------------------------------------------- during a call


@pytest.fixture
def home(settings_of_its_own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A device that knows no registry, on a network that does not change."""
    monkeypatch.setenv("EDGEBHARO_HOME", str(settings_of_its_own))
    monkeypatch.setattr(syncing, "routes", lambda: (None, None))
    return settings_of_its_own


@pytest.mark.usefixtures("home")
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_call_sends_what_waits_and_its_own_record_at_its_end(desk: Desk, registry: LittleRegistry) -> None:
    settings = load_settings(
        {"store": desk.store.path, "sync_url": registry.url, "sync_token": TOKEN, "form": "none"}
    )
    desk.queue(3)
    with in_background(settings):
        desk.queue(1)

    assert desk.states == {"delivered": 4}
    assert not [thread for thread in threads() if thread.name == "sync"]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "changes", [{}, {"sync_background": False, "sync_url": "https://x.example", "sync_token": "t" * 20}]
)
def test_a_call_without_a_server_starts_no_thread(changes: dict[str, object]) -> None:
    before = threads()
    with in_background(load_settings(changes)):
        assert threads() == before


@pytest.mark.usefixtures("home")
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_call_is_not_disturbed_by_a_server_that_is_not_there(desk: Desk) -> None:
    desk.queue(2)
    settings = load_settings(
        {"store": desk.store.path, "sync_url": "http://127.0.0.1:9", "sync_token": TOKEN, "form": "none"}
    )
    with in_background(settings):
        pass

    assert desk.states == {"pending": 2}
