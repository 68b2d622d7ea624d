"""Degradations of a waveform, drawn from a seed: synthetic speech must not sound like one clean studio.

All take and give float32 [n] at 16 kHz. `degrade` draws a chain; the others are its links.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from edgebharo.bench.conditions import RUMBLE, band, convolve, drawn_response

Audio = npt.NDArray[np.float32]
Rng = np.random.Generator

RATE = 16_000


def degrade(audio: Audio, rng: Rng, babble: Sequence[Audio] = ()) -> Audio:
    """One random recording condition of `audio`: voice, edges, room, noise, microphone, line. Peak 0.7."""
    audio = resampled(audio, float(rng.uniform(0.84, 1.2))) if rng.random() < 0.6 else audio
    audio = chopped(audio, rng) if rng.random() < 0.3 else audio
    audio = framed(audio, rng) if rng.random() < 0.7 else audio
    links: tuple[tuple[float, Callable[[Audio], Audio]], ...] = (
        (0.4, lambda x: room(x, rng)),
        (0.6, lambda x: noisy(x, rng, babble)),
        (0.5, lambda x: equalised(x, rng)),
        (0.3, lambda x: telephone(x, rng)),
        (0.15, lambda x: clipped(x, float(rng.uniform(0.2, 0.7)))),
        (0.1, lambda x: coarse(x, int(rng.integers(6, 10)))),
    )
    for chance, link in links:
        if rng.random() < chance:
            audio = link(audio)
    return to_peak(audio)


def harsh(audio: Audio, rng: Rng, babble: Sequence[Audio] = ()) -> Audio:
    """`audio` where short answers are lost most: in noise of 4-14 dB, heard around it too, or far away."""
    audio = resampled(audio, float(rng.uniform(0.88, 1.14))) if rng.random() < 0.5 else audio
    audio = np.pad(audio, tuple(int(rng.uniform(0.1, 0.4) * RATE) for _ in range(2)))
    if rng.random() < 0.5:
        audio = distant(audio, rng)
        audio = noisy(audio, rng, babble, (14.0, 26.0))
    else:
        audio = equalised(audio, rng) if rng.random() < 0.3 else audio
        audio = noisy(audio, rng, babble, (4.0, 14.0))
    return to_peak(telephone(audio, rng) if rng.random() < 0.2 else audio)


def distant(audio: Audio, rng: Rng) -> Audio:
    """Heard from 0.7 to 3.5 m away in a box-shaped room, its rumble cut away."""
    response = drawn_response(rng, 0.7, 3.5)
    return band(convolve(audio.astype(np.float64), response), RUMBLE, RATE / 2).astype(np.float32)


def to_peak(audio: Audio, peak: float = 0.7) -> Audio:
    """`audio`, its loudest sample brought to `peak`."""
    loudest = float(np.abs(audio).max(initial=0.0))
    return audio if loudest == 0.0 else (audio * (peak / loudest)).astype(np.float32)


def resampled(audio: Audio, rate: float) -> Audio:
    """Played `rate` times faster: tempo, pitch and vocal tract move together."""
    size = max(1, int(audio.size / rate))
    return np.interp(np.linspace(0, audio.size - 1, size), np.arange(audio.size), audio).astype(np.float32)


def chopped(audio: Audio, rng: Rng) -> Audio:
    """Up to 60 ms missing at the start and 80 ms at the end, as a hasty detector or button cuts them."""
    first, last = int(rng.integers(0, 960)), int(rng.integers(0, 1280))
    return audio[first : audio.size - last] if audio.size > 4 * (first + last) else audio


def framed(audio: Audio, rng: Rng) -> Audio:
    """Silence before and after, up to 0.4 s each."""
    before, after = (int(rng.integers(0, int(0.4 * RATE))) for _ in range(2))
    return np.pad(audio, (before, after))


def room(audio: Audio, rng: Rng) -> Audio:
    """A room: exponentially decaying noise as its response, 0.1-0.7 s of reverberation, near or far."""
    decay = float(rng.uniform(0.1, 0.7))
    size = int(decay * RATE)
    tail = rng.standard_normal(size) * np.exp(-6.9 * np.arange(size) / size)
    tail[: int(rng.integers(16, 400))] = 0.0
    tail *= 10.0 ** (float(rng.uniform(-18.0, 3.0)) / 20.0) / np.sqrt(np.sum(tail**2) + 1e-9)
    tail[0] = 1.0
    wet = audio.size + size
    heard = np.fft.irfft(np.fft.rfft(audio, wet) * np.fft.rfft(tail, wet), wet)
    return heard[: audio.size + size // 3].astype(np.float32)


def noisy(
    audio: Audio, rng: Rng, babble: Sequence[Audio], decibels: tuple[float, float] = (3.0, 30.0)
) -> Audio:
    """Noise at a signal-to-noise ratio within `decibels`: coloured, hum, or other people speaking."""
    kind = rng.random()
    if kind < 0.3 and babble:
        noise = talkers(audio.size, rng, babble)
    elif kind < 0.4:
        noise = hum(audio.size, rng)
    else:
        noise = coloured(audio.size, rng)
    speech = np.sqrt(np.mean(audio**2) + 1e-12)
    level = np.sqrt(np.mean(noise**2) + 1e-12)
    wanted = speech / 10.0 ** (float(rng.uniform(*decibels)) / 20.0)
    return np.asarray((audio + noise * (wanted / level)), np.float32)


def coloured(size: int, rng: Rng) -> Audio:
    """Noise whose power falls with the frequency to the power 0 (white) to 2 (a fan, wind)."""
    spectrum = np.fft.rfft(rng.standard_normal(size))
    spectrum *= np.maximum(np.arange(spectrum.size), 8.0) ** (-float(rng.uniform(0.0, 1.0)))
    return np.fft.irfft(spectrum, size).astype(np.float32)


def hum(size: int, rng: Rng) -> Audio:
    """Mains hum with harmonics, and a little hiss."""
    time = np.arange(size) / RATE
    waves = [np.sin(2 * np.pi * 50.0 * k * time + rng.uniform(0, 6.3)) / k for k in range(1, 8)]
    return np.asarray((np.sum(waves, axis=0) + 0.05 * rng.standard_normal(size)), np.float32)


def burst(size: int, rng: Rng) -> Audio:
    """A cough, a knock: noise that dies away within 0.02-0.15 s, once to three times."""
    times = np.arange(size) / RATE
    starts = rng.uniform(0.0, max(0.01, size / RATE - 0.2), int(rng.integers(1, 4)))
    after = times[None] - starts[:, None]
    shape = np.where(after < 0, 0.0, np.exp(-np.maximum(after, 0.0) / rng.uniform(0.02, 0.15))).sum(axis=0)
    return np.asarray(shape * coloured(size, rng), np.float32)


def beep(size: int, rng: Rng) -> Audio:
    """A tone of 300-2000 Hz for up to half a second."""
    times = np.arange(size) / RATE
    tone = np.sin(2 * np.pi * rng.uniform(300.0, 2000.0) * times) * (times < rng.uniform(0.1, 0.5))
    return np.asarray(tone + 1e-3 * rng.standard_normal(size), np.float32)


def ticks(size: int, rng: Rng) -> Audio:
    """Clicks, a few a second, over faint hiss."""
    clicks = np.where(rng.random(size) < rng.uniform(2.0, 20.0) / RATE, 1.0, 0.0)
    return np.asarray(clicks + 1e-3 * rng.standard_normal(size), np.float32)


def white(size: int, rng: Rng) -> Audio:
    """Hiss."""
    return rng.standard_normal(size).astype(np.float32)


NOISES: tuple[Callable[[int, Rng], Audio], ...] = (coloured, white, hum, burst, beep, ticks)
"""What is not speech, each from its length in samples and a generator."""


def talkers(size: int, rng: Rng, babble: Sequence[Audio]) -> Audio:
    """Two to five of `babble` at once, each from a random place, repeated to `size`."""
    mix = np.zeros(size, np.float32)
    for _ in range(int(rng.integers(2, 6))):
        voice = babble[int(rng.integers(len(babble)))]
        mix += np.resize(np.roll(voice, int(rng.integers(voice.size))), size)
    return mix


def equalised(audio: Audio, rng: Rng) -> Audio:
    """A microphone's colour: a random smooth gain curve of up to 8 dB, sometimes a low cut."""
    gains = 10.0 ** (rng.uniform(-8.0, 8.0, 9) / 20.0)
    if rng.random() < 0.4:
        gains[0] = 0.01
    return shaped(audio, np.linspace(0.0, 1.0, 9) ** 1.5 * RATE / 2, gains)


def shaped(audio: Audio, hertz: npt.NDArray[np.float64], gains: npt.NDArray[np.float64]) -> Audio:
    """`audio` with the gain curve through (`hertz`, `gains`), linear between them, phases kept."""
    spectrum = np.fft.rfft(audio)
    curve = np.interp(np.fft.rfftfreq(audio.size, 1.0 / RATE), hertz, gains)
    return np.fft.irfft(spectrum * curve, audio.size).astype(np.float32)


def telephone(audio: Audio, rng: Rng) -> Audio:
    """A telephone line: a band of 200-400 to 2800-3600 Hz, 8-bit mu-law (ITU-T G.711)."""
    low, high = float(rng.uniform(150.0, 400.0)), float(rng.uniform(2800.0, 3600.0))
    edges = np.array([0.0, 0.6 * low, 1.2 * low, 0.95 * high, 1.15 * high, RATE / 2])
    line = shaped(audio, edges, np.array([0.0, 0.02, 1.0, 1.0, 0.01, 0.0]))
    line = to_peak(line, float(rng.uniform(0.2, 0.9)))
    pressed = np.sign(line) * np.log1p(255.0 * np.abs(line)) / np.log(256.0)
    pressed = np.round(pressed * 128.0) / 128.0
    return np.asarray((np.sign(pressed) * np.expm1(np.abs(pressed) * np.log(256.0)) / 255.0), np.float32)


def clipped(audio: Audio, level: float) -> Audio:
    """Overdriven: everything beyond `level` of the peak is cut off."""
    limit = level * float(np.abs(audio).max(initial=1e-9))
    return np.asarray(np.clip(audio, -limit, limit), np.float32)


def coarse(audio: Audio, bits: int) -> Audio:
    """Recorded too quietly: `bits` bits remain."""
    steps = 2.0 ** (bits - 1)
    return (np.round(to_peak(audio) * steps) / steps).astype(np.float32)
