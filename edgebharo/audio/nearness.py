"""Whether it is the caller who speaks, or people behind her: a voice far below hers is not hers.

A detector of speech calls every voice speech. In a room full of people nobody would ever fall silent, and no
turn would end. The caller sits at the microphone, so others arrive quieter than she does.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Pcm

FRAMES_A_SECOND = SAMPLE_RATE / FRAME_SAMPLES


@dataclass(frozen=True)
class NearnessOptions:
    """When a voice counts as another's."""

    below_db: float = 9.0
    """So far below the caller's level. Over some 150 ms, 95 of 100 moments of one person's speech are above;
    below it are 95 to 99 of 100 of a room in which five people talk 12 to 20 dB below her, one 8 to 14."""
    again_db: float = 6.0
    """A voice that fell below counts as hers again from here on: a neighbour's loudest moment starts none."""
    patience_s: float = 1.0
    """Of speech below that level, without a louder moment, until the room counts as crowded: a sentence may
    end in a murmur."""
    quiet_s: float = 1.0
    """Without any speech, after which it counts as crowded no more."""
    window_s: float = 10.0
    """Of speech in which the caller's level is looked for."""
    share: float = 0.8
    """Of it that is below her level. She is still found where she spoke for a fifth of that time."""
    loud_s: float = 0.3
    """A short answer fills less of the window than that share: what is the loudest for so long …"""
    loud_db: float = 4.0
    """… is hers as well, and her level no more than this below it."""
    voiced: float = 0.35
    """Probability from which a frame is speech, as for the segmenter's release."""


SMOOTHING = 0.8
"""Share of the frames before in the power of a frame: it falls by half in 100 ms."""
SILENCE_POWER = 1.0
"""Of int16 samples: what is quieter is not told apart."""


class Nearness:
    """Follows one microphone, also across turns: neither the room nor the caller changes with a question."""

    def __init__(self, options: NearnessOptions | None = None) -> None:
        self._options = options or NearnessOptions()
        self._levels: deque[float] = deque(maxlen=round(self._options.window_s * FRAMES_A_SECOND))
        self._power = 0.0
        self._far = 0
        self._quiet = 0
        self._crowded = False

    @property
    def crowded(self) -> bool:
        """Whether others are heard behind the caller: then they are told apart at once."""
        return self._crowded

    def of_caller(self, pcm: Pcm, probability: float) -> float:
        """The probability (0..1) that the caller speaks in a frame (int16 [n]), of that of any speech."""
        options = self._options
        power = float(np.mean(np.square(pcm.astype(np.float64))))
        self._power = SMOOTHING * self._power + (1.0 - SMOOTHING) * power
        if probability < options.voiced:
            self._quiet += 1
            self._crowded = self._crowded and self._quiet < options.quiet_s * FRAMES_A_SECOND
            return probability
        self._quiet = 0
        level = 10.0 * np.log10(max(self._power, SILENCE_POWER))
        self._levels.append(level)
        below_db = options.again_db if self._far else options.below_db
        if level >= self._hers() - below_db:
            self._far = 0
            return probability
        self._far += 1
        self._crowded = self._crowded or self._far >= options.patience_s * FRAMES_A_SECOND
        return 0.0 if self._crowded else probability

    def _hers(self) -> float:
        """The caller's level in decibels, as far as it is known."""
        options, levels = self._options, np.sort(self._levels)
        loud = min(len(levels), round(options.loud_s * FRAMES_A_SECOND))
        return max(float(np.quantile(levels, options.share)), float(levels[-loud]) - options.loud_db)
