"""Speech or not: what keeps a cough, a fan or a silence from becoming an answer.

Nothing here looks at the length of a text or of the audio: a fifth of a second of "जी" passes.
"""

from __future__ import annotations

import numpy as np

from edgebharo.asr.acoustic import BLANK, LogProbs

ACTIVE_BLANK = 0.9
"""A frame is active where the blank is less probable than this."""


def is_murky(log_probs: LogProbs, limit: float) -> bool:
    """True where no frame of `log_probs` [frames, columns] is active, or the active ones are unclear.

    `limit` is the mean entropy (nats) of the active frames above which no letter was meant.
    """
    found = murkiness(log_probs)
    return found is None or found > limit


def murkiness(log_probs: LogProbs) -> float | None:
    """Mean entropy (nats) of the active frames of `log_probs`; None where none is active."""
    probabilities = np.exp(log_probs)
    active = probabilities[:, BLANK] < ACTIVE_BLANK
    if not active.any():
        return None
    return float(-(probabilities * log_probs)[active].sum(axis=1).mean())
