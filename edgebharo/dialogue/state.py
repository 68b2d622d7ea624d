"""The state of one call's turn-taking. Everything that affects a transition is in here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from edgebharo.dialogue.endpointing import BY_MEANING, Pace, Policy
from edgebharo.dialogue.events import Decided, Heard
from edgebharo.types import Expect, Step, Transcript, Utterance

Phase: TypeAlias = Literal[
    "thinking",  # a decision is being worked out
    "acknowledging",  # the same, while a short acknowledgement is heard
    "speaking",  # the agent is heard; the microphone is gated unless there is a headset
    "talked_over",  # the caller speaks while the agent speaks (headset)
    "overheard",  # what she said over the agent is being worked out (headset)
    "listening",  # the caller's turn, nothing said yet
    "confirming",  # the same, after a read-back
    "waiting",  # the same, after "one moment": a long quiet time
    "hearing",  # the caller is speaking
    "paused",  # the caller fell silent; the turn may be over
    "interrupted",  # a device is gone; everything stands still until it is back
    "handed_over",  # the worker is typing
    "closed",
]


@dataclass(frozen=True)
class Glimpse:
    """The newest words of a turn that are known while the caller speaks."""

    transcript: Transcript
    until_ms: int
    """How far the recogniser had listened."""
    complete: bool = False
    """They are a whole answer to what was asked (or a whole request)."""
    asks_to_wait: bool = False


@dataclass(frozen=True)
class Following:
    """How far the caller is followed in the utterance that is open."""

    asked: int | None = None
    """Id of the utterance whose beginning is with the recogniser; None where it waits for work."""
    asked_ms: int = 0
    """Since when."""
    took_ms: int = 0
    """How long the last partial result took."""
    newest: Utterance | None = None
    """What has been said since, the newest only."""
    glimpse: Glimpse | None = None
    ahead: int | None = None
    """End of the speech that is recognised as a whole already, in a lull that may become a pause."""
    early: Heard | None = None
    """The result of that."""


@dataclass(frozen=True)
class DialogueState:
    """One value per call; `step` returns the next."""

    phase: Phase = "thinking"
    turn: int = 0
    """Raised whenever pending work becomes worthless; a result with another turn is dropped."""
    token: int = 0
    """The newest timer; any other is stale."""
    playing: int | None = None
    """The turn whose reply is being spoken; the end of any other playback is stale."""
    step: Step | None = None
    """What the agent last said or asked."""
    expect: Expect = field(default_factory=Expect)
    pieces: tuple[Utterance, ...] = ()
    """What was said in this turn so far, pause by pause."""
    words: str = ""
    """The same as it was last recognised."""
    ready: Decided | None = None
    """The answer to them, worked out while the silence lasts; it is given if she has finished."""
    acknowledge: bool = False
    silences: int = 0
    """Consecutive turns without a word."""
    quiet_since_ms: int = 0
    """When the agent last fell silent."""
    following: Following = field(default_factory=Following)
    foreseen: bool = False
    """The words of the turn were known, and a whole answer, while the caller still spoke."""
    pace: Pace = field(default_factory=Pace)
    policy: Policy = BY_MEANING
    """When a silence ends a turn."""
    headset: bool = False
    """The agent is not heard by the microphone: the caller may speak while the agent speaks."""
