"""The synthesisers behind the corpus: each draws a speaker and speaks a few lines in his voice."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

import numpy as np
import numpy.typing as npt
import soundfile
import soxr

from edgebharo.errors import InferenceError
from edgebharo.tts.kokoro import RATE as KOKORO_RATE
from edgebharo.tts.options import VoiceShare
from edgebharo.tts.shape import trim
from edgebharo.tts.voices import load_style
from scripts.asr.texts import Line
from scripts.asr.timed_kokoro import TimedKokoro
from scripts.asr.voices import draw_espeak, draw_speaker
from scripts.asr.word_sources import ROOT

RATE = 16_000
"""Hertz of the stored clips."""

PEAK = 0.7
"""Loudest sample of every clip, 1.0 = full scale."""

SHORTEST_S, LONGEST_S = 0.12, 20.0
"""A clip outside of these is a failure of the voice and is left out."""

VOCAB = ROOT / "models" / "tts-hi" / "vocab.json"

Samples = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Clip:
    """One spoken line: float32 samples in -1..1 at 16 kHz, and who spoke it."""

    first: int
    """Index of its line, or of the first of its lines, among those that were to be spoken."""
    kind: str
    """The kind of its line, or "joined" where several were run together."""
    text: str
    samples: Samples
    voice: str
    speed: str

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.samples) / RATE


class Engine(Protocol):
    """A synthesiser."""

    @property
    def prefix(self) -> str:
        """First letters of its file names."""
        ...

    def speak(self, lines: Sequence[Line], rng: Random) -> list[Clip]:
        """Speak `lines` in one voice drawn from `rng`; lines that failed are missing."""
        ...


class KokoroEngine:
    """Kokoro-82M in many voices on one loaded graph."""

    prefix = "k"

    def __init__(self, model: Path, voices: Path, threads: int) -> None:
        self._kokoro = TimedKokoro(model, VOCAB, threads)
        self._voices = voices

    def speak(self, lines: Sequence[Line], rng: Random) -> list[Clip]:
        """Speak `lines` in one run and cut it at the pauses."""
        speaker = draw_speaker(rng)
        shares = tuple(VoiceShare(self._voices / f"{name}.bin", weight) for name, weight in speaker.shares)
        try:
            spoken = [line.spoken for line in lines]
            pieces = self._kokoro.speak(spoken, load_style(shares), speaker.speed, rng)
        except InferenceError:
            return []
        clips: list[Clip] = []
        for piece in pieces:
            said = lines[piece.first : piece.last + 1]
            kind = said[0].kind if len(said) == 1 else "joined"
            text = " ".join(line.text for line in said)
            samples = finish(piece.samples, KOKORO_RATE)
            clips.append(Clip(piece.first, kind, text, samples, speaker.name, f"{speaker.speed:.2f}"))
        return [clip for clip in clips if SHORTEST_S <= clip.seconds <= LONGEST_S]


class EspeakEngine:
    """espeak-ng's own formant voices: quick, robotic, and unlike Kokoro."""

    prefix = "e"

    def __init__(self, program: str) -> None:
        self._program = program

    def speak(self, lines: Sequence[Line], rng: Random) -> list[Clip]:
        """Speak each line in a run of its own."""
        speaker = draw_espeak(rng)
        settings = ["-v", f"hi+{speaker.variant}", "-s", str(speaker.rate), "-p", str(speaker.pitch)]
        clips: list[Clip] = []
        for index, line in enumerate(lines):
            spoken = subprocess.run(  # noqa: S603 - the program the user installed
                [self._program, *settings, "--stdout", "--", line.spoken], capture_output=True, check=False
            )
            if not spoken.returncode and spoken.stdout:
                samples, rate = soundfile.read(io.BytesIO(spoken.stdout), dtype="float32")
                finished = finish(samples, int(rate))
                clips.append(Clip(index, line.kind, line.text, finished, speaker.name, str(speaker.rate)))
        return [clip for clip in clips if SHORTEST_S <= clip.seconds <= LONGEST_S]


def finish(samples: Samples, rate: int) -> Samples:
    """Trim the silence at both ends to 20 to 50 ms, resample to 16 kHz, level; empty where all is silence."""
    spoken = trim(samples, rate)
    if not spoken.size:
        return spoken
    resampled = soxr.resample(spoken, rate, RATE)
    finished: Samples = (resampled * (PEAK / float(np.abs(resampled).max()))).astype(np.float32)
    return finished
