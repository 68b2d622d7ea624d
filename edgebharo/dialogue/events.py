"""What can happen to a call. Each event is a value; time arrives beside it as `now_ms`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from edgebharo.types import Decision, Expect, Extraction, Reply, Transcript, Utterance, Value

TimerKind: TypeAlias = Literal["silence", "endpoint", "hearing"]


@dataclass(frozen=True)
class SpeechStarted:
    """The detector heard the caller begin to speak."""


@dataclass(frozen=True)
class SpeechGrew:
    """The caller is still speaking."""

    so_far: Utterance
    """All that she has said since this utterance began."""


@dataclass(frozen=True)
class SpeechPaused:
    """The caller fell silent for a moment; whether the turn is over is decided here, not by the detector."""

    utterance: Utterance


@dataclass(frozen=True)
class Heard:
    """The recogniser's result for all that was said in this turn so far."""

    turn: int
    transcript: Transcript
    end: int | None = None
    """The sample after the last voiced one that it heard; None where nothing else can be meant."""


@dataclass(frozen=True)
class HeardSoFar:
    """The recogniser's result for a turn in which the caller is still speaking."""

    turn: int
    transcript: Transcript
    """Of the turn so far; its utterance id is that of the utterance that is still open."""
    until_ms: int
    """How far it had listened, on the microphone's clock."""


@dataclass(frozen=True)
class Interpreted:
    """What the Hindi rules make of the words so far."""

    turn: int
    complete: bool
    """The words are a whole answer to what was asked (or a whole request)."""
    asks_to_wait: bool
    acknowledge: bool
    """Something was answered, so an acknowledgement is in place."""
    request: bool = False
    """They ask for something: to wait, to repeat, to stop."""
    lacking: bool = False
    """An answer that lacks a part, such as a date without its year."""
    whole: float = 1.0
    """How probable it is, with all that may have been heard instead, that the answer is a whole one, 0..1."""


@dataclass(frozen=True)
class Decided:
    """The rule engine's decision, and the words for it. `turn` is the turn that it answers."""

    turn: int
    extraction: Extraction
    decision: Decision
    reply: Reply
    expect: Expect
    """What the reply can be answered with."""


@dataclass(frozen=True)
class PlaybackEnded:
    """The speaker has drained: every sound of the reply has left the device."""

    turn: int


@dataclass(frozen=True)
class TimerFired:
    """A timer that `SetTimer` started has run out. An old token is stale and is ignored."""

    token: int
    kind: TimerKind


@dataclass(frozen=True)
class WorkerEntered:
    """The worker typed the value of the field that was handed over; None leaves it."""

    value: Value | None


@dataclass(frozen=True)
class DeviceLost:
    """The microphone or the speaker is gone, or the microphone gives nothing."""

    problem: str
    """What happened, for the worker. No words of the caller's."""


@dataclass(frozen=True)
class DeviceBack:
    """Both devices are there again."""


Event: TypeAlias = (
    SpeechStarted
    | SpeechGrew
    | SpeechPaused
    | HeardSoFar
    | Heard
    | Interpreted
    | Decided
    | PlaybackEnded
    | TimerFired
    | WorkerEntered
    | DeviceLost
    | DeviceBack
)
