"""Who calls in `bench forms`, and in which voice.

The voices are Kokoro's `hm_psi`, on which no recogniser of the project was trained, and blends in which it
has half or more; some are pitched, their formants with them, as a longer or shorter throat would do it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from edgebharo.bench.callers import Person, draw_person
from edgebharo.hindi.places import Place

USERS, FIXED = 25, 5


@dataclass(frozen=True)
class Voice:
    """What a user sounds like."""

    spec: str
    """A Kokoro voice or blend, and perhaps @ and the factor by which it is pitched."""
    sex: Literal["f", "m"]


VOICES: tuple[Voice, ...] = (
    Voice("hm_psi:0.5+hf_alpha:0.5@1.1", "f"),
    Voice("hm_psi:0.5+hf_beta:0.5@1.06", "f"),
    Voice("hm_psi", "m"),
    Voice("hm_psi@1.22", "f"),
    Voice("hm_psi:0.6+hm_omega:0.4", "m"),
    Voice("hm_psi:0.5+hf_alpha:0.5@1.2", "f"),
    Voice("hm_psi:0.6+hm_omega:0.4@0.9", "m"),
    Voice("hm_psi:0.5+hf_beta:0.5@1.16", "f"),
    Voice("hm_psi@0.92", "m"),
    Voice("hm_psi:0.6+hf_beta:0.4@1.14", "f"),
)
"""By user, and again from the beginning: user 1 has the first."""


def voice_of(user: int) -> Voice:
    """The voice of a user, 1 to USERS."""
    return VOICES[(user - 1) % len(VOICES)]


_FIXED = (
    ("शुक्रमणि हेम्ब्रम", "पश्चिमी सिंहभूम", "डूमरटोली", "बिरसा", True),
    ("ज़रीना कुरैशी", "भदोही", "मस्जिद मोहल्ला", "ज़ोया", False),
    ("रुक्मिणी विश्वकर्मा", "जांजगीर चांपा", "पीपलखेड़ा", "दिव्यांशी", False),
    ("सुखविंदर ढिल्लों", "झुंझुनूं", "इंदिरा कॉलोनी", "गुरनूर", True),
    ("वैशाली गायकवाड़", "गढ़चिरौली", "बरगदवा", "ऋषभ", True),
)
"""Names and places with what ears get wrong: clusters, breathed stops, ढ़ and ड़, ण, sounds of Urdu."""


def person_of(user: int, seed: int, places: tuple[Place, ...]) -> Person:
    """The person that a user is; `places` are districts."""
    if user > FIXED:
        return draw_person(Random(f"{seed}/user-{user}"), places)  # noqa: S311
    name, district, anganwadi, child, son = _FIXED[user - 1]
    return Person(
        name=name,
        district=next(place for place in places if place.name == district),
        anganwadi=anganwadi,
        child=child,
        son=son,
    )
