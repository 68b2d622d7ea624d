"""How the record store is opened for a command: a PIN is asked for where somebody looks, and only there."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

from edgebharo.clock import SystemClock
from edgebharo.errors import SealError, StoreError
from edgebharo.records.device_key import Access
from edgebharo.records.store import Store
from edgebharo.runtime import storing
from edgebharo.runtime.config import Settings
from edgebharo.runtime.syncing import Destination, address_of, means

pytestmark = pytest.mark.unit

PIN = "271828"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Of a device whose key is locked by a PIN."""
    path = tmp_path / "records.sqlite"
    with closing(Store(path, SystemClock(), access=Access(lambda: None, lambda _prompt: PIN))) as store:
        store.keys.first()
        store.keys.rotate("pin")
    return Settings(store=path)


@pytest.fixture
def prompts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A terminal, and what it was asked."""
    asked: list[str] = []

    def typed(prompt: str) -> str:
        asked.append(prompt)
        return PIN

    monkeypatch.setattr(storing, "getpass", typed)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    return asked


def unlock(store: Store) -> None:
    store.keys.device.secret(store.keys.first().id)


def test_a_command_asks_for_the_pin_once_a_key_is_needed(settings: Settings, prompts: list[str]) -> None:
    with closing(storing.open_store(settings, SystemClock())) as store:
        assert prompts == []
        unlock(store)
    assert len(prompts) == 1


def test_nobody_is_asked_in_the_background(settings: Settings, prompts: list[str]) -> None:
    with (
        closing(storing.open_store(settings, SystemClock(), asks=False)) as store,
        pytest.raises(SealError, match="in a terminal"),
    ):
        unlock(store)
    assert prompts == []


@pytest.mark.parametrize("asks", [True, False])
def test_a_sync_opens_the_store_as_every_command_does(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, *, asks: bool
) -> None:
    """What waits under the device's own key can be sent from a device with a PIN."""
    opened: list[bool] = []
    real = storing.open_store

    def watched(settings: Settings, clock: SystemClock, *, asks: bool = True) -> Store:
        opened.append(asks)
        return real(settings, clock, asks=asks)

    monkeypatch.setattr("edgebharo.runtime.syncing.open_store", watched)
    where = Destination(address_of(settings, "http://127.0.0.1:9"), "", "fhir")
    with means(settings, where, SystemClock(), asks=asks) as ready:
        assert ready.outbox.counts().pending == 0
    assert opened == [asks]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(store=tmp_path / "file" / "records.sqlite")
    with pytest.raises(StoreError, match="EDGEBHARO_STORE"):
        storing.open_store(settings, SystemClock())
