"""Whether the words of a name are known ones: of people, and of places smaller than a district.

What is known is likelier to have been said than what is not; nothing is refused for being unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from edgebharo.hindi import common_names, listed_people, listed_places
from edgebharo.hindi.aksharas import spell
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.similarity import phonetic_key


def _words(*rows: str) -> tuple[str, ...]:
    """The words of `rows` in normal form, each once, in their order."""
    return tuple(dict.fromkeys(word for row in rows for word in normalize(row).split()))


PEOPLE: tuple[str, ...] = _words(
    common_names.GIVEN,
    listed_people.WOMEN,
    listed_people.MEN,
    common_names.SURNAMES,
    listed_people.SURNAMES,
)
"""Given names, then surnames."""
_STEMS, _ENDINGS = _words(listed_places.STEMS), _words(listed_places.ENDINGS)
_LONG_ENDINGS = tuple(word for word in _ENDINGS if len(spell(word)) > 1)
PLACE_WORDS: tuple[str, ...] = tuple(
    dict.fromkeys((*_words(listed_places.KINDS), *_ENDINGS, *_STEMS, *_words(listed_places.WHOLE)))
)
"""Words of which the names of places are made."""


def all_known(words: Iterable[str], *, places: bool) -> bool:
    """True where every one of `words` sounds like a known one; with `places`, of a place or of a person.

    A number, and a first and a last half written as one word, are words of a place too.
    """
    return all(_is_known(word, places) for word in words)


def ends_like_a_place(word: str) -> bool:
    """True for a word that closes as the names of villages do ("फूलटोली") and is no person's name."""
    word = normalize(word)
    return phonetic_key(word) not in _sounds(PEOPLE) and word.endswith(_LONG_ENDINGS)


@lru_cache(maxsize=4096)
def _is_known(word: str, places: bool) -> bool:
    if phonetic_key(word) in _sounds(PEOPLE):
        return True
    return places and (phonetic_key(word) in _sounds(PLACE_WORDS) or word in CARDINALS or _is_joined(word))


def _is_joined(word: str) -> bool:
    """True for a known first half with a known last one: फूल + पुर."""
    firsts, lasts = _sounds(_STEMS), _sounds(_ENDINGS)
    return any(
        phonetic_key(word[:at]) in firsts and phonetic_key(word[at:]) in lasts for at in range(1, len(word))
    )


@lru_cache(maxsize=4)
def _sounds(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(phonetic_key(word) for word in words)
