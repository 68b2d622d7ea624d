"""A toy voice and a toy ear that understand each other: whole calls in milliseconds, through real audio.

Each word is a burst of a square wave whose level is the word's number. The segmenter, the gate, the pauses
and the joining of pieces are the real ones; only the models are replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timezone

import numpy as np

from edgebharo.clock import SystemClock
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.brain import Brain
from edgebharo.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    Cancelled,
    Expect,
    Frame,
    Hypothesis,
    Pcm,
    Speech,
    Step,
    Transcript,
    Utterance,
    Value,
)

WORD = 4 * FRAME_SAMPLES
GAP = FRAME_SAMPLES
PAUSE = "|"
"""In a caller's line: a pause of 1.2 seconds."""
COUGH = "*"
"""A sound that is no word."""
STEP_MS = 20
"""Computing between two questions to the cancel token."""
LOWEST, STEP = 2000, 60


@dataclass
class Codec:
    """Words to levels and back."""

    words: list[str] = field(default_factory=list)

    def speak(self, line: str) -> Pcm:
        pieces = []
        for word in line.replace(PAUSE, f" {PAUSE} ").split():
            if word == PAUSE:
                pieces.append(np.zeros(int(1.2 * SAMPLE_RATE), np.int16))
                continue
            if word == COUGH:
                burst = np.concatenate([np.full(900, LOWEST, np.int16), np.zeros(100, np.int16)])
                pieces.append(np.tile(burst, 4))
                continue
            if word not in self.words:
                self.words.append(word)
            level = LOWEST + STEP * self.words.index(word)
            burst = np.full(WORD, level, np.int16)
            burst[1::2] = -level
            pieces += [burst, np.zeros(GAP, np.int16)]
        return np.concatenate(pieces) if pieces else np.zeros(0, np.int16)

    def hear(self, pcm: Pcm) -> str:
        loud = np.abs(pcm.astype(np.int32)) > LOWEST // 2
        edges = np.flatnonzero(np.diff(np.concatenate([[0], loud.astype(np.int8), [0]])))
        bursts = [
            (begin, end)
            for begin, end in zip(edges[::2], edges[1::2], strict=True)
            if end - begin > WORD // 2
        ]
        levels = [float(np.median(np.abs(pcm[begin:end].astype(np.int32)))) for begin, end in bursts]
        indices = [round((level - LOWEST) / STEP) for level in levels]
        return " ".join(self.words[index] for index in indices if 0 <= index < len(self.words))


class EnergyVad:
    """Implements Vad."""

    def probability(self, frame: Frame) -> float:
        return 0.99 if np.abs(frame.pcm.astype(np.int32)).mean() > 500 else 0.01

    def reset(self) -> None:
        pass


@dataclass
class CodecAsr:
    """Implements Asr."""

    codec: Codec
    expects: list[Expect] = field(default_factory=list)

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        self.expects.append(expect)
        text = normalize(self.codec.hear(utterance.pcm))
        return Transcript(utterance.id, text, (Hypothesis(text, 0.0),))

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        text = normalize(self.codec.hear(so_far.pcm))
        return Transcript(so_far.id, text, (Hypothesis(text, 0.0),))


@dataclass(frozen=True)
class ShortTts:
    """Implements Tts: every line is a beep of 0.2 s, or of another length."""

    line_ms: int = 200

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        assert line.strip()
        yield Speech(np.full(SAMPLE_RATE * self.line_ms // 1000, 9000, np.int16), SAMPLE_RATE, last=True)


@dataclass
class CodecCaller:
    """Implements `stage_simulated.Other` with the toy voice."""

    brain: Brain
    codec: Codec

    def answer(self, step: Step) -> Pcm | None:
        line = self.brain.answer(step)
        return self.codec.speak(line.text) if line else None

    def reaction_ms(self) -> int:
        return self.brain.caller.reaction_ms

    def entry(self, field: str) -> Value | None:
        return self.brain.caller.worker.get(field)


@dataclass
class Stopwatch:
    """Only the ear takes time, and exactly as much as it says."""

    now_ns: int = 0

    def __call__(self) -> int:
        return self.now_ns

    def spend(self, milliseconds: int, cancelled: Cancelled) -> None:
        for _ in range(milliseconds // STEP_MS):
            cancelled()
            self.now_ns += STEP_MS * 1_000_000


@dataclass
class TimedAsr:
    """Implements Asr: an ear that takes its time."""

    ear: CodecAsr
    stopwatch: Stopwatch
    partial_ms: int | None = 0
    """None: an ear that knows nothing before the end."""
    whole_ms: int = 100
    parts: list[Utterance] = field(default_factory=list)
    wholes: list[Utterance] = field(default_factory=list)

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        self.wholes.append(utterance)
        self.stopwatch.spend(self.whole_ms, cancelled)
        return self.ear.transcribe(utterance, expect, cancelled)

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        if self.partial_ms is None:
            return Transcript(so_far.id, "")
        self.parts.append(so_far)
        self.stopwatch.spend(self.partial_ms, cancelled)
        return self.ear.partial(so_far, expect, cancelled)


class QuickClock:
    """Real time, `pace` times as fast."""

    def __init__(self, pace: int) -> None:
        self._clock, self._pace = SystemClock(), pace

    def now_ms(self) -> int:
        return self._clock.now_ms() * self._pace

    def utc(self) -> datetime:
        return datetime.now(timezone.utc)

    def today(self) -> date:
        return date(2026, 11, 30)
