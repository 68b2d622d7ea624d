"""In which groups a digit string was said: "अट्ठानवे, छिहत्तर" is two and two, a pause parts groups too."""

from __future__ import annotations

from itertools import pairwise

from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.tokens import Token, tokenize
from edgebharo.types import Candidate, Transcript, Word

PAUSE_MS = 160
"""Silence between two words from which a new group begins: inside a group the words run together."""
SMALLEST, LARGEST = 2, 5
"""A group that can be followed by ear: people repeat about five to seven digits without a slip
(Miller 1956)."""


def groups_of(transcript: Transcript, candidate: Candidate) -> tuple[int, ...]:
    """The sizes of the groups in which the digits of `candidate` were said; empty where that is not known."""
    words, tokens = transcript.words, tokenize(transcript.text)
    span = candidate.span
    if span is None or len(words) != len(tokens) or not isinstance(candidate.value, str):
        return ()
    inside = [
        (token, word)
        for token, word in zip(tokens, words, strict=True)
        if span.start <= token.start and token.end <= span.end
    ]
    counts = [_count(token) for token, _ in inside]
    if sum(counts) != len(candidate.value):
        return ()
    return _shaped(_sizes(counts, [word for _, word in inside]))


def _count(token: Token) -> int:
    return len(read_digits((token,), None).digits)


def _sizes(counts: list[int], words: list[Word]) -> list[int]:
    """A pair is a group of its own; single digits are one until a pause."""
    sizes: list[int] = []
    gaps = [0, *(after.start_ms - before.end_ms for before, after in pairwise(words))]
    for place, (count, gap) in enumerate(zip(counts, gaps, strict=True)):
        begins = not sizes or gap >= PAUSE_MS or count > 1 or (place > 0 and counts[place - 1] > 1)
        if begins:
            sizes.append(count)
        else:
            sizes[-1] += count
    return [size for size in sizes if size]


def _shaped(sizes: list[int]) -> tuple[int, ...]:
    """`sizes` where each can be followed; else nothing, so that the house's own groups are used."""
    fits = len(sizes) > 1 and all(SMALLEST <= size <= LARGEST for size in sizes)
    return tuple(sizes) if fits else ()
