"""Long numbers made of one speaker's single digits, where nobody recorded a long number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from edgebharo.bench.manifest import Recording
from edgebharo.errors import ManifestError
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.types import SAMPLE_RATE, Pcm

FEWEST_DIGITS = 8
"""Different digits that a speaker must have recorded: fewer make a number that nobody has."""
GAP_MS = (60, 220)
"""Between two digits."""
PAUSE_MS = (250, 450)
"""In the middle of the number, where people draw breath."""
EDGE_MS = 300
"""Before the first and after the last."""
FADE = SAMPLE_RATE * 5 // 1000
FLOOR_FRAME = SAMPLE_RATE // 100
COLOUR_FRAME = 256
"""Samples (16 ms) of the pieces whose spectrum is taken."""
QUIET_SHARE = 0.1
"""Of the pieces of all recordings, so many of the quietest show what the room sounds like."""

Floats: TypeAlias = npt.NDArray[np.float64]


def digit_takes(recordings: Sequence[Recording]) -> dict[str, dict[int, list[Recording]]]:
    """By speaker, the takes of each digit; speakers with too few digits are left out.

    Raises:
        ManifestError: nobody recorded enough digits.
    """
    takes: dict[str, dict[int, list[Recording]]] = {}
    for recording in recordings:
        digit = CARDINALS.get(recording.text, int(recording.text) if recording.text in "0123456789" else -1)
        if 0 <= digit <= 9:
            takes.setdefault(recording.speaker, {}).setdefault(digit, []).append(recording)
    enough = {speaker: own for speaker, own in takes.items() if len(own) >= FEWEST_DIGITS}
    if not enough:
        raise ManifestError(
            f"--splice: no speaker of the manifest has {FEWEST_DIGITS} different digits as clips of their own"
        )
    return enough


def draw_number(takes: Mapping[int, Sequence[Recording]], length: int, random: Random) -> list[Recording]:
    """Takes that say a number of `length` digits; the first digit of ten is 6 to 9, as on a mobile."""
    digits = sorted(takes)
    first = [digit for digit in digits if digit >= 6] if length == 10 else digits
    drawn = [random.choice(first), *(random.choice(digits) for _ in range(length - 1))]
    return [random.choice(takes[digit]) for digit in drawn]


def number_text(parts: Sequence[Recording]) -> str:
    """What `parts` say together."""
    return " ".join(part.text for part in parts)


def join(sounds: Sequence[Pcm], random: Random) -> Pcm:
    """`sounds` (int16 [n]) one after the other with short gaps, in eight or more with a breath."""
    noise = np.random.default_rng(random.getrandbits(32))
    middle = len(sounds) // 2 if len(sounds) >= 8 else -1
    gaps = [random.randint(*(PAUSE_MS if place == middle else GAP_MS)) for place in range(1, len(sounds))]
    return spread(sounds, [EDGE_MS, *gaps, EDGE_MS], noise)


def spread(sounds: Sequence[Pcm], gaps_ms: Sequence[int], noise: np.random.Generator) -> Pcm:
    """`sounds` (int16 [n]) with a gap before the first, between any two and after the last.

    Gaps hold noise as loud as the quietest moment of the recordings and coloured as their quiet moments are,
    so that none is deader than the rest, and none hisses where the room hums: white noise of that level is
    heard as a consonant.
    """
    level, colour = min(_floor(sound) for sound in sounds), _colour(sounds)

    def quiet(milliseconds: int) -> Pcm:
        tone = _coloured(noise.standard_normal(milliseconds * SAMPLE_RATE // 1000), colour)
        room: Pcm = np.rint(level * tone).astype(np.int16)
        return room

    pieces = [quiet(gaps_ms[0])]
    for sound, gap_ms in zip(sounds, gaps_ms[1:], strict=True):
        pieces += [_faded(sound), quiet(gap_ms)]
    return np.concatenate(pieces)


def _floor(sound: Pcm) -> float:
    """Root mean square of the quietest 10 ms."""
    usable = sound[: len(sound) - len(sound) % FLOOR_FRAME].astype(np.float64)
    if not usable.size:
        return 0.0
    return float(np.sqrt(np.square(usable).reshape(-1, FLOOR_FRAME).mean(axis=1).min()))


def _colour(sounds: Sequence[Pcm]) -> Floats:
    """Mean magnitude spectrum [COLOUR_FRAME / 2 + 1] of the quietest frames of all `sounds`."""
    frames = [
        np.lib.stride_tricks.sliding_window_view(sound.astype(np.float64), COLOUR_FRAME)[:: COLOUR_FRAME // 2]
        for sound in sounds
        if len(sound) >= COLOUR_FRAME
    ]
    if not frames:
        return np.ones(COLOUR_FRAME // 2 + 1)
    pieces = np.concatenate(frames)
    powers = np.square(pieces).mean(axis=1)
    quiet = pieces[np.argsort(powers, kind="stable")[: max(1, round(QUIET_SHARE * len(pieces)))]]
    spectra = np.abs(np.fft.rfft(quiet * np.hanning(COLOUR_FRAME), axis=1))
    colour: Floats = np.sqrt(np.square(spectra).mean(axis=0))
    return colour


def _coloured(white: Floats, colour: Floats) -> Floats:
    """`white` [n] with the spectrum `colour`, root mean square 1; silence where there is neither."""
    if not white.size:
        return white
    shares = np.linspace(0.0, 1.0, white.size // 2 + 1)
    shape = np.interp(shares, np.linspace(0.0, 1.0, colour.size), colour)
    tone: Floats = np.fft.irfft(np.fft.rfft(white) * shape, white.size)
    strength = float(np.sqrt(np.square(tone).mean()))
    return tone / strength if strength else tone


def _faded(sound: Pcm) -> Pcm:
    ramp = np.ones(len(sound))
    edge = min(FADE, len(sound) // 2)
    ramp[:edge] = np.arange(edge) / max(1, edge)
    ramp[len(sound) - edge :] = ramp[:edge][::-1]
    faded: Pcm = np.rint(sound * ramp).astype(np.int16)
    return faded
