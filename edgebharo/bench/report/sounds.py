"""The sound of a call, small enough to stand in a page."""

from __future__ import annotations

import io
from base64 import b64encode
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import soundfile as sf

from edgebharo.types import SAMPLE_RATE

BLOCK = 16_384
"""Samples written at once: libsndfile's Ogg encoders keep what they are given on the stack."""


@dataclass(frozen=True)
class Sound:
    """An encoded sound."""

    mime: str
    data: bytes

    @property
    def url(self) -> str:
        """As the source of a player."""
        return f"data:{self.mime};base64,{b64encode(self.data).decode('ascii')}"


def encode(pcm: npt.NDArray[np.int16]) -> Sound:
    """A call, shape [n] or [n, 2] (caller left, agent right) at SAMPLE_RATE, as Ogg Opus."""
    file = io.BytesIO()
    channels = 1 if pcm.ndim == 1 else pcm.shape[1]
    with sf.SoundFile(file, "w", SAMPLE_RATE, channels, "OPUS", format="OGG") as sound:
        for start in range(0, len(pcm), BLOCK):
            sound.write(pcm[start : start + BLOCK])
    return Sound("audio/ogg", file.getvalue())
