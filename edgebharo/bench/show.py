"""How a benchmark looks on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from edgebharo.bench import suite


@contextmanager
def progress_bars(console: Console, titles: Sequence[str]) -> Iterator[tuple[suite.Progress, ...]]:
    """One bar for each title, with the count, the time gone and the time to go."""
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("ETA"),
        TimeRemainingColumn(),
        console=console,
    )
    with bars:
        yield tuple(_bar(bars, bars.add_task(title, total=None)) for title in titles)


def _bar(bars: Progress, task: TaskID) -> suite.Progress:
    return lambda done, total: bars.update(task, completed=done, total=total)


def show_result(console: Console, result: suite.Result, columns: tuple[str, ...]) -> None:
    """Each case, then each figure beside its target, then the machine."""
    console.print(_rows(result, columns))
    console.print(metrics_table(result))
    show_verdict(console, result)


def show_verdict(console: Console, result: suite.Result) -> None:
    """What could not be measured, whether the targets (if any) are met, and the machine."""
    for case, reason in result.failures.items():
        console.print(f"[red]not measured[/] {escape(case)}: {escape(reason)}", soft_wrap=True)
    console.print(f"{_verdict(result)}; seed {result.seed}; {escape(result.machine)}", soft_wrap=True)


def _verdict(result: suite.Result) -> str:
    if not result.targets:
        return "[red]not all measured[/]" if result.failures else "all measured"
    return "[green]all targets met[/]" if result.passed else "[red]not all targets met[/]"


def _rows(result: suite.Result, columns: tuple[str, ...]) -> Table:
    title = f"{result.suite}: {len(result.rows)} cases{' (quick)' if result.quick else ''}"
    table = Table("#", *columns, title=title, title_justify="left")
    for number, row in enumerate(result.rows, start=1):
        table.add_row(str(number), *(escape(_cell(row.get(column))) for column in columns))
    return table


def metrics_table(result: suite.Result) -> Table:
    """Each figure, beside its target where it has one."""
    targets = {target.metric: target for target in result.targets}
    table = Table("metric", "value", "target", "")
    for name, value in result.metrics.items():
        target = targets.get(name)
        met = "" if target is None else "[green]met[/]" if target.met(value) else "[red]missed[/]"
        table.add_row(name, _cell(value), str(target or ""), met)
    return table


def figure(value: float | None) -> str:
    """A metric as people read it."""
    if value is None:
        return "–"
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"


def _cell(value: suite.Json) -> str:
    match value:
        case None | float():
            return figure(value)
        case list():
            return " → ".join(_cell(entry) for entry in value)
        case dict():
            return "; ".join(f"{key} {_cell(entry)}" for key, entry in value.items()) or "–"
        case _:
            return str(value)
