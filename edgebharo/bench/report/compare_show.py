"""How `bench compare` looks on a terminal, and as plain data."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from edgebharo.bench.report.compare import Change, Comparison, Paired, compare
from edgebharo.bench.report.reading import read_results
from edgebharo.bench.show import figure

MOST_CASES = 20
"""Cases shown for each way of changing; the rest is in the JSON."""
STYLE = {"better": "green", "worse": "red", "same": "dim", "": "dim"}


def compare_files(before: Path, after: Path) -> Comparison:
    """Compare what two files hold, and show it.

    Raises:
        ResultsError: one of them cannot be read.
    """
    found = compare(read_results(before)[0], read_results(after)[0])
    show_comparison(Console(), found)
    return found


def show_comparison(console: Console, found: Comparison) -> None:
    """Every figure before and after, then the cases that changed."""
    for note in notes(found):
        console.print(f"[yellow]note[/] {escape(note)}", soft_wrap=True)
    table = Table("metric", box=SIMPLE_HEAD)
    for heading in ("before", "after", "difference", "target"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for change in found.changes:
        table.add_row(*_row(change))
    console.print(table)
    for pair in found.paired:
        _show_pair(console, pair)
    if not found.paired:
        console.print("no case is in both")


def notes(found: Comparison) -> list[str]:
    """What makes the two no fair comparison."""
    pairs = {
        "benchmark": (found.before.suite, found.after.suite),
        "seed": (found.before.seed, found.after.seed),
        "machine": (found.before.machine, found.after.machine),
        "quick run": (found.before.quick, found.after.quick),
    }
    return [f"another {what}: {old}, then {new}" for what, (old, new) in pairs.items() if old != new]


def _row(change: Change) -> tuple[str, ...]:
    style = STYLE[change.verdict]
    difference = "" if change.difference is None else f"{change.difference:+.4g}"
    return (
        escape(change.metric),
        figure(change.before),
        figure(change.after),
        f"[{style}]{difference}[/]",
        str(change.target or ""),
        "[red]no longer met[/]" if change.lost else f"[{style}]{change.verdict}[/]",
    )


def _show_pair(console: Console, pair: Paired) -> None:
    console.print(
        f"{pair.aspect}, {pair.cases} cases in both: {len(pair.gained)} gained, {len(pair.lost)} lost "
        f"(by chance: p = {pair.p:.3g})",
        markup=False,
        soft_wrap=True,
    )
    for sign, cases in (("+", pair.gained), ("-", pair.lost)):
        for case in cases[:MOST_CASES]:
            console.print(f"  {sign} {case}", markup=False, soft_wrap=True)
        if len(cases) > MOST_CASES:
            console.print(f"  {sign} … and {len(cases) - MOST_CASES} more", markup=False)


def comparison_json(found: Comparison) -> dict[str, object]:
    """The same as plain data."""
    return {
        "suite": "compare",
        "notes": notes(found),
        "changes": [_plain(change) for change in found.changes],
        "paired": [asdict(pair) for pair in found.paired],
    }


def _plain(change: Change) -> dict[str, object]:
    return {**asdict(change), "difference": change.difference, "lost": change.lost}
