"""Cuts the caller's speech out of the stream of frames."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from edgebharo.audio.nearness import Nearness
from edgebharo.audio.speech_track import (
    Grown,
    Mark,
    Opened,
    Quiet,
    SegmenterOptions,
    Track,
    close,
    samples,
    step,
)
from edgebharo.ports import Vad
from edgebharo.types import FRAME_SAMPLES, EndedBy, Frame, Pcm, Utterance

__all__ = ["SegmentEvent", "Segmenter", "SegmenterOptions", "SpeechEnded", "SpeechGrew", "SpeechStarted"]


@dataclass(frozen=True)
class SpeechStarted:
    """Somebody has begun to speak."""

    sample: int
    """First voiced sample (the utterance itself begins up to a pre-roll earlier)."""


@dataclass(frozen=True)
class SpeechEnded:
    """An utterance is complete."""

    utterance: Utterance


@dataclass(frozen=True)
class SpeechGrew:
    """Somebody is still speaking; at least every 300 ms, and early in a silence."""

    so_far: Utterance
    """All of the utterance up to now, pre-roll included, `ended_by` "open"; its id is that of the whole."""


SegmentEvent: TypeAlias = SpeechStarted | SpeechGrew | SpeechEnded


class Segmenter:
    """Feeds frames to the VAD and gives utterances of the caller's, not of people behind her.

    `Utterance.pcm` reaches from the pre-roll to a short tail after `Utterance.end`, and never overlaps the
    utterance before it.
    """

    def __init__(self, vad: Vad, options: SegmenterOptions | None = None) -> None:
        self._vad = vad
        self._options = options or SegmenterOptions()
        self._nearness = Nearness()
        self._track = Track()
        self._frames: deque[Frame] = deque()
        self._count = 0

    @property
    def speaking(self) -> bool:
        """Whether an utterance is open."""
        return not isinstance(self._track.phase, Quiet)

    def feed(self, frame: Frame, end_silence_ms: int, *, urgent: bool = False) -> tuple[SegmentEvent, ...]:
        """Take in one frame; `end_silence_ms` of silence ends the utterance (it may change at every frame).

        `urgent`: it is told more often what was said so far.
        Lost samples (a `frame.start` that does not follow the frame before) close the utterance with `gap`.

        Raises:
            InferenceError: the VAD failed.
        """
        events: tuple[SegmentEvent, ...] = ()
        if self._frames and frame.start != self._track.position:
            events = self._close("gap")
            self.reset()
        probability = self._nearness.of_caller(frame.pcm, self._vad.probability(frame))
        self._frames.append(frame)
        self._track, mark = step(
            self._track, frame.start, probability, end_silence_ms, self._options, urgent=urgent
        )
        events += self._events(mark)
        self._forget()
        return events

    def flush(self) -> tuple[SegmentEvent, ...]:
        """Close the open utterance because the audio ends here (`eof`)."""
        return self._close("eof")

    def reset(self) -> None:
        """Start a new turn: forget all audio, the VAD's memory included.

        Utterance ids go on, and so does what is known of the caller's level and of others in the room.
        """
        self._vad.reset()
        self._track = Track()
        self._frames.clear()

    def _close(self, ended_by: EndedBy) -> tuple[SegmentEvent, ...]:
        self._track, mark = close(self._track, ended_by, self._options)
        return self._events(mark)

    def _events(self, mark: Mark | None) -> tuple[SegmentEvent, ...]:
        if mark is None:
            return ()
        if isinstance(mark, Opened):
            return (SpeechStarted(mark.sample),)
        pcm = self._cut(mark.start, mark.cut)
        if isinstance(mark, Grown):
            return (SpeechGrew(Utterance(self._count + 1, mark.start, mark.end, pcm, "open")),)
        self._count += 1
        return (SpeechEnded(Utterance(self._count, mark.start, mark.end, pcm, mark.ended_by)),)

    def _cut(self, start: int, end: int) -> Pcm:
        parts = [
            frame.pcm[max(0, start - frame.start) : max(0, end - frame.start)]
            for frame in self._frames
            if frame.start < end and frame.start + FRAME_SAMPLES > start
        ]
        return np.concatenate(parts)

    def _forget(self) -> None:
        """Drop the frames that no later utterance can reach."""
        phase = self._track.phase
        if isinstance(phase, Quiet):
            run = self._frames[-1].start if phase.run_start is None else phase.run_start
            keep = run - samples(self._options.pre_roll_ms)
        else:
            keep = phase.start
        while self._frames and self._frames[0].start + FRAME_SAMPLES <= keep:
            self._frames.popleft()
