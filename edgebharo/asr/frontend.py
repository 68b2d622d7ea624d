"""From an utterance's samples to what the acoustic model wants to hear, and where to cut a long one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from edgebharo.types import SAMPLE_RATE, Pcm

Audio = npt.NDArray[np.float32]

LEAD_SILENCE = int(0.4 * SAMPLE_RATE)
"""Samples of silence put before the speech: the model loses clipped onsets without it."""
TAIL_SILENCE = int(0.5 * SAMPLE_RATE)
"""Samples of silence put after the speech, so that the last word is emitted."""
PEAK = 0.7
"""Where the loudest sample is brought to."""
HOP = 640
"""Samples per output frame (25 frames a second)."""
FRAME_MS = 1000 * HOP // SAMPLE_RATE
LEAD_FRAMES = LEAD_SILENCE // HOP
"""Output frames that belong to the lead silence."""
SHORT_SAMPLES = int(0.7 * SAMPLE_RATE)
"""Speech no longer than this is heard twice: one or two syllables have few frames to be told apart by."""
SHIFT_FRAMES = 8
"""How many more frames of silence lead the second time: the model sees the same sound at other positions."""
WINDOW_SAMPLES = 28 * SAMPLE_RATE
"""The longest piece handed to the model at once: it knows 30 s of positions, padding included."""
QUIET_PEAK = 60
"""int16 peak (-55 dBFS) below which a recording holds nothing that a microphone picked up on purpose."""


def is_quiet(pcm: Pcm) -> bool:
    """True where `pcm` (int16 [n]) is empty or never rises more than QUIET_PEAK above its median."""
    if pcm.size == 0:
        return True
    centred = pcm.astype(np.int32) - int(np.median(pcm))
    return int(np.abs(centred).max()) < QUIET_PEAK


def prepare(pcm: Pcm, lead: int = LEAD_SILENCE) -> Audio:
    """Centre, scale to PEAK and pad `pcm` (int16 [n], n >= 0).

    Returns float32 [m] with m a multiple of HOP: lead silence, speech, tail silence.
    """
    speech = pcm.astype(np.float32)
    if speech.size:
        speech -= np.float32(np.median(speech))
        loudest = float(np.abs(speech).max())
        if loudest > 0:
            speech *= np.float32(PEAK / loudest)
    total = lead + speech.size + TAIL_SILENCE
    audio = np.zeros(total + -total % HOP, np.float32)
    audio[lead : lead + speech.size] = speech
    return audio


def windows(pcm: Pcm, longest: int = WINDOW_SAMPLES) -> tuple[Pcm, ...]:
    """Cut `pcm` into pieces of at most `longest` samples, each at the quietest 0.2 s of its last third.

    Every piece but the last has a length that is a multiple of HOP.
    """
    pieces: list[Pcm] = []
    rest = pcm
    while rest.size > longest:
        cut = _quietest(rest, 2 * longest // 3, longest)
        pieces.append(rest[:cut])
        rest = rest[cut:]
    pieces.append(rest)
    return tuple(pieces)


def _quietest(pcm: Pcm, low: int, high: int) -> int:
    """Sample index in [low, high), a multiple of HOP, in the middle of the quietest five frames."""
    low, high = low - low % HOP, high - high % HOP
    energy = np.square(pcm[low:high].astype(np.float64)).reshape(-1, HOP).sum(axis=1)
    smooth = np.convolve(energy, np.ones(5), mode="same")
    return low + HOP * int(np.argmin(smooth))
