"""The other side of a simulated call: a caller who says what she is told to, and leaves a silent agent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from edgebharo.dialogue.events import Event
from edgebharo.runtime.room import voiced_ms
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.types import Pcm, Step, Value

LEAVES_MS = 20_000
"""She gives up where the agent says nothing for so long after her last word."""


@dataclass(frozen=True)
class Said:
    """One thing that the caller said."""

    step: Step
    """What she answered."""
    text: str
    start_ms: int
    end_ms: int


@dataclass
class Talker:
    """Implements `stage_simulated.Other`."""

    speak: Callable[[Step, int], tuple[str, Pcm] | None]
    """The words and the sound of her n-th answer, counted from 1; None: she stays silent."""
    reacts_ms: int
    """Silence before she begins."""
    types: Callable[[str], Value | None] = lambda _field: None
    """What the worker types for a field."""
    stage: SimulatedStage | None = None
    """Set before the stage runs."""
    said: list[Said] = field(default_factory=list)

    def answer(self, step: Step) -> Pcm | None:
        """What she says, as sound."""
        spoken = self.speak(step, len(self.said) + 1)
        if spoken is None or self.stage is None:
            return None
        text, pcm = spoken
        begin, end = voiced_ms(pcm)
        at_ms = self.stage.now_ms() + self.reacts_ms
        self.said.append(Said(step, text, at_ms + begin, at_ms + end))
        return pcm

    def reaction_ms(self) -> int:
        """Silence before she begins."""
        return self.reacts_ms

    def entry(self, field: str) -> Value | None:
        """What the worker types."""
        return self.types(field)

    def has_left(self) -> bool:
        """Whether she has waited too long for any sound of the agent's after her last word."""
        if not self.said or self.stage is None:
            return False
        said_ms, stretches = self.said[-1].end_ms, self.stage.timeline.stretches
        answered = any(item.side == "agent" and item.end_ms > said_ms for item in stretches)
        return not answered and self.stage.now_ms() > said_ms + LEAVES_MS

    def patiently(self, stage: SimulatedStage, dispatch: Callable[[Event], None]) -> Callable[[Event], None]:
        """`dispatch`, after which she hangs up where she has left."""
        self.stage = stage

        def dispatched(event: Event) -> None:
            dispatch(event)
            if self.has_left():
                stage.hangup("failed")

        return dispatched
