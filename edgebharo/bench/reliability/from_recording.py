"""A call as its recording and its trace tell it.

The recording says who was heard when, the trace what was said and how the call ended. Whether what the form
holds is true neither of them knows: that takes what the caller meant, as `simulate --json` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile as sf
from pydantic import BaseModel, ValidationError

from edgebharo.audio.measure import frame_levels_db
from edgebharo.audio.pcm import Framer, resample
from edgebharo.audio.speech_track import Closed, Mark, SegmenterOptions, Track, close, step
from edgebharo.bench.reliability.record import ENDED_WELL, CallRecord, Detail, Sound
from edgebharo.dialogue.events import Decided
from edgebharo.errors import ResultsError, WavFormatError
from edgebharo.ports import Vad
from edgebharo.runtime.timeline import Side
from edgebharo.runtime.trace import Trace, read_trace
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Close, Confirm, Pcm

JOINED_MS = 500
"""Sounds of one side no further apart are one stretch."""
AUDIBLE_DB = -60.0
"""The agent is heard in a frame that is louder: her side of the recording is what was played, and no room."""


@dataclass(frozen=True)
class Recorded:
    """Where a call lies."""

    audio: Path
    """Stereo: the caller left, the agent right."""
    trace: Path
    outcome: Path | None = None
    """What `simulate --json` wrote."""


class _Field(BaseModel):
    right: bool
    similarity: float | None = None


class _Outcome(BaseModel):
    fields: dict[str, _Field]


def read_call(recorded: Recorded, vad: Vad) -> CallRecord:
    """The call of a recording, named after its file. `vad` hears the caller.

    Without an outcome the goal counts as reached where the form was filled: what it holds is not checked.

    Raises:
        WavFormatError: the recording cannot be read, or has not two sides.
        TraceError: the trace cannot be read.
        ResultsError: the outcome cannot be read.
    """
    caller, agent = _sides(recorded.audio)
    trace = read_trace(recorded.trace)
    spoken, details, status = _told(trace)
    heard = _stretches("caller", _voiced(caller, vad))
    played = _stretches("agent", _audible(agent))
    right = _all_right(recorded.outcome)
    return CallRecord(
        id=recorded.audio.stem,
        sounds=(*heard, *_worded(played, spoken)),
        details=details,
        goal=status in ENDED_WELL and right is not False,
        claimed=status in ENDED_WELL,
    )


# ---------------------------------------------------------------- the recording


def _sides(path: Path) -> tuple[Pcm, Pcm]:
    try:
        samples, rate = sf.read(path, dtype="int16", always_2d=True)
    except (OSError, sf.SoundFileError) as error:
        raise WavFormatError(f"{path}: cannot be read as sound: {error}") from error
    if samples.shape[1] != 2 or not len(samples):
        raise WavFormatError(f"{path}: needs two channels with sound: the caller left, the agent right")
    left, right = (
        resample(np.ascontiguousarray(samples[:, side]), int(rate), SAMPLE_RATE) for side in (0, 1)
    )
    return left, right


def _voiced(pcm: Pcm, vad: Vad) -> Iterator[tuple[int, int]]:
    """First sample of speech and the one after its last, by the detector and the limits that calls use."""
    vad.reset()
    framer, track, options = Framer(), Track(), SegmenterOptions(pre_roll_ms=0)
    mark: Mark | None
    for frame in (*framer.push(pcm), *framer.flush()):
        track, mark = step(track, frame.start, vad.probability(frame), JOINED_MS, options)
        if isinstance(mark, Closed):
            yield mark.start, mark.end
    _, last = close(track, "eof", options)
    if last is not None:
        yield last.start, last.end


def _audible(pcm: Pcm) -> Iterator[tuple[int, int]]:
    """The same of a clean side, by its level."""
    loud: npt.NDArray[np.intp] = np.flatnonzero(frame_levels_db(pcm) > AUDIBLE_DB)
    for index in loud:
        yield int(index) * FRAME_SAMPLES, (int(index) + 1) * FRAME_SAMPLES


def _stretches(side: Side, spans: Iterator[tuple[int, int]]) -> tuple[Sound, ...]:
    found: list[Sound] = []
    for start, end in spans:
        start_ms, end_ms = start * 1000 // SAMPLE_RATE, end * 1000 // SAMPLE_RATE
        if found and start_ms - found[-1].end_ms <= JOINED_MS:
            found[-1] = Sound(side, found[-1].start_ms, end_ms)
        else:
            found.append(Sound(side, start_ms, end_ms))
    return tuple(found)


# ---------------------------------------------------------------- the trace


def _told(trace: Trace) -> tuple[list[tuple[int, str]], tuple[Detail, ...], str]:
    """What the agent said and when it was told to, what it took for true, and how the call ended."""
    spoken: list[tuple[int, str]] = []
    details: list[Detail] = []
    worked_out: dict[int, Decided] = {}
    asked: Decided | None = None
    status = "in_progress"
    for line, event in trace.lines:
        if isinstance(event, Decided):
            worked_out[event.turn] = event
        for command in line.commands:
            if command["is"] == "Speak":
                spoken.append((line.ms, " ".join(command["lines"])))
            elif command["is"] == "Commit" and command["turn"] in worked_out:
                decided = worked_out[command["turn"]]
                details += _corrected(asked, decided)
                details += (Detail("used", key) for key in _read_back(decided))
                asked, done = decided, decided.decision.step
                status = done.status if isinstance(done, Close) else status
    return spoken, tuple(details), status


def _corrected(asked: Decided | None, answer: Decided) -> Iterator[Detail]:
    """What of the last read-back the rules understood to be wrong."""
    if asked is not None:
        refused = {rule.partition(":")[2] for rule in answer.decision.fired if rule.startswith("refused:")}
        for key in _read_back(asked):
            if key.partition(" ")[0] in refused:
                yield Detail("corrected", key)


def _read_back(decided: Decided) -> Iterator[str]:
    """Field and words of each value that was read back. A trace holds no value, only what was said of it."""
    step, lines = decided.decision.step, decided.reply.lines
    if not isinstance(step, Confirm):
        return
    values = lines if step.review else lines[-2:-1]
    for candidate in step.candidates:
        for value in values:
            yield f"{candidate.field} {value}"


def _worded(played: tuple[Sound, ...], spoken: list[tuple[int, str]]) -> Iterator[Sound]:
    """Each line goes to the first sound after the order to speak it."""
    waiting = list(spoken)
    for index, sound in enumerate(played):
        last = index == len(played) - 1
        until_ms = sound.end_ms
        said = [text for at_ms, text in waiting if last or at_ms < until_ms]
        waiting = waiting[len(said) :]
        yield Sound(sound.side, sound.start_ms, sound.end_ms, " ".join(said))


# ---------------------------------------------------------------- what she meant


def _all_right(path: Path | None) -> bool | None:
    """Whether every field is right: exactly, or of a name when it is read aloud; None where nobody knows."""
    if path is None:
        return None
    try:
        fields = _Outcome.model_validate(json.loads(path.read_text(encoding="utf-8"))).fields
    except (OSError, ValidationError, ValueError) as error:
        raise ResultsError(f"{path}: is not what simulate --json writes; give that file") from error
    return all(field.right or field.similarity == 1.0 for field in fields.values())
