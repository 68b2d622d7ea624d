"""How a sync looks on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.markup import escape

from edgebharo.records.outbox import Counts
from edgebharo.runtime.syncing import OutboxState
from edgebharo.sync.run import Summary
from edgebharo.sync.summary import lines
from edgebharo.terminal import ERR, OUT, counting


@contextmanager
def progress(counts: Counts) -> Iterator[Callable[[int], object]]:
    """A bar over everything that waits; hears how many are dealt with."""
    with counting("sync") as bars:
        task = bars.task_ids[0]
        bars.update(task, total=counts.pending + counts.sending)
        yield lambda done: bars.update(task, completed=done)


def show_summary(summary: Summary, counts: Counts) -> None:
    """What it came to: Hindi, English below it, and the technical reason last."""
    for line in lines(summary, counts):
        OUT.print(escape(line.hindi), soft_wrap=True)
        OUT.print(f"[dim]{escape(line.english)}[/]", soft_wrap=True)
    if summary.reason:
        OUT.print(f"[dim]({escape(summary.reason)})[/]", soft_wrap=True)


def show_passing(summary: Summary) -> None:
    """One line of the background worker's, where there is something to say."""
    if not (summary.delivered or summary.refused or summary.waiting):
        return
    reason = f": {summary.reason}" if summary.reason else ""
    counts = f"{summary.delivered} delivered, {summary.refused} refused, {summary.waiting} to be tried again"
    said = counts + reason
    ERR.print(escape(said), soft_wrap=True)


def show_state(state: OutboxState) -> None:
    """The outbox at a glance, and each refused record with its reason."""
    counts = state.counts
    OUT.print(f"to       {escape(state.where)}", soft_wrap=True)
    OUT.print(f"waiting  {counts.pending + counts.sending}")
    OUT.print(f"sent     {counts.delivered}")
    OUT.print(f"refused  {counts.quarantined}")
    if counts.unsealed:
        OUT.print(f"unsealed {counts.unsealed} (under this device's own key: no registry's key was there)")
    if state.next_try is not None:
        OUT.print(f"next try {state.next_try.astimezone():%d %b %H:%M}")
    for one in state.refused:
        OUT.print(f"  {one.record_id} revision {one.revision}: {escape(one.reason)}", soft_wrap=True)
