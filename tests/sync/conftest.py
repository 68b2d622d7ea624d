from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from little_registry import TOKEN, LittleRegistry, serving
from queued import Desk, HandClock, unread

from edgebharo.records.store import Store
from edgebharo.sync.address import Address
from edgebharo.sync.targets import TARGETS, Target, TargetOptions


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def desk(tmp_path: Path, clock: HandClock) -> Iterator[Desk]:
    """A device with its store."""
    store = Store(tmp_path / "records.sqlite", clock)
    yield Desk(store, clock)
    store.close()


@pytest.fixture
def registry() -> Iterator[LittleRegistry]:
    with serving(LittleRegistry()) as registry:
        yield registry


@pytest.fixture
def target(registry: LittleRegistry, clock: HandClock) -> Iterator[Target]:
    address = Address(registry.url, deadline_s=5.0, silence_s=5.0)
    target = TARGETS.create("registry", TargetOptions(address, TOKEN, unread, clock))
    yield target
    target.close()
