"""Keys: made once, found again, never made anew in silence; a wrong one stops and keeps the file."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import ClassVar

import keyring
import keyring.backend
import pytest
from sample_call import DEVICE, WORKER, HandClock, SampleForm, answers_after, row

from edgebharo.errors import SealError, StoreError
from edgebharo.records import keychain, sealing
from edgebharo.records.device_key import Access
from edgebharo.records.keychain import SystemKeychain, in_time, system_keychain
from edgebharo.records.payload import thaw
from edgebharo.records.sql import connect
from edgebharo.records.store import Store


@dataclass
class PocketKeychain:
    """A keyring in memory."""

    secrets: dict[str, str] = field(default_factory=dict)
    locked: bool = False

    def get(self, name: str) -> str | None:
        self._check()
        return self.secrets.get(name)

    def put(self, name: str, secret: str) -> None:
        self._check()
        self.secrets[name] = secret

    def remove(self, name: str) -> None:
        self._check()
        self.secrets.pop(name, None)

    def _check(self) -> None:
        if self.locked:
            raise SealError("the keyring refused (Locked): unlock it and try again")


@dataclass
class Hand:
    """Types PINs."""

    typed: list[str]
    asked: int = 0

    def __call__(self, prompt: str) -> str:
        self.asked += 1
        return self.typed.pop(0) if len(self.typed) > 1 else self.typed[0]


def opened(path: Path, access: Access) -> Store:
    return Store(path, HandClock(), connect, access)


def filled(store: Store) -> tuple[str, str]:
    """A call in progress and a finished one."""
    ids = [store.begin(SampleForm(), DEVICE, WORKER, None) for _ in range(2)]
    for record_id in ids:
        store.turn(record_id, row(1), answers_after(5))
    store.finish(ids[1], answers_after(5), "complete")
    return ids[0], ids[1]


def everything(store: Store) -> str:
    return repr([store.load(head.id) for head in store.calls()])


IN_A_FILE = Access(keychain=lambda: None)


def test_without_a_keyring_the_key_lies_in_a_file_of_its_owner(path: Path) -> None:
    with closing(opened(path, IN_A_FILE)) as store:
        filled(store)
        note = store.keys.device.current()
        assert note is not None
        assert note.place == "file"
        file = store.keys.device.file_of(note.id)
        shown = everything(store)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with closing(opened(path, IN_A_FILE)) as store:
        assert everything(store) == shown
    assert list(path.parent.glob("*.key")) == [file]


@pytest.mark.parametrize("loss", ["missing", "another", "garbage"])
def test_a_lost_or_wrong_key_stops_and_keeps_the_file(path: Path, loss: str) -> None:
    with closing(opened(path, IN_A_FILE)) as store:
        _, finished = filled(store)
        file = store.keys.device.file_of(store.keys.first().id)
    right = file.read_bytes()
    if loss == "missing":
        file.unlink()
    else:
        file.write_text(sealing.new_device_key().hex() if loss == "another" else "गड़बड़")
    before = path.read_bytes()
    with closing(opened(path, IN_A_FILE)) as store:
        for stopped in (
            lambda: store.begin(SampleForm(), DEVICE, WORKER, None),
            lambda: store.load(finished),
            store.keys.rotate,
        ):
            with pytest.raises(SealError, match="does not hold its key"):
                stopped()
        assert store.outbox().counts().pending == 1  # what needs no key goes on
        assert len(store.calls()) == 2
    assert path.read_bytes() == before
    assert len(list(path.parent.glob("*.key"))) == (0 if loss == "missing" else 1)
    file.write_bytes(right)
    with closing(opened(path, IN_A_FILE)) as store:
        assert "सुनीता" in everything(store)


def test_the_keyring_is_taken_where_there_is_one_and_then_asked_for(path: Path) -> None:
    pocket = PocketKeychain()
    with closing(opened(path, Access(keychain=lambda: pocket))) as store:
        filled(store)
        name = store.keys.first().id
    assert list(pocket.secrets) == [name]
    assert not list(path.parent.glob("*.key"))
    with closing(opened(path, Access(keychain=lambda: pocket))) as store:
        assert "सुनीता" in everything(store)
    with closing(opened(path, IN_A_FILE)) as store, pytest.raises(SealError, match="no keyring"):
        everything(store)
    pocket.locked = True
    with (
        closing(opened(path, Access(keychain=lambda: pocket))) as store,
        pytest.raises(SealError, match="unlock"),
    ):
        everything(store)


def test_a_keyring_that_refuses_at_first_use_is_passed_by(path: Path) -> None:
    with closing(opened(path, Access(keychain=lambda: PocketKeychain(locked=True)))) as store:
        assert store.keys.first().place == "file"


def test_a_pin_locks_everything_and_three_wrong_ones_stop(path: Path) -> None:
    with closing(opened(path, IN_A_FILE)) as store:
        filled(store)
        store.keys.device.access = Access(lambda: None, Hand(["271828", "271828"]))
        assert store.keys.rotate("pin").place == "pin"
        shown = everything(store)
    assert not list(path.parent.glob("*.key"))
    right = Hand(["271828"])
    with closing(opened(path, Access(lambda: None, right))) as store:
        assert everything(store) == shown
        everything(store)
        assert right.asked == 1
    wrong = Hand(["314159"])
    with closing(opened(path, Access(lambda: None, wrong))) as store:
        with pytest.raises(SealError, match="not the PIN"):
            everything(store)
        assert wrong.asked == 3
    with closing(opened(path, IN_A_FILE)) as store, pytest.raises(SealError, match="in a terminal"):
        everything(store)


@pytest.mark.parametrize("typed", [["12"], ["271828", "271829"]])
def test_a_bad_new_pin_changes_nothing(path: Path, typed: list[str]) -> None:
    with closing(opened(path, Access(lambda: None, Hand(typed)))) as store:
        filled(store)
        shown, note = everything(store), store.keys.first()
        with pytest.raises(SealError, match="nothing was changed"):
            store.keys.rotate("pin")
        assert (everything(store), store.keys.first()) == (shown, note)


def test_a_new_key_locks_everything_anew_and_the_old_one_is_forgotten(path: Path) -> None:
    with closing(opened(path, IN_A_FILE)) as store:
        filled(store)
        shown, old = everything(store), store.keys.first()
        new = store.keys.rotate()
        assert new.id != old.id
        assert everything(store) == shown
    with closing(sqlite3.connect(path)) as raw:
        for table in ("drafts", "turns", "outbox"):
            assert raw.execute(f"SELECT DISTINCT device_key FROM {table}").fetchall() == [(new.id,)]  # noqa: S608
    assert [file.name for file in path.parent.glob("*.key")] == [f"records.db.{new.id}.key"]
    with closing(opened(path, IN_A_FILE)) as store:
        assert everything(store) == shown


def test_a_key_is_not_changed_under_a_sync(path: Path) -> None:
    clock = HandClock()
    with closing(opened(path, IN_A_FILE)) as store:
        filled(store)
        store.outbox().due(clock.at, 9, sealed=False)
        note = store.keys.first()
        with pytest.raises(StoreError, match="a sync is sending"):
            store.keys.rotate()
        assert store.keys.first() == note
        assert "सुनीता" in everything(store)


def test_a_lost_key_is_brought_back_and_another_is_refused(path: Path) -> None:
    with closing(opened(path, IN_A_FILE)) as store:
        filled(store)
        note = store.keys.first()
        secret = store.keys.device.secret(note.id)
        file = store.keys.device.file_of(note.id)
    file.unlink()
    with closing(opened(path, IN_A_FILE)) as store:
        with pytest.raises(SealError, match="nothing in it is locked with"):
            store.keys.restore(sealing.new_device_key(), "file")
        assert store.keys.restore(secret).id == note.id
        assert "सुनीता" in everything(store)
    assert file.exists()


# ---------------------------------------------------------------- the registry's key


@pytest.fixture
def registry() -> sealing.KeyPair:
    return sealing.new_key_pair()


def test_finished_records_wait_for_the_registrys_key_and_are_sealed_once_it_is_there(
    path: Path, registry: sealing.KeyPair
) -> None:
    clock = HandClock()
    with closing(opened(path, IN_A_FILE)) as store:
        _, finished = filled(store)
        (waiting,) = store.outbox().due(clock.at, 9, sealed=False)
        store.outbox(waiting.key_id)
        frozen = store.keys.device.unlock(waiting.sealed, waiting.key_id)
        store.keys.import_registry(registry.public)
        assert store.keys.seal_waiting() == 1
        assert store.keys.seal_waiting() == 0
        assert store.outbox().counts().unsealed == 0
        call = store.load(finished)
        assert (call.sealed, dict(call.answers.fields)) == (True, {})
        clock.move(3600)
        (item,) = store.outbox().due(clock.at, 9)
    assert item.key_id == sealing.key_id(registry.public)
    assert sealing.unseal(item.sealed, registry.private) == frozen
    assert thaw(frozen).record_id == finished


def test_with_the_registrys_key_only_the_registry_reads_what_ends(
    path: Path, registry: sealing.KeyPair
) -> None:
    clock = HandClock()
    with closing(opened(path, IN_A_FILE)) as store:
        store.keys.import_registry(registry.public)
        draft, finished = filled(store)
        assert store.load(finished).sealed
        assert not store.load(draft).sealed
        assert list(store.readable()) == []
        (item,) = store.outbox().due(clock.at, 9)
        with pytest.raises(SealError):
            store.reader()(item)
        later = sealing.new_key_pair()
        store.keys.import_registry(later.public)
        store.finish(draft, answers_after(5), "complete")
        (second,) = store.outbox().due(clock.at, 9)
    assert thaw(sealing.unseal(item.sealed, registry.private)).get("name") is not None
    assert thaw(sealing.unseal(second.sealed, later.private)).record_id == draft


def test_what_is_no_key_is_refused(path: Path) -> None:
    with closing(opened(path, IN_A_FILE)) as store:
        with pytest.raises(SealError, match="import it again"):
            store.keys.import_registry(b"short")
        assert store.keys.registry() is None


# ---------------------------------------------------------------- the system's keyring


def test_without_a_session_no_keyring_is_asked() -> None:
    if not keychain.sys.platform.startswith("linux"):
        pytest.skip("elsewhere the keyring needs no session bus")
    assert system_keychain({}) is None
    assert system_keychain({"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}) is None


def test_a_keyring_that_hangs_or_fails_is_left_in_time() -> None:
    never = Event()
    with pytest.raises(SealError, match="does not answer"):
        in_time(never.wait, 0.01)
    never.set()
    with pytest.raises(SealError, match="ZeroDivisionError"):
        in_time(lambda: 1 // 0, 5)

    class Backend:
        def get_password(self, service: str, name: str) -> None:
            raise RuntimeError("a secret must not be told")

    with pytest.raises(SealError) as caught:
        SystemKeychain(Backend()).get("x")
    assert "secret must" not in str(caught.value)


def test_the_keyring_of_the_session_is_used_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Memory(keyring.backend.KeyringBackend):
        priority = 5
        kept: ClassVar[dict[tuple[str, str], str]] = {}

        def get_password(self, service: str, username: str) -> str | None:
            return self.kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            self.kept[service, username] = password

        def delete_password(self, service: str, username: str) -> None:
            del self.kept[service, username]

    before = keyring.get_keyring()
    keyring.set_keyring(Memory())
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "set above")
    try:
        with closing(opened(path, Access())) as store:
            filled(store)
            note = store.keys.first()
        assert note.place == "keyring"
        assert list(Memory.kept) == [("edgebharo", note.id)]
        with closing(opened(path, Access())) as store:
            shown = everything(store)
            assert "सुनीता" in shown
            new = store.keys.rotate()
            assert everything(store) == shown
        assert list(Memory.kept) == [("edgebharo", new.id)]
    finally:
        keyring.set_keyring(before)
