"""A written name as letters with what they carry, and how far two names lie apart, letter by letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple

from edgebharo.hindi.aksharas import ANUSVARA, ENDINGS, NUKTA, SIGN_OF
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import CLOSE, CONSONANTS, FLAPS, SIGNS

CARRIER = "अ"
"""Stands for the missing consonant of a vowel that is written by itself."""
VOWEL_OF = {sign: vowel for vowel, sign in SIGN_OF.items()}
ALIKE, NEAR, OTHER = 0.1, 0.5, 1.0
"""Sounds that spelling alone tells apart, that are half a mistake apart, and all others."""


class Letter(NamedTuple):
    """A consonant, or CARRIER, with its vowel and nasal: "णि" is ("ण", "ि")."""

    base: str
    vowel: str = ""
    """A vowel sign, or the virama; "" for the inherent a."""
    nasal: str = ""
    ends: bool = False
    """The last letter of a word."""

    def __str__(self) -> str:
        alone = VOWEL_OF.get(self.vowel, CARRIER) if self.base == CARRIER else self.base + self.vowel
        return alone + self.nasal


class Costs(NamedTuple):
    """What it costs to depart from one hearing of a name."""

    consonant: float
    """To drop one of its consonants, or to take another."""
    vowel: float
    """To drop a vowel or nasal that it has, or to take another."""
    bare: float
    """To put a vowel or nasal where it has none, or to drop a vowel that stands by itself."""
    more: float
    """To add a consonant."""

    def times(self, share: float) -> Costs:
        """Each cost, so many times."""
        return Costs(self.consonant * share, self.vowel * share, self.bare * share, self.more * share)


Letters = tuple[Letter, ...]
Pair = tuple[Letter | None, Letter | None]
"""What stands at the same place in two names; None where one has nothing there."""


def letters_of(name: str) -> Letters:
    """`name` as letters, in the normal form."""
    return tuple(letter for word in normalize(name).split() for letter in _letters_of_word(word))


def _letters_of_word(word: str) -> Letters:
    found: list[Letter] = []
    for char in word:
        if char not in ENDINGS or not found:
            found.append(Letter(CARRIER, SIGN_OF[char]) if char in SIGN_OF else Letter(char))
        elif char == ANUSVARA:
            found[-1] = found[-1]._replace(nasal=ANUSVARA)
        elif char == NUKTA:
            found[-1] = found[-1]._replace(base=found[-1].base + NUKTA)
        else:
            found[-1] = found[-1]._replace(vowel=char)
    found[-1] = found[-1]._replace(ends=True)
    return tuple(found)


def written(letters: Letters) -> str:
    """The name that `letters` write, one space between its words."""
    return "".join(f"{letter} " if letter.ends else str(letter) for letter in letters).strip()


def unparted(letters: Letters) -> Letters:
    """`letters` as one word whose end is not marked."""
    return tuple(letter._replace(ends=False) for letter in letters)


def departure(name: Letters, heard: Letters, costs: Costs, most: float = inf) -> float:
    """What it costs that `name` is not `heard`; 0 for the same letters, word breaks cost nothing.

    Costs above `most` are not worked out: infinity.
    """
    drops = [_dropped(other, costs) for other in heard]
    row = [0.0]
    for drop in drops:
        row.append(row[-1] + drop)
    for letter in name:
        add = _added(letter, costs)
        before, last = row, row[0] + add
        row = [last]
        for index, drop in enumerate(drops):
            change = before[index] + _changed(letter, heard[index], costs)
            last = min(change, before[index + 1] + add, last + drop)
            row.append(last)
        if min(row) > most:
            return inf
    return row[-1]


def aligned(name: Letters, heard: Letters, costs: Costs) -> tuple[Pair, ...]:
    """The letters of both, paired so that `name` departs least from `heard`.

    The first of two equally good ways counts: the vowel after a doubled letter is the second one's.
    """
    adds = [_added(letter, costs) for letter in name]
    drops = [_dropped(letter, costs) for letter in heard]
    rows = [[0.0] * (len(heard) + 1) for _ in range(len(name) + 1)]
    steps: dict[tuple[int, int], tuple[int, int]] = {}
    for i in range(len(name), -1, -1):
        for j in range(len(heard), -1, -1):
            ways: list[tuple[float, tuple[int, int]]] = []
            if i < len(name):
                ways.append((rows[i + 1][j] + adds[i], (i + 1, j)))
            if i < len(name) and j < len(heard):
                change = _changed(name[i], heard[j], costs)
                ways.append((rows[i + 1][j + 1] + change, (i + 1, j + 1)))
            if j < len(heard):
                ways.append((rows[i][j + 1] + drops[j], (i, j + 1)))
            if ways:
                rows[i][j], steps[i, j] = min(ways, key=itemgetter(0))
    return tuple(_pairs(name, heard, steps))


def _pairs(name: Letters, heard: Letters, steps: Mapping[tuple[int, int], tuple[int, int]]) -> Iterator[Pair]:
    """The letters of both along `steps`, from the first place to the last."""
    here = (0, 0)
    while here in steps:
        i, j = here
        here = a, b = steps[here]
        yield name[i] if a > i else None, heard[j] if b > j else None


def _dropped(letter: Letter, costs: Costs) -> float:
    """What it costs to leave out `letter`, which was heard."""
    if letter.base == CARRIER:
        return costs.bare
    return costs.consonant + (NEAR * costs.vowel if letter.vowel in SIGNS else 0.0)


def _added(letter: Letter, costs: Costs) -> float:
    """What it costs to put in `letter`, which was not heard."""
    if letter.base == CARRIER:
        return costs.bare
    return costs.more + (NEAR * costs.bare if letter.vowel in SIGNS else 0.0)


@lru_cache(maxsize=16384)
def _changed(letter: Letter, heard: Letter, costs: Costs) -> float:
    """What it costs to take `letter` where `heard` was heard."""
    base = _apart(letter.base, heard.base, sound_of(letter.base), sound_of(heard.base))
    vowel = _apart(letter.vowel, heard.vowel, SIGNS.get(letter.vowel), SIGNS.get(heard.vowel))
    nasal = NEAR * (letter.nasal != heard.nasal)
    told = costs.vowel if heard.vowel else costs.bare
    dotted = costs.vowel if heard.nasal else costs.bare
    return base * costs.consonant + vowel * told + nasal * dotted


def _apart(one: str, other: str, sound: str | None, opposite: str | None) -> float:
    if one == other:
        return 0.0
    if sound == opposite:
        return ALIKE
    pair = (sound or "", opposite or "")
    return NEAR if "".join(pair) in CLOSE or "".join(reversed(pair)) in CLOSE else OTHER


def sound_of(base: str) -> str:
    """The sound of a consonant; what is none stands for itself."""
    return FLAPS.get(base[:1], base) if base.endswith(NUKTA) else CONSONANTS.get(base, base)
