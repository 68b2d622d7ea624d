"""Devanagari in Latin letters, the way people type Hindi."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसह",
        (
            *("k", "kh", "g", "gh", "n", "ch", "chh", "j", "jh", "n", "t", "th", "d", "dh", "n"),
            *(
                "t",
                "th",
                "d",
                "dh",
                "n",
                "p",
                "f",
                "b",
                "bh",
                "m",
                "y",
                "r",
                "l",
                "l",
                "v",
                "sh",
                "sh",
                "s",
                "h",
            ),
        ),
        strict=True,
    )
)
VOWELS = dict(zip("अआइईउऊएऐओऔऋ", ("a", "aa", "i", "ee", "u", "oo", "e", "ai", "o", "au", "ri"), strict=True))
SIGNS = dict(zip("ािीुूेैोौृ", ("aa", "i", "ee", "u", "oo", "e", "ai", "o", "au", "ri"), strict=True))
VIRAMA, NUKTA, NASAL = "\u094d", "\u093c", "\u0902"
FLAP = {"ड": "r", "ढ": "rh"}
"""ड़ and ढ़ are also written with an r ("anganwari")."""


def romanised(word: str) -> tuple[str, ...]:
    """Every usual Latin spelling of a folded Devanagari `word`, but for vowels' length; fullest first."""
    return tuple(dict.fromkeys("".join(parts) for parts in product(*_choices(word))))


def _choices(word: str) -> Iterator[tuple[str, ...]]:
    """For each letter of `word` what may be written for it."""
    for at, char in enumerate(word):
        after = word[at + 1 : at + 2]
        if char in CONSONANTS:
            flapped = after == NUKTA
            yield (CONSONANTS[char], FLAP[char]) if flapped and char in FLAP else (CONSONANTS[char],)
            after = word[at + 2 : at + 3] if flapped else after
            if not after and word[at - 1 : at] == VIRAMA:
                yield ("", "a")
            elif after and after not in SIGNS and after != VIRAMA:
                yield ("a", "") if 0 < at < len(word) - 2 else ("a",)
        elif char == NASAL:
            yield ("n", "")
        elif char in VOWELS or char in SIGNS:
            yield (VOWELS.get(char) or SIGNS[char],)
