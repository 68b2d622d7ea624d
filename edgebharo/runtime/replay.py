"""A trace stepped once more: what happened turn by turn, and where the program would now do otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import ONSET_MS
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import is_stale, step
from edgebharo.dialogue.timing import end_ms
from edgebharo.errors import TraceError
from edgebharo.runtime.trace import Line, Trace
from edgebharo.runtime.trace_codec import Json, encode

Why: TypeAlias = Literal["start", "caller", "silence", "worker", "devices"]


@dataclass(frozen=True)
class Turn:
    """One decision and how it came about. Times are milliseconds."""

    at_ms: int
    """When it was taken."""
    why: Why
    heard: str = ""
    asked: str = ""
    """What the agent had said."""
    waited: int | None = None
    """Silence after her last sound until her turn counted as over."""
    decided: int | None = None
    """From there to the decision."""
    pieces: int = 0
    """Stretches of speech that her pauses cut the turn into."""
    partials: int = 0
    """Times that her words were known while she spoke."""
    stopped: int | None = None
    """From her first sound over the agent to the order to fall silent."""
    next: str = ""


@dataclass(frozen=True)
class Difference:
    """The first step that the program would now do otherwise; what follows it means nothing any more."""

    line: int
    """Of the file."""
    ms: int
    phase: str
    event: str
    recorded: tuple[Json, ...]
    now: tuple[Json, ...]


@dataclass(frozen=True)
class Replay:
    """What came of it."""

    turns: tuple[Turn, ...]
    difference: Difference | None


def replay(trace: Trace) -> Replay:
    """Step through `trace`.

    Raises:
        TraceError: a line holds values that no event has.
    """
    state = trace.header.start()
    difference: Difference | None = None
    reader = TurnReader()
    for number, (line, event) in enumerate(trace.lines, start=2):
        before = state
        try:
            state, commands = step(before, event, line.ms)
        except (TypeError, AttributeError, KeyError) as error:
            raise TraceError(f"line {number}: holds values that no event has") from error
        reader.take(line.ms, event, before, commands)
        if difference is None:
            difference = _difference(number, line, event, commands)
    return Replay(tuple(reader.turns), difference)


def _difference(
    number: int, line: Line, event: events.Event, commands: tuple[do.Command, ...]
) -> Difference | None:
    recorded, now = tuple(line.commands), tuple(encode(command) for command in commands)
    if recorded == now:
        return None
    return Difference(number, line.ms, line.phase, type(event).__name__, recorded, now)


class TurnReader:
    """Gathers the turns of a call, step by step: of one that goes on, or of a trace."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self._turn = Turn(0, "start")
        self._over_ms = 0
        self._began_ms = 0

    def take(
        self, now_ms: int, event: events.Event, before: DialogueState, commands: tuple[do.Command, ...]
    ) -> None:
        """One step more."""
        turn = self._turn
        match event:
            case events.SpeechStarted():
                self._began_ms = now_ms - ONSET_MS
            case events.Heard(turn=number, transcript=transcript) if number == before.turn:
                self._turn = replace(turn, heard=transcript.text, pieces=len(before.pieces))
            case events.HeardSoFar():
                self._turn = replace(turn, partials=turn.partials + 1)
            case events.TimerFired() if before.phase == "paused" and not is_stale(before, event):
                self._over_ms = now_ms
                self._turn = replace(turn, why="caller", waited=now_ms - end_ms(before.pieces[-1]))
        for command in commands:
            self._note(command, now_ms, before)

    def _note(self, command: do.Command, now_ms: int, before: DialogueState) -> None:
        whys: dict[type[do.Command], Why] = {
            do.DecideSilence: "silence",
            do.DecideEntry: "worker",
            do.DecideAgain: "devices",
        }
        why = whys.get(type(command))
        if why is not None:
            self._over_ms = now_ms
            self._turn = replace(self._turn, why=why, waited=None)
        elif isinstance(command, do.Commit):
            self._decided(command.decided, now_ms)
        elif isinstance(command, do.StopSpeaking) and before.phase in ("talked_over", "overheard"):
            self._turn = replace(self._turn, stopped=now_ms - self._began_ms)

    def _decided(self, event: events.Decided, now_ms: int) -> None:
        turn = self._turn
        after_ms = now_ms - self._over_ms if turn.why != "start" else None
        self.turns.append(replace(turn, at_ms=now_ms, decided=after_ms, next=_name(event)))
        self._turn = Turn(now_ms, "start", asked=event.reply.text)


def _name(event: events.Decided) -> str:
    asked = event.decision.step
    parts = [type(asked).__name__, getattr(asked, "field", ""), getattr(asked, "reason", "")]
    parts += [getattr(asked, "problem", ""), getattr(asked, "status", "")]
    parts += [candidate.field for candidate in getattr(asked, "candidates", ())]
    return " ".join(part for part in parts if part and part != "first")
