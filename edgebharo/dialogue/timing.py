"""Timers by token, and where a piece of speech ended."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from edgebharo.dialogue import commands as do
from edgebharo.dialogue.events import TimerKind
from edgebharo.dialogue.state import DialogueState
from edgebharo.types import SAMPLE_RATE, Utterance

Result: TypeAlias = tuple[DialogueState, tuple[do.Command, ...]]


def timer(state: DialogueState, kind: TimerKind, after_ms: int) -> tuple[DialogueState, do.SetTimer]:
    """Start a timer; every older one is stale from now on."""
    token = state.token + 1
    return replace(state, token=token), do.SetTimer(token, kind, after_ms)


def without_timer(state: DialogueState) -> DialogueState:
    """Make every timer stale."""
    return replace(state, token=state.token + 1)


def end_ms(utterance: Utterance) -> int:
    """When the last voiced frame of `utterance` ended, on the microphone's clock."""
    return utterance.end * 1000 // SAMPLE_RATE
