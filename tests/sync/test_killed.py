"""A sync that is killed at every statement it makes: the next ones deliver everything, once."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from little_registry import LittleRegistry
from queued import Desk

from edgebharo.records import sql
from edgebharo.records.store import Store
from edgebharo.sync.run import Means, run
from edgebharo.sync.targets import Target

pytestmark = [
    pytest.mark.unit,
    pytest.mark.allow_hosts(["127.0.0.1"]),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]

KILLED, LIVED = "killed", "lived"


def sync_and_die(desk: Desk, target: Target, statement: int) -> str:
    """One sync in a process of its own that is killed before its `statement`-th statement."""
    child = os.fork()
    if child == 0:
        try:
            with closing(Store(desk.store.path, desk.clock, connect=dying(statement))) as store:
                run(Means(store.outbox(), target, desk.clock, lambda: 0.5))
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return KILLED if os.WIFSIGNALED(status) else LIVED


def dying(statement: int) -> object:
    left = statement

    def trace(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def connect(path: Path) -> sqlite3.Connection:
        connection = sql.connect(path)
        connection.set_trace_callback(trace)
        return connection

    return connect


def test_a_sync_killed_at_every_statement_loses_and_doubles_nothing(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    good, kills = set(), 0
    for statement in range(1, 200):
        bad, *others = desk.queue(3)
        registry.bad.add(bad.record_id)
        good |= {record.record_id for record in others}
        ended = sync_and_die(desk, target, statement)
        desk.clock.move(601)  # until the lease of the one that died is over
        desk.sync(target)
        assert desk.states == {"delivered": len(good), "quarantined": kills + 1}
        if ended == LIVED:
            break
        kills += 1

    assert kills > 15
    assert {record for record, _ in registry.stored} == good
    assert registry.doubled == 0


@pytest.mark.skipif(not os.environ.get("EDGEBHARO_SLOW_TESTS"), reason="slow: EDGEBHARO_SLOW_TESTS=1 runs it")
def test_a_thousand_random_kills_lose_and_double_nothing(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    draw = Random(7)  # noqa: S311 - repeatable
    records, kills = desk.queue(3), 0
    while kills < 1000:
        kills += sync_and_die(desk, target, draw.randint(1, 25)) == KILLED
        desk.clock.move(601)
        records += desk.queue(1)
    desk.sync(target)

    assert {record for record, _ in registry.stored} == {record.record_id for record in records}
    assert registry.doubled == 0
    assert desk.states == {"delivered": len(records)}
