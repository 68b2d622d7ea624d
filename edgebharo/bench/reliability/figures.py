"""The score and what lies beside it. Pure: the order of the calls changes nothing but the order of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import cast

from edgebharo.bench.reliability.events import (
    GRAVE,
    SEVERITY,
    Event,
    Name,
    events_of,
    is_reliable,
    latencies_ms,
)
from edgebharo.bench.reliability.record import CallRecord, turns_of
from edgebharo.bench.suite import Json, Row
from edgebharo.runtime.timeline import percentile

PUBLISHED = 0.45
"""The best published reference agent, in another population of calls."""
Z = 1.959964
"""Standard deviations of a normal variable around its mean that hold 95 % of it."""
FEWEST_CALLS = 3
"""Calls that a group must have to be the worst one."""
VIEWS = ("condition", "behaviour", "voice", "sex")
"""By what calls are grouped; a group of its own kind is made for each that the calls name."""


@dataclass(frozen=True)
class Judged:
    """A call and what went wrong in it."""

    call: CallRecord
    events: tuple[Event, ...]

    @property
    def reliable(self) -> bool:
        """Nothing grave happened."""
        return is_reliable(self.events)

    @property
    def reliable_with_worker(self) -> bool | None:
        """The same if the worker had typed what was handed over to her; None where nobody knows."""
        given = self.call.goal_with_worker
        return None if given is None else is_reliable(events_of(replace(self.call, goal=given)))


@dataclass(frozen=True)
class View:
    """The calls of one group. Shares are 0..1."""

    by: str
    group: str
    calls: int
    score: float
    low: float
    high: float
    goals: float
    """Share in which the caller's goal was reached."""
    identity: float | None
    """Share in which all that tells who she is was right, of the calls where that is known."""
    latency_median_ms: int | None
    latency_p95_ms: int | None
    """Of all turns of all calls."""


def judge(calls: Iterable[CallRecord]) -> tuple[Judged, ...]:
    """Every call with its events."""
    return tuple(Judged(call, events_of(call)) for call in calls)


def wilson(good: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, 0..1 (Wilson 1927); all of 0..1 where there is nothing."""
    if not of:
        return 0.0, 1.0
    share, square = good / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)


def metrics(judged: Sequence[Judged]) -> dict[str, float | None]:
    """The score, its interval, the worst voice, the share of calls with each event, latencies."""
    if not judged:
        return {"inquesto": None, "calls": 0}
    whole = view(judged, "all", "all")
    worst = worst_group(judged, "voice")
    helped = [well for item in judged if (well := item.reliable_with_worker) is not None]
    counts = Counter(name for item in judged for name in {event.name for event in item.events})
    return {
        "inquesto": whole.score,
        "inquesto_low": whole.low,
        "inquesto_high": whole.high,
        "inquesto_with_worker": _share(sum(helped), len(helped)) if helped else None,
        "goal_reached": whole.goals,
        "identity": whole.identity,
        "worst_voice": worst.score if worst else None,
        "latency_median_ms": whole.latency_median_ms,
        "latency_p95_ms": whole.latency_p95_ms,
        **{metric_of(name): round(counts[name] / len(judged), 4) for name in SEVERITY},
        "calls": len(judged),
    }


def metric_of(event: Name) -> str:
    """The metric that says in which share of the calls an event happened."""
    return f"with_{event.replace(' ', '_').replace('-', '_')}"


def views(judged: Sequence[Judged]) -> tuple[View, ...]:
    """The calls by condition, behaviour, voice and sex, as far as they name them; the worst group first."""
    found = []
    for by in VIEWS:
        names = sorted({item.call.group(by) for item in judged} - {""})
        own = [view([item for item in judged if item.call.group(by) == name], by, name) for name in names]
        found += sorted(own, key=lambda row: (row.score, row.group))
    return tuple(found)


def worst_group(judged: Sequence[Judged], by: str) -> View | None:
    """The group with the least score of those with FEWEST_CALLS calls; None where there is none."""
    return next((row for row in views(judged) if row.by == by and row.calls >= FEWEST_CALLS), None)


def view(judged: Sequence[Judged], by: str, group: str) -> View:
    """Sum calls (at least one) up."""
    good = sum(item.reliable for item in judged)
    low, high = wilson(good, len(judged))
    known = [item.call.identity for item in judged if item.call.identity is not None]
    latencies = [
        latency
        for item in judged
        for latency in latencies_ms(turns_of(item.call.sounds))
        if latency is not None
    ]
    return View(
        by=by,
        group=group,
        calls=len(judged),
        score=_share(good, len(judged)),
        low=low,
        high=high,
        goals=_share(sum(item.call.goal for item in judged), len(judged)),
        identity=_share(sum(known), len(known)) if known else None,
        latency_median_ms=percentile(latencies, 0.5),
        latency_p95_ms=percentile(latencies, 0.95),
    )


def rows(judged: Sequence[Judged]) -> tuple[Row, ...]:
    """One plain row a call: groups, verdict, events. No word and no value."""
    return tuple(
        {
            "call": item.call.id,
            "system": item.call.system,
            **dict(item.call.groups),
            "reliable": item.reliable,
            "goal": item.call.goal,
            "events": [_row(event) for event in item.events],
        }
        for item in judged
    )


def details(judged: Sequence[Judged]) -> dict[str, object]:
    """What stands behind the metrics, and the published figure."""
    return {
        "views": [asdict(row) for row in views(judged)],
        "published": {"source": "Inquesto Score, the best reference agent", "inquesto": PUBLISHED},
        "grave": f"severity S{GRAVE} or more",
    }


def _row(event: Event) -> Json:
    plain = {"event": event.name, "severity": event.severity, "at_ms": event.at_ms, "size": event.size}
    return cast("Json", plain)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4)
