"""Kokoro's voice arrays: reading a voice's specification, loading, blending."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from edgebharo.errors import ConfigError, ModelFileError
from edgebharo.tts.options import VoiceShare

ROWS, WIDTH = 510, 256
"""A voice array holds one style of 256 numbers for each count of phonemes from 1 to 510."""

Style = npt.NDArray[np.float32]


def read_voice(spec: str, path_of: Callable[[str], Path]) -> tuple[VoiceShare, ...]:
    """Turn "hf_alpha" or "hf_alpha:0.6+hm_omega:0.4" into shares; `path_of` finds a voice's file.

    Raises:
        ConfigError: the specification cannot be read, or a weight is not above 0.
    """
    return tuple(_read_share(part, spec, path_of) for part in spec.split("+"))


def load_style(shares: tuple[VoiceShare, ...]) -> Style:
    """The blended voice array, float32 [510, 256].

    Raises:
        ModelFileError: a file is missing or is no voice array.
    """
    weights = np.array([share.weight for share in shares], np.float64)
    styles = np.stack([_load(share.path) for share in shares]).astype(np.float64)
    blended: Style = np.tensordot(weights / weights.sum(), styles, axes=1).astype(np.float32)
    return blended


def _read_share(part: str, spec: str, path_of: Callable[[str], Path]) -> VoiceShare:
    name, _, weight = part.strip().partition(":")
    try:
        share = float(weight) if weight else 1.0
    except ValueError:
        share = 0.0
    if not name or not 0 < share < float("inf"):
        message = f"voice {spec!r} cannot be read: write a name, or a blend such as hf_alpha:0.6+hm_omega:0.4"
        raise ConfigError(message)
    return VoiceShare(path_of(name), share)


def _load(path: Path) -> Style:
    try:
        values = np.fromfile(path, np.dtype("<f4"))
    except OSError as error:
        raise ModelFileError("tts", f"voice file {path} cannot be read: {error.strerror}") from error
    if values.size != ROWS * WIDTH or not np.isfinite(values).all():
        raise ModelFileError("tts", f"voice file {path} is damaged: expected {ROWS} x {WIDTH} numbers")
    return values.reshape(ROWS, WIDTH)
