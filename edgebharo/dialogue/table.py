"""The table of turn-taking: what happens in which phase, where it leads and what it makes the engine do.

The docs' diagram is drawn from it, and a property test holds every step to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from edgebharo.dialogue import agent, caller, devices, events, overlap
from edgebharo.dialogue import commands as do
from edgebharo.dialogue.state import DialogueState, Phase
from edgebharo.dialogue.timing import Result

Handler: TypeAlias = Callable[[DialogueState, Any, int], Result]
"""Takes the event of its row; the table pairs the two."""


@dataclass(frozen=True)
class Row:
    """One line of the table. A phase that is not named in `to` but in `phases` may also stay as it is."""

    phases: tuple[Phase, ...]
    event: type[events.Event]
    handler: Handler
    to: tuple[Phase, ...]
    does: tuple[type[do.Command], ...]
    why: str


QUIET: tuple[Phase, ...] = ("listening", "confirming", "waiting")
"""The caller may speak, and has not."""

AFTER_PLAYBACK: tuple[Phase, ...] = (*QUIET, "handed_over", "closed")

ROWS: tuple[Row, ...] = (
    Row(
        ("thinking", "acknowledging"),
        events.Decided,
        agent.decided,
        ("speaking",),
        (do.Commit, do.Mute, do.Attend, do.Speak),
        "the decision is kept, then spoken",
    ),
    Row(
        ("thinking",),
        events.SpeechStarted,
        caller.began_while_thinking,
        ("hearing",),
        (do.SetTimer,),
        "she goes on: the turn is cancelled",
    ),
    Row(
        ("acknowledging",),
        events.SpeechStarted,
        caller.began_while_acknowledging,
        ("hearing",),
        (do.StopSpeaking, do.SetTimer),
        "the same (headset)",
    ),
    Row(
        ("speaking",),
        events.PlaybackEnded,
        agent.played,
        AFTER_PLAYBACK,
        (do.Listen, do.SetTimer, do.AskWorker, do.Hangup),
        "the speaker has drained",
    ),
    Row(
        ("speaking",),
        events.SpeechStarted,
        overlap.began,
        ("talked_over",),
        (),
        "she speaks over the agent (headset)",
    ),
    Row(
        ("talked_over",),
        events.SpeechGrew,
        overlap.grew,
        ("talked_over",),
        (do.TranscribeSoFar, do.Transcribe),
        "her words are followed",
    ),
    Row(
        ("talked_over",),
        events.HeardSoFar,
        caller.heard_so_far,
        ("talked_over",),
        (do.TranscribeSoFar, do.Transcribe, do.Glance),
        "some words are known",
    ),
    Row(("talked_over",), events.Heard, caller.heard_early, ("talked_over",), (), "all of it, up to a lull"),
    Row(
        ("talked_over",),
        events.Interpreted,
        overlap.glimpsed,
        ("talked_over", "hearing"),
        (do.StopSpeaking, do.SetTimer),
        "more than a nod: the agent falls silent",
    ),
    Row(
        ("talked_over",),
        events.SpeechPaused,
        overlap.paused,
        ("overheard", "speaking", *QUIET),
        (do.Transcribe, do.Interpret, do.Listen, do.SetTimer),
        "she pauses before it is known",
    ),
    Row(
        ("talked_over",),
        events.PlaybackEnded,
        overlap.outlasted,
        ("hearing",),
        (do.SetTimer,),
        "the agent has finished, she has not",
    ),
    Row(
        ("overheard",),
        events.SpeechStarted,
        overlap.went_on,
        ("talked_over", "hearing"),
        (do.SetTimer,),
        "she goes on",
    ),
    Row(
        ("overheard",),
        events.Heard,
        overlap.heard,
        ("overheard", "speaking", *QUIET),
        (do.Interpret, do.Listen, do.SetTimer),
        "her words, or a cough",
    ),
    Row(
        ("overheard",),
        events.Interpreted,
        overlap.interpreted,
        ("speaking", "paused", *QUIET),
        (do.StopSpeaking, do.Decide, do.SetTimer, do.Listen),
        "a nod is ignored, all else is her turn",
    ),
    Row(
        ("overheard",),
        events.PlaybackEnded,
        overlap.played,
        ("overheard",),
        (),
        "the agent has finished meanwhile",
    ),
    Row(QUIET, events.SpeechStarted, caller.began, ("hearing",), (do.SetTimer,), "she speaks"),
    Row(QUIET, events.TimerFired, caller.silent, ("thinking",), (do.DecideSilence,), "she is silent"),
    Row(
        ("hearing",),
        events.SpeechGrew,
        caller.grew,
        ("hearing",),
        (do.TranscribeSoFar, do.Transcribe, do.SetTimer),
        "her words are followed",
    ),
    Row(
        ("hearing",),
        events.HeardSoFar,
        caller.heard_so_far,
        ("hearing",),
        (do.TranscribeSoFar, do.Transcribe, do.Glance),
        "some words are known",
    ),
    Row(("hearing",), events.Heard, caller.heard_early, ("hearing",), (), "all of it, up to a lull"),
    Row(("hearing",), events.Interpreted, caller.glimpsed, ("hearing",), (), "kept for the endpoint"),
    Row(
        ("hearing",),
        events.SpeechPaused,
        caller.paused,
        ("paused", *QUIET),
        (do.Transcribe, do.Interpret, do.SetTimer),
        "she pauses",
    ),
    Row(
        ("hearing",),
        events.TimerFired,
        caller.silent,
        ("thinking",),
        (do.DecideSilence,),
        "the stream stopped in the middle of a word",
    ),
    Row(("paused",), events.SpeechStarted, caller.began, ("hearing",), (do.SetTimer,), "she goes on"),
    Row(
        ("paused",),
        events.Heard,
        caller.heard,
        ("paused", *QUIET),
        (do.Interpret, do.SetTimer),
        "her words, or a cough",
    ),
    Row(
        ("paused",),
        events.Interpreted,
        caller.interpreted,
        ("paused",),
        (do.Decide, do.SetTimer),
        "the policy says how long to wait",
    ),
    Row(
        ("paused",),
        events.Decided,
        caller.foreseen,
        ("paused",),
        (do.Prepare,),
        "what will be said if she has finished",
    ),
    Row(
        ("paused",),
        events.TimerFired,
        caller.ended,
        ("thinking", "acknowledging", "speaking"),
        (do.Mute, do.Acknowledge, do.Commit, do.Attend, do.Speak),
        "the turn is over",
    ),
    Row(
        ("speaking", "talked_over", "overheard", *QUIET, "hearing", "paused"),
        events.DeviceLost,
        devices.lost,
        ("interrupted", "closed"),
        (do.StopSpeaking, do.Mute, do.Hangup),
        "a device is gone",
    ),
    Row(
        ("interrupted",),
        events.DeviceBack,
        devices.back,
        ("thinking",),
        (do.DecideAgain,),
        "it is back: the question is put again",
    ),
    Row(
        ("handed_over",),
        events.WorkerEntered,
        agent.entered,
        ("thinking",),
        (do.DecideEntry,),
        "the worker has typed",
    ),
)

TABLE: Mapping[tuple[Phase, type[events.Event]], Row] = MappingProxyType(
    {(phase, row.event): row for row in ROWS for phase in row.phases}
)
