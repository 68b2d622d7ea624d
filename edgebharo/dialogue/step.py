"""step(state, event, now_ms) -> (state, commands): who speaks, who listens, and when a turn is over.

Pure and total: an event that means nothing in the present phase leaves the state as it is, and so does a
result of work that has become worthless. What means what is in `table`.
"""

from __future__ import annotations

from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.table import TABLE
from edgebharo.dialogue.timing import Result

AFTER_SPEECH = ("paused", "overheard")
"""Phases in which all that was said is known as sound: a result for less of it is of an earlier lull."""


def step(state: DialogueState, event: events.Event, now_ms: int) -> Result:
    """The next state, and what the engine is to do. `now_ms` counts from the first microphone sample."""
    row = None if is_stale(state, event) else TABLE.get((state.phase, type(event)))
    return row.handler(state, event, now_ms) if row else (state, ())


def is_stale(state: DialogueState, event: events.Event) -> bool:
    """Whether `event` is the result of a timer, a playback or work that no longer counts."""
    match event:
        case events.TimerFired(token=token):
            return token != state.token
        case events.PlaybackEnded(turn=turn):
            return turn != state.playing
        case events.Heard(turn=turn, end=end):
            of_less = state.phase in AFTER_SPEECH and end is not None and end != state.pieces[-1].end
            return turn != state.turn or of_less
        case events.HeardSoFar(turn=turn) | events.Interpreted(turn=turn) | events.Decided(turn=turn):
            return turn != state.turn
        case _:
            return False
