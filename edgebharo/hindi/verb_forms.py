"""The forms of a verb, by what they do: told, ask, will, other. Hindi and its eastern and western neighbours.

Endings only: a stem that ends in a consonant takes the vowel signs, one that ends in a vowel (बता, मिटा) the
letters. Verbs that change their stem (कर, दे, ले, जा, हो) have their forms written out by whoever needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from edgebharo.hindi.normalize import normalize

Kind: TypeAlias = Literal["told", "ask", "will", "other"]
"""What happened or happens; a request; what the speaker is about to do; stem, infinitive and the rest."""


def _endings(text: str) -> tuple[str, ...]:
    return tuple(text.split())


VOWELS = "ािीुूेैोौ"
LONG_A = "ा"
SHORTENED = _endings("वनी वनीं वलीं वली वले वलस वलन वल उनी उनीं उलीं उली उले ओलहुं ओलियै ओलक ऐलियै ऐलहुं इनी इलीं इस")
"""Bhojpuri, Magahi and Maithili shorten the stem: बता, बतवनी."""
AFTER_CONSONANT: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "told": _endings(
            "ा ी े ीं ता ती ते तीं ल ली ला ले लस लसि लन लीं लू लक लौं लहुं लियै नी नीं ले िस िन ेव ेन ेस ्यो ्या ्यौ यो त इस इन"
        ),
        "ask": _endings("ो िए िये िएगा ियेगा ीजिए ीं ें ौ व िह"),
        "will": _endings("ूं ूंगा ूंगी ेंगे ेंगी ब बे बो बौ इब िहौं थौं सूं तानी तारी ता ती ते"),
        "other": ("", *_endings("ना नी ने ेगा ेगी ोगे ोगी के कर ल")),
    }
)
AFTER_VOWEL: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "told": _endings("या यी ई ए ये ईं ता ती ते तीं वल वलस वलीं वली वलन वनी वनीं इस इन एन इल यो यौ वत ओल"),
        "ask": _endings("ओ इए इये इएगा इयेगा एं ईं वा"),
        "will": _endings("ऊं ऊंगा ऊंगी एंगे एंगी इब एब ब ता ती ते वतानी वतारी"),
        "other": ("", *_endings("ना नी ने एगा एगी ओगे ओगी के कर")),
    }
)


def forms(stems: str, *kinds: Kind) -> frozenset[str]:
    """The forms of the verbs with `stems` that do one of `kinds` (all of them where none is named)."""
    found: set[str] = set()
    for stem in stems.split():
        endings = AFTER_VOWEL if stem[-1] in VOWELS else AFTER_CONSONANT
        for kind in kinds or endings:
            found |= {normalize(stem + ending) for ending in endings[kind]}
            if kind == "told" and stem[-1] == LONG_A:
                found |= {normalize(stem[:-1] + ending) for ending in SHORTENED}
    return frozenset(found)
