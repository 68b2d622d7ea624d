"""step(state, event, now_ms) -> (state, commands): who speaks, who listens, and when a turn is over.

Pure and total: an event that means nothing in the present phase leaves the state as it is.

    phase        event            next          commands
    thinking     Decided          speaking      Commit, Mute, Speak
    thinking     SpeechStarted    hearing       the caller goes on, or begins after all; not while the
                                                acknowledgement plays, nor after the worker's entry
    speaking     PlaybackEnded    listening     Listen, SetTimer(silence)
                                  waiting       … after Wait: SetTimer(silence, long)
                                  handed_over   … after Handoff: AskWorker
                                  closed        … after Close: Hangup
    listening    SpeechStarted    hearing       SetTimer(hearing)
    waiting      SpeechStarted    hearing       SetTimer(hearing)
    listening    TimerFired       thinking      DecideSilence
    waiting      TimerFired       thinking      DecideSilence
    hearing      SpeechGrew       hearing       TranscribeSoFar, unless one is being worked out
    hearing      HeardSoFar       hearing       Glance, and TranscribeSoFar where more was said meanwhile
    hearing      Interpreted      hearing       kept for the endpoint
    hearing      SpeechPaused     paused        Transcribe
    hearing      TimerFired       thinking      DecideSilence   (the stream died)
    paused       Heard (words)    paused        Interpret
    paused       Heard (empty)    listening     SetTimer(silence, short): the gate is still open
    paused       Interpreted      paused        SetTimer(endpoint)
    paused       SpeechStarted    hearing       SetTimer(hearing)
    paused       TimerFired       thinking      Acknowledge, Decide
    handed_over  WorkerEntered    thinking      DecideEntry
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import endpointing, events, following
from edgebharo.dialogue.state import DialogueState, Phase
from edgebharo.types import SAMPLE_RATE, Close, Handoff, Utterance, Wait

Result: TypeAlias = tuple[DialogueState, tuple[do.Command, ...]]


def step(state: DialogueState, event: events.Event, now_ms: int) -> Result:
    """The next state, and what the engine is to do. `now_ms` counts from the first microphone sample."""
    if _is_stale(state, event):
        return state, ()
    handler = _TABLE.get((state.phase, type(event)))
    return handler(state, event, now_ms) if handler else (state, ())


def _is_stale(state: DialogueState, event: events.Event) -> bool:
    match event:
        case events.TimerFired(token=token):
            return token != state.token
        case (
            events.Heard(turn=turn)
            | events.HeardSoFar(turn=turn)
            | events.Interpreted(turn=turn)
            | events.Decided(turn=turn)
            | events.PlaybackEnded(turn=turn)
        ):
            return turn != state.turn
        case _:
            return False


def _timer(state: DialogueState, kind: events.TimerKind, after_ms: int) -> tuple[DialogueState, do.SetTimer]:
    token = state.token + 1
    return replace(state, token=token), do.SetTimer(token, kind, after_ms)


def _decided(state: DialogueState, event: events.Event, _now_ms: int) -> Result:
    assert isinstance(event, events.Decided)  # noqa: S101 - the table pairs the two
    state = replace(
        state,
        phase="speaking",
        step=event.decision.step,
        expect=event.expect,
        pieces=(),
        acknowledged=False,
    )
    return state, (
        do.Commit(event),
        do.Mute(),
        do.Speak(event.turn, event.reply.lines),
    )


def _speech_started(state: DialogueState, _event: events.Event, _now_ms: int) -> Result:
    deaf = state.acknowledged or state.step is None or isinstance(state.step, Handoff)
    if state.phase == "thinking" and deaf:
        return state, ()
    state = replace(following.began(state), phase="hearing", turn=state.turn + 1)
    state, timer = _timer(state, "hearing", endpointing.HEARING_LIMIT_MS)
    return state, (timer,)


def _speech_grew(state: DialogueState, event: events.Event, now_ms: int) -> Result:
    assert isinstance(event, events.SpeechGrew)  # noqa: S101
    return following.grew(state, event.so_far, now_ms)


def _heard_so_far(state: DialogueState, event: events.Event, now_ms: int) -> Result:
    assert isinstance(event, events.HeardSoFar)  # noqa: S101
    return following.heard_so_far(state, event, now_ms)


def _glimpsed(state: DialogueState, event: events.Event, _now_ms: int) -> Result:
    assert isinstance(event, events.Interpreted)  # noqa: S101
    return following.glimpsed(state, event), ()


def _speech_paused(state: DialogueState, event: events.Event, _now_ms: int) -> Result:
    assert isinstance(event, events.SpeechPaused)  # noqa: S101
    pieces = (*state.pieces, event.utterance)
    state = following.paused(state)
    state = replace(state, phase="paused", turn=state.turn + 1, token=state.token + 1, pieces=pieces)
    return state, (do.Transcribe(state.turn, pieces, state.expect),)


def _heard(state: DialogueState, event: events.Event, _now_ms: int) -> Result:
    assert isinstance(event, events.Heard)  # noqa: S101
    if event.transcript.text:
        state = replace(state, foreseen=following.was_foreseen(state, event.transcript))
        return state, (do.Interpret(event.turn, event.transcript),)
    state = replace(state, phase="listening", pieces=())
    state, timer = _timer(state, "silence", endpointing.AFTER_NOISE_MS)
    return state, (timer,)


def _interpreted(state: DialogueState, event: events.Event, now_ms: int) -> Result:
    assert isinstance(event, events.Interpreted)  # noqa: S101
    needed = endpointing.end_silence_ms(
        state.expect,
        complete=event.complete,
        asks_to_wait=event.asks_to_wait,
        foreseen=state.foreseen,
    )
    elapsed = now_ms - _end_ms(state.pieces[-1])
    state = replace(state, acknowledge=event.acknowledge, silences=0)
    state, timer = _timer(state, "endpoint", max(0, needed - elapsed))
    return state, (timer,)


def _end_ms(utterance: Utterance) -> int:
    return utterance.end * 1000 // SAMPLE_RATE


def _endpoint(state: DialogueState, _event: events.Event, _now_ms: int) -> Result:
    state = replace(state, phase="thinking", acknowledged=state.acknowledge)
    if state.acknowledge:
        return state, (do.Mute(), do.Acknowledge(state.turn), do.Decide(state.turn))
    return state, (do.Decide(state.turn),)


def _silence(state: DialogueState, _event: events.Event, _now_ms: int) -> Result:
    state = replace(state, phase="thinking", turn=state.turn + 1, silences=state.silences + 1, pieces=())
    return state, (do.DecideSilence(state.turn, state.silences),)


def _playback_ended(state: DialogueState, _event: events.Event, _now_ms: int) -> Result:
    match state.step:
        case Close(status=status):
            return replace(state, phase="closed"), (do.Hangup(status),)
        case Handoff(field=field):
            return replace(state, phase="handed_over"), (do.AskWorker(field),)
        case None:
            return state, ()
        case asked:
            phase: Phase = "waiting" if isinstance(asked, Wait) else "listening"
            quiet_ms = endpointing.WAITING_MS if phase == "waiting" else endpointing.SILENCE_MS
            state, timer = _timer(replace(state, phase=phase, pieces=()), "silence", quiet_ms)
            return state, (do.Listen(asked), timer)


def _worker_entered(state: DialogueState, event: events.Event, _now_ms: int) -> Result:
    assert isinstance(event, events.WorkerEntered)  # noqa: S101
    asked = state.step
    if not isinstance(asked, Handoff):
        return state, ()
    state = replace(state, phase="thinking", turn=state.turn + 1)
    return state, (do.DecideEntry(state.turn, asked.field, event.value),)


_Handler: TypeAlias = Callable[[DialogueState, events.Event, int], Result]

_TABLE: dict[tuple[Phase, type[events.Event]], _Handler] = {
    ("thinking", events.Decided): _decided,
    ("thinking", events.SpeechStarted): _speech_started,
    ("speaking", events.PlaybackEnded): _playback_ended,
    ("listening", events.SpeechStarted): _speech_started,
    ("waiting", events.SpeechStarted): _speech_started,
    ("listening", events.TimerFired): _silence,
    ("waiting", events.TimerFired): _silence,
    ("hearing", events.SpeechGrew): _speech_grew,
    ("hearing", events.HeardSoFar): _heard_so_far,
    ("hearing", events.Interpreted): _glimpsed,
    ("hearing", events.SpeechPaused): _speech_paused,
    ("hearing", events.TimerFired): _silence,
    ("paused", events.Heard): _heard,
    ("paused", events.Interpreted): _interpreted,
    ("paused", events.SpeechStarted): _speech_started,
    ("paused", events.TimerFired): _endpoint,
    ("handed_over", events.WorkerEntered): _worker_entered,
}
