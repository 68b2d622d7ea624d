"""A replayed trace for human eyes."""

from __future__ import annotations

import json

from rich.markup import escape
from rich.table import Table

from edgebharo.runtime.replay import Difference, Replay, Turn
from edgebharo.terminal import OUT


def show_replay(result: Replay) -> None:
    """One row a turn, and the first difference where there is one."""
    table = Table(title="times in milliseconds; waited: silence until the turn counted as over")
    for heading in ("at", "by", "heard", "pauses", "waited", "decided", "stopped", "next"):
        right = heading in {"at", "pauses", "waited", "decided", "stopped"}
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    for turn in result.turns:
        table.add_row(*_row(turn))
    OUT.print(table)
    if result.difference is None:
        OUT.print(f"{len(result.turns)} turns; the program would do the same today")
    else:
        _show_difference(result.difference)


def _row(turn: Turn) -> tuple[str, ...]:
    numbers = (max(0, turn.pieces - 1) or None, turn.waited, turn.decided, turn.stopped)
    shown = ("" if number is None else str(number) for number in numbers)
    return (str(turn.at_ms), turn.why, escape(turn.heard), *shown, escape(turn.next))


def _show_difference(found: Difference) -> None:
    OUT.print(f"line {found.line}, at {found.ms} ms, {found.event} in phase {found.phase}")
    for name, commands in (("then", found.recorded), ("now", found.now)):
        for command in commands or ("nothing",):
            OUT.print(f"  {name}: {json.dumps(command, ensure_ascii=False)}", markup=False, soft_wrap=True)
