"""What went wrong in a call, and how badly: the events of the Inquesto Score. Pure.

The definitions and limits are the published ones, but for what a turn is: see `record.turns_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeAlias

from edgebharo.bench.reliability.record import CallRecord, Detail, Sound, Turn, turns_of

Name: TypeAlias = Literal[
    "verbose",
    "slow median",
    "talk-over",
    "slow turn",
    "repeated talk-over",
    "context loss",
    "goal not reached",
    "false claim",
]
SEVERITY: dict[Name, int] = {
    "verbose": 1,
    "slow median": 2,
    "talk-over": 2,
    "slow turn": 3,
    "repeated talk-over": 3,
    "context loss": 3,
    "goal not reached": 4,
    "false claim": 5,
}
GRAVE = 3
"""A call with an event of this severity or more has failed."""

MOST_WORDS = 60
SLOW_MEDIAN_MS = 1500
SLOW_MS = 3000
TALK_OVER_MS = 500
TALK_OVER_TURNS = 2
"""So many turns of the agent's, and a third of them, make talk-over a habit."""


@dataclass(frozen=True)
class Event:
    """One thing that went wrong."""

    name: Name
    at_ms: int | None = None
    """When; None for what concerns the call as a whole."""
    size: float | None = None
    """Words, milliseconds or times, by its kind."""

    @property
    def severity(self) -> int:
        """1 (a blemish) to 5 (she was told what is not true)."""
        return SEVERITY[self.name]


def events_of(call: CallRecord) -> tuple[Event, ...]:
    """All events of a call, the gravest first."""
    turns = turns_of(call.sounds)
    found = [*_wordy(turns), *_slow(turns), *_over(call.sounds, turns), *_forgetful(call.details)]
    if not call.goal:
        found.append(Event("false claim" if call.claimed else "goal not reached"))
    return tuple(sorted(found, key=lambda event: (-event.severity, event.name, event.at_ms or 0)))


def is_reliable(events: Sequence[Event]) -> bool:
    """Whether nothing grave happened."""
    return all(event.severity < GRAVE for event in events)


def latencies_ms(turns: Sequence[Turn]) -> list[int | None]:
    """For each turn of the caller's, the silence until the agent speaks.

    None where it said nothing before she spoke again or the call ended. 0 where it began before she had
    ended and was still speaking then; what it murmured and ended before that is no reply.
    """
    return [
        _latency_ms(turns[index + 1 :], turn) for index, turn in enumerate(turns) if turn.side == "caller"
    ]


def _latency_ms(following: Sequence[Turn], turn: Turn) -> int | None:
    for other in following:
        if other.side == "caller":
            if other.start_ms > turn.end_ms:
                return None
            continue
        if other.end_ms > turn.end_ms:
            return max(0, other.start_ms - turn.end_ms)
    return None


def _wordy(turns: Sequence[Turn]) -> Iterator[Event]:
    words = [turn.words for turn in turns if turn.side == "agent"]
    mean = sum(words) / len(words) if words else 0.0
    if mean > MOST_WORDS:
        yield Event("verbose", size=round(mean, 1))


def _slow(turns: Sequence[Turn]) -> Iterator[Event]:
    latencies = latencies_ms(turns)
    own = [turn for turn in turns if turn.side == "caller"]
    for turn, latency in zip(own, latencies, strict=True):
        if latency is None or latency > SLOW_MS:
            yield Event("slow turn", turn.end_ms, latency)
    answered = [latency for latency in latencies if latency is not None]
    if answered and median(answered) > SLOW_MEDIAN_MS:
        yield Event("slow median", size=median(answered))


def _over(sounds: Sequence[Sound], turns: Sequence[Turn]) -> Iterator[Event]:
    """Talk-over, counted once for each turn of the agent's."""
    agent = [turn for turn in turns if turn.side == "agent"]
    over = [(turn, most) for turn in agent if (most := _spoken_over_ms(turn, sounds)) >= TALK_OVER_MS]
    for turn, most in over:
        yield Event("talk-over", turn.start_ms, most)
    if len(over) >= TALK_OVER_TURNS and 3 * len(over) >= len(agent):
        yield Event("repeated talk-over", size=len(over))


def _spoken_over_ms(turn: Turn, sounds: Sequence[Sound]) -> int:
    """The longest that the caller still had to say where a sound of this turn began."""
    rests = [
        heard.end_ms - own.start_ms
        for own in turn.sounds
        for heard in sounds
        if heard.side == "caller" and heard.start_ms < own.start_ms < heard.end_ms
    ]
    return max(rests, default=0)


def _forgetful(details: Sequence[Detail]) -> Iterator[Event]:
    """Details that were used after she had called them wrong; its size is how often."""
    wrong: set[str] = set()
    lost = 0
    for detail in details:
        if detail.what == "corrected":
            wrong.add(detail.key)
        else:
            lost += detail.key in wrong
    if lost:
        yield Event("context loss", size=lost)
