"""A store is migrated, or refused with advice; a bad file is left exactly as it was."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sample_call import DEVICE, WORKER, HandClock, SampleForm, answers_after, row

from edgebharo.errors import StoreError
from edgebharo.records import migrations
from edgebharo.records.device_key import Access, DeviceKeys
from edgebharo.records.migrations import MIGRATIONS, Migration, migrate
from edgebharo.records.sql import connect
from edgebharo.records.store import Store

NEXT = Migration(
    "a column more", ("ALTER TABLE calls ADD COLUMN place TEXT", "CREATE TABLE extra (x TEXT) STRICT")
)


def filled(path: Path, calls: int = 1) -> list[str]:
    """A store with calls in it; their ids."""
    with closing(Store(path, HandClock())) as store:
        ids = [store.begin(SampleForm(), DEVICE, WORKER, None) for _ in range(calls)]
        for record_id in ids:
            store.turn(record_id, row(1), answers_after(5))
        return ids


def keys(path: Path, connection: sqlite3.Connection) -> DeviceKeys:
    return DeviceKeys(connection, path, Access(keychain=lambda: None))


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_new_store_makes_its_folder_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "records.db"
    with closing(Store(path, HandClock())) as store:
        store.begin(SampleForm(), DEVICE, WORKER, None)
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_every_step_is_noted_with_its_number(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as raw:
        noted = raw.execute("SELECT number, name FROM migrations ORDER BY number").fetchall()
    assert noted == [(number, step.name) for number, step in enumerate(MIGRATIONS, start=1)]


def test_a_later_step_keeps_all_records(path: Path) -> None:
    ids = filled(path, calls=3)
    with closing(connect(path)) as connection:
        migrate(connection, "2027-01-01T00:00:00.000+00:00", keys(path, connection), (*MIGRATIONS, NEXT))
        migrate(connection, "2027-01-02T00:00:00.000+00:00", keys(path, connection), (*MIGRATIONS, NEXT))
        assert connection.execute("SELECT id, place FROM calls ORDER BY number").fetchall() == [
            (record_id, None) for record_id in ids
        ]
        assert migrations.applied(connection) == len(MIGRATIONS) + 1


@pytest.mark.parametrize("broken", ["NO SUCH STATEMENT", "CREATE TABLE calls (x TEXT) STRICT"])
def test_a_step_that_fails_leaves_neither_itself_nor_its_note(path: Path, broken: str) -> None:
    ids = filled(path)
    failing = Migration("fails at its end", (*NEXT.statements, broken))
    with closing(connect(path)) as connection:
        with pytest.raises(sqlite3.Error):
            migrate(
                connection, "2027-01-01T00:00:00.000+00:00", keys(path, connection), (*MIGRATIONS, failing)
            )
        assert migrations.applied(connection) == len(MIGRATIONS)
        assert "place" not in [column[1] for column in connection.execute("PRAGMA table_info(calls)")]
        migrate(connection, "2027-01-01T00:00:00.000+00:00", keys(path, connection), (*MIGRATIONS, NEXT))
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT id FROM calls").fetchall() == [(ids[0],)]


def test_a_newer_store_is_refused_and_nothing_is_written(path: Path) -> None:
    filled(path)
    with closing(connect(path)) as connection:
        migrate(connection, "2027-01-01T00:00:00.000+00:00", keys(path, connection), (*MIGRATIONS, NEXT))
    before = path.read_bytes()
    newer = len(MIGRATIONS) + 1
    with pytest.raises(StoreError, match=f"newer EdgeBharo .store version {newer}.*nothing was changed"):
        Store(path, HandClock())
    assert path.read_bytes() == before


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _scramble(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for place in range(4096, len(content), 4096):
        content[place : place + 64] = b"\xa5" * 64
    path.write_bytes(content)


def _other_text(path: Path) -> None:
    path.write_text("यह एक पत्र है\n" * 400, encoding="utf-8")


@pytest.mark.parametrize("damage", [_cut, _scramble, _other_text])
def test_a_damaged_store_is_refused_kept_and_never_recreated(path: Path, damage: object) -> None:
    filled(path)
    damage(path)  # type: ignore[operator]
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(StoreError, match=r"damaged.*copy it.*never repairs or replaces") as caught:
            Store(path, HandClock())
        assert "सुनीता" not in str(caught.value)
        assert path.read_bytes() == before


@pytest.mark.parametrize("loss", ["missing", "empty"])
def test_a_store_that_lost_its_file_but_not_its_log_is_refused(path: Path, tmp_path: Path, loss: str) -> None:
    with closing(Store(path, HandClock())) as store:
        store.begin(SampleForm(), DEVICE, WORKER, None)
        there = files(tmp_path)
    path.unlink()
    path.with_name("records.db-wal").write_bytes(there["records.db-wal"])
    if loss == "empty":
        path.touch()
    before = files(tmp_path)
    with pytest.raises(StoreError, match=r"records\.db-wal still holds records"):
        Store(path, HandClock())
    assert files(tmp_path) == before


def test_an_empty_file_without_a_log_is_a_new_store(path: Path) -> None:
    path.touch()
    assert len(filled(path)) == 1


def test_another_programs_database_is_refused_and_left(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE theirs (x)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path, HandClock())
    assert path.read_bytes() == before


def test_a_place_that_cannot_hold_a_store_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(StoreError, match=r"records.db: .*check the path"):
        Store(file / "records.db", HandClock())
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path, HandClock())
