"""Whisper's log-mel spectrogram (Radford et al. 2022): 25 ms Hann windows each 10 ms, 80 Slaney bands."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

RATE = 16_000
WINDOW = 400
HOP = 160
BANDS = 80
FLOOR = 1e-10
SPAN = 8.0
"""Powers more than this many decades below the loudest are raised to that level."""


@lru_cache(maxsize=1)
def filters() -> Array:
    """Filter bank [80, 201]: Slaney's scale, linear to 1 kHz, then logarithmic; each band of unit area."""

    def to_mel(hertz: Array) -> Array:
        linear = hertz / (200.0 / 3)
        log = 15.0 + np.log(np.maximum(hertz, 1e-3) / 1000.0) * 27.0 / np.log(6.4)
        return np.where(hertz < 1000.0, linear, log)

    def to_hertz(mel: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.where(mel < 15.0, mel * (200.0 / 3), 1000.0 * np.exp((mel - 15.0) * np.log(6.4) / 27.0))

    edges = to_hertz(np.linspace(0.0, float(to_mel(np.array(RATE / 2, np.float64))), BANDS + 2))
    bins = np.linspace(0.0, RATE / 2, WINDOW // 2 + 1)
    rising = (bins[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins[None]) / (edges[2:] - edges[1:-1])[:, None]
    bank = np.maximum(0.0, np.minimum(rising, falling)) * (2.0 / (edges[2:] - edges[:-2]))[:, None]
    return np.asarray(bank, np.float32)


def log_mel(audio: Array) -> Array:
    """`audio` float32 [n] at 16 kHz to log10 band powers [n // 160, 80], without the clamp at SPAN."""
    window = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
    padded = np.pad(audio, WINDOW // 2, mode="reflect" if audio.size > WINDOW // 2 else "constant")
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][: audio.size // HOP]
    power = np.abs(np.fft.rfft(frames * window, axis=1)).astype(np.float32) ** 2
    return np.asarray(np.log10(np.maximum(power @ filters().T, FLOOR)), np.float32)


def scaled(mel: Array) -> Array:
    """What the encoder takes: clamped at SPAN below the maximum, (x + 4) / 4."""
    return np.asarray((np.maximum(mel, mel.max() - SPAN) + 4.0) / 4.0, np.float32)
