"""One name out of several hearings of it: its letters as they were spelt, and the name as it was spoken.

Place by place, what was spelt is weighed against what was spoken. A spelt consonant or vowel sign outweighs
what was spoken there; a vowel that the spelling lacks is taken from the spoken name. What was called wrong is
evidence still, and never a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from edgebharo.hindi.aksharas import VIRAMA, is_devanagari
from edgebharo.hindi.common_names import all_common
from edgebharo.hindi.name_letters import Costs, Letters, aligned, departure, letters_of, written
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
"""What it is worth that every word is a common name. Chosen."""
HEARINGS = 6
"""Spoken hearings that are weighed, at most."""
TURNS = 8
"""Ways, other than the likeliest one of their place, that are tried by ones and twos."""


@dataclass(frozen=True)
class _Hearing:
    letters: Letters
    costs: Costs


@dataclass(frozen=True)
class _Place:
    """What may stand at one place of a name, the likeliest first, and what each way costs."""

    ways: tuple[Letters, ...]
    costs: tuple[float, ...]


def fused(spelt: str, spoken: Iterable[str], refused: Iterable[str]) -> tuple[str, ...]:
    """The names that `spelt` and `spoken` may mean together, the likeliest first, no two that sound alike.

    None of them sounds like one of `refused`, but for the spelling itself, where it was not refused as it is
    written: letters tell apart what sounds alike. Empty where the spelling is not in Devanagari letters;
    spoken names that are not are left out.
    """
    if not _is_written(spelt):
        return ()
    heard = tuple(dict.fromkeys(normalize(name) for name in spoken if _is_written(name)))[:HEARINGS]
    hearings = _hearings(spelt, heard)
    known = tuple(refused)
    taken = {phonetic_key(name) for name in known}
    taken -= set() if spelt in known else {phonetic_key(spelt)}
    costs: dict[str, float] = {}
    for letters in (letters_of(spelt), *map(letters_of, heard), *_mixed(hearings)):
        name = _spaced(letters, heard)
        costs.setdefault(name, _cost(name, letters, hearings))
    found: list[str] = []
    for name in sorted(costs, key=lambda name: costs[name]):
        if phonetic_key(name) not in taken and name not in known:
            taken.add(phonetic_key(name))
            found.append(name)
    return tuple(found)


def _is_written(name: str) -> bool:
    """True for words in Devanagari letters."""
    words = normalize(name).split()
    return bool(words) and all(is_devanagari(word) for word in words)


def _hearings(spelt: str, heard: Sequence[str]) -> tuple[_Hearing, ...]:
    """The spelling, then what was spoken. What sounds like no other hearing counts little."""
    names = (spelt, *heard)
    alike = [
        max((similarity(name, other) for j, other in enumerate(names) if i != j), default=1.0)
        for i, name in enumerate(names)
    ]
    shares = [max(0.0, part) ** 2 for part in alike[1:]]
    total = max(1.0, sum(shares))
    spoken = (
        _Hearing(letters_of(name), SPOKEN.times(share / total))
        for name, share in zip(heard, shares, strict=True)
    )
    own = SPELT.times(TRUST + (1.0 - TRUST) * max(0.0, alike[0]))
    return (_Hearing(letters_of(spelt), own), *spoken)


def _cost(name: str, letters: Letters, hearings: Sequence[_Hearing]) -> float:
    apart = sum(departure(letters, hearing.letters, hearing.costs) for hearing in hearings)
    return apart - (KNOWN if all_common(name.split()) else 0.0)


def _spaced(letters: Letters, heard: Sequence[str]) -> str:
    """`letters` in words, where they were spoken in words."""
    words = next((letters_of(name) for name in heard if " " in name), ())
    plain = tuple(replace(letter, ends=False) for letter in letters)
    ends = [
        other is not None and other.ends and letter.vowel != VIRAMA
        for letter, other in aligned(plain, words, SHAPE)
        if letter is not None
    ]
    return written(tuple(replace(letter, ends=last) for letter, last in zip(plain, ends, strict=True)))


# ---------------------------------------------------------------- mixtures


def _mixed(hearings: Sequence[_Hearing]) -> Iterator[Letters]:
    """The likeliest mixture of all hearings, and those with one or two places in another way."""
    places = _places(hearings)
    best = [place.ways[0] for place in places]
    yield _joined(best)
    turns = sorted(
        (place.costs[way] - place.costs[0], at, way)
        for at, place in enumerate(places)
        for way in range(1, len(place.ways))
    )[:TURNS]
    for turned in (*combinations(turns, 1), *combinations(turns, 2)):
        changed = list(best)
        for _, at, way in turned:
            changed[at] = places[at].ways[way]
        yield _joined(changed)


def _joined(ways: Sequence[Letters]) -> Letters:
    return tuple(letter for way in ways for letter in way)


def _places(hearings: Sequence[_Hearing]) -> list[_Place]:
    """The places of the spelling and the gaps around them, with all that was heard there."""
    own = hearings[0].letters
    rows = [_laid_out(own, hearing.letters) for hearing in hearings]
    return [_place([row[at] for row in rows], hearings) for at in range(2 * len(own) + 1)]


def _laid_out(own: Letters, heard: Letters) -> list[Letters]:
    """What of `heard` stands in each gap before, and at, the letters of `own`, and in the last gap."""
    row: list[Letters] = [()] * (2 * len(own) + 1)
    at = 0
    for letter, other in aligned(own, heard, SHAPE):
        place = at if letter is None else at + 1
        row[place] = (*row[place], *(() if other is None else (replace(other, ends=False),)))
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
            yield (replace(own[0], vowel=other[0].vowel, nasal=other[0].nasal),)
            yield (replace(other[0], vowel=own[0].vowel, nasal=own[0].nasal),)
