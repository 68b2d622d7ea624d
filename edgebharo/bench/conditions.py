"""Harder listening, made from clean recordings: noise, distance, pace and a telephone line.

Sounds are float64 [n] at 16 kHz, full scale 1. Everything is drawn from a given generator: the same seed
makes the same sound for ever. What is synthetic here must be called that beside its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, sqrt
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from edgebharo.errors import ConfigError
from edgebharo.types import SAMPLE_RATE, Pcm

Sound: TypeAlias = npt.NDArray[np.float64]

FULL_SCALE = 32768.0
CEILING = 0.99
"""Loudest sample of a degraded sound; a louder one is turned down whole, never clipped."""

FRAME = SAMPLE_RATE // 50
ACTIVE_DB = 30.0
"""Frames (20 ms) less than this far below the loudest one count as speech."""
SURROUNDINGS = int(0.3 * SAMPLE_RATE)
"""Samples of the room before and after the speech: a microphone that is open hears noise there too."""

NOISE_DB, ROOM_NOISE_DB = 10.0, 20.0
FAST, SLOW = 1.2, 0.85
LINE_LOW, LINE_HIGH, LINE_RATE = 300.0, 3400.0, 8000
"""A narrow-band telephone line: band edges in Hertz (ITU-T G.712) and its sample rate."""
MU = 255.0
"""Companding of the line (ITU-T G.711, mu-law)."""

ROOM_LEAST, ROOM_MOST = (4.0, 3.5, 2.6), (6.0, 5.0, 3.2)
"""Metres: length, width and height are drawn between these."""
WALL = 0.5
"""Metres that speaker and microphone keep from every wall."""
NEAR, FAR = 1.5, 2.5
"""Metres between the speaker and a far microphone."""
REVERBERATION_S = 0.4
"""Seconds until the room's sound has fallen by 60 dB."""
RESPONSE_S = 0.25
RUMBLE = 150.0
"""Hertz below which the images of a click add up to more than a room would (it is cut away)."""
SPEED_OF_SOUND = 343.0
SABINE = 0.161

SEGMENT, HOP, SEARCH = 640, 320, 160
"""Samples (40, 20 and 10 ms) of the pieces that a change of tempo moves."""
SILENT = 1e-9
"""Energy of a piece in which there is nothing to be like."""


def degrade(pcm: Pcm, condition: str, seed: int) -> Pcm:
    """`pcm` (int16 [n] at 16 kHz) as `condition` makes it sound; `clean` is `pcm` itself.

    Raises:
        ConfigError: there is no such condition.
    """
    change = condition_of(condition)
    if change is None:
        return pcm
    sound = change(pcm.astype(np.float64) / FULL_SCALE, np.random.default_rng(seed))
    loudest = float(np.abs(sound).max(initial=0.0))
    levelled = sound * min(1.0, CEILING / loudest) if loudest else sound
    degraded: Pcm = np.rint(levelled * (FULL_SCALE - 1)).astype(np.int16)
    return degraded


def condition_of(name: str) -> Condition | None:
    """The change that `name` stands for; None for `clean`.

    Raises:
        ConfigError: there is no such condition.
    """
    if name not in CONDITIONS:
        raise ConfigError(f"--condition {name}: choose one of {', '.join(CONDITIONS)}")
    return CONDITIONS[name]


# ---------------------------------------------------------------- noise


def active_power(sound: Sound) -> float:
    """Mean square of the frames in which someone speaks; 0.0 for silence."""
    padded = np.pad(sound, (0, -len(sound) % FRAME))
    powers = np.square(padded).reshape(-1, FRAME).mean(axis=1)
    if not powers.size:
        return 0.0
    return float(powers[powers >= powers.max() / 10 ** (ACTIVE_DB / 10)].mean())


def pink_noise(count: int, rng: np.random.Generator) -> Sound:
    """`count` samples of noise with equal power in each octave above 50 Hz, mean square 1."""
    if not count:
        return np.zeros(0)
    spectrum = np.fft.rfft(rng.standard_normal(count))
    spectrum /= np.sqrt(np.maximum(np.fft.rfftfreq(count, 1 / SAMPLE_RATE), 50.0))
    noise: Sound = np.fft.irfft(spectrum, count)
    noise /= np.sqrt(np.square(noise).mean())
    return noise


def with_noise(sound: Sound, snr_db: float, rng: np.random.Generator) -> Sound:
    """`sound` in pink noise, its active power `snr_db` above that of the noise."""
    level = sqrt(active_power(sound) / 10 ** (snr_db / 10))
    return sound + level * pink_noise(len(sound), rng)


def _noisy(sound: Sound, rng: np.random.Generator) -> Sound:
    return with_noise(np.pad(sound, SURROUNDINGS), NOISE_DB, rng)


# ---------------------------------------------------------------- distance


def room_response(room: Sound, source: Sound, microphone: Sound) -> Sound:
    """How a box-shaped room answers a click: the image method of Allen and Berkley (1979).

    `room` [3] in metres, `source` and `microphone` [3] inside it. The walls absorb alike, so that the sound
    falls by 60 dB in REVERBERATION_S (Sabine). Returns float64 [RESPONSE_S * SAMPLE_RATE], first arrival 1.
    """
    length, width, height = room
    surface = 2 * (length * width + width * height + height * length)
    absorbed = min(0.99, SABINE * length * width * height / (surface * REVERBERATION_S))
    offsets, bounces = zip(
        *(_images(*axis) for axis in zip(room, source, microphone, strict=True)), strict=True
    )
    x, y, z = np.meshgrid(*offsets, indexing="ij")
    distance = np.sqrt(x**2 + y**2 + z**2)
    bounced = np.add.outer(np.add.outer(bounces[0], bounces[1]), bounces[2])
    loudness = sqrt(1 - absorbed) ** bounced / distance
    delay = np.rint(distance / SPEED_OF_SOUND * SAMPLE_RATE).astype(np.int64)
    delay -= delay.min()
    count = int(RESPONSE_S * SAMPLE_RATE)
    heard = delay < count
    response = np.zeros(count)
    np.add.at(response, delay[heard], loudness[heard])
    response /= response[0]
    return response


def _images(size: float, source: float, microphone: float) -> tuple[Sound, npt.NDArray[np.int64]]:
    """Along one axis: how far each mirror image of the source is from the microphone, and its reflections."""
    reach = ceil(SPEED_OF_SOUND * RESPONSE_S / (2 * size))
    turns = np.arange(-reach, reach + 1)
    straight = 2 * turns * size + source - microphone
    mirrored = 2 * turns * size - source - microphone
    return np.concatenate([straight, mirrored]), np.concatenate([np.abs(2 * turns), np.abs(2 * turns - 1)])


def drawn_response(rng: np.random.Generator, near: float = NEAR, far: float = FAR) -> Sound:
    """The response of a drawn room in which the microphone is `near` to `far` metres from the sound."""
    room = rng.uniform(ROOM_LEAST, ROOM_MOST)
    source = microphone = room / 2
    while not near <= float(np.linalg.norm(source - microphone)) <= far:
        source, microphone = rng.uniform(WALL, room - WALL), rng.uniform(WALL, room - WALL)
    return room_response(room, source, microphone)


def _far(sound: Sound, rng: np.random.Generator) -> Sound:
    through = convolve(np.pad(sound, SURROUNDINGS), drawn_response(rng))
    wet = band(through, RUMBLE, SAMPLE_RATE / 2)
    before, after = active_power(sound), active_power(wet)
    level = sqrt(before / after) if after else 1.0
    return with_noise(level * wet, ROOM_NOISE_DB, rng)


def convolve(sound: Sound, response: Sound) -> Sound:
    """`sound` through `response`, as long as `sound`."""
    size = len(sound) + len(response)
    spectrum = np.fft.rfft(sound, size) * np.fft.rfft(response, size)
    through: Sound = np.fft.irfft(spectrum, size)
    return through[: len(sound)]


# ---------------------------------------------------------------- pace


def tempo(sound: Sound, factor: float) -> Sound:
    """`sound` said `factor` times as fast at its own pitch: round(n / factor) samples.

    Waveform-similarity overlap-add (Verhelst and Roelands 1993): each piece is taken where it continues the
    one before it best.
    """
    wanted = round(len(sound) / factor)
    pieces = ceil(wanted / HOP) + 1
    reach = ceil(pieces * HOP * factor) + 2 * SEGMENT + 2 * SEARCH
    padded = np.pad(sound, (SEGMENT, max(0, reach - len(sound))))
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(SEGMENT) / SEGMENT)
    stretched = np.zeros((pieces + 1) * HOP)
    start = SEGMENT - HOP
    for piece in range(pieces):
        if piece:
            start = _continuation(padded, start + HOP, SEGMENT - HOP + round(piece * HOP * factor))
        stretched[piece * HOP : piece * HOP + SEGMENT] += window * padded[start : start + SEGMENT]
    return stretched[HOP : HOP + wanted]


def _continuation(sound: Sound, natural: int, ideal: int) -> int:
    """The start within SEARCH of `ideal` whose piece is most like the one at `natural` (silence: `ideal`)."""
    around = sound[ideal - SEARCH : ideal + SEARCH + SEGMENT]
    likeness = np.correlate(around, sound[natural : natural + SEGMENT], "valid")
    energy = np.correlate(np.square(around), np.ones(SEGMENT), "valid")
    likeness /= np.sqrt(np.maximum(energy, SILENT))
    best = int(np.argmax(likeness))
    return ideal if likeness[best] <= 0 else ideal - SEARCH + best


# ---------------------------------------------------------------- telephone


def band(sound: Sound, low: float, high: float, edge: float = 100.0) -> Sound:
    """`sound` between `low` and `high` Hertz; it fades to nothing within `edge` Hertz beyond them."""
    frequencies = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    above = np.clip((frequencies - (low - edge)) / edge, 0, 1)
    below = np.clip(((high + edge) - frequencies) / edge, 0, 1)
    kept: Sound = np.fft.irfft(np.fft.rfft(sound) * np.minimum(above, below), len(sound))
    return kept


def _telephone(sound: Sound, _: np.random.Generator) -> Sound:
    step = SAMPLE_RATE // LINE_RATE
    if len(sound) < step:
        return sound
    line = band(sound, LINE_LOW, LINE_HIGH)[::step]
    line = line / max(1.0, float(np.abs(line).max()))
    coded = np.rint(np.sign(line) * np.log1p(MU * np.abs(line)) / np.log1p(MU) * 127) / 127
    decoded = np.sign(coded) * np.expm1(np.abs(coded) * np.log1p(MU)) / MU
    spread = np.zeros(len(sound))
    spread[::step] = step * decoded
    return band(spread, LINE_LOW, LINE_HIGH)


Condition: TypeAlias = Callable[[Sound, np.random.Generator], Sound]

CONDITIONS: Mapping[str, Condition | None] = MappingProxyType(
    {
        "clean": None,
        "noise10": _noisy,
        "far": _far,
        "fast": lambda sound, _: tempo(sound, FAST),
        "slow": lambda sound, _: tempo(sound, SLOW),
        "telephone": _telephone,
    }
)
"""noise10: pink noise 10 dB below the speech. far: 1.5 to 2.5 m away in a room that rings for 0.4 s, with
noise 20 dB below. fast, slow: 1.2 and 0.85 times the tempo, same pitch. telephone: 300-3400 Hz, mu-law."""
