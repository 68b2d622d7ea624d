"""`bench records`: is a record lost or doubled, whatever fails; how fast they are finished, sent and taken?

Each part is by itself: what it needs and is not there (PostgreSQL, an extra) is named, and the others run.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeAlias

from edgebharo.bench import records_faults as faults
from edgebharo.bench import records_kills as kills
from edgebharo.bench.records_kills import Tally, Ward
from edgebharo.bench.suite import Result, Target
from edgebharo.clock import compute_ns
from edgebharo.errors import EdgeBharoError
from edgebharo.forms.schema import Form
from edgebharo.records import sealing
from edgebharo.runtime.app import open_form
from edgebharo.runtime.config import Settings
from edgebharo.runtime.report import machine_name

TARGETS = (
    Target("lost", "<=", 0),
    Target("doubled", "<=", 0),
    Target("kills", ">=", 1_000),
    Target("finalise_ms", "<=", 50),
    Target("finalise_p95_ms", "<=", 50),
    Target("sync_10k_s", "<=", 60),
    Target("ingest_per_s", ">=", 500),
)
QUICK_TARGETS = tuple(target for target in TARGETS if target.metric in {"lost", "doubled"})

LONGEST_S = 0.25
"""A call and its way out take about so long: a moment up to here is drawn to kill in."""

Tell: TypeAlias = Callable[[str], None]
Figures: TypeAlias = Mapping[str, float | None]


@dataclass(frozen=True)
class Size:
    """How much is done."""

    kills: int
    """At random moments; those at every statement come on top."""
    statements: int
    """How often every statement of finishing and sending is killed at."""
    disk: int
    """Calls on a full disk."""
    queued: int
    """Records that two syncs send."""
    calls: int
    """Calls whose end is timed."""
    long_queue: int
    synced: int
    ingested: int
    """Records that each of the devices posts."""


FULL = Size(1_000, 2, 30, 1_000, 200, 100_000, 10_000, 200)
QUICK = Size(25, 0, 6, 120, 20, 2_000, 200, 10)
"""Seconds instead of minutes; its figures say nothing about speed."""


@dataclass
class _Run:
    size: Size
    form: Form
    random: Random
    tell: Tell
    tally: Tally = field(default_factory=Tally)

    def ward(self, folder: str, keys: sealing.KeyPair | None) -> Ward:
        made = Ward(Path(folder) / "records.db", self.form, keys, self.tally)
        made.prepare()
        return made


def bench_records(settings: Settings, *, seed: int = 1, quick: bool = False, tell: Tell = print) -> Result:
    """Run every part; a part that cannot run is a failure with its reason.

    Raises:
        FormError: the form of the settings cannot be used.
    """
    run = _Run(QUICK if quick else FULL, open_form(settings).form, Random(seed), tell)  # noqa: S311 - repeatable
    metrics: dict[str, float | None] = {"lost": None, "doubled": None}
    failures: dict[str, str] = {}
    lost = doubled = 0.0
    for name, part in PARTS.items():
        tell(name)
        try:
            found = dict(part(run))
        except EdgeBharoError as error:
            failures[name] = str(error)
            continue
        lost += found.pop("lost", 0) or 0
        doubled += found.pop("doubled", 0) or 0
        metrics |= found
    metrics |= {"lost": run.tally.lost + lost, "doubled": run.tally.doubled + doubled}
    return Result(
        "records",
        metrics,
        QUICK_TARGETS if quick else TARGETS,
        machine_name(),
        seed,
        quick,
        (),
        {
            **failures,
            **{f"problem {number}": told for number, told in enumerate(run.tally.problems, start=1)},
        },
    )


# ---------------------------------------------------------------- parts


def _random_kills(run: _Run) -> Figures:
    left = run.size.kills
    while left:
        keys = sealing.new_key_pair() if left // kills.CALLS_A_STORE % 2 else None
        with tempfile.TemporaryDirectory(prefix="edgebharo-kills-") as folder:
            ward = run.ward(folder, keys)
            for _ in range(min(left, kills.CALLS_A_STORE)):
                left -= kills.kill_at_random(ward, run.random, LONGEST_S)
            ward.settle()
        run.tell(f"  {run.size.kills - left} of {run.size.kills} killed, {run.tally.lost} lost")
    return {}


def _statement_kills(run: _Run) -> Figures:
    statements = 0
    for number in range(run.size.statements):
        keys = sealing.new_key_pair() if number % 2 else None
        with tempfile.TemporaryDirectory(prefix="edgebharo-kills-") as folder:
            ward = run.ward(folder, keys)
            for what in ("finish", "send"):
                for after in (False, True):
                    statements += kills.kill_at_every_statement(ward, what, after=after)
            ward.settle()
    return {
        "kills": float(run.tally.kills),
        "killed_at_statements": float(statements),
        "finished_after_kills": float(run.tally.finished),
    }


def _disks(run: _Run) -> Figures:
    with tempfile.TemporaryDirectory(prefix="edgebharo-disk-") as folder:
        ward = run.ward(folder, sealing.new_key_pair())
        stopped = faults.fill_the_disk(ward, run.size.disk)
        if not faults.refuse_read_only(ward):
            run.tally.lose("a store that can only be read was not refused")
        ward.settle()
    return {"stopped_by_full_disk": float(stopped)}


def _two_syncs(run: _Run) -> Figures:
    with tempfile.TemporaryDirectory(prefix="edgebharo-queue-") as folder:
        ward = run.ward(folder, sealing.new_key_pair())
        faults.queue(ward, run.size.queued)
        takings = faults.two_syncs_at_once(ward, run.random, 4 * LONGEST_S)
        ward.settle()
    return {"killed_syncs": float(takings)}


def _finalise(run: _Run) -> Figures:
    with tempfile.TemporaryDirectory(prefix="edgebharo-finish-") as folder:
        took = faults.finalise_ms(run.ward(folder, sealing.new_key_pair()), run.size.calls)
    return {"finalise_ms": took[len(took) // 2], "finalise_p95_ms": took[int(len(took) * 0.95)]}


def _long_queue(run: _Run) -> Figures:
    with tempfile.TemporaryDirectory(prefix="edgebharo-queue-") as folder:
        ward = run.ward(folder, sealing.new_key_pair())
        faults.queue(ward, run.size.long_queue)
        begun = compute_ns()
        with closing(ward.open()) as store:
            waiting = store.outbox().counts().pending
        opened_ms = (compute_ns() - begun) / 1e6
        if waiting != run.size.long_queue:
            run.tally.lose(f"{run.size.long_queue - waiting} of a long queue")
        return {"queued": float(waiting), "queue_open_ms": opened_ms, "queue_200_ms": faults.due_ms(ward)}


def _sync(run: _Run) -> Figures:
    from edgebharo.bench.records_sync import measure_sync  # noqa: PLC0415 - needs the extra `sync`

    found = measure_sync(run.size.synced, min(run.size.synced, 1_000), tell=run.tell)
    return {
        "sync_10k_s": found.sync_s,
        "torn_syncs": float(found.torn_syncs),
        "lost": float(found.lost),
        "doubled": float(found.doubled),
    }


def _ingest(run: _Run) -> Figures:
    from edgebharo.bench.records_ingest import DAY, measure_ingest  # noqa: PLC0415 - needs the extra `registry`

    found = measure_ingest(DAY, run.size.ingested, tell=run.tell)
    alone = measure_ingest(1, max(1, run.size.ingested // 4), tell=run.tell)
    return {
        "ingest_batch": float(found.batch),
        "ingest_per_s": found.per_s,
        "ingest_p95_ms": found.p95_ms,
        "ingest_alone_per_s": alone.per_s,
        "ingest_alone_p95_ms": alone.p95_ms,
        "registry_growth_mib": found.memory_last_mib - found.memory_first_mib,
        "lost": float(found.lost + alone.lost),
        "doubled": float(found.doubled + alone.doubled),
    }


PARTS: Mapping[str, Callable[[_Run], Figures]] = {
    "kill at random moments": _random_kills,
    "kill at every statement": _statement_kills,
    "full and read-only disks": _disks,
    "two syncs, one killed": _two_syncs,
    "finish calls": _finalise,
    "a long queue": _long_queue,
    "sync": _sync,
    "ingest": _ingest,
}
"""What is run, in this order. A part returns its figures; `lost` and `doubled` of all are summed."""
