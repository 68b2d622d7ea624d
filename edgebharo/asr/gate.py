"""Speech or not: what keeps a cough, a fan or a silence from becoming an answer.

Nothing here looks at the length of a text or of the audio: a fifth of a second of "जी" passes.
"""

from __future__ import annotations

import numpy as np

from edgebharo.asr.acoustic import BLANK, LogProbs

ACTIVE_BLANK = 0.9
"""A frame is active where the blank is less probable than this."""
MURKY = 0.95
"""Mean entropy (nats) of the active frames above which no letter was meant.

Measured: 95 % of human words lie below 0.85 (median 0.3 to 0.5), noises with active frames at 0.9 to 1.5."""


def is_murky(log_probs: LogProbs) -> bool:
    """True where no frame of `log_probs` [frames, columns] is active, or the active ones are unclear."""
    probabilities = np.exp(log_probs)
    active = probabilities[:, BLANK] < ACTIVE_BLANK
    if not active.any():
        return True
    entropy = -(probabilities * log_probs)[active].sum(axis=1)
    return float(entropy.mean()) > MURKY
