"""A progress bar on the terminal for joining and hashing models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from edgebharo.models.check import Progress


@contextmanager
def progress_bars(verb: str, console: Console | None = None) -> Iterator[Progress]:
    """Show one bar per model for as long as the context is open; `verb` says what is being done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(compact=True),
    )
    tasks: dict[str, TaskID] = {}
    with Bars(*columns, console=console or Console(stderr=True)) as bars:

        def show(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(f"{verb} {name}")
            bars.update(tasks[name], completed=done, total=total)

        yield show
