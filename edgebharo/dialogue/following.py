"""Following the caller while she speaks: what is recognised when, and what is known when her pause begins.

At most one partial result is being worked out. What is said meanwhile is kept, the newest only, and is next.
A recogniser that is slower than speech rests until the caller has gone on: the interval stretches. In a lull
that may become a pause no partial result is begun that would be late: the whole of the turn is recognised at
once, and where she says no more that was the final pass.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import LULL_MS, PARTIAL_MS, PAUSE_MS
from edgebharo.dialogue.state import DialogueState, Following, Glimpse
from edgebharo.types import SAMPLE_RATE, Expect, Transcript, Utterance

Result: TypeAlias = tuple[DialogueState, tuple[do.Command, ...]]


def began(state: DialogueState) -> DialogueState:
    """A new utterance: nothing is known of it; how fast the recogniser is, is known."""
    return replace(state, following=Following(took_ms=state.following.took_ms), foreseen=False)


def grew(state: DialogueState, so_far: Utterance, now_ms: int) -> Result:
    """The caller goes on."""
    if state.following.asked is not None:
        return replace(state, following=replace(state.following, newest=so_far)), ()
    return _ask(state, so_far, now_ms)


def heard_so_far(state: DialogueState, event: events.HeardSoFar, now_ms: int) -> Result:
    """A partial result; it revises the one before. One of another utterance is dropped."""
    old = state.following
    if event.transcript.utterance_id != old.asked:
        return state, ()
    took_ms = now_ms - old.asked_ms
    glimpse = Glimpse(event.transcript, event.until_ms) if event.transcript.text else None
    state = replace(state, following=replace(old, asked=None, newest=None, took_ms=took_ms, glimpse=glimpse))
    commands: tuple[do.Command, ...] = ()
    if old.newest is not None and took_ms <= PARTIAL_MS:
        state, commands = _ask(state, old.newest, now_ms)
    return state, (*commands, do.Glance(event.turn, event.transcript, event.until_ms))


def glimpsed(state: DialogueState, event: events.Interpreted) -> DialogueState:
    """What the Hindi rules make of the newest words."""
    old = state.following
    if old.glimpse is None:
        return state
    glimpse = replace(old.glimpse, complete=event.complete, asks_to_wait=event.asks_to_wait)
    return replace(state, following=replace(old, glimpse=glimpse))


def heard_early(state: DialogueState, event: events.Heard) -> DialogueState:
    """All that was said up to a lull; it counts if she says no more."""
    if event.end != state.following.ahead:
        return state
    return replace(state, following=replace(state.following, early=event))


def early(state: DialogueState, utterance: Utterance) -> events.Heard | None:
    """What is known already of all that was said, where `utterance` is the end of it."""
    known = state.following
    return known.early if known.ahead == utterance.end else None


def paused(state: DialogueState, utterance: Utterance) -> Result:
    """The utterance is over: all of the turn is recognised, unless that was begun in its last lull.

    Partial results are worth nothing any more; what is known of the words is kept.
    """
    pieces, expect = (*state.pieces, utterance), expected(state)
    begun = state.following.ahead == utterance.end
    following = without_whole(replace(state.following, asked=None, newest=None))
    state = replace(state, following=following, foreseen=False, pieces=pieces)
    if begun:
        return state, ()
    state = replace(state, turn=state.turn + 1)
    return state, (do.Transcribe(state.turn, pieces, expect),)


def without_whole(following: Following) -> Following:
    """A recognition of the whole turn that is being made counts no more."""
    return replace(following, ahead=None, early=None)


def expected(state: DialogueState) -> Expect:
    """What the ear is told to expect: over the agent's words, a nod as much as an answer."""
    return replace(state.expect, confirming=True) if state.phase == "talked_over" else state.expect


def was_foreseen(state: DialogueState, transcript: Transcript) -> bool:
    """Whether `transcript`, of all that was said, says no more than a whole answer that was known before."""
    known = state.following.glimpse
    return known is not None and known.complete and known.transcript.text == transcript.text


def _ask(state: DialogueState, so_far: Utterance, now_ms: int) -> Result:
    pieces = (*state.pieces, so_far)
    if _too_late(so_far, now_ms + state.following.took_ms):
        following = replace(state.following, ahead=so_far.end, early=None)
        return replace(state, following=following), (do.Transcribe(state.turn, pieces, expected(state)),)
    following = replace(state.following, asked=so_far.id, asked_ms=now_ms)
    return replace(state, following=following), (do.TranscribeSoFar(state.turn, pieces, expected(state)),)


def _too_late(so_far: Utterance, ready_ms: int) -> bool:
    """Whether a silence has begun that will be called a pause before `ready_ms`."""
    silent_ms = (so_far.start + len(so_far.pcm) - so_far.end) * 1000 // SAMPLE_RATE
    return silent_ms >= LULL_MS and ready_ms > so_far.end * 1000 // SAMPLE_RATE + PAUSE_MS
