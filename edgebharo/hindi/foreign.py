"""Hindi that a recogniser or a typist wrote in Latin or in Urdu letters.

Words of the closed classes (numbers, months, yes and no, what callers wish, the words around a name) become
Devanagari: they are found by how they sound, so that "paanch", "panch" and "پانچ" are पांच. Anything else is
a guess and stays, or becomes, Latin: whoever stores it spells it, and doubts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType

from edgebharo.hindi import urdu
from edgebharo.hindi.fold import fold
from edgebharo.hindi.foreign_words import (
    AFTER_NUMBERS,
    AMONG_NUMBERS,
    BEFORE_I,
    COUNTED,
    IRREGULAR,
    MONTHS,
    NAMES,
    ORDINARY,
    URDU,
)
from edgebharo.hindi.number_words import IRREGULAR_ORDINALS, ORDINAL_ENDINGS, ROWS, SCALE_ROWS
from edgebharo.hindi.romanise import romanised

LOOSE_LENGTH = 3
"""Sounds from which a word may be found by its consonants although its short vowels differ."""
ORDINAL = "वां"
IN_OR_I = frozenset({"میں", "مین"})
ORDINAL_MARKS = frozenset({"st", "nd", "rd", "th"})
"""After a digit run ("15th")."""
LOWEST_REGULAR, HIGHEST_DAY = 5, 31
"""Ordinals of these numbers are regular, and said: "paanchvan", "ikkisvin"."""
LATIN = re.compile("[a-z]+")

_SOUNDS: tuple[tuple[str, str], ...] = (
    ("chh", "Q"), ("ch", "C"), ("sh", "s"), ("ph", "f"), ("kh", "K"), ("gh", "G"), ("jh", "J"), ("th", "T"),
    ("dh", "D"), ("bh", "B"), ("ck", "k"), ("x", "ks"), ("z", "j"), ("w", "v"), ("q", "k"), ("c", "k"),
    ("ee", "i"), ("oo", "u"),
)  # fmt: skip
_GLIDE = re.compile("(?<=[ei])y(?=[aeiou])|(?<=[aou])y(?=[ei])")
_DOUBLED = re.compile("(.)\\1+")
_LABIAL = re.compile("m(?=[pfbB])")
_INNER_A = re.compile("(?<!^)a(?!$)")


def in_hindi(words: Sequence[str]) -> list[str]:
    """`words` (folded) with those of the closed classes in Devanagari and every other one left in Latin."""
    joined = list(urdu.joined(words))
    found = [_hindi(word) for word in joined]
    return [_in_context(word, found, place) for place, word in enumerate(joined)]


@lru_cache(maxsize=4096)
def _hindi(word: str) -> str:
    """One word on its own."""
    if urdu.is_urdu(word):
        skeleton = urdu.skeleton(word)
        word = (
            URDU.get(word)
            or _urdu_words().get(skeleton)
            or _urdu_names().get(skeleton)
            or urdu.in_latin(word)
        )
    if word in IRREGULAR or len(word) == 1 or not LATIN.fullmatch(word):
        return IRREGULAR.get(word) or word
    strict = _strict(word)
    loose = _loose(strict)
    if strict in _latin_names():
        return _latin_names()[strict]
    found = _by_sound().get(strict)
    return found or (_by_consonants().get(loose) if len(loose) >= LOOSE_LENGTH else None) or word


def _in_context(word: str, found: Sequence[str], place: int) -> str:
    """A word that means something else beside a number."""
    before, after = found[max(place - 1, 0) : place], found[place + 1 : place + 2]
    if word in ORDINAL_MARKS and before and before[0].isdecimal():
        return ORDINAL
    if word in AFTER_NUMBERS and any(_is_number(other) for other in before):
        return AFTER_NUMBERS[word]
    if word in AMONG_NUMBERS and any(_is_number(other) or other in COUNTED for other in (*before, *after)):
        return AMONG_NUMBERS[word]
    if word in IN_OR_I and (before[0] if before else "") in BEFORE_I:
        return fold("मैं")
    return found[place]


def _is_number(word: str) -> bool:
    return word.isdecimal() or word in _numbers()


def _strict(latin: str) -> str:
    """How Latin letters sound, long and short vowels and double letters made one."""
    for spelt, sound in _SOUNDS:
        latin = latin.replace(spelt, sound)
    latin = _DOUBLED.sub("\\1", _GLIDE.sub("", _DOUBLED.sub("\\1", latin)))
    for spelt, sound in (("ai", "e"), ("ay", "e"), ("ei", "e"), ("ey", "e"), ("au", "O"), ("ae", "e")):
        latin = latin.replace(spelt, sound)
    return _LABIAL.sub("n", latin)


def _loose(strict: str) -> str:
    """The sounds of a word without its inner a, ch and chh made one."""
    return _DOUBLED.sub("\\1", _INNER_A.sub("", strict).replace("Q", "C"))


@cache
def _vocabulary() -> tuple[tuple[str, str], ...]:
    """(word as it may sound, the word that is meant), folded; numbers first, then months, then the rest."""
    rows = (*ROWS, *SCALE_ROWS.values(), *MONTHS)
    grouped = ((fold(word), fold(row.split()[0])) for row in rows for word in row.split())
    alone = (*IRREGULAR_ORDINALS.values(), ORDINARY)
    return (*grouped, *((word, word) for row in alone for word in fold(row).split()))


def _regular_ordinals() -> Iterator[tuple[str, str]]:
    """Word and ending of each ordinal that is made from a number."""
    words = (fold(row.split()[0]) for row in ROWS[LOWEST_REGULAR : HIGHEST_DAY + 1])
    return product(words, ORDINAL_ENDINGS)


@cache
def _numbers() -> frozenset[str]:
    """Every word of a number or a month."""
    rows = (*ROWS, *SCALE_ROWS.values(), *MONTHS)
    return frozenset(fold(word) for row in rows for word in row.split())


@cache
def _by_sound() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for word, ending in _regular_ordinals():
        for latin in romanised(word):
            found.setdefault(_strict(latin + romanised(ending)[0]), word + ending)
    spelt = [(romanised(sounds), word) for sounds, word in _vocabulary()]
    for fullest, word in spelt:
        found.setdefault(_strict(fullest[0]), word)
    for others, word in spelt:
        for latin in others:
            found.setdefault(_strict(latin), word)
    return MappingProxyType(found)


@cache
def _by_consonants() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for sound, word in _by_sound().items():
        found.setdefault(_loose(sound), word)
    return MappingProxyType(found)


@cache
def _urdu_words() -> Mapping[str, str]:
    found: dict[str, str] = {}
    ordinals = (word + ending for word, ending in _regular_ordinals())
    for sounds, word in (*_vocabulary(), *((ordinal, ordinal) for ordinal in ordinals)):
        for spelt in urdu.spellings(sounds):
            found.setdefault(urdu.skeleton(spelt), word)
    return MappingProxyType(found)


@cache
def _urdu_names() -> Mapping[str, str]:
    """Skeleton -> the name in Latin letters, every vowel told."""
    names = fold(NAMES).split()
    return MappingProxyType(
        {urdu.skeleton(spelt): romanised(name)[0] for name in names for spelt in urdu.spellings(name)}
    )


@cache
def _latin_names() -> Mapping[str, str]:
    """How a common name sounds -> its Latin letters, every vowel told. What sounds like a number is one."""
    found: dict[str, str] = {}
    for name in fold(NAMES).split():
        for latin in romanised(name):
            if not _is_number(_by_sound().get(_strict(latin), "")):
                found.setdefault(_strict(latin), romanised(name)[0])
    return MappingProxyType(found)
