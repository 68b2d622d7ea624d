"""Kills a program that writes to the record store: at random moments, and at every single statement.

Each victim is a process of its own that holds one call and sends what is due, telling through a pipe what
the store has reported as done. After its death a fresh program looks at the store, and finishes what is open:
what was told must be there, once. A power cut cannot be made this way; each commit is flushed
(`synchronous=FULL`).
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from edgebharo.bench.records_call import TURNS, VALUES, Happened, answers_after, hold, send
from edgebharo.bench.shifted_clock import ShiftedClock
from edgebharo.clock import pause
from edgebharo.errors import EdgeBharoError
from edgebharo.forms.schema import Form
from edgebharo.records import sealing
from edgebharo.records.payload import Record, thaw
from edgebharo.records.store import Store
from edgebharo.types import CallStatus

CALLS_A_STORE = 40
"""A new store after so many victims: checking it takes the longer the fuller it is."""

JUMPS_S = (0, 0, 0, 30, -30, 3_600, -3_600, 86_400 * 3, -86_400 * 3, -86_400 * 700)


class Deadly(sqlite3.Connection):
    """A connection that kills its process at its n-th statement, before or after it is carried out."""

    left = 0
    after = False

    def execute(self, *args: Any) -> sqlite3.Cursor:
        """One statement."""
        return self._deadly(super().execute, *args)

    def executemany(self, *args: Any) -> sqlite3.Cursor:
        """One statement with several rows."""
        return self._deadly(super().executemany, *args)

    def _deadly(self, run: Callable[..., sqlite3.Cursor], *args: Any) -> sqlite3.Cursor:
        self.left -= 1
        if self.left == 0 and not self.after:
            os.kill(os.getpid(), signal.SIGKILL)
        cursor = run(*args)
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return cursor


@dataclass
class Tally:
    """What the fault runs came to."""

    kills: int = 0
    survived: int = 0
    """Victims that had done everything before they were killed."""
    finished: int = 0
    """Records whose end was reported, by a victim or by whoever went on after it."""
    lost: int = 0
    doubled: int = 0
    problems: list[str] = field(default_factory=list)

    def lose(self, what: str) -> None:
        """Something that was reported is not there."""
        self.lost += 1
        self.problems.append(f"lost: {what}")

    def double(self, what: str) -> None:
        """Something is there twice, or went out as other bytes."""
        self.doubled += 1
        self.problems.append(f"doubled: {what}")


@dataclass
class Ward:
    """A store under attack, and all that was reported about it."""

    path: Path
    form: Form
    keys: sealing.KeyPair | None
    tally: Tally
    finished: set[str] = field(default_factory=set)
    delivered: set[str] = field(default_factory=set)
    sent: dict[str, str] = field(default_factory=dict)
    """record -> digest of the bytes that left, which must stay the same."""

    def open(self, clock: ShiftedClock | None = None, deadly: tuple[int, bool] | None = None) -> Store:
        """The store, as a fresh program sees it; `deadly`: at which statement from now, and after it?"""
        if deadly is None:
            return Store(self.path, clock or ShiftedClock())
        made: list[Deadly] = []

        def connect(path: Path) -> sqlite3.Connection:
            made.append(sqlite3.connect(path, timeout=5.0, isolation_level=None, factory=Deadly))
            return made[-1]

        store = Store(self.path, clock or ShiftedClock(), connect)
        made[-1].left, made[-1].after = deadly
        return store

    def prepare(self) -> None:
        """Make the store, its key, and the registry's where there is one."""
        with closing(self.open()) as store:
            store.keys.first()
            if self.keys is not None:
                store.keys.import_registry(self.keys.public)

    def heard(self, told: list[Happened]) -> None:
        """Take in what a victim reported."""
        for item in told:
            if item.what == "finished":
                self.finished.add(item.record)
            if item.what == "delivered":
                self.delivered.add(item.record)
            if item.what == "sent" and self.sent.setdefault(item.record, item.detail) != item.detail:
                self.tally.double(f"{item.record} went out as other bytes")

    def inspect(self, told: list[Happened]) -> None:
        """Look at the store as the next program does, and finish the call that the victim left."""
        self.heard(told)
        turns = {item.record: int(item.detail) for item in told if item.what == "turn"}
        with closing(self.open()) as store:
            for head in store.open_calls():
                reported = turns.get(head.id, 0)
                if head.turns < reported or store.load(head.id).answers != _state(head.turns):
                    self.tally.lose(f"a turn of {head.id}")
                status: CallStatus = "complete" if head.consented else "withdrawn"
                store.finish(head.id, answers_after(TURNS), status)
            for head in store.calls():
                if head.status == "complete":  # perhaps by a victim that died before it could tell
                    self.finished.add(head.id)

    def settle(self) -> None:
        """Send everything that is left, and count each record that was reported."""
        with closing(self.open(ShiftedClock(timedelta(days=1)))) as store:
            while True:
                told = list(
                    send(store, ShiftedClock(timedelta(days=1)), sealed=self.keys is not None, limit=500)
                )
                if not told:
                    break
                self.heard(told)
        with closing(sqlite3.connect(self.path)) as raw:
            rows = raw.execute(
                "SELECT record_id, count(*), min(state), max(sealed) FROM outbox GROUP BY record_id"
            )
            found = {record: (count, state, sealed) for record, count, state, sealed in rows}
            calls = raw.execute("SELECT count(*) FROM calls WHERE status = 'in_progress'").fetchone()[0]
        self.tally.finished += len(self.finished)
        for record in self.finished | self.delivered:
            count, state, sealed = found.get(record, (0, "", b""))
            if count == 0 or state != "delivered" or not self._reads(record, sealed):
                self.tally.lose(f"{record}, {count} rows, {state}")
            if count > 1:
                self.tally.double(f"{record}, {count} rows")
        if calls or set(found) - self.finished:
            self.tally.lose("a call is open, or finished and never reported")

    def _reads(self, record_id: str, sealed: bytes) -> bool:
        """Whether the bytes say all that was answered."""
        if self.keys is None:
            with closing(self.open()) as store:
                record = next(item for item in store.readable() if item.record_id == record_id)
        else:
            record = thaw(sealing.unseal(sealed, self.keys.private))
        return record.record_id == record_id and values_of(record) == dict(VALUES)


def values_of(record: Record) -> dict[str, Any]:
    """The answers that a record holds."""
    return {item.name: item.value for item in record.fields if item.state == "answered"}


def _state(turns: int) -> object:
    """What a draft of so many turns comes back as."""
    state = answers_after(turns)
    return replace(state, status="in_progress") if turns else type(state)()


# ---------------------------------------------------------------- victims


def victim(work: Callable[[], Iterator[Happened]], kill_after_s: float | None) -> tuple[list[Happened], bool]:
    """Run `work` in a process of its own and kill it; what it told, and whether it had come to its end.

    None: it kills itself.
    """
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ear)
        _live(work, mouth)
    os.close(mouth)
    if kill_after_s is not None:
        pause(kill_after_s)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    with os.fdopen(ear, encoding="utf-8") as file:
        lines = file.read().split("\n")[:-1]
    os.waitpid(child, 0)
    told = [Happened(**json.loads(line)) for line in lines if line not in {"end", "failed"}]
    return told, "end" in lines


def _live(work: Callable[[], Iterator[Happened]], mouth: int) -> NoReturn:
    """A victim's whole life; a line is in the pipe before the next step begins."""
    try:
        for happened in work():
            os.write(mouth, json.dumps(asdict(happened)).encode() + b"\n")
        os.write(mouth, b"end\n")
    except EdgeBharoError:
        os.write(mouth, b"failed\n")
    finally:
        os._exit(0)


def kill_at_random(ward: Ward, random: Random, longest_s: float) -> bool:
    """One victim whose clock is wrong and who dies at some moment of a call and its way out.

    Returns whether it died before it had done everything: no other kill counts.
    """
    clock = ShiftedClock(timedelta(seconds=random.choice(JUMPS_S)))

    def work() -> Iterator[Happened]:
        with closing(ward.open(clock)) as store:
            yield from hold(store, ward.form)
            yield from send(store, clock, sealed=ward.keys is not None)

    told, ended = victim(work, random.random() * longest_s)
    ward.tally.kills += not ended
    ward.tally.survived += ended
    ward.inspect(told)
    return not ended


def kill_at_every_statement(ward: Ward, what: str, *, after: bool) -> int:
    """Victims that die at the 1st, 2nd … statement of `finish` or of `send`; how many there are."""
    for number in range(1, 200):
        told, ended = victim(lambda number=number: _until(ward, what, (number, after)), None)  # type: ignore[misc]
        ward.inspect(told)
        if ended:
            return number - 1
        ward.tally.kills += 1
    return 200


def _until(ward: Ward, what: str, deadly: tuple[int, bool]) -> Iterator[Happened]:
    with closing(ward.open()) as store:
        begun = [*_all_but_the_end(store, ward.form)]
        yield from begun
        if what == "send":
            store.finish(begun[0].record, answers_after(TURNS), "complete")
            yield Happened("finished", begun[0].record)
    with closing(ward.open(deadly=deadly)) as store:
        if what == "finish":
            store.finish(begun[0].record, answers_after(TURNS), "complete")
            yield Happened("finished", begun[0].record)
        else:
            yield from send(store, ShiftedClock(), sealed=ward.keys is not None)


def _all_but_the_end(store: Store, form: Form) -> Iterator[Happened]:
    """The call up to its last turn."""
    for happened in hold(store, form):
        yield happened
        if happened.what == "turn" and happened.detail == str(TURNS):
            return
