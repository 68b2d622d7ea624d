"""How loud a room is, and how much of what a speaker plays comes back through the microphone. Pure numbers.

Levels are in dB relative to full scale (dBFS): 0 for a signal of constant amplitude 32768. A sine wave at
full scale has -3 dBFS.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Pcm

SILENCE_DB = -100.0
"""Stands for no sound at all: below the smallest level that int16 can hold."""

CLIPPED = 32_700
"""A sample at or beyond this was cut off by the microphone."""

SWEEP_S = 1.0
SWEEP_HZ = (300.0, 3400.0)
SWEEP_DB = -12.0
"""Peak of the sweep: about as loud as the agent's voice."""
_FADE_S = 0.02

_ROOM_S = 0.2
"""How long a small room goes on after a sound, and how far the loudest of its echoes may follow the first."""
_PRESENT = 8.0
"""The best match must stand out of the others by so many standard deviations: the largest of the 100,000
matches of a recording of pure noise reaches about 4.5."""

_STANDS_OUT = 4.0
"""Around the best match, those count as echoes that stand out so far."""

FEWEST = 8
"""Frames (a quarter of a second) from which a ratio of speech to noise can be told."""

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Echo:
    """What came back of a sound that was played."""

    return_db: float
    """Its level relative to what was played; where it was not heard, the level that would have been heard."""
    heard: bool


def level_db(pcm: Pcm) -> float:
    """Level of `pcm` [n]."""
    if not pcm.size:
        return SILENCE_DB
    power = float(np.mean(np.square(pcm.astype(np.float64) / 32768)))
    return _db(power)


def frame_levels_db(pcm: Pcm) -> _Floats:
    """Level of each whole frame of `pcm` [n]."""
    whole = pcm[: len(pcm) // FRAME_SAMPLES * FRAME_SAMPLES]
    return np.array([level_db(frame) for frame in whole.reshape(-1, FRAME_SAMPLES)])


def floor_db(pcm: Pcm) -> float:
    """Level of the quiet frames of `pcm` [n]: what is there while nobody speaks."""
    levels = frame_levels_db(pcm)
    return float(np.percentile(levels, 20)) if levels.size else SILENCE_DB


def voice_db(pcm: Pcm) -> float:
    """Level of the loud frames of `pcm` [n]: of a voice, where somebody speaks."""
    levels = frame_levels_db(pcm)
    return float(np.percentile(levels, 90)) if levels.size else SILENCE_DB


def snr_db(pcm: Pcm) -> float | None:
    """Decibels that the loud frames of an utterance, `pcm` [n], stand above its quiet ones.

    An utterance begins before the first sound and ends after the last, so its quietest tenth is the room.
    Frames without any sound (pauses that were cut out) say nothing; None where fewer than FEWEST are left.
    """
    levels = frame_levels_db(pcm)
    levels = levels[levels > SILENCE_DB]
    if levels.size < FEWEST:
        return None
    return float(np.percentile(levels, 90) - np.percentile(levels, 10))


def clipped_share(pcm: Pcm) -> float:
    """Share of the samples of `pcm` [n] that were cut off, 0..1."""
    return float(np.mean(np.abs(pcm.astype(np.int32)) >= CLIPPED)) if pcm.size else 0.0


def sweep() -> Pcm:
    """A tone that rises from one end of SWEEP_HZ to the other: nothing else in a room looks like it."""
    time = np.arange(round(SWEEP_S * SAMPLE_RATE)) / SAMPLE_RATE
    low, high = SWEEP_HZ
    tone = np.sin(2 * np.pi * (low * time + (high - low) * time**2 / (2 * SWEEP_S)))
    edges = np.minimum(time, SWEEP_S - time) / _FADE_S
    amplitude = 32768 * 10 ** (SWEEP_DB / 20)
    return np.rint(amplitude * tone * np.clip(edges, 0, 1)).astype(np.int16)


def echo_of(played: Pcm, recorded: Pcm) -> Echo:
    """How much of `played` [n] is in `recorded` [m], m > n, whenever it came and by however many ways.

    The recording is matched with what was played at every offset. One second of a 3 kHz wide sweep lifts an
    echo out of noise that is 30 dB louder.
    """
    match = np.square(_matches(played, recorded))
    reference = float(np.sum(np.square(_matches(played, np.pad(played, len(played))))))
    best = int(np.argmax(match))
    noise = float(np.median(match)) / 0.455  # the median of a squared normal variable is 0.455 of its mean
    reach = round(_ROOM_S * SAMPLE_RATE)
    around = match[max(0, best - reach) : best + reach]
    heard = bool(match[best] > noise * _PRESENT**2)
    energy = float(np.sum(around[around > noise * _STANDS_OUT**2])) if heard else noise * _PRESENT**2
    return Echo(_db(energy / reference) if reference else SILENCE_DB, heard)


def _matches(played: Pcm, recorded: Pcm) -> _Floats:
    """Correlation of `recorded` with `played` at each offset, by Fourier transform."""
    size = len(played) + len(recorded)
    spectrum = np.fft.rfft(recorded.astype(np.float64) / 32768, size)
    pattern = np.fft.rfft(played.astype(np.float64) / 32768, size)
    matches: _Floats = np.fft.irfft(spectrum * np.conj(pattern), size)[: len(recorded)]
    return matches


def _db(power: float) -> float:
    return max(SILENCE_DB, 10 * float(np.log10(power))) if power > 0 else SILENCE_DB
