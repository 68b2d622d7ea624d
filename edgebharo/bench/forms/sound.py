"""What a caller of `bench forms` sounds like: voice or recorded digits, pace, microphone, room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np

from edgebharo.audio.pcm import read_audio, resample
from edgebharo.bench.capture_sound import LOOP_S, Rooms, Voices, below, levelled, to_pcm
from edgebharo.bench.conditions import (
    FULL_SCALE,
    RUMBLE,
    Sound,
    active_power,
    band,
    convolve,
    drawn_response,
    pink_noise,
    tempo,
)
from edgebharo.bench.forms.behaviours import PAUSE
from edgebharo.bench.forms.calls import Condition, FormCall
from edgebharo.bench.manifest import Recording
from edgebharo.bench.splice import digit_takes, join
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.types import SAMPLE_RATE, Pcm

GAP_MS = (500, 1200)
"""Pauses of somebody who hesitates: short ones inside a turn, as IndicFDB counts them."""
NOISE_BELOW_DB = (10.0, 18.0)
"""noise, combined: pink noise so far below her speech …"""
BABBLE = 0.7
"""… and the babble of the benchmark of captures (12 to 20 dB below) at so much of its loudness."""
FAR_NOISE_DB = 20.0
"""microphone, far: the noise of the room, below her speech."""
NEAR_BOOM_HZ, NEAR_BOOM = 250.0, 2.0
"""microphone, near: what lies below is so much louder, as close to a directional microphone …"""
NEAR_CLIPPED = 0.35
"""… and what is louder than this share of the loudest sample is cut off: about 9 dB too loud."""
FLOOR = 1e-9


def is_far(call: FormCall) -> bool:
    """Whether her microphone is far away; half of the calls of `microphone` are near instead."""
    number = crc32(f"{call.id}/microphone".encode())
    return call.condition == "combined" or (call.condition == "microphone" and number % 2 == 0)


@dataclass
class CallerSounds:
    """Makes and keeps the sounds of callers and of their rooms."""

    voices: Voices
    digits: Mapping[str, Mapping[int, Sequence[Recording]]] = field(default_factory=dict)
    """By speaker and digit, the recordings."""
    _clips: dict[Path, Pcm] = field(default_factory=dict, repr=False)

    def say(self, call: FormCall, text: str, number: int) -> Pcm:
        """Her `number`-th line as her microphone gives it, without the room's noise (int16 [n], 16 kHz).

        Raises:
            InferenceError, ModelFileError: her voice failed.
            AudioError: its sound cannot be kept.
        """
        random = Random(f"{call.name}/{number}/{text}")  # noqa: S311
        recorded = self._recorded(call, text, random)
        near = self._spoken(call, text, random) if recorded is None else recorded
        return to_pcm(through_microphone(near, call))

    def background(self, call: FormCall, seconds: int) -> Pcm | None:
        """So many seconds of what else is heard where she is; None where it is quiet."""
        levels = noise_of(call.condition, far=is_far(call))
        if levels is None:
            return None
        rng = np.random.default_rng(crc32(f"{call.id}/room".encode()))
        noise = below(pink_noise(LOOP_S * SAMPLE_RATE, rng), rng.uniform(*levels))
        whole = np.tile(noise, -(-seconds // LOOP_S))[: seconds * SAMPLE_RATE]
        if call.condition in ("noise", "combined"):
            talk = self._rooms.background("speech", int(rng.integers(8)), seconds)
            if talk is not None:
                whole = whole + BABBLE * talk.astype(np.float64) / FULL_SCALE
        return to_pcm(whole)

    @cached_property
    def _rooms(self) -> Rooms:
        """Other people's talk."""
        return Rooms(self.voices)

    def _spoken(self, call: FormCall, text: str, random: Random) -> Sound:
        parts = [part.strip() for part in text.split(PAUSE) if part.strip()]
        sounds = [self._pitched(call, part) for part in parts]
        whole = sounds[0]
        for sound in sounds[1:]:
            gap = np.zeros(random.randint(*GAP_MS) * SAMPLE_RATE // 1000)
            whole = np.concatenate([whole, gap, sound])
        return whole

    def _pitched(self, call: FormCall, text: str) -> Sound:
        """One stretch of speech: the voice raised or lowered as a whole, then brought to her pace."""
        spec, factor = base_voice(call.voice)
        sound = self.voices.say(spec, text).astype(np.float64) / FULL_SCALE
        if factor != 1.0:
            moved = resample(to_pcm(sound), round(SAMPLE_RATE * factor), SAMPLE_RATE)
            sound = moved.astype(np.float64) / FULL_SCALE
        return levelled(tempo(sound, call.pace / factor))

    def _recorded(self, call: FormCall, text: str, random: Random) -> Sound | None:
        """The line made of recorded digits; None where it holds anything else, or nobody recorded any."""
        takes, words = self.digits.get(call.speaker), normalize(text.replace(PAUSE, "")).split()
        values = [CARDINALS.get(word, -1) for word in words]
        if not takes or not values or any(value not in takes for value in values):
            return None
        clips = [self._clip(random.choice(takes[value]).path) for value in values]
        sound = join(clips, random).astype(np.float64) / FULL_SCALE
        factor = call.pace / call.caller.speed
        return levelled(tempo(sound, factor) if factor != 1.0 else sound)

    def _clip(self, path: Path) -> Pcm:
        if path not in self._clips:
            self._clips[path] = read_audio(path)
        return self._clips[path]


def base_voice(spec: str) -> tuple[str, float]:
    """The Kokoro voice or blend of a user's voice, and the factor by which it is pitched."""
    name, _, factor = spec.partition("@")
    return name, float(factor) if factor else 1.0


def digits_of(recordings: Iterable[Recording]) -> Mapping[str, Mapping[int, Sequence[Recording]]]:
    """By speaker and digit, the takes, speakers in the order of their names.

    Raises:
        ManifestError: nobody recorded enough digits.
    """
    found = digit_takes(tuple(recordings))
    return dict(sorted(found.items()))


def noise_of(condition: Condition, *, far: bool) -> tuple[float, float] | None:
    """Decibels that the noise of the room is below her speech; None where there is none."""
    if condition in ("noise", "combined"):
        return NOISE_BELOW_DB
    return (FAR_NOISE_DB, FAR_NOISE_DB) if far else None


def through_microphone(sound: Sound, call: FormCall) -> Sound:
    """`sound` as the microphone of the call gives it."""
    if is_far(call):
        response = drawn_response(np.random.default_rng(crc32(f"{call.id}/far".encode())))
        wet = band(convolve(np.pad(sound, (0, len(response))), response), RUMBLE, SAMPLE_RATE / 2)
        before, after = active_power(sound), active_power(wet)
        return wet * sqrt(before / after) if after else wet
    return too_near(sound) if call.condition == "microphone" else sound


def too_near(sound: Sound) -> Sound:
    """`sound` into a microphone at her lips: it booms, and its loudest moments are cut off."""
    low = band(sound, 0.0, NEAR_BOOM_HZ)
    boomy = sound + (NEAR_BOOM - 1.0) * low
    limit = NEAR_CLIPPED * float(np.abs(boomy).max(initial=FLOOR))
    return np.clip(boomy, -limit, limit) * (0.95 / limit)
