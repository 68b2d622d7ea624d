"""Who was heard when, in milliseconds on the call's own clock, which starts with the first sample."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["caller", "agent"]


@dataclass(frozen=True)
class Stretch:
    """One uninterrupted stretch of sound from one side."""

    side: Side
    start_ms: int
    end_ms: int


@dataclass
class Timeline:
    """All stretches of a call, in the order in which they began."""

    stretches: list[Stretch] = field(default_factory=list)

    def add(self, side: Side, start_ms: int, end_ms: int) -> None:
        """Note a stretch of sound."""
        self.stretches.append(Stretch(side, start_ms, end_ms))

    def cut(self, side: Side, at_ms: int) -> None:
        """Nothing of `side` is heard from `at_ms` on: what was noted beyond it is taken back."""
        self.stretches = [
            Stretch(s.side, s.start_ms, min(s.end_ms, at_ms)) if s.side == side else s
            for s in self.stretches
            if s.side != side or s.start_ms < at_ms
        ]

    def response_ms(self, after_ms: int, until_ms: int) -> int | None:
        """Milliseconds from the caller's last sound in a span of time to the agent's next sound.

        None where the caller said nothing in (after_ms, until_ms], or no agent sound has followed.
        """
        ends = [s.end_ms for s in self.stretches if s.side == "caller" and after_ms < s.end_ms <= until_ms]
        if not ends:
            return None
        answers = [s.start_ms for s in self.stretches if s.side == "agent" and s.start_ms >= max(ends)]
        return min(answers) - max(ends) if answers else None


def percentile(values: list[int], share: float) -> int | None:
    """The nearest-rank percentile of `values`; `share` is in 0..1. None where there are no values."""
    if not values:
        return None
    ordered = sorted(values)
    rank = max(1, -(-len(ordered) * share // 1))
    return ordered[int(rank) - 1]
