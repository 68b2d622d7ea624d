"""A device that goes and comes back: the call stands still meanwhile, and nothing of the form is lost."""

from __future__ import annotations

from dataclasses import replace

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.timing import Result, without_timer
from edgebharo.types import Close


def lost(state: DialogueState, _event: events.DeviceLost, _now_ms: int) -> Result:
    """Timers stop and pending work is dropped. A goodbye that cannot be heard ends the call all the same."""
    if state.step is None:
        return state, ()  # the first decision is not made yet: its playback will find the device gone
    if isinstance(state.step, Close):
        return replace(state, phase="closed", playing=None), (do.Hangup(state.step.status),)
    hush = () if state.playing is None else (do.StopSpeaking(state.playing),)
    state = replace(
        without_timer(state),
        phase="interrupted",
        turn=state.turn + 1,
        playing=None,
        pieces=(),
        words="",
        ready=None,
        following=replace(state.following, asked=None, newest=None, glimpse=None),
    )
    return state, (*hush, do.Mute())


def back(state: DialogueState, _event: events.DeviceBack, _now_ms: int) -> Result:
    """The question is put again."""
    state = replace(state, phase="thinking", turn=state.turn + 1, silences=0)
    return state, (do.DecideAgain(state.turn),)
