"""Where speech starts and ends in a row of speech probabilities. Pure: numbers in, numbers out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, EndedBy


@dataclass(frozen=True)
class SegmenterOptions:
    """When a voice counts. Milliseconds are of audio."""

    threshold: float = 0.5
    """A frame at or above this probability begins a run of voiced frames."""
    release: float = 0.35
    """A run goes on, and speech that has started stays voiced, down to this probability."""
    min_speech_ms: int = 96
    """Length of a run that starts speech: a few frames, or a short word would be lost."""
    pre_roll_ms: int = 300
    """Audio kept before the first voiced frame: the model opens late and soft onsets come earlier."""
    tail_ms: int = 200
    """Audio kept after the last voiced frame, as far as the closing silence reaches."""
    limit_ms: int = 30_000
    """Longest utterance."""
    grow_ms: int = 288
    """Audio after which it is told what was said so far: a whole number of frames, at most 300 ms."""
    urgent_grow_ms: int = 160
    """The same while it matters how soon a word is known: she speaks over the agent."""
    lull_ms: int = 96
    """Silence after which it is told early, once for each silence: this may be the turn's last word."""


@dataclass(frozen=True)
class Quiet:
    """Nobody speaks, or has not for long enough."""

    run_start: int | None = None
    """First sample of the present run of voiced frames."""


@dataclass(frozen=True)
class Speaking:
    """Somebody speaks."""

    start: int
    """First sample of the utterance, pre-roll included."""
    end: int
    """Sample after the last voiced frame."""
    told: int
    """Sample up to which it was told what was said so far; at first, the first voiced sample."""


@dataclass(frozen=True)
class Track:
    """All that is remembered between two frames."""

    phase: Quiet | Speaking = Quiet()
    floor: int | None = None
    """No utterance starts before this sample: the audio before it belongs to another or is missing."""
    position: int = 0
    """Sample after the last frame."""


@dataclass(frozen=True)
class Opened:
    """Speech has started."""

    sample: int
    """First voiced sample."""
    start: int
    """First sample of the utterance: pre-roll included."""


@dataclass(frozen=True)
class Closed:
    """Speech has ended."""

    start: int
    end: int
    """Sample after the last voiced frame."""
    cut: int
    """Sample after the last one that belongs to the utterance: `end` and its tail."""
    ended_by: EndedBy


@dataclass(frozen=True)
class Grown:
    """Speech goes on: what there is of it."""

    start: int
    end: int
    """Sample after the last voiced frame."""
    cut: int
    """Sample after the last frame."""


Mark: TypeAlias = Opened | Closed | Grown


def step(
    track: Track,
    start: int,
    probability: float,
    end_silence_ms: int,
    options: SegmenterOptions,
    *,
    urgent: bool = False,
) -> tuple[Track, Mark | None]:
    """Take in the frame that begins at sample `start`, where the frame before ended.

    `end_silence_ms` is the silence that ends the utterance from this frame on. Where samples are missing
    before `start`, close the track first and go on with a new one.
    """
    floor = start if track.floor is None else track.floor
    track = replace(track, floor=floor, position=start + FRAME_SAMPLES)
    if isinstance(track.phase, Quiet):
        level = options.threshold if track.phase.run_start is None else options.release
        if probability < level:
            return replace(track, phase=Quiet()), None
        run_start = start if track.phase.run_start is None else track.phase.run_start
        return _listen(track, run_start, floor, options)
    voiced = probability >= options.release
    grow_ms = options.urgent_grow_ms if urgent else options.grow_ms
    return _follow(track, track.phase, voiced, end_silence_ms, replace(options, grow_ms=grow_ms))


def close(track: Track, ended_by: EndedBy, options: SegmenterOptions) -> tuple[Track, Closed | None]:
    """End the utterance, where there is one, after the last frame taken in."""
    if isinstance(track.phase, Quiet):
        return replace(track, phase=Quiet()), None
    return _end(track, track.phase, ended_by, options)


def samples(milliseconds: int) -> int:
    """Milliseconds as samples at 16 kHz."""
    return milliseconds * SAMPLE_RATE // 1000


def _listen(
    track: Track, run_start: int, floor: int, options: SegmenterOptions
) -> tuple[Track, Opened | None]:
    """A voiced frame while nobody spoke: the run grows, and starts speech once it is long enough."""
    end = track.position
    if end - run_start < samples(options.min_speech_ms):
        return replace(track, phase=Quiet(run_start)), None
    first = max(floor, run_start - samples(options.pre_roll_ms))
    return replace(track, phase=Speaking(first, end, told=run_start)), Opened(run_start, first)


def _follow(
    track: Track, speaking: Speaking, voiced: bool, end_silence_ms: int, options: SegmenterOptions
) -> tuple[Track, Closed | Grown | None]:
    """A frame while somebody speaks."""
    now = track.position
    if voiced:
        speaking = replace(speaking, end=now)
    if now - speaking.start >= samples(options.limit_ms):
        return _end(track, speaking, "limit", options)
    if not voiced and now - speaking.end >= samples(end_silence_ms):
        return _end(track, speaking, "silence", options)
    lull = speaking.told < speaking.end and now - speaking.end >= samples(options.lull_ms)
    if lull or now - speaking.told >= samples(options.grow_ms):
        grown = Grown(speaking.start, speaking.end, now)
        return replace(track, phase=replace(speaking, told=now)), grown
    return replace(track, phase=speaking), None


def _end(
    track: Track, speaking: Speaking, ended_by: EndedBy, options: SegmenterOptions
) -> tuple[Track, Closed]:
    cut = min(track.position, speaking.end + samples(options.tail_ms))
    mark = Closed(speaking.start, speaking.end, cut, ended_by)
    return replace(track, phase=Quiet(), floor=cut), mark
