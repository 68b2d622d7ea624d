"""How the benchmark of turn-taking looks on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Result, Row
from edgebharo.bench.turns_figures import Line, cut_rates, failures, lines

MOST_FAILURES = 40
"""Lines; the rest is in the JSON."""


def show_turns(console: Console, result: Result) -> None:
    """What failed, each category and system, what it is made of, then the figures beside their targets."""
    found = lines(result.rows)
    _failed(console, failures(result.rows))
    console.print(_table([line for line in found if line.group != "all"], "by kind of answer and pause"))
    console.print(_table([line for line in found if line.group == "all"], "by category"))
    console.print(_cut_rates(result.rows))
    console.print(metrics_table(result))
    console.print(
        "latency: from the caller's last sound to the agent's response; fixed: 0.2 + 0.4 s of silence end "
        "every turn. The caller's voice is synthetic, or single recorded digits joined; pauses are inserted.",
        soft_wrap=True,
    )
    show_verdict(console, result)


def _failed(console: Console, rows: Sequence[Row]) -> None:
    for row in rows[:MOST_FAILURES]:
        pauses = " ".join(f"{pause / 1000:.1f}" for pause in cast("list[int]", row["pauses_ms"]))
        paused = f", pauses {pauses} s" if pauses else ""
        console.print(f"{row['case']}: {row['reason']} ({row['about']}{paused})", markup=False)
    if len(rows) > MOST_FAILURES:
        console.print(f"… and {len(rows) - MOST_FAILURES} more", markup=False)


def _cut_rates(rows: Sequence[Row]) -> Table:
    table = Table("field", "system", title="cut in a pause, by field", title_justify="left", box=SIMPLE_HEAD)
    for heading in ("n", "cut"):
        table.add_column(heading, justify="right")
    for rate in cut_rates(rows):
        table.add_row(rate.field, rate.system, str(rate.samples), f"{100 * rate.cut:.1f} %")
    return table


def _table(found: Sequence[Line], title: str) -> Table:
    table = Table(title=f"{title} (latencies in ms)", title_justify="left", box=SIMPLE_HEAD)
    for heading in ("category", "of", "n", "success", "median", "p95"):
        table.add_column(heading, justify="left" if heading in {"category", "of"} else "right", no_wrap=True)
    for line in found:
        success = "–" if line.success is None else f"{100 * line.success:.1f} %"
        times = ("–" if time is None else str(time) for time in (line.median_ms, line.p95_ms))
        name = line.category if line.system == "edgebharo" else f"{line.category}, {line.system}"
        table.add_row(name, line.group, str(line.samples), success, *times)
    return table
