"""Who speaks the corpus: Kokoro's packaged voices, blends of two, and espeak-ng's variants.

Held out for evaluation and never drawn, alone or in a blend: Kokoro's Hindi man `hm_psi`. (Debian's
`festvox-hi-nsk`, another synthesiser, is held out as well: nothing here can speak with it.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

HELD_OUT = frozenset({"hm_psi"})
"""Voices that the ear is measured on."""

HINDI: Sequence[str] = ("hf_alpha", "hf_beta", "hm_omega")
"""Kokoro's Hindi voices without the held-out one."""

OTHERS_BY_LANGUAGE: Mapping[str, str] = MappingProxyType(
    {
        "af": "alloy aoede bella heart jessica kore nicole nova river sarah sky",
        "am": "adam echo eric fenrir liam michael onyx puck santa",
        "bf": "alice emma isabella lily",
        "bm": "daniel fable george lewis",
        "ef": "dora",
        "em": "alex santa",
        "ff": "siwis",
        "if": "sara",
        "im": "nicola",
        "jf": "alpha gongitsune nezumi tebukuro",
        "jm": "kumo",
        "pf": "dora",
        "pm": "alex santa",
        "zf": "xiaobei xiaoni xiaoxiao xiaoyi",
        "zm": "yunjian yunxi yunxia yunyang",
    }
)
"""Language and sex -> names of voices of other languages: they speak Hindi phonemes with an accent."""

OTHERS: Sequence[str] = tuple(
    f"{group}_{name}" for group, names in OTHERS_BY_LANGUAGE.items() for name in names.split()
)

SLOWEST, FASTEST = 0.75, 1.35
"""Range of Kokoro's `speed`; 1.0 is the pace it was trained at."""

USUAL, SPREAD = 0.93, 0.15
"""Mean and standard deviation of the speed: people say a single word slower than Kokoro does."""

ESPEAK_VARIANTS: Sequence[str] = (*(f"m{i}" for i in range(1, 9)), *(f"f{i}" for i in range(1, 6)))


@dataclass(frozen=True)
class Speaker:
    """One Kokoro voice or a blend of two, at a pace."""

    shares: tuple[tuple[str, float], ...]
    """Names and weights; the weights add up to 1."""
    speed: float

    @property
    def name(self) -> str:
        """As `edgebharo` reads voices: "hf_alpha:0.6+am_adam:0.4"."""
        if len(self.shares) == 1:
            return self.shares[0][0]
        return "+".join(f"{voice}:{weight:.2f}" for voice, weight in self.shares)


@dataclass(frozen=True)
class EspeakSpeaker:
    """A formant voice of espeak-ng."""

    variant: str
    rate: int
    """Words a minute."""
    pitch: int
    """0 to 99."""

    @property
    def name(self) -> str:
        """The voice as espeak-ng takes it, with its pitch."""
        return f"hi+{self.variant}@{self.pitch}"


def draw_speaker(rng: Random) -> Speaker:
    """35 % a Hindi voice, 35 % a blend with one, 30 % another voice or a blend of two others."""
    draw = rng.random()
    hindi, other, second = rng.choice(HINDI), rng.choice(OTHERS), rng.choice(OTHERS)
    share = round(rng.uniform(0.25, 0.75), 2)
    if draw < 0.35:
        shares: tuple[tuple[str, float], ...] = ((hindi, 1.0),)
    elif draw < 0.70:
        partner = rng.choice(HINDI) if rng.random() < 0.2 else other
        shares = ((hindi, 1.0),) if partner == hindi else ((hindi, share), (partner, round(1 - share, 2)))
    elif draw < 0.85 or other == second:
        shares = ((other, 1.0),)
    else:
        shares = ((other, share), (second, round(1 - share, 2)))
    speed = round(min(max(rng.gauss(USUAL, SPREAD), SLOWEST), FASTEST), 2)
    return Speaker(shares, speed)


def draw_espeak(rng: Random) -> EspeakSpeaker:
    """Any variant at 110 to 210 words a minute."""
    return EspeakSpeaker(rng.choice(ESPEAK_VARIANTS), rng.randint(110, 210), rng.randint(25, 75))
