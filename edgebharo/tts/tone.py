"""A voice without weights: one beep per letter. For simulated calls and tests that need no words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from edgebharo.tts.sentences import split_sentences
from edgebharo.tts.shape import finish
from edgebharo.types import Cancelled, Speech


@dataclass(frozen=True)
class ToneOptions:
    """What the beeps are like."""

    rate: int = 16_000
    """Hertz."""
    letter_s: float = 0.06
    """Length of one beep."""


class Tone:
    """Beeps, one per letter, with a pitch that follows the letter."""

    def __init__(self, options: ToneOptions) -> None:
        self._options = options

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """Beep `line`, one Speech per sentence."""
        rate = self._options.rate
        time = np.arange(round(self._options.letter_s * rate)) / rate
        sentences = split_sentences(line)
        for index, sentence in enumerate(sentences):
            if cancelled():
                return
            last = index == len(sentences) - 1
            pitches = [200.0 + 10 * (ord(letter) % 64) for letter in sentence if letter.isalnum()]
            beeps = [np.sin(2 * np.pi * pitch * time) for pitch in pitches]
            yield Speech(finish(np.concatenate(beeps).astype(np.float32), rate, last=last), rate, last)


def create(options: ToneOptions) -> Tone:
    """The beeping voice."""
    return Tone(options)
