"""The log-probabilities of audio that is still growing: what is old is kept, only the end is computed again.

A whole pass every 300 ms would cost the square of the length. Here a frame is computed anew until RECENT of
audio follows it, then it is settled; each pass runs over the unsettled end and CONTEXT of audio before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgebharo.asr.acoustic import AcousticModel, LogProbs
from edgebharo.asr.frontend import HOP, LEAD_FRAMES
from edgebharo.types import Pcm

RECENT = 30 * HOP
"""Samples (1.2 s) that follow a frame before it is settled."""
CONTEXT = 30 * HOP
"""Samples (1.2 s) heard again before the unsettled end: its first word is not heard from its middle."""


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
        length = max(0, pcm.size - RECENT) // HOP * HOP
        settled = LEAD_FRAMES + length // HOP if length else 0
        self._old = _Settled(pcm[:length], frames[:settled]) if settled else None
        return Grown(frames, len(old.frames) if old else 0, settled)

    def _again(self, old: _Settled, pcm: Pcm) -> LogProbs:
        begin = max(0, old.pcm.size - CONTEXT)
        known = LEAD_FRAMES + (old.pcm.size - begin) // HOP
        return np.concatenate([old.frames, self._model.log_probs(pcm[begin:])[known:]])


def _begins_with(pcm: Pcm, beginning: Pcm) -> bool:
    return pcm.size >= beginning.size and np.array_equal(pcm[: beginning.size], beginning)
