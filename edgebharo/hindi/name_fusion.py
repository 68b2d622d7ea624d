"""One name out of several hearings of it: its letters as they were spelt, and the name as it was spoken.

Place by place, what was spelt is weighed against what was spoken. A spelt consonant or vowel sign outweighs
what was spoken there; a vowel that the spelling lacks is taken from the spoken name. Where the voice
contradicts the letters, known names that lie near are weighed too. What was called wrong is evidence still,
and never a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations

from edgebharo.hindi.aksharas import VIRAMA, is_devanagari
from edgebharo.hindi.known_names import all_known
from edgebharo.hindi.name_guesses import guesses
from edgebharo.hindi.name_letters import (
    Costs,
    Letter,
    Letters,
    aligned,
    departure,
    letters_of,
    unparted,
    written,
)
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import phonetic_key, similarity

SPELT = Costs(consonant=2.4, vowel=2.0, bare=0.8, more=1.7)
SPOKEN = Costs(consonant=1.5, vowel=1.5, bare=1.5, more=1.5)
"""What it costs to depart from the spelling, and from all that was spoken together. Chosen."""
SHAPE = Costs(consonant=1.0, vowel=1.0, bare=1.0, more=1.0)
"""For pairing letters."""
TRUST = 0.3
"""What is left of the weight of a spelling that sounds like nothing that was spoken. Chosen."""
KNOWN = 0.4
"""What each letter of a known word is worth. Chosen where names in no list lose nothing. Of 200 misheard
names of each kind (`scripts.misheard_names`, seed 1) the right one came first for 86 % of listed people (49 %
without it), 92 % of children (67 %), 91 % of places (58 %), 46 % of people in no list (40 %), 64 % of such
places (64 %)."""
FARTHEST = 3.0
"""A name that costs so much more than the likeliest one, refused or not, is none that was meant. Chosen."""
HEARINGS = 6
"""Spoken hearings that are weighed, at most."""
GUESSED = 1
"""Spoken hearings whose words are looked up among the known ones, beside the spelling and a mixture."""
TURNS = 8
"""Ways, other than the likeliest one of their place, that are tried by ones and twos."""
MIXTURES = 16
"""So many of them are weighed."""


@dataclass(frozen=True)
class _Hearing:
    letters: Letters
    costs: Costs


@dataclass(frozen=True)
class _Place:
    """What may stand at one place of a name, the likeliest first, and what each way costs."""

    ways: tuple[Letters, ...]
    costs: tuple[float, ...]


def fused(
    spelt: str,
    spoken: Iterable[str],
    refused: Iterable[str],
    *,
    before: Iterable[str] = (),
    places: bool = False,
) -> tuple[str, ...]:
    """The names that `spelt` and `spoken` may mean together, the likeliest first, no two that sound alike.

    None of them sounds like one of `refused`, but for the spelling itself, where it was not refused as it is
    written: letters tell apart what sounds alike. Empty where the spelling is not in Devanagari letters;
    spoken names that are not are left out. `before`: how it was spelt in earlier turns. `places`: it may be
    the name of a place.
    """
    if not _is_written(spelt):
        return ()
    heard = tuple(dict.fromkeys(normalize(name) for name in spoken if _is_written(name)))[:HEARINGS]
    earlier = tuple(normalize(name) for name in before if _is_written(name))
    hearings = _hearings((spelt, *earlier), heard)
    known = tuple(refused)
    taken = {phonetic_key(name) for name in known}
    taken -= set() if spelt in known else {phonetic_key(spelt)}
    agreed = phonetic_key(spelt) in {phonetic_key(name) for name in heard or (spelt,)} - taken
    costs: dict[str, float] = {}
    for letters in dict.fromkeys(_candidates(hearings, heard, places, agreed=agreed)):
        costs.setdefault(written(letters), _cost(letters, hearings, places))
    worst = min(costs.values()) + FARTHEST
    found: list[str] = []
    for name in sorted((name for name in costs if costs[name] <= worst), key=lambda name: costs[name]):
        if phonetic_key(name) not in taken and name not in known:
            taken.add(phonetic_key(name))
            found.append(name)
    return tuple(found)


def _is_written(name: str) -> bool:
    """True for words in Devanagari letters."""
    words = normalize(name).split()
    return bool(words) and all(is_devanagari(word) for word in words)


def _hearings(spelt: Sequence[str], heard: Sequence[str]) -> tuple[_Hearing, ...]:
    """The spellings, then what was spoken. What sounds like no other hearing counts little."""
    names = (*spelt, *heard)
    alike = [
        max((similarity(name, other) for j, other in enumerate(names) if i != j), default=1.0)
        for i, name in enumerate(names)
    ]
    trust = [TRUST + (1.0 - TRUST) * max(0.0, part) for part in alike[: len(spelt)]]
    shares = [max(0.0, part) ** 2 for part in alike[len(spelt) :]]
    total = max(1.0, sum(shares))
    costs = (*map(SPELT.times, trust), *(SPOKEN.times(share / total) for share in shares))
    return tuple(_Hearing(letters_of(name), cost) for name, cost in zip(names, costs, strict=True))


def _candidates(
    hearings: Sequence[_Hearing], heard: Sequence[str], places: bool, *, agreed: bool
) -> Iterator[Letters]:
    """What was heard, mixtures of it, and, unless voice and letters agreed, names of known words near it."""
    words = next((letters_of(name) for name in heard if " " in name), ())
    mixed = _mixed(hearings, words)
    told = [_spaced(hearing.letters, words) for hearing in hearings]
    yield from (*told, *mixed)
    near = () if agreed else (mixed[0], unparted(mixed[0]), *told[: GUESSED + 1])
    for letters in dict.fromkeys(near):
        yield from guesses(letters, places=places)


def _cost(letters: Letters, hearings: Sequence[_Hearing], places: bool) -> float:
    apart = sum(departure(letters, hearing.letters, hearing.costs) for hearing in hearings)
    words = written(letters).split()
    known = sum(len(letters_of(word)) for word in words if all_known((word,), places=places))
    return apart - KNOWN * known


def _spaced(letters: Letters, words: Letters) -> Letters:
    """`letters` in words: their own, or where those of `words` end."""
    if not words or any(letter.ends for letter in letters[:-1]):
        return letters
    ends = [
        other is not None and other.ends
        for letter, other in aligned(letters, words, SHAPE)
        if letter is not None
    ]
    return tuple(
        letter._replace(ends=last and letter.vowel != VIRAMA)
        for letter, last in zip(letters, ends, strict=True)
    )


# ---------------------------------------------------------------- mixtures


def _mixed(hearings: Sequence[_Hearing], words: Letters) -> list[Letters]:
    """The likeliest mixture of all hearings, and likely ones with one or two places in another way.

    They are parted into words where `words` are.
    """
    places = _places(hearings)
    best = [place.ways[0] for place in places]
    turns = sorted(
        (place.costs[way] - place.costs[0], at, way)
        for at, place in enumerate(places)
        for way in range(1, len(place.ways))
    )[:TURNS]
    turned = (*combinations(turns, 1), *combinations(turns, 2))
    own = hearings[0].letters
    ends = [any(letter.ends for letter in there) for there in _laid_out(own, words)]
    found = [_joined(best, ends)]
    for some in nsmallest(MIXTURES, turned, key=lambda some: sum(cost for cost, _, _ in some)):
        changed = list(best)
        for _, at, way in some:
            changed[at] = places[at].ways[way]
        found.append(_joined(changed, ends))
    return found


def _joined(ways: Sequence[Letters], ends: Sequence[bool]) -> Letters:
    letters: list[Letter] = []
    for way, last in zip(ways, ends, strict=True):
        letters += way
        if last and letters and letters[-1].vowel != VIRAMA:
            letters[-1] = letters[-1]._replace(ends=True)
    return tuple(letters)


def _places(hearings: Sequence[_Hearing]) -> list[_Place]:
    """The places of the spelling and the gaps around them, with all that was heard there."""
    own = hearings[0].letters
    rows = [_laid_out(own, unparted(hearing.letters)) for hearing in hearings]
    return [_place([row[at] for row in rows], hearings) for at in range(2 * len(own) + 1)]


def _laid_out(own: Letters, heard: Letters) -> list[Letters]:
    """What of `heard` stands in each gap before, and at, the letters of `own`, and in the last gap."""
    row: list[Letters] = [()] * (2 * len(own) + 1)
    at = 0
    for letter, other in aligned(own, heard, SHAPE):
        place = at if letter is None else at + 1
        row[place] = (*row[place], *(() if other is None else (other,)))
        at += 0 if letter is None else 2
    return row


def _place(found: Sequence[Letters], hearings: Sequence[_Hearing]) -> _Place:
    """Every way that was heard at a place, and mixed ones, by what they depart from all hearings there."""
    costs = {
        way: sum(departure(way, heard, item.costs) for heard, item in zip(found, hearings, strict=True))
        for way in dict.fromkeys((*found, *_crossed(found)))
    }
    ranked = sorted(costs, key=lambda way: costs[way])
    return _Place(tuple(ranked), tuple(costs[way] for way in ranked))


def _crossed(found: Sequence[Letters]) -> Iterator[Letters]:
    """The consonant that was spelt with a vowel that was spoken, and the other way round."""
    own, *others = found
    for other in others:
        if len(own) == len(other) == 1:
            yield (own[0]._replace(vowel=other[0].vowel, nasal=other[0].nasal),)
            yield (other[0]._replace(vowel=own[0].vowel, nasal=own[0].nasal),)
