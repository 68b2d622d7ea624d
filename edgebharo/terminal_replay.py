"""A replayed trace for human eyes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from rich.markup import escape
from rich.table import Table

from edgebharo.dialogue import commands as do
from edgebharo.dialogue.events import Event
from edgebharo.dialogue.state import DialogueState
from edgebharo.runtime.engine import OnStep
from edgebharo.runtime.replay import Difference, Replay, Turn, TurnReader
from edgebharo.terminal import OUT


@contextmanager
def timed(on_step: OnStep, *, wanted: bool) -> Iterator[OnStep]:
    """What to give to a call as its `on_step`, so that the time of each turn is shown when it is over."""
    reader = TurnReader()

    def both(now_ms: int, event: Event, before: DialogueState, commands: tuple[do.Command, ...]) -> None:
        on_step(now_ms, event, before, commands)
        reader.take(now_ms, event, before, commands)

    yield both if wanted else on_step
    if wanted:
        _show_timing(reader.turns)


def _show_timing(turns: list[Turn]) -> None:
    table = Table(title="each turn, milliseconds; waited: silence until it counted as over")
    for heading in ("at", "by", "pauses", "partials", "waited", "decided", "stopped", "next"):
        table.add_column(heading, justify="left" if heading in {"by", "next"} else "right", overflow="fold")
    for turn in turns:
        at, why, _, pauses, *numbers, following = _row(turn)
        table.add_row(at, why, pauses, str(turn.partials or ""), *numbers, following)
    OUT.print(table)


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
