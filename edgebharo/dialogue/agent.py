"""The agent's turn: a decision is spoken, and what follows depends on what was said. The worker's entry."""

from __future__ import annotations

from dataclasses import replace

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import endpointing, events
from edgebharo.dialogue.state import DialogueState, Phase
from edgebharo.dialogue.timing import Result, timer
from edgebharo.types import Close, Confirm, Handoff, Step, Wait


def decided(state: DialogueState, event: events.Decided, _now_ms: int) -> Result:
    """The record is durable before anything is spoken; the gate closes before the first sound."""
    asked = event.decision.step
    state = replace(
        state,
        phase="speaking",
        playing=event.turn,
        step=asked,
        expect=event.expect,
        pieces=(),
        words="",
        ready=None,
    )
    gate = do.Attend() if state.headset and answerable(asked) else do.Mute()
    return state, (do.Commit(event), gate, do.Speak(event.turn, event.reply.lines))


def answerable(asked: Step | None) -> bool:
    """Whether the caller may say something to it: not to a goodbye, nor to what is said to the worker."""
    return not isinstance(asked, Close | Handoff)


def played(state: DialogueState, _event: events.PlaybackEnded, now_ms: int) -> Result:
    """Every sound has left the device."""
    state = replace(state, playing=None, quiet_since_ms=now_ms)
    match state.step:
        case Close(status=status):
            return replace(state, phase="closed"), (do.Hangup(status),)
        case Handoff(field=field):
            return replace(state, phase="handed_over"), (do.AskWorker(field),)
        case None:
            return state, ()
        case asked:
            return your_turn(state, asked)


def your_turn(state: DialogueState, asked: Step) -> Result:
    """The caller may answer `asked`."""
    phase, quiet_ms = resting(asked)
    state, silence = timer(replace(state, phase=phase, pieces=(), words=""), "silence", quiet_ms)
    return state, (do.Listen(asked), silence)


def resting(asked: Step | None) -> tuple[Phase, int]:
    """The phase in which nothing has been said to `asked` yet, and the milliseconds that it lasts."""
    if isinstance(asked, Wait):
        return "waiting", endpointing.WAITING_MS
    return "confirming" if isinstance(asked, Confirm) else "listening", endpointing.SILENCE_MS


def entered(state: DialogueState, event: events.WorkerEntered, _now_ms: int) -> Result:
    """The worker typed a value, or left the field."""
    asked = state.step
    if not isinstance(asked, Handoff):
        return state, ()
    silences = state.silences if event.value is None else 0
    state = replace(state, phase="thinking", turn=state.turn + 1, silences=silences)
    return state, (do.DecideEntry(state.turn, asked.field, event.value),)
