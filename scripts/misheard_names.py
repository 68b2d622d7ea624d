"""Names whose letters and sounds were misheard at random, and how often the right one is put together again.

    python -m scripts.misheard_names [--cases 60] [--seed 1]

For each kind of name so many cases are drawn: of listed people and places (`hindi.listed_people`,
`listed_places`) and of `scripts/names`, which stand in no list. Each is spelt once and spoken one to three
times. Letters are lost, or taken for near ones or for any other, and vowels change or vanish: seldom in
spelling, often in speech. Printed is the share of names that `name_fusion.fused` puts first, and first or
second, with the known names and without them (KNOWN at 0).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from unittest.mock import patch

from edgebharo.hindi import name_fusion
from edgebharo.hindi.aksharas import VIRAMA
from edgebharo.hindi.listed_places import KINDS
from edgebharo.hindi.name_letters import CARRIER, Letter, letters_of, written
from edgebharo.hindi.similarity import same_name
from scripts.asr.word_sources import own_words
from scripts.spoken_names import unlisted

NEAR_SETS = tuple("कखग गघक चछस जझय टठत डढद तथट दधड नम पफब बभव रल लर वब सश हख यज".split())  # noqa: SIM905 - reads better
"""Consonants that are taken for each other: the first of a set for any other in it, and back."""
ANY = "कगचजटडतदनपबमयरलवसह"
OTHER_VOWELS: Mapping[str, tuple[str, ...]] = {
    "ि": ("ी",), "ी": ("ि",), "ु": ("ू",), "ू": ("ु",), "े": ("ै", "ि"), "ै": ("े",),
    "ो": ("ौ", "ु"), "ौ": ("ो",), "ा": ("",), "": ("ा", "ि", "े"),
}  # fmt: skip


@dataclass(frozen=True)
class Noise:
    """How often one thing happens to a letter, or to its vowel, 0..1."""

    lost: float
    near: float
    other: float
    vowel: float
    bare: float
    """A vowel sign is not heard."""


LETTERS = Noise(lost=0.03, near=0.05, other=0.01, vowel=0.04, bare=0.03)
VOICE = Noise(lost=0.06, near=0.13, other=0.04, vowel=0.2, bare=0.05)
"""Chosen: about what the packaged ear does to letters, and to names said in noise."""


@dataclass(frozen=True)
class Case:
    """A name, how its letters were heard, and how it was."""

    name: str
    spelt: str
    spoken: tuple[str, ...]


def _pick(random: Random, *lists: str) -> str:
    return " ".join(random.choice(own_words(name)) for name in lists)


def _place(random: Random) -> str:
    joined, stem = random.random() < 0.6, _pick(random, "place_stems")
    return stem + _pick(random, "place_endings") if joined else f"{stem} {random.choice(KINDS.split())}"


NAMES: Mapping[str, tuple[Callable[[Random], str], bool]] = {
    "people": (lambda random: _pick(random, "given_names", "surnames"), False),
    "children": (lambda random: _pick(random, "given_names"), False),
    "places": (_place, True),
    "people in no list": (lambda random: random.choice(unlisted("name")), False),
    "places in no list": (lambda random: random.choice(unlisted("clinic_name")), True),
}
"""Of each kind, how a name is drawn, and whether it is a place's."""


def misheard(name: str, noise: Noise, random: Random) -> str:
    """`name` with letters and vowels heard otherwise."""
    heard = [letter for one in letters_of(name) if (letter := _letter(one, noise, random)) is not None]
    if not heard:
        return name
    last = heard[-1]
    heard[-1] = last._replace(ends=True, vowel="" if last.vowel == VIRAMA else last.vowel)
    return written(tuple(heard))


def _letter(letter: Letter, noise: Noise, random: Random) -> Letter | None:
    draw = random.random()
    if draw < noise.lost:
        return None
    base, vowel = letter.base, letter.vowel
    if draw < noise.lost + noise.near:
        base = random.choice(_near(base) or (base,))
    elif draw < noise.lost + noise.near + noise.other and base != CARRIER:
        base = random.choice(ANY)
    draw = random.random() * (1 if vowel else 2)
    if draw < noise.vowel and vowel in OTHER_VOWELS and (vowel or base != CARRIER):
        vowel = random.choice(OTHER_VOWELS[vowel])
    elif vowel in OTHER_VOWELS and draw < noise.vowel + noise.bare and base != CARRIER:
        vowel = ""
    return letter._replace(base=base, vowel=vowel)


def _near(base: str) -> tuple[str, ...]:
    return tuple(
        other
        for near in NEAR_SETS
        for other in near
        if other != base[:1] and (near[0] == base[:1] or (base[:1] in near and other == near[0]))
    )


def cases(kind: str, count: int, random: Random) -> Iterator[Case]:
    """`count` names of a kind of which no hearing sounds like the name itself."""
    draw, _ = NAMES[kind]
    while count:
        name = draw(random)
        spelt = misheard(name, LETTERS, random).replace(" ", "")
        spoken = tuple(misheard(name, VOICE, random) for _ in range(random.randint(1, 3)))
        if not any(same_name(heard, name) for heard in spoken):
            count -= 1
            yield Case(name, spelt, spoken)


def found(case: Case, *, places: bool) -> int | None:
    """The rank of the right name, 0 for the likeliest; None where it is not offered."""
    names = name_fusion.fused(case.spelt, case.spoken, case.spoken, places=places)
    return next((rank for rank, name in enumerate(names) if same_name(name, case.name)), None)


def shares(drawn: Sequence[Case], known: float, *, places: bool) -> str:
    """How often the right name is first, and of the first two, where a known letter is worth `known`."""
    with patch.object(name_fusion, "KNOWN", known):
        ranks = [found(case, places=places) for case in drawn]
    first, second = ranks.count(0) / len(ranks), ranks.count(1) / len(ranks)
    return f"{first:.0%} first, {first + second:.0%} of two"


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for kind, (_, places) in NAMES.items():
        drawn = tuple(cases(kind, options.cases, Random(f"{options.seed}/{kind}")))  # noqa: S311 - repeatable
        told, alone = (shares(drawn, known, places=places) for known in (name_fusion.KNOWN, 0.0))
        print(f"{kind}: {told}; without known names {alone}")


if __name__ == "__main__":
    main()
