"""Known names that a misheard one may be: word by word, those that lie near it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from itertools import product

from edgebharo.hindi.known_names import PEOPLE, PLACE_WORDS
from edgebharo.hindi.name_letters import CARRIER, Costs, Letters, departure, letters_of, sound_of

LIKE = Costs(consonant=1.0, vowel=0.5, bare=0.4, more=0.8)
"""What it costs that a known word is not the one heard. Chosen."""
NEAREST = 4
"""Known words that are looked at for each word heard."""
FARTHEST = 0.5
"""For each letter of the word heard, what a known word may cost to be looked at."""
UNLIKE = 0.4
"""For each letter of the word heard, the kinds of consonants that only one of the two may have …"""
ONE_OTHER = 2
"""… but always so many: one consonant in place of another."""
LENGTHS = 1
"""By so many letters the two may differ."""
SPLIT = 2
"""Letters of the shorter half of a word that two were written as, at least."""
GUESSES = 8
"""Names made of known words that are looked at for each name heard."""
KINDS = ("kK", "gG", "cCs", "jJy", "tT!@", "dD#$", "nm", "pP", "bBv", "rlRL", "h")
"""Consonants that the ear takes for each other."""

Way = tuple[float, Letters]
"""What it costs that a word is the one heard, and the word."""


@dataclass(frozen=True)
class _Known:
    letters: Letters
    kinds: int


def guesses(heard: Letters, *, places: bool) -> Iterator[Letters]:
    """Names with known words in them, the nearest to `heard` first.

    Known are the names of people and, with `places`, the words that places are called by. A word that no
    known one lies near stays as it was heard, and so does each one in some of the guesses.
    """
    ways = [((0.0, word), *_known(word, places)) for word in _words(heard)]
    for name in nsmallest(GUESSES, product(*ways), key=lambda way: sum(cost for cost, _ in way)):
        letters = tuple(letter for _, word in name for letter in word)
        if letters != heard:
            yield letters


def _words(letters: Letters) -> Iterator[Letters]:
    start = 0
    for at, letter in enumerate(letters, 1):
        if letter.ends or at == len(letters):
            yield letters[start:at]
            start = at


@lru_cache(maxsize=256)
def _known(word: Letters, places: bool) -> tuple[Way, ...]:
    """The known words, and pairs of them, that lie nearest to `word`."""
    return tuple(nsmallest(NEAREST, (*_near(word, places), *_pairs(word, places)), key=lambda way: way[0]))


def _near(word: Letters, places: bool) -> tuple[Way, ...]:
    """The known words that lie near `word`."""
    kinds, most = kinds_of(word), max(ONE_OTHER, UNLIKE * len(word))
    lengths = range(len(word) - LENGTHS, len(word) + LENGTHS + 1)
    alike = (
        known.letters
        for length in lengths
        for known in _vocabulary(places).get(length, ())
        if (known.kinds ^ kinds).bit_count() <= most
    )
    farthest = FARTHEST * len(word)
    ways = ((departure(letters, word, LIKE, farthest), letters) for letters in alike)
    return tuple(nsmallest(NEAREST, (way for way in ways if way[0] <= farthest)))


def _pairs(word: Letters, places: bool) -> Iterator[Way]:
    """Two known words that may be written as one here, one of them exactly."""
    exact = _exact(places)
    for at in range(SPLIT, len(word) - SPLIT + 1):
        first, second = exact.get(_plain(word[:at])), exact.get(_plain(word[at:]))
        if first is not None:
            yield from ((cost, (*first, *other)) for cost, other in _near(word[at:], places))
        elif second is not None:
            yield from ((cost, (*other, *second)) for cost, other in _near(word[:at], places))


@lru_cache(maxsize=2)
def _vocabulary(places: bool) -> dict[int, tuple[_Known, ...]]:
    """The known words by their number of letters."""
    found: dict[int, list[_Known]] = {}
    for letters in _exact(places).values():
        found.setdefault(len(letters), []).append(_Known(letters, kinds_of(letters)))
    return {length: tuple(words) for length, words in found.items()}


@lru_cache(maxsize=2)
def _exact(places: bool) -> dict[str, Letters]:
    words = (letters_of(word) for word in (*PEOPLE, *(PLACE_WORDS if places else ())))
    return {_plain(letters): letters for letters in words}


def _plain(word: Letters) -> str:
    return "".join(map(str, word))


def kinds_of(letters: Letters) -> int:
    """A bit for each of KINDS of which `letters` have a consonant; what is of no kind counts for nothing."""
    return sum(1 << kind for kind in {_kind(letter.base) for letter in letters} if kind is not None)


@lru_cache(maxsize=128)
def _kind(base: str) -> int | None:
    sound = sound_of(base)
    return next((at for at, kind in enumerate(KINDS) if base != CARRIER and sound in kind), None)
