"""The fault runs on the record store, in small; and that they would see what they look for."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from edgebharo.bench import records_faults as faults
from edgebharo.bench.records_kills import Tally, Ward, kill_at_every_statement, kill_at_random
from edgebharo.forms.load import load_form
from edgebharo.records import sealing

SLOW = bool(os.environ.get("EDGEBHARO_SLOW_TESTS"))
KILLS = 1_000 if SLOW else 24


@pytest.fixture(params=[False, True], ids=["under the device's key", "sealed to a registry"])
def ward(request: pytest.FixtureRequest, tmp_path: Path) -> Ward:
    keys = sealing.new_key_pair() if request.param else None
    made = Ward(tmp_path / "records.db", load_form("maternal-enrolment").form, keys, Tally())
    made.prepare()
    return made


def test_random_kills_lose_and_double_nothing(ward: Ward) -> None:
    random = Random(3)  # noqa: S311 - repeatable
    for _ in range(KILLS // 2):
        kill_at_random(ward, random, 0.3)
    ward.settle()
    assert ward.tally.problems == []
    assert ward.tally.kills + ward.tally.survived == KILLS // 2
    assert min(ward.tally.kills, ward.tally.finished) > 0


@pytest.mark.parametrize("what", ["finish", "send"])
def test_a_kill_at_any_statement_loses_and_doubles_nothing(ward: Ward, what: str) -> None:
    if ward.keys is None and not SLOW:
        pytest.skip("the other half is run with EDGEBHARO_SLOW_TESTS=1")
    statements = kill_at_every_statement(ward, what, after=what == "finish")
    ward.settle()
    assert ward.tally.problems == []
    assert statements > 4


def test_a_disk_that_fills_up_or_cannot_be_written_loses_nothing(ward: Ward) -> None:
    stopped = faults.fill_the_disk(ward, 4)
    assert stopped > 2
    assert faults.refuse_read_only(ward)
    ward.settle()
    assert ward.tally.problems == []


def test_two_syncs_hold_different_records_and_a_killed_one_leaves_none(tmp_path: Path) -> None:
    keys = sealing.new_key_pair()
    ward = Ward(tmp_path / "records.db", load_form("maternal-enrolment").form, keys, Tally())
    ward.prepare()
    faults.queue(ward, 200)
    faults.two_syncs_at_once(ward, Random(5), 0.2)  # noqa: S311 - repeatable
    ward.settle()
    assert ward.tally.problems == []
    assert len(ward.finished) == 200


def test_the_runs_see_a_record_that_is_gone_doubled_or_changed(tmp_path: Path) -> None:
    keys = sealing.new_key_pair()
    ward = Ward(tmp_path / "records.db", load_form("maternal-enrolment").form, keys, Tally())
    ward.prepare()
    faults.queue(ward, 3)
    gone, changed, _ = sorted(ward.finished)
    ward.sent[changed] = "another digest"
    with closing(sqlite3.connect(ward.path)) as raw, raw:
        raw.execute("DELETE FROM outbox WHERE record_id = ?", (gone,))
    ward.settle()
    assert [problem.split(",")[0] for problem in ward.tally.problems] == [
        f"doubled: {changed} went out as other bytes",
        f"lost: {gone}",
    ]
