"""How `bench select` looks on a terminal, and as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from edgebharo.bench.choosing.choose import AXES, Axis, Candidate, Choice, Limits, Ranked

SIGNS: Mapping[Axis, str] = {"accuracy": "≥", "latency": "≤", "cost": "≤"}


def show_choice(
    console: Console,
    choice: Choice,
    ranked: Sequence[Ranked],
    metrics: Mapping[Axis, str],
    limits: Limits,
) -> None:
    """Every candidate with its verdict, the best first, then who is best at which weight."""
    console.print(_candidates(choice, ranked, limits))
    console.print("; ".join(f"{axis}: {metrics[axis]}" for axis in AXES), markup=False, soft_wrap=True)
    if not choice.front:
        console.print("[red]nothing is within the limits[/]: loosen them, or measure another system")
        return
    table = Table("weight of accuracy", "best", title="the sweep", title_justify="left", box=SIMPLE_HEAD)
    for stretch in choice.sweep:
        table.add_row(f"{stretch.low:.2f}–{stretch.high:.2f}", escape(stretch.name))
    console.print(table)


def _candidates(choice: Choice, ranked: Sequence[Ranked], limits: Limits) -> Table:
    table = Table("system", box=SIMPLE_HEAD)
    for axis in AXES:
        limit = getattr(limits, axis)
        table.add_column(axis if limit is None else f"{axis} {SIGNS[axis]} {limit:g}", justify="right")
    table.add_column("utility", justify="right")
    table.add_column("")
    for row in ranked:
        table.add_row(*_figures(row.candidate), f"{row.utility:.3f}", "on the front")
    for candidate, better in choice.dominated:
        table.add_row(*_figures(candidate), "", escape(f"dominated by {better}"))
    for candidate, axes in choice.over:
        table.add_row(*_figures(candidate), "", f"over: {', '.join(axes)}")
    return table


def _figures(candidate: Candidate) -> tuple[str, ...]:
    return (escape(candidate.name), *(f"{getattr(candidate, axis):g}" for axis in AXES))


def choice_json(
    choice: Choice, ranked: Sequence[Ranked], metrics: Mapping[Axis, str], limits: Limits, weight: float
) -> dict[str, object]:
    """The same as plain data."""
    return {
        "suite": "select",
        "axes": dict(metrics),
        "limits": asdict(limits),
        "weight": weight,
        "front": [{**asdict(row.candidate), "utility": row.utility} for row in ranked],
        "dominated": [{**asdict(item), "by": better} for item, better in choice.dominated],
        "over": [{**asdict(item), "limits": list(axes)} for item, axes in choice.over],
        "sweep": [asdict(stretch) for stretch in choice.sweep],
    }
