"""Speech of the tiny recognisers: each piece of a word is a tone of its own pitch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

RATE: Final = 16_000
PIECES: Final = ("▁हां", "▁न", "हीं", "▁दस")
"""Pieces of words as a SentencePiece table writes them; ▁ begins a word."""
HERTZ: Final = (400.0, 1000.0, 2200.0, 4500.0)
"""The pitch of each piece."""
TONE: Final = int(0.24 * RATE)
GAP: Final = int(0.12 * RATE)
MELS: Final = 80
BAND: Final = 3
"""Mel bins that are averaged around a pitch."""


def say(pieces: Sequence[int], amplitude: float = 0.3) -> npt.NDArray[np.int16]:
    """The tones of `pieces` (indices into PIECES) with gaps before, between and after; int16 [n] at RATE."""
    time = np.arange(TONE) / RATE
    edge = np.minimum(1.0, np.minimum(time, time[::-1]) / 0.01)
    gap = np.zeros(GAP)
    sound = [gap]
    for piece in pieces:
        sound += [np.sin(2 * np.pi * HERTZ[piece] * time) * edge * amplitude, gap]
    return np.asarray(np.concatenate(sound) * 32767, np.int16)


def slaney(hertz: float) -> float:
    """The mel scale of NeMo and Whisper: linear to 1 kHz, then logarithmic (Slaney 1998)."""
    return hertz * 3 / 200 if hertz < 1000 else 15 + 27 * float(np.log(hertz / 1000) / np.log(6.4))


def htk(hertz: float) -> float:
    """The mel scale of Kaldi."""
    return 1127 * float(np.log1p(hertz / 700))


def bands(scale: Callable[[float], float], low: float, high: float) -> npt.NDArray[np.float32]:
    """Float32 [pieces, MELS]: row i averages the mel bins around HERTZ[i]."""
    rows = np.zeros((len(PIECES), MELS), np.float32)
    step = (scale(high) - scale(low)) / (MELS + 1)
    for row, hertz in zip(rows, HERTZ, strict=True):
        middle = round((scale(hertz) - scale(low)) / step) - 1
        row[middle - BAND // 2 : middle + BAND // 2 + 1] = 1 / BAND
    return rows


NEMO_BANDS = bands(slaney, 0.0, 8000.0)
KALDI_BANDS = bands(htk, 20.0, 7600.0)


def write_tokens(path: Path, symbols: Sequence[str]) -> None:
    """A token table as sherpa-onnx and onnx-asr read it: one symbol and its number a line."""
    lines = [f"{symbol} {number}\n" for number, symbol in enumerate(symbols)]
    path.write_text("".join(lines), encoding="utf-8")
