"""A call as it is judged, wherever it came from: a benchmark's row, or a recording and its trace. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from edgebharo.runtime.timeline import Side

ENDED_WELL = ("complete", "screened_out")
"""How a call ends that got to its end: the caller is told that all is done."""
SAME_TURN_MS = 1500
"""Sounds of the agent's no further apart are one turn: IndicFDB's border between a short and a long pause."""


@dataclass(frozen=True)
class Sound:
    """One uninterrupted stretch of one side, milliseconds on the call's clock."""

    side: Side
    start_ms: int
    end_ms: int
    text: str = ""
    """What is said in it, or in it and the stretches of the same turn that follow."""


@dataclass(frozen=True)
class Detail:
    """Something that the agent took for true and said or stored, or that the caller called wrong."""

    what: Literal["used", "corrected"]
    key: str
    """Equal for the same value of the same field."""


@dataclass(frozen=True)
class CallRecord:
    """One call."""

    id: str
    sounds: tuple[Sound, ...]
    details: tuple[Detail, ...]
    """In the order in which it happened."""
    goal: bool
    """The caller got what she called for: every field is right, and the call ended as it should."""
    claimed: bool
    """The agent told her that it is done."""
    groups: tuple[tuple[str, str], ...] = ()
    """What the call belongs to: (condition, noise), (behaviour, plain), (voice, …) …"""
    goal_with_worker: bool | None = None
    """The same if the worker beside her had typed what was handed over to her; None where nobody knows."""
    identity: bool | None = None
    """Whether all that tells who she is was right; None where that is not known."""
    system: str = ""
    """What held the call."""

    def group(self, by: str) -> str:
        """The group of one kind that the call belongs to; empty where it belongs to none."""
        return dict(self.groups).get(by, "")


@dataclass(frozen=True)
class Turn:
    """What one side said without the other in between."""

    side: Side
    sounds: tuple[Sound, ...]

    @property
    def start_ms(self) -> int:
        """When it began."""
        return self.sounds[0].start_ms

    @property
    def end_ms(self) -> int:
        """When the last of it ended."""
        return max(sound.end_ms for sound in self.sounds)

    @property
    def words(self) -> int:
        """Words between spaces."""
        return sum(len(sound.text.split()) for sound in self.sounds)


def turns_of(sounds: tuple[Sound, ...]) -> tuple[Turn, ...]:
    """The turns of a call in the order in which they began.

    A side's turn goes on until the other begins to speak. The agent's also ends with a silence of more than
    SAME_TURN_MS, after which it says something new; however long the caller thinks, it is her turn still.
    """
    turns: list[list[Sound]] = []
    for sound in sorted(sounds, key=lambda item: (item.start_ms, item.end_ms, item.side)):
        last = turns[-1] if turns else []
        if last and last[0].side == sound.side and not _begins_anew(last, sound):
            last.append(sound)
        else:
            turns.append([sound])
    return tuple(Turn(turn[0].side, tuple(turn)) for turn in turns)


def _begins_anew(turn: list[Sound], sound: Sound) -> bool:
    silence_ms = sound.start_ms - max(item.end_ms for item in turn)
    return sound.side == "agent" and silence_ms > SAME_TURN_MS
