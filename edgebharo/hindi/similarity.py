"""Whether two written names are the same when read aloud.

A name is turned into a row of sounds, so that what spelling is free about disappears: case, spaces, क्ष or x,
doubled consonants, unspoken a, v or w, श ष स, the length of i and u, nukta, and which nasal is written before
a consonant. Devanagari and Latin spellings meet in the same sounds: Lakshmi = Laxmi = लक्ष्मी.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from edgebharo.hindi.fold import fold
from edgebharo.hindi.normalize import normalize

SCHWA = "."
"""The short a; it keeps two equal consonants apart until doubling is folded, then vanishes."""
OPEN_NASAL = "~"

CONSONANTS = dict(
    zip("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळऩऱऴ", "kKgGncCjJn!@#$ntTdDnpPbBmyrlvssshlnrl", strict=True)
)
"""Aspirates are capitals, retroflex stops ट ठ ड ढ are ! @ # $, श ष स are one, and so are ङ ञ ण न."""
FLAPS = {"ड": "R", "ढ": "L"}
"""What nukta makes of these letters."""
SIGNS = {
    "ा": "a", "ि": "i", "ी": "i", "ु": "u", "ू": "u", "े": "e", "ै": "E", "ो": "o", "ौ": "O",
    "ृ": "ri", "ॄ": "ri", "ॢ": "li", "ॆ": "e", "ॊ": "o",
}  # fmt: skip
VOWELS = {
    "अ": SCHWA, "आ": "a", "इ": "i", "ई": "i", "उ": "u", "ऊ": "u", "ए": "e", "ऐ": "E",
    "ओ": "o", "औ": "O", "ऋ": "ri",
}  # fmt: skip
AFTER_DEVANAGARI = "\u0980"
VIRAMA, NUKTA, ANUSVARA = "\u094d", "\u093c", "\u0902"
LABIALS = "pPbBmv"
VOWEL_SOUNDS = "aiueEoO"

LATIN = (
    ("ksh", "ks"), ("chh", "C"), ("ngh", "nh"), ("aa", "a"), ("ee", "i"), ("ii", "i"), ("oo", "u"),
    ("uu", "u"), ("ai", "E"), ("ei", "E"), ("au", "O"), ("ou", "O"), ("kh", "K"), ("gh", "G"), ("ch", "c"),
    ("jh", "J"), ("th", "T"), ("dh", "D"), ("ph", "P"), ("bh", "B"), ("sh", "s"), ("gn", "gy"), ("rh", "L"),
    ("a", SCHWA), ("c", "k"), ("f", "P"), ("q", "k"), ("w", "v"), ("x", "ks"), ("z", "j"),
)  # fmt: skip
"""Latin spelling to sounds, longest first; other letters stand for themselves."""
MERGED = str.maketrans("!@#$CEO", "tTdDceo")
"""What Latin letters cannot tell apart: retroflex and dental, ch and chh, ai and e, au and o."""
FLAP_SPELLINGS = {"R": "dr", "L": "Ddr"}
"""ड़ is spelt with d or r (Gudiya, Khagaria), ढ़ with dh, d or rh (Gadhwa, Garhwa)."""
LATIN_VARIANTS = (("gaon", "gamv"), ("gaun", "gamv"), ("rh", "r h"), ("ai", "aay"))
"""What a Latin spelling may sound like besides: Nagaon, Jorhat, Raipur."""
SPELT_ENDING = ("ah", "a")
"""Etah, Fatimah."""
DOUBLES = frozenset(a + b for a, b in zip("kgcjtd!#pb", "KGCJTD@$PB", strict=True))
"""A stop before its own aspirate (च्छ) is the doubled aspirate."""
CLOSE = DOUBLES | frozenset(
    ("!t", "@T", "#d", "$D", "r#", "r$", "iy", "ey", "bv", "PB", "nm", "sc", "jy", "rl")
)
"""Sounds that are half a mistake apart."""


def phonetic_key(name: str) -> str:
    """The sounds of `name`, one character each; equal keys mean the same name read aloud."""
    return _sounds(_folded(name)).replace("R", "#").replace("L", "$")


def same_name(first: str, second: str) -> bool:
    """True where both spellings are read aloud alike. Reflexive and symmetric.

    Where one of them is in Latin letters, sounds that Latin spelling merges are not held apart.
    """
    if phonetic_key(first) == phonetic_key(second):
        return True
    return bool(_latin_keys(first, second) & _latin_keys(second, first))


def similarity(first: str, second: str) -> float:
    """How alike two names sound, 0..1; 1.0 exactly where `same_name` holds. Symmetric."""
    return 1.0 if same_name(first, second) else key_similarity(phonetic_key(first), phonetic_key(second))


def key_similarity(one: str, other: str) -> float:
    """How alike two phonetic keys are: 1.0 where equal, else at most 0.99.

    One minus the edit distance over sounds, divided by the longer length; vowels and close sounds cost half.
    """
    if one == other:
        return 1.0
    one, other = sorted((one, other))
    return min(0.99, 1.0 - _distance(one, other) / max(len(one), len(other)))


def _latin_keys(name: str, partner: str) -> frozenset[str]:
    """The keys that `name` may share with `partner`, where one of them is in Latin letters; else none.

    An a inside may be long or short, flaps and ज्ञ are spelt in several ways.
    """
    if not (_has_latin(name) or _has_latin(partner)):
        return frozenset()
    keys: set[str] = set()
    for spelling in _variants(_folded(name)):
        merged = _sounds(spelling).translate(MERGED)
        thin = merged[:1] + merged[1:-1].replace("a", "") + merged[1:][-1:]
        for written in (thin, thin.replace("gy", "jn")):
            keys.update(
                written.replace("R", flap).replace("L", aspirate)
                for flap in FLAP_SPELLINGS["R"]
                for aspirate in FLAP_SPELLINGS["L"]
            )
    return frozenset(keys)


def _variants(folded: str) -> tuple[str, ...]:
    """`folded`, and where it is in Latin letters what else it may spell."""
    if not _has_latin(folded):
        return (folded,)
    ending, vowel = SPELT_ENDING
    words = folded.split()
    closed = " ".join(word[: -len(ending)] + vowel if word.endswith(ending) else word for word in words)
    respelt = (folded.replace(latin, sound) for latin, sound in LATIN_VARIANTS)
    return tuple(dict.fromkeys((folded, closed, *respelt)))


def _folded(name: str) -> str:
    """`name` with one encoding for each letter; Latin letters stay, whatever word they look like."""
    folded = fold(name)
    return folded if all(char < AFTER_DEVANAGARI for char in folded) else normalize(name)


def _has_latin(text: str) -> bool:
    """True where any ASCII letter occurs."""
    return any("a" <= char <= "z" for char in text.lower())


@lru_cache(maxsize=16384)
def _sounds(text: str) -> str:
    """The sounds of normalised text, flaps still told apart."""
    spoken = "".join(_latin(word) if _has_latin(word) else _devanagari(word) for word in text.split())
    folded = _fold_doubles(_close_nasals(spoken))
    first = "a" if folded[:1] == SCHWA else folded[:1]
    thin = first + folded[1:].replace(SCHWA, "")
    return thin.replace("yi", "i").replace("ye", "e").replace("iya", "ia")


def _devanagari(word: str) -> str:
    """Sounds of one Devanagari word, nasals still open, every inherent a written as SCHWA."""
    sounds: list[str] = []
    for index, char in enumerate(word):
        if char in CONSONANTS:
            flap = char in FLAPS and word[index + 1 : index + 2] == NUKTA
            sounds.append(FLAPS[char] if flap else CONSONANTS[char])
            follows = word[index + 1 + flap : index + 2 + flap]
            if follows != VIRAMA and follows not in SIGNS:
                sounds.append(SCHWA)
        elif char in SIGNS or char in VOWELS:
            sounds.append(SIGNS.get(char) or VOWELS[char])
        elif char == ANUSVARA:
            sounds.append(OPEN_NASAL)
        elif char not in (VIRAMA, NUKTA):
            sounds.append(char)
    return "".join(sounds).replace("jny", "gy").replace("jn", "gy")


def _latin(word: str) -> str:
    """Sounds of one Latin word; its last a is the long one, a last y after a consonant is i."""
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        word = word[:-1] + "i"
    sounds: list[str] = []
    at = 0
    while at < len(word):
        spelt, sound = next(((s, v) for s, v in LATIN if word.startswith(s, at)), (word[at], word[at]))
        sounds.append(sound)
        at += len(spelt)
    if sounds[-1] == SCHWA and len(sounds) > 1:
        sounds[-1] = "a"
    return "".join(sounds) + (SCHWA if sounds[-1] not in VOWEL_SOUNDS else "")


def _close_nasals(sounds: str) -> str:
    """An anusvara is m before a lip sound and n elsewhere."""
    closed = ""
    for sound, after in zip(sounds, sounds[1:] + " ", strict=False):
        nasal = "m" if after in LABIALS else "n"
        closed += nasal if sound == OPEN_NASAL else sound
    return closed


def _fold_doubles(sounds: str) -> str:
    """A doubled consonant counts once."""
    kept = ""
    for sound in sounds:
        if kept[-1:] + sound in DOUBLES:
            kept = kept[:-1]
        if kept[-1:] != sound or sound in VOWEL_SOUNDS:
            kept += sound
    return kept


def _distance(one: Sequence[str], other: Sequence[str]) -> float:
    """Weighted edit distance: 1 for a consonant, 0.5 for a vowel or between close sounds."""
    row = [0.0]
    for sound in other:
        row.append(row[-1] + _weight(sound))
    for sound in one:
        before, row = row, [row[0] + _weight(sound)]
        for index, opposite in enumerate(other):
            change = before[index] + _change(sound, opposite)
            row.append(min(change, before[index + 1] + _weight(sound), row[-1] + _weight(opposite)))
    return row[-1]


def _weight(sound: str) -> float:
    """What it costs to lose or add `sound`."""
    return 0.5 if sound in VOWEL_SOUNDS else 1.0


def _change(sound: str, opposite: str) -> float:
    """What it costs to hear `opposite` for `sound`."""
    if sound == opposite:
        return 0.0
    both_vowels = sound in VOWEL_SOUNDS and opposite in VOWEL_SOUNDS
    return 0.5 if both_vowels or sound + opposite in CLOSE or opposite + sound in CLOSE else 1.0
