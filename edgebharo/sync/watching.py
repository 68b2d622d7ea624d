"""The background worker: syncs when the network comes back, when a retry is due, and now and then.

It sleeps on an event, so that whoever holds the event ends it at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import Event
from typing import TypeAlias

from edgebharo.clock import Clock
from edgebharo.sync.backoff import Draw, wait_s
from edgebharo.sync.network import Routes
from edgebharo.sync.run import Summary

LOOK_S = 5.0
"""How often the way out is looked at; that costs nothing and sends nothing."""
IDLE_S = 60.0
"""How often new records are looked for while nothing waits."""
UNREACHED_BASE_S = 5.0
"""Limit of the first wait after the server was not reached."""

SyncNow: TypeAlias = Callable[[bool], Summary]
"""Syncs once; True: what waits for its next try is due now."""


@dataclass(frozen=True)
class Surroundings:
    """What the worker looks at. All of it is handed in, so that a test can be the world."""

    clock: Clock
    draw: Draw
    routes: Callable[[], Routes]
    next_try: Callable[[], datetime | None]
    """When the first record that waits is due."""


def watch(sync: SyncNow, around: Surroundings, stop: Event, tell: Callable[[Summary], object]) -> None:
    """Sync until `stop` is set.

    Raises:
        StoreError: the store cannot be read or written.
    """
    known = around.routes()
    failures = 0
    hasten = True  # whatever waits from before: a worker who has just begun is worth a try
    while not stop.is_set():
        summary = sync(hasten)
        tell(summary)
        failures = failures + 1 if summary.ending not in {"done", "stopped"} else 0
        rest_ms = pause_ms(failures, around.draw, _until(around))
        known, hasten = _rest(rest_ms, known, around, stop)


def pause_ms(failures: int, draw: Draw, due_s: float | None) -> int:
    """How long to leave the server alone, in milliseconds.

    `failures`: syncs in a row that could not be carried out. `due_s`: seconds until the first retry is due.
    """
    if failures:
        return round(1000 * max(1.0, wait_s(failures, draw, base_s=UNREACHED_BASE_S)))
    if due_s is None:
        return round(1000 * IDLE_S)
    return round(1000 * min(IDLE_S, max(1.0, due_s)))


def _until(around: Surroundings) -> float | None:
    first = around.next_try()
    return None if first is None else (first - around.clock.utc()).total_seconds()


def _rest(rest_ms: int, known: Routes, around: Surroundings, stop: Event) -> tuple[Routes, bool]:
    """Wait, but no longer than until another network is there. Returns (the way out, whether it is new)."""
    until = around.clock.now_ms() + rest_ms
    while (left_ms := until - around.clock.now_ms()) > 0:
        if stop.wait(min(LOOK_S, left_ms / 1000)):
            return known, False
        now = around.routes()
        if now != known:
            return now, any(now)
    return known, False
