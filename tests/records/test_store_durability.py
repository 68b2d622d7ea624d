"""Nothing that was reported as saved is lost: not to a kill, not to a full disk, not to a failing statement.

A power cut cannot be made here; `synchronous=FULL` is checked to be in force instead.
"""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sample_call
from sample_call import DEVICE, WORKER, HandClock, SampleForm, answers_after, row

from edgebharo.errors import StoreError
from edgebharo.records import sql
from edgebharo.records.store import Store
from edgebharo.types import Answers

CALL = [sys.executable, sample_call.__file__]


class FailingConnection(sqlite3.Connection):
    """A real connection whose n-th statement from now on fails, and where `dead`, all after it."""

    fails_in = 0
    dead = False
    message = "disk I/O error"

    def _count(self) -> None:
        self.fails_in -= 1
        if self.fails_in == 0 or (self.dead and self.fails_in < 0):
            raise sqlite3.OperationalError(self.message)

    def execute(self, *args: Any) -> sqlite3.Cursor:
        self._count()
        return super().execute(*args)

    def executemany(self, *args: Any) -> sqlite3.Cursor:
        self._count()
        return super().executemany(*args)


class Faults:
    """Opens connections that fail where the test wants it."""

    def __init__(self) -> None:
        self.opened: FailingConnection | None = None

    def connect(self, path: Path) -> sqlite3.Connection:
        self.opened = sqlite3.connect(path, isolation_level=None, factory=FailingConnection)
        return self.opened

    def fail_in(self, statements: int, message: str, *, dead: bool) -> None:
        assert self.opened is not None
        self.opened.fails_in, self.opened.dead, self.opened.message = statements, dead, message


def snapshot(path: Path) -> list[Any]:
    """All that a fresh program finds in the store."""
    with closing(Store(path, HandClock())) as store:
        return [store.load(head.id) for head in store.calls()]


def held_call(*arguments: str) -> tuple[int, str]:
    """Hold the sample call in a program of its own: how many turns it reported as saved, its last words."""
    run = subprocess.run(  # noqa: S603
        [*CALL, *arguments], capture_output=True, text=True, check=True, timeout=60, input=""
    )
    lines = run.stdout.splitlines()
    return sum(line.startswith("saved") for line in lines), lines[-1]


WRITES: list[tuple[str, Callable[[Store, str], object]]] = [
    ("begin", lambda store, _: store.begin(SampleForm(), DEVICE, WORKER, None)),
    ("turn", lambda store, record_id: store.turn(record_id, row(2), answers_after(2))),
    ("finish", lambda store, record_id: store.finish(record_id, answers_after(3), "complete")),
    ("discard", lambda store, record_id: store.discard(record_id)),
]


@pytest.mark.parametrize("dead", [False, True], ids=["one statement fails", "all from there fail"])
@pytest.mark.parametrize(("name", "write"), WRITES)
def test_a_write_that_fails_at_any_statement_changes_nothing(
    tmp_path: Path, name: str, write: Callable[[Store, str], object], dead: bool
) -> None:
    failing = 0
    failed = True
    while failed:
        failing += 1
        path, faults = tmp_path / f"{failing}.db", Faults()
        with closing(Store(path, HandClock(), faults.connect)) as store:
            record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
            store.turn(record_id, row(1), answers_after(1))
            before = [store.load(record_id)]
            faults.fail_in(failing, "database or disk is full", dead=dead)
            failed = fails_clearly(partial(write, store, record_id))
            faults.fail_in(0, "", dead=False)
            if failed:
                after = [store.load(head.id) for head in store.calls()]
                only_the_log_was_left = name == "discard" and after[0].head.status == "withdrawn"
                assert after == before or only_the_log_was_left
                write(store, record_id)
        assert len(snapshot(path)) == (2 if name == "begin" else 1)
    assert failing > 4


def fails_clearly(write: Callable[[], object]) -> bool:
    """Whether the write failed, which it must do in the store's own words."""
    try:
        write()
    except StoreError as error:
        return "no space is left" in str(error) or pytest.fail(str(error))
    return False


def test_a_killed_program_loses_no_turn_that_it_reported(tmp_path: Path) -> None:
    for turns in range(5):
        path = tmp_path / f"killed-{turns}.db"
        with subprocess.Popen(  # noqa: S603
            [*CALL, str(path), str(turns)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            record_id = child.stdout.readline().split()[1]
            for seq in range(1, turns + 1):
                assert child.stdout.readline().split() == ["saved", str(seq)]
            child.send_signal(signal.SIGKILL)
            child.wait(10)
        with closing(Store(path, HandClock())) as store:
            (head,) = store.open_calls()
            call = store.load(head.id)
            assert (head.id, head.turns) == (record_id, turns)
            assert [turn.row for turn in call.turns] == [row(seq) for seq in range(1, turns + 1)]
            assert call.answers == (answers_after(turns) if turns else Answers(caller_number="9812345678"))


def test_a_file_that_may_not_grow_is_a_clear_error_and_keeps_what_it_has(path: Path) -> None:
    saved, last = held_call(str(path), "500", "250000")
    assert 0 < saved < 500
    assert last.startswith("failed record store")
    assert "free space" in last
    (call,) = snapshot(path)
    assert [turn.row.seq for turn in call.turns] == list(range(1, saved + 1))
    assert call.answers == answers_after(saved)


def test_a_full_disk_is_a_clear_error_and_keeps_what_it_has(tmp_path: Path, small_disk: Path) -> None:
    saved, last = held_call(str(small_disk / "records.db"), "500")
    assert 0 < saved < 500
    assert "no space is left" in last
    copies = tmp_path / "copies"
    shutil.copytree(small_disk, copies)
    (call,) = snapshot(copies / "records.db")
    assert [turn.row.seq for turn in call.turns] == list(range(1, saved + 1))
    assert call.answers == answers_after(saved)


def test_a_store_at_its_page_limit_keeps_the_record_and_goes_on_when_there_is_room(path: Path) -> None:
    faults = Faults()
    with closing(Store(path, HandClock(), faults.connect)) as store:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
        store.turn(record_id, row(1), answers_after(1))
        assert faults.opened is not None
        (pages,) = faults.opened.execute("PRAGMA page_count").fetchone()
        faults.opened.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        saved = 1
        while not fails_clearly(partial(store.turn, record_id, row(saved + 1), answers_after(saved + 1))):
            saved += 1
        assert store.load(record_id).answers == answers_after(saved)
        faults.opened.execute("PRAGMA max_page_count = 100000").fetchall()
        store.turn(record_id, row(saved + 1), answers_after(saved + 1))
        assert store.load(record_id).answers == answers_after(saved + 1)


def test_a_read_only_store_is_found_before_the_call(path: Path) -> None:
    Store(path, HandClock()).close()
    before = path.read_bytes()

    def read_only(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    with pytest.raises(StoreError, match="can only be read"):
        Store(path, HandClock(), read_only)
    assert path.read_bytes() == before


def test_a_second_writer_is_waited_for_and_then_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "BUSY_SECONDS", 0.05)
    with closing(Store(path, HandClock())) as store, closing(sql.connect(path)) as other:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is writing"):
            store.turn(record_id, row(1), answers_after(1))
        other.execute("COMMIT")
        store.turn(record_id, row(1), answers_after(1))
        assert store.load(record_id).head.turns == 1


def test_each_commit_reaches_the_disk(path: Path) -> None:
    faults = Faults()
    with closing(Store(path, HandClock(), faults.connect)):
        assert faults.opened is not None
        assert faults.opened.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert faults.opened.execute("PRAGMA synchronous").fetchone() == (2,)
