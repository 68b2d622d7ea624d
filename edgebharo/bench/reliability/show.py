"""How `bench reliability` looks on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from edgebharo.bench.reliability.events import GRAVE, Event
from edgebharo.bench.reliability.figures import PUBLISHED, Judged, views, wilson
from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Result

MOST_CALLS = 20
"""Failed calls shown; the rest is in the JSON."""


def show_reliability(console: Console, result: Result, judged: Sequence[Judged]) -> None:
    """Calls that failed and why, the views, the events, then the score beside its target."""
    failed = [item for item in judged if not item.reliable]
    for item in failed[:MOST_CALLS]:
        grave = ", ".join(_told(event) for event in item.events if event.severity >= GRAVE)
        console.print(f"{item.call.id}: {grave}", markup=False, soft_wrap=True)
    if len(failed) > MOST_CALLS:
        console.print(f"… and {len(failed) - MOST_CALLS} more", markup=False)
    if views(judged):
        console.print(_views(judged))
    if judged:
        console.print(_events(judged))
    console.print(metrics_table(result))
    good = len(judged) - len(failed)
    low, high = wilson(good, len(judged))
    console.print(
        f"Inquesto Score: {good} of {len(judged)} calls, 95 %: {100 * low:.0f} to {100 * high:.0f} %; "
        f"the best published reference agent, on other calls: {100 * PUBLISHED:.0f} %",
        soft_wrap=True,
    )
    show_verdict(console, result)


def _told(event: Event) -> str:
    size = "" if event.size is None else f" {event.size:g}{' ms' if event.name == 'slow turn' else ''}"
    return f"S{event.severity} {event.name}{size}"


def _views(judged: Sequence[Judged]) -> Table:
    table = Table(
        "by", title="beside the score; the worst group first", title_justify="left", box=SIMPLE_HEAD
    )
    table.add_column("group", overflow="fold")
    for heading in ("calls", "score", "95 %", "goal", "p95 ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in views(judged):
        interval = f"{100 * row.low:.0f}–{100 * row.high:.0f}"
        shares = (f"{100 * row.score:.1f} %", interval, f"{100 * row.goals:.1f} %")
        latency = "–" if row.latency_p95_ms is None else str(row.latency_p95_ms)
        table.add_row(row.by, escape(row.group), str(row.calls), *shares, latency)
    return table


def _events(judged: Sequence[Judged]) -> Table:
    calls = Counter(
        pair for item in judged for pair in {(event.severity, event.name) for event in item.events}
    )
    table = Table("event", "severity", "calls with it", title="events", title_justify="left", box=SIMPLE_HEAD)
    for (severity, name), count in sorted(calls.items(), reverse=True):
        table.add_row(name, f"S{severity}", str(count))
    return table
