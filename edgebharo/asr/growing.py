"""The log-probabilities of audio that is still growing: what is old is kept, only the end is computed again.

A whole pass every 300 ms would cost the square of the length. Here, once the unsettled end is longer than
LONGEST, it is settled up to its quietest place, RECENT excepted: two passes may put a letter one frame apart,
so that a seam inside a word would lose or double it. Each pass runs over the unsettled end and CONTEXT before
it; up to LONGEST that is a whole pass.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgebharo.asr.acoustic import BLANK, AcousticModel, LogProbs
from edgebharo.asr.frontend import HOP, LEAD_FRAMES
from edgebharo.types import Pcm

LONGEST = 65
"""Frames (2.6 s) that may be unsettled."""
RECENT = 25
"""Frames (1 s) that follow a frame before it is settled."""
CONTEXT = 20
"""Frames (0.8 s) heard again before the unsettled end: its first word is not heard out of nowhere."""
SEAM = np.array([1.0, 2.0, 4.0, 2.0, 1.0], np.float32)
"""How much it matters that the frames around the end of the settled part are blank."""
ALIKE = 0.05
"""Places whose weighed log-probabilities of blanks differ by less than this are as quiet as each other."""


@dataclass(frozen=True)
class Grown:
    """The log-probabilities of a recording so far."""

    frames: LogProbs
    """As `AcousticModel.log_probs` gives them."""
    kept: int
    """How many of the first frames are those that were settled in the pass before; 0: a new recording."""
    settled: int
    """How many of the first frames will not change any more, however the recording goes on."""


@dataclass(frozen=True)
class _Settled:
    """The beginning of a recording, a multiple of HOP samples, and what the model made of it."""

    pcm: Pcm
    frames: LogProbs


class GrowingLogProbs:
    """`AcousticModel.log_probs` for one recording that is handed in again and again as it grows.

    A recording that does not begin with what is settled of the one before is a new one.
    """

    def __init__(self, model: AcousticModel) -> None:
        self._model = model
        self._old: _Settled | None = None

    def grow(self, pcm: Pcm) -> Grown:
        """Log-probabilities of `pcm` (int16 [n] at 16 kHz), the recording so far.

        Raises:
            InferenceError: the model failed.
        """
        old = self._old if self._old and _begins_with(pcm, self._old.pcm) else None
        frames = self._again(old, pcm) if old else self._model.log_probs(pcm)
        kept = len(old.frames) if old else 0
        settled = _settle(frames, kept, LEAD_FRAMES + pcm.size // HOP)
        self._old = _Settled(pcm[: (settled - LEAD_FRAMES) * HOP], frames[:settled]) if settled else None
        return Grown(frames, kept, settled)

    def _again(self, old: _Settled, pcm: Pcm) -> LogProbs:
        known = min(len(old.frames), LEAD_FRAMES + CONTEXT)
        begin = (len(old.frames) - known) * HOP
        return np.concatenate([old.frames, self._model.log_probs(pcm[begin:])[known:]])


def _settle(frames: LogProbs, kept: int, heard: int) -> int:
    """How many of `frames` are settled: `kept`, or more where the unsettled end of `heard` is too long."""
    begin = max(kept, LEAD_FRAMES)
    if heard - begin <= LONGEST:
        return kept
    first, last = begin + SEAM.size, heard - RECENT
    quiet = np.convolve(frames[first:last, BLANK], SEAM, mode="valid")
    best = np.flatnonzero(quiet >= quiet.max() - ALIKE)[-1]
    return first + int(best) + SEAM.size // 2


def _begins_with(pcm: Pcm, beginning: Pcm) -> bool:
    return pcm.size >= beginning.size and np.array_equal(pcm[: beginning.size], beginning)
