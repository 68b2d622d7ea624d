"""Spelling a line as eastern speakers say it, so that a voice speaks with their accent.

From Bihar eastwards, and in dictation, the vowel that ends a written consonant is heard ("नंबर-अ"), ऐ and औ
are two vowels ("मइ", "चउबीस") and a nasal vowel closes with m or n. Other synthesisers speak so too. What
the ear is to write stays the ordinary spelling.
"""

from __future__ import annotations

from random import Random

from edgebharo.hindi.aksharas import ANUSVARA, ends_bare

TWO_VOWELS = {"ै": "इ", "ौ": "उ", "ऐ": "अइ", "औ": "अउ"}
CLOSED_BY = ("म", "न")
OFTEN = 0.7
"""Share of the words of a line that carry each trait."""


def eastern(line: str, rng: Random) -> str:
    """`line` in a spelling that any Hindi voice speaks with the accent; commas and spaces stay."""
    return " ".join(_word(word, rng) for word in line.split())


def _word(word: str, rng: Random) -> str:
    bare = word.rstrip(",।.?")
    tail = word[len(bare) :]
    if rng.random() < OFTEN:
        bare = "".join(TWO_VOWELS.get(char, char) for char in bare)
    if bare.endswith(ANUSVARA) and rng.random() < OFTEN / 2:
        bare += rng.choice(CLOSED_BY)
    elif len(bare) > 1 and ends_bare(bare) and rng.random() < OFTEN:
        bare += "अ"
    return bare + tail
