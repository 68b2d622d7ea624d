"""What can be wrong with a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

FaultKind: TypeAlias = Literal[
    "nothing_said",
    "not_hindi",  # a digit, a Latin letter, another script or another language
    "no_question",
    "several_questions",
    "wrong_question",  # about another field, another part of the value, or not the question at all
    "acknowledgement",  # "जी", "ठीक है", thanks: another room has said it already
    "echo",  # a value that was told, or her own words, outside a read-back
    "wrong_value",  # a read-back without its value, or with another one
    "unfounded",  # tells that something was left out, or not heard, although it was not
    "ends_early",  # a goodbye in a call that goes on
    "ends_late",  # a question, or no goodbye, in a call that is over
    "wrong_ending",  # the goodbye of a call that ended otherwise
]
KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
ENDINGS: frozenset[FaultKind] = frozenset(("ends_early", "ends_late", "wrong_ending"))
"""Faults in when and how a call ends; all others are about the words."""


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a reply."""

    kind: FaultKind
    why: str
    """In plain English, without a value and without the caller's words."""
