"""How `bench capture` looks on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from edgebharo.bench.capture_figures import ENDINGS, PUBLISHED, causes, groups
from edgebharo.bench.capture_tasks import PROTOCOLS
from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Result

MOST_CAUSES = 12


def show_capture(console: Console, result: Result) -> None:
    """Voices, kinds, rooms and causes, then each figure beside its target, then the published ones."""
    quick = " (quick)" if result.quick else ""
    for by in ("voice", "kind", "environment"):
        table = Table(by, "tasks", *(f"{what} {p}" for p in PROTOCOLS for what in _shares(by)))
        table.title, table.title_justify = f"capture, by {by}{quick}", "left"
        found = [groups(result.rows, by, protocol) for protocol in PROTOCOLS]
        for rows in zip(*found, strict=True):
            shares = (_cell(value) for row in rows for value in _chosen(by, row.pass1, row.pass3))
            table.add_row(rows[0].group, str(rows[0].tasks), *shares)
        console.print(table)
    table = Table("why fields are wrong (risk)", "fields")
    for cause, count in list(causes(result.rows, "risk").items())[:MOST_CAUSES]:
        table.add_row(cause, str(count))
    console.print(table, metrics_table(result))
    for name, value in PUBLISHED.items():
        console.print(f"published, {name}: {value}", soft_wrap=True)
    others = f"{ENDINGS['off']} and {ENDINGS['always']}"
    console.print(f"metrics ending in {others}: the same callers, no value read back, or every one")
    show_verdict(console, result)


def _shares(by: str) -> tuple[str, ...]:
    return ("right",) if by == "environment" else ("pass1", "pass3")


def _chosen(by: str, first: float | None, third: float | None) -> tuple[float | None, ...]:
    return (first,) if by == "environment" else (first, third)


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
