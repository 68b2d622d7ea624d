"""How a value was captured: the evidence for it, what makes it risky, the pieces it is asked for in again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Value: TypeAlias = str | int | float | bool | tuple[str, ...]

ConfirmPolicy: TypeAlias = Literal["off", "risk", "always"]
"""Which values are read back: none, those that are likely to be wrong, every one."""
RiskReason: TypeAlias = Literal[
    "confidence",  # the ear was not sure of the words
    "margin",  # another value was nearly as likely
    "noise",  # the speech hardly stood above its surroundings
    "unfamiliar",  # no known name, no known place
    "disputed",  # rules and model read it differently
    "doubtful",  # the reading itself may be another (relative date, idiom, two names)
    "estimated",  # computed, not said
    "correction",  # takes the place of another value
    "flips",  # opens or closes other questions
    "heard_before",  # an earlier turn gave the same value: takes from the risk
    "identifier",  # one wrong digit makes it worthless, and there was nothing to compare with
]
HistoryEvent: TypeAlias = Literal[
    "heard",  # a value was heard for the field
    "held",  # it waits for a yes
    "written",
    "confirmed",  # the caller said yes to it
    "refused",  # the caller said no to it
    "corrected",  # the caller gave another, or a part of it
    "offered",  # the recogniser's next reading was proposed instead
    "asked_again",
    "pieces",  # asked for in pieces
    "spelling",  # asked to be spelt
    "handed_over",  # the worker was asked
    "worker",  # the worker entered or left it
    "reviewed",  # part of the summary at the end
    "dropped",  # its branch was closed
]
"""What happened to a field's value, for the record: never a value."""


@dataclass(frozen=True)
class Risk:
    """How likely a captured value is to be wrong."""

    score: float
    """0..1, calibrated."""
    reasons: tuple[RiskReason, ...] = ()
    """What made it so, the weightiest first."""


PieceKind: TypeAlias = Literal["digits", "day", "month", "year", "spelling"]


@dataclass(frozen=True)
class Piece:
    """The part of a value that is asked for by itself, after the whole was misheard."""

    kind: PieceKind
    start: int = 0
    """digits: place of the first one that is asked for."""
    count: int = 0
    """digits: how many are asked for."""
    worded: bool = False
    """spelling: a word is asked for with each letter."""


SPELT = "spelled"
"""How a name was read that was told letter by letter (`Candidate.reading`)."""


@dataclass(frozen=True)
class Evidence:
    """How a value was captured: what its risk is worked out from, and what else it may have been."""

    share: float | None = None
    """0..1, how likely the value is: all of the recogniser's readings that give it, together; None where the
    recogniser gave one reading only."""
    margin: float | None = None
    """0..1, by how much the value leads the next other value among the recogniser's readings; None as
    above."""
    snr_db: float | None = None
    """Decibels that the speech stood above the sounds around it; None where that was not measured."""
    unfamiliar: bool = False
    """No word of it is a name or a place that is known."""
    disputed: bool = False
    """Rules and language model read the words differently."""
    heard_before: bool = False
    """An earlier turn gave the same value, as its best reading or a lesser one."""
    groups: tuple[int, ...] = ()
    """Digit strings: the sizes of the groups in which they were said; they sum to the number of digits."""
    alternatives: tuple[Value, ...] = ()
    """Other values that the recogniser's next readings give, the likeliest first."""
    shares: tuple[float, ...] = ()
    """0..1, how likely each of `alternatives` is; the same length."""


NO_EVIDENCE = Evidence()
"""Nothing is known beside the confidence."""
