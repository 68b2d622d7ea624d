"""Gives every synthesised sentence the same loudness and edges, whichever model spoke it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from edgebharo.errors import InferenceError
from edgebharo.types import Pcm

LOUDNESS = 0.12
"""Root mean square of the spoken part, 1.0 = full scale (-18.4 dBFS)."""

PEAK = 0.9
"""No sample above this (-0.9 dBFS); loudness yields to it."""

SENTENCE_PAUSE_S = 0.22
"""Silence after a sentence that another one follows."""

LINE_PAUSE_S = 0.1
"""Silence after the last sentence of a line."""

_FLOOR = 0.01
"""A 10 ms block quieter than this share of the loudest one is silence (-40 dB)."""

_LEAD_S, _TAIL_S = 0.02, 0.05
"""Kept around the first and last loud block: the breath of an aspirate, the ring of a vowel."""


def finish(audio: npt.NDArray[np.float32], rate: int, *, last: bool) -> Pcm:
    """Trim silence, level and convert one sentence.

    `audio` has shape [n] at any scale.

    Raises:
        InferenceError: the model gave nothing but silence, or no numbers.
    """
    spoken = trim(np.asarray(audio, np.float32).ravel(), rate)
    if not spoken.size:
        raise InferenceError("tts", "the voice gave silence instead of speech")
    rms = float(np.sqrt(np.mean(np.square(spoken), dtype=np.float64)))
    gain = min(LOUDNESS / rms, PEAK / float(np.abs(spoken).max()))
    pause = np.zeros(round((LINE_PAUSE_S if last else SENTENCE_PAUSE_S) * rate), np.int16)
    return np.concatenate([np.rint(spoken * (gain * 32767)).astype(np.int16), pause])


def trim(audio: npt.NDArray[np.float32], rate: int) -> npt.NDArray[np.float32]:
    """Cut silence off both ends of `audio` [n]; empty where all of it is silence or not finite."""
    block = rate // 100
    padded = np.pad(audio, (0, -len(audio) % block)).reshape(-1, block)
    level = np.abs(padded).max(axis=1, initial=0.0)
    top = float(level.max(initial=0.0))
    if not np.isfinite(top) or top < 1e-4:
        return audio[:0]
    loud = np.flatnonzero(level > top * _FLOOR)
    start = max(0, int(loud[0]) * block - round(_LEAD_S * rate))
    end = min(len(audio), (int(loud[-1]) + 1) * block + round(_TAIL_S * rate))
    return audio[start:end]
