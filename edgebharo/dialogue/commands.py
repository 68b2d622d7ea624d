"""What the dialogue asks the engine to do. Commands are values; the engine executes them in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from edgebharo.dialogue.events import Decided, TimerKind
from edgebharo.types import CallStatus, Expect, Step, Transcript, Utterance, Value


@dataclass(frozen=True)
class Listen:
    """Open the microphone's gate; `step` is what the caller has just been asked."""

    step: Step


@dataclass(frozen=True)
class Mute:
    """Close the microphone's gate: what is said over the agent is not heard."""


@dataclass(frozen=True)
class Attend:
    """Open the microphone's gate while the agent speaks: with a headset she may be interrupted."""


@dataclass(frozen=True)
class Transcribe:
    """Recognise everything that was said in this turn so far."""

    turn: int
    pieces: tuple[Utterance, ...]
    expect: Expect


@dataclass(frozen=True)
class TranscribeSoFar:
    """Recognise the turn while the caller speaks. Given up for good as soon as the turn is another."""

    turn: int
    pieces: tuple[Utterance, ...]
    """The last one is still open."""
    expect: Expect


@dataclass(frozen=True)
class Glance:
    """Read the words that are known while the caller speaks; nothing is decided by them."""

    turn: int
    transcript: Transcript
    until_ms: int
    """How far the recogniser had listened, on the microphone's clock."""


@dataclass(frozen=True)
class Interpret:
    """Read the words with the Hindi rules (milliseconds, in place)."""

    turn: int
    transcript: Transcript


@dataclass(frozen=True)
class Acknowledge:
    """Speak a short acknowledgement at once, while the answer is worked out."""

    turn: int


@dataclass(frozen=True)
class Decide:
    """Finish understanding (the model, where the rules are unsure), decide, and word the reply.

    Begun in the silence, before it is certain that she has finished: nothing of it is kept before Commit.
    """

    turn: int


@dataclass(frozen=True)
class DecideSilence:
    """Decide after the caller said nothing for the `count`-th time in a row."""

    turn: int
    count: int


@dataclass(frozen=True)
class DecideEntry:
    """Decide after the worker typed a value for `field`."""

    turn: int
    field: str
    value: Value | None


@dataclass(frozen=True)
class DecideAgain:
    """Say that the devices are back and put the question again; it uses no retry."""

    turn: int


@dataclass(frozen=True)
class Commit:
    """Take the decision over into the record, durably, before anything of it is spoken."""

    decided: Decided


@dataclass(frozen=True)
class Prepare:
    """Make the sound of what will be spoken if she has finished. Worth nothing once the turn is another."""

    turn: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Speak:
    """Speak the reply; PlaybackEnded follows when the device has drained."""

    turn: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class StopSpeaking:
    """Fall silent at once: drop what is being spoken for `turn` and what is queued behind it."""

    turn: int


@dataclass(frozen=True)
class AskWorker:
    """Ask the worker at the screen for the value of `field`."""

    field: str


@dataclass(frozen=True)
class SetTimer:
    """Start a timer; the newest token is the only one that counts."""

    token: int
    kind: TimerKind
    after_ms: int


@dataclass(frozen=True)
class Hangup:
    """The call is over."""

    status: CallStatus


Command: TypeAlias = (
    Listen
    | Mute
    | Attend
    | Transcribe
    | TranscribeSoFar
    | Glance
    | Interpret
    | Acknowledge
    | Decide
    | DecideSilence
    | DecideEntry
    | DecideAgain
    | Commit
    | Prepare
    | Speak
    | StopSpeaking
    | AskWorker
    | SetTimer
    | Hangup
)
