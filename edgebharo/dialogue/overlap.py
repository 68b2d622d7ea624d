"""The caller speaks while the agent speaks, with a headset: a nod is ignored, all else stops the agent.

Whether it is a nod is decided on the words, as soon as some are known: a length in milliseconds would stop
at every "हूं" or miss "रुकिए".
"""

from __future__ import annotations

from dataclasses import replace

from edgebharo.dialogue import agent, caller, endpointing, events, following, tails
from edgebharo.dialogue import commands as do
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.timing import Result, timer, without_timer

SENTENCE_WORDS = 2
"""So many words with weight are a sentence, whatever they mean."""


def began(state: DialogueState, _event: events.SpeechStarted, _now_ms: int) -> Result:
    """The agent goes on for now."""
    if not state.headset or not agent.answerable(state.step):
        return state, ()
    state = replace(following.began(state), phase="talked_over", turn=state.turn + 1)
    return state, ()


def grew(state: DialogueState, event: events.SpeechGrew, now_ms: int) -> Result:
    """She goes on, and so does the agent."""
    return following.grew(state, event.so_far, now_ms)


def glimpsed(state: DialogueState, event: events.Interpreted, now_ms: int) -> Result:
    """Some of her words are known: a request, a whole answer or a sentence stops the agent at once."""
    state = following.glimpsed(state, event)
    known = state.following.glimpse
    if known is None or not _stops(known.transcript.text, event, state):
        return state, ()
    hush = _hush(state)
    followed = following.without_whole(state.following)  # it was told to expect a nod
    state = replace(state, phase="hearing", playing=None, quiet_since_ms=now_ms, following=followed)
    state, watchdog = timer(state, "hearing", endpointing.STALLED_MS)
    return state, (*hush, watchdog)


def paused(state: DialogueState, event: events.SpeechPaused, now_ms: int) -> Result:
    """All that she said over the agent is recognised, if it is not known already."""
    early = following.early(state, event.utterance)
    state, commands = following.paused(state, event.utterance)
    state = replace(without_timer(state), phase="overheard")
    return heard(state, early, now_ms) if early else (state, commands)


def went_on(state: DialogueState, event: events.SpeechStarted, now_ms: int) -> Result:
    """She speaks again before it is known what she said."""
    if state.playing is None:
        return caller.began(state, event, now_ms)
    return began(state, event, now_ms)


def heard(state: DialogueState, event: events.Heard, _now_ms: int) -> Result:
    """What she said over the agent; a cough is forgotten."""
    if event.transcript.text:
        said = event.transcript
        foreseen = following.was_foreseen(state, said)
        state = replace(state, words=said.text, foreseen=foreseen)
        return state, (do.Interpret(event.turn, event.transcript),)
    return _ignored(state)


def interpreted(state: DialogueState, event: events.Interpreted, now_ms: int) -> Result:
    """What it means: nothing that stops the agent, or the beginning of her turn."""
    if tails.is_nod(state.words) and not event.request:
        return _ignored(state)
    hush = _hush(state)
    state = replace(state, playing=None, quiet_since_ms=now_ms)
    state, commands = caller.interpreted(state, event, now_ms)
    return state, (*hush, *commands)


def outlasted(state: DialogueState, _event: events.PlaybackEnded, now_ms: int) -> Result:
    """The agent has finished and she still speaks: it is her turn, begun a little early."""
    state = replace(state, phase="hearing", playing=None, quiet_since_ms=now_ms)
    state, watchdog = timer(state, "hearing", endpointing.STALLED_MS)
    return state, (watchdog,)


def played(state: DialogueState, _event: events.PlaybackEnded, now_ms: int) -> Result:
    """The agent has finished before it is known what she said."""
    return replace(state, playing=None, quiet_since_ms=now_ms), ()


def _stops(words: str, event: events.Interpreted, state: DialogueState) -> bool:
    if tails.is_nod(words) and not event.request:
        return False
    weight = tails.weight(words)
    closed_kind = state.expect.confirming or state.expect.kind not in endpointing.OPEN_KINDS
    answers = event.complete and closed_kind and weight > 0
    return event.request or answers or tails.calls_out(words) or weight >= SENTENCE_WORDS


def _hush(state: DialogueState) -> tuple[do.Command, ...]:
    return () if state.playing is None else (do.StopSpeaking(state.playing),)


def _ignored(state: DialogueState) -> Result:
    """Nothing of it is kept; the agent goes on, or it is the caller's turn."""
    state = replace(state, phase="speaking", pieces=(), words="", foreseen=False)
    if state.playing is not None or state.step is None:
        return state, ()
    return agent.your_turn(state, state.step)
