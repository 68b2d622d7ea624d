"""What is heard in a call of `bench capture`: the caller's voice and the room she sits in, all synthetic.

Every voice speaks at the same level, so that "decibels below her" means the same in every call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from threading import Lock

import numpy as np

from edgebharo.audio.pcm import resample
from edgebharo.bench.capture_tasks import Environment
from edgebharo.bench.conditions import FULL_SCALE, Sound, active_power, pink_noise, tempo
from edgebharo.bench.suite import Progress
from edgebharo.runtime.app import open_voice
from edgebharo.runtime.config import Settings
from edgebharo.runtime.room import voiced_ms
from edgebharo.tts.cache import PromptCache
from edgebharo.types import SAMPLE_RATE, Pcm, never_cancelled

LEVEL = 0.05
"""Root mean square of her speech, full scale 1 (-26 dBFS)."""
EDGE_MS = 20
ROOMS = 8
"""Different backgrounds of each environment."""
LOOP_S = 60
NOISE_DB = (5.0, 15.0)
"""noise: decibels by which her speech is above the pink noise."""
CLATTER_EVERY_S, CLATTER_MS = 3.0, (40, 160)
"""Dishes, doors: short, and as loud as the noise at its loudest."""
CLATTER_DB = (0.0, 8.0)
BABBLE_DB = (12.0, 20.0)
"""speech: decibels by which she is above five people who talk without an end …"""
BYSTANDER_DB = (8.0, 14.0)
"""… and above one near by, who says something every few seconds, over her as well."""
BYSTANDER_EVERY_S = (4.0, 9.0)
TALKERS = 5
OTHERS = ("hf_alpha", "hf_beta", "hm_omega")
"""Voices in the room; hers is none of them."""
TALK = (
    "आज सुबह से बिजली नहीं है, पंखा भी बंद पड़ा है।",
    "मेरी सास कल अस्पताल गई थीं, डॉक्टर ने दवाई बदल दी।",
    "बच्चों को स्कूल भेजकर ही मैं खेत पर जाती हूं।",
    "राशन वाले ने कहा कि अगले हफ़्ते चावल मिलेगा।",
)
ASIDES = ("हां हां, ठीक है।", "दो सौ रुपये दे दो।", "नहीं, आज नहीं आएगी।", "चलो, देर हो रही है।")


@dataclass
class Voices:
    """Speaks and keeps what was spoken. One voice is held in memory at a time."""

    settings: Settings
    _name: str = ""
    _voice: PromptCache | None = field(default=None, repr=False)

    def say(self, voice: str, line: str, pace: float = 1.0) -> Pcm:
        """`line` in `voice`, without the silence around it, `pace` times as fast, at the common level.

        Raises:
            InferenceError, ModelFileError: the voice failed.
            AudioError: its sound cannot be kept.
        """
        spoken = self._of(voice)
        spoken.warm([line])
        pieces = [
            resample(piece.pcm, piece.rate, SAMPLE_RATE) for piece in spoken.synthesize(line, never_cancelled)
        ]
        whole = np.concatenate(pieces)
        start, end = voiced_ms(whole)
        first, last = ((at * SAMPLE_RATE) // 1000 for at in (max(0, start - EDGE_MS), end + EDGE_MS))
        sound = tempo(whole[first:last].astype(np.float64) / FULL_SCALE, pace)
        return to_pcm(levelled(sound))

    def _of(self, voice: str) -> PromptCache:
        if self._voice is None or voice != self._name:
            alone = self.settings.model_copy(update={"threads": 1, "tts": "kokoro"})
            self._name, self._voice = voice, open_voice(alone, voice, 1.0)
        return self._voice


def render(settings: Settings, lines: Iterable[tuple[str, str]], progress: Progress) -> None:
    """Make the sound of (voice, line) pairs that is not there yet, on as many cores as the settings allow."""
    wanted = sorted(set(lines))
    done, telling = [0], Lock()

    def make(share: Sequence[tuple[str, str]]) -> None:
        voices = Voices(settings)
        for voice, line in share:
            voices.say(voice, line)
            with telling:
                done[0] += 1
                progress(done[0], len(wanted))

    with ThreadPoolExecutor(settings.threads) as pool:
        list(pool.map(make, (wanted[start :: settings.threads] for start in range(settings.threads))))


def background_lines() -> tuple[tuple[str, str], ...]:
    """What the other people in the room say."""
    return tuple((voice, line) for voice in OTHERS for line in (*TALK, *ASIDES))


# ---------------------------------------------------------------- rooms


@dataclass
class Rooms:
    """The backgrounds of the environments; the same number is the same room for ever."""

    voices: Voices
    _made: dict[tuple[Environment, int], Pcm] = field(default_factory=dict, repr=False)

    def background(self, environment: Environment, number: int, seconds: int) -> Pcm | None:
        """So many seconds of what else is heard, at the level of a call; None where it is quiet."""
        if environment == "regular":
            return None
        key = environment, number % ROOMS
        if key not in self._made:
            rng = np.random.default_rng(number % ROOMS)
            self._made[key] = to_pcm(_noise(rng) if environment == "noise" else self._talk(rng))
        return np.tile(self._made[key], -(-seconds // LOOP_S))[: seconds * SAMPLE_RATE]

    def _talk(self, rng: np.random.Generator) -> Sound:
        """Babble, and a bystander's words here and there."""
        talk, asides = (
            [
                self.voices.say(voice, line).astype(np.float64) / FULL_SCALE
                for voice in OTHERS
                for line in lines
            ]
            for lines in (TALK, ASIDES)
        )
        babble = np.zeros(LOOP_S * SAMPLE_RATE)
        for _ in range(TALKERS):
            words = np.concatenate([talk[place] for place in rng.permutation(len(talk))])
            babble += np.roll(np.resize(words, babble.size), int(rng.integers(babble.size)))
        room = below(babble, rng.uniform(*BABBLE_DB))
        at_s = rng.uniform(*BYSTANDER_EVERY_S)
        while at_s < LOOP_S - BYSTANDER_EVERY_S[0]:
            said = below(asides[int(rng.integers(len(asides)))], rng.uniform(*BYSTANDER_DB))
            start = int(at_s * SAMPLE_RATE)
            room[start : start + len(said)] += said[: len(room) - start]
            at_s += rng.uniform(*BYSTANDER_EVERY_S)
        return room


def _noise(rng: np.random.Generator) -> Sound:
    """Pink noise without an end, and clatter."""
    decibels = rng.uniform(*NOISE_DB)
    room = below(pink_noise(LOOP_S * SAMPLE_RATE, rng), decibels)
    at_s = rng.exponential(CLATTER_EVERY_S)
    while at_s < LOOP_S - 1:
        size = int(rng.uniform(*CLATTER_MS) * SAMPLE_RATE / 1000)
        crash = rng.standard_normal(size) * np.exp(-4.0 * np.arange(size) / size)
        start = int(at_s * SAMPLE_RATE)
        room[start : start + size] += below(crash, decibels - rng.uniform(*CLATTER_DB))
        at_s += rng.exponential(CLATTER_EVERY_S)
    return room


def below(sound: Sound, decibels: float) -> Sound:
    """`sound` so many decibels below the level of her speech."""
    return levelled(sound) * 10 ** (-decibels / 20)


def levelled(sound: Sound) -> Sound:
    """`sound` so loud that its speech has LEVEL; silence stays silent."""
    power = active_power(sound)
    return sound * (LEVEL / sqrt(power)) if power else sound


def to_pcm(sound: Sound) -> Pcm:
    """`sound` as int16; what is louder than full scale is cut off."""
    pcm: Pcm = np.rint(np.clip(sound, -1.0, 1.0) * (FULL_SCALE - 1)).astype(np.int16)
    return pcm
