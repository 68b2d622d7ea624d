"""The caller's turn: she begins, goes on, pauses, and is done."""

from __future__ import annotations

from dataclasses import replace

from edgebharo.dialogue import agent, endpointing, events, following, tails
from edgebharo.dialogue import commands as do
from edgebharo.dialogue.endpointing import Reading
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.timing import Result, end_ms, timer, without_timer
from edgebharo.types import Handoff


def began(state: DialogueState, _event: events.SpeechStarted, now_ms: int) -> Result:
    """She begins, or goes on after a pause. Whatever was being worked out is worth nothing any more."""
    pace = _pace(state, now_ms)
    state = replace(following.began(state), phase="hearing", turn=state.turn + 1, ready=None, pace=pace)
    state, watchdog = timer(state, "hearing", endpointing.STALLED_MS)
    return state, (watchdog,)


def began_while_thinking(state: DialogueState, event: events.SpeechStarted, now_ms: int) -> Result:
    """The turn is cancelled and heard to its end. What the worker typed is not cancelled by a sound."""
    if state.step is None or isinstance(state.step, Handoff):
        return state, ()
    return began(state, event, now_ms)


def began_while_acknowledging(state: DialogueState, event: events.SpeechStarted, now_ms: int) -> Result:
    """The same with a headset; without, what comes in while the acknowledgement plays is its echo."""
    if not state.headset:
        return state, ()
    hush = do.StopSpeaking(state.turn)
    state, commands = began(state, event, now_ms)
    return state, (hush, *commands)


def _pace(state: DialogueState, now_ms: int) -> endpointing.Pace:
    """Her pauses so far, the one that has just ended included."""
    if not state.pieces:
        return state.pace
    return state.pace.with_pause(max(0, now_ms - endpointing.ONSET_MS - end_ms(state.pieces[-1])))


def grew(state: DialogueState, event: events.SpeechGrew, now_ms: int) -> Result:
    """She goes on: the detector is alive, and the recogniser may have more."""
    state, commands = following.grew(state, event.so_far, now_ms)
    state, watchdog = timer(state, "hearing", endpointing.STALLED_MS)
    return state, (*commands, watchdog)


def heard_so_far(state: DialogueState, event: events.HeardSoFar, now_ms: int) -> Result:
    """Some of her words, while she goes on."""
    return following.heard_so_far(state, event, now_ms)


def glimpsed(state: DialogueState, event: events.Interpreted, _now_ms: int) -> Result:
    """What they mean so far."""
    return following.glimpsed(state, event), ()


def heard_early(state: DialogueState, event: events.Heard, _now_ms: int) -> Result:
    """All that she said up to a lull, while it is not a pause yet."""
    return following.heard_early(state, event), ()


def paused(state: DialogueState, event: events.SpeechPaused, now_ms: int) -> Result:
    """She fell silent for a moment: all of the turn is recognised, if it is not known already."""
    early = following.early(state, event.utterance)
    state, commands = following.paused(state, event.utterance)
    state = replace(without_timer(state), phase="paused")
    return heard(state, early, now_ms) if early else (state, commands)


def heard(state: DialogueState, event: events.Heard, now_ms: int) -> Result:
    """The words of the turn; none where it was a cough: then she is listened to as before."""
    words = event.transcript.text
    if words:
        foreseen = following.was_foreseen(state, event.transcript)
        state = replace(state, foreseen=foreseen, words=words)
        return state, (do.Interpret(event.turn, event.transcript),)
    phase, quiet_ms = agent.resting(state.step)
    state = replace(state, phase=phase, pieces=(), words="")
    left_ms = state.quiet_since_ms + quiet_ms - now_ms
    most_ms = max(0, state.quiet_since_ms + quiet_ms * endpointing.NOISE_FACTOR - now_ms)
    state, again = timer(state, "silence", min(max(left_ms, endpointing.AFTER_NOISE_MS), most_ms))
    return state, (again,)


def interpreted(state: DialogueState, event: events.Interpreted, now_ms: int) -> Result:
    """What the words mean decides how long a silence ends the turn; the answer is worked out meanwhile."""
    needed_ms = state.policy.end_silence_ms(state.expect, reading_of(state, event), state.pace)
    state = replace(state, phase="paused", acknowledge=event.acknowledge, silences=0, ready=None)
    state, end = timer(state, "endpoint", max(0, needed_ms - (now_ms - end_ms(state.pieces[-1]))))
    return state, (do.Decide(state.turn), end)


def foreseen(state: DialogueState, event: events.Decided, _now_ms: int) -> Result:
    """The answer is ready before it is certain that she has finished: its sound is made, nothing is kept."""
    return replace(state, ready=event), (do.Prepare(event.turn, event.reply.lines),)


def reading_of(state: DialogueState, event: events.Interpreted) -> Reading:
    """What the policy is told of the words of this turn."""
    words, expect = state.words, state.expect
    answers = not event.request and not expect.confirming
    return Reading(
        complete=event.complete,
        asks_to_wait=event.asks_to_wait,
        foreseen=state.foreseen,
        trailing=not event.request and tails.trails(words, expect, complete=event.complete),
        lacking=event.lacking or (answers and (tails.lacks(words, expect) or event.whole < endpointing.SURE)),
        loose=answers and tails.may_grow(words, expect),
        rounded=tails.is_rounded(words),
    )


def ended(state: DialogueState, _event: events.TimerFired, now_ms: int) -> Result:
    """The turn is over. The answer is given if it is ready, and else as soon as it is."""
    first: tuple[do.Command, ...] = ()
    if state.acknowledge:
        first = (do.Acknowledge(state.turn),) if state.headset else (do.Mute(), do.Acknowledge(state.turn))
    if state.ready is None:
        return replace(state, phase="acknowledging" if state.acknowledge else "thinking"), first
    state, commands = agent.decided(state, state.ready, now_ms)
    return state, (*first, *commands)


def silent(state: DialogueState, _event: events.TimerFired, _now_ms: int) -> Result:
    """She said nothing, or the sound stopped in the middle of a word."""
    state = replace(
        state,
        phase="thinking",
        turn=state.turn + 1,
        silences=state.silences + 1,
        pieces=(),
        words="",
        ready=None,
    )
    return state, (do.DecideSilence(state.turn, state.silences),)
