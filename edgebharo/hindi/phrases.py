"""Fixed phrases with room in them, matched word by word: the small language of the phrase tables.

A phrase is a row of slots. `पता|मालूम` is one of several words, `तो?` may be missing, and `..` stands for
up to two words of any kind (it never starts or ends a phrase). `नहीं` stands for the no of every dialect, and
for ना and न where the phrase goes on after it (at its end they only ask for agreement: "बताना ना"). Words are
compared whole and in the normal form, so the yes in "यहाँ" is never found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.tokens import Token

GAP = 2
"""Words that `..` may stand for at most."""
NEGATIVE = normalize("नहीं")
NEGATIVES = word_set(
    "नहीं नही नहि नहिं नाहीं नाही नइखे नइखीं नइखी नइखन नइखै नइ नई नईं नइं नै नय नाइ नाय नांय नी "
    "नईंयां नइयां नइंयां नईयां नइया कोनी कोनि कोन्या"
)
"""No as it is spoken and heard: Hindi, Bhojpuri and Magahi, Chhattisgarhi, Maithili, Rajasthani and Malwi."""
SHORT_NEGATIVES = word_set("ना न")


@dataclass(frozen=True)
class Slot:
    """One place of a phrase: its words, or any word where there are none."""

    words: frozenset[str]
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class Match:
    """Tokens `start` (inclusive) to `end` (exclusive) say one phrase."""

    start: int
    end: int


@dataclass(frozen=True)
class Phrase:
    """A compiled phrase."""

    slots: tuple[Slot, ...]
    opens: frozenset[str]
    """The words that it may begin with: most tokens are ruled out by a look here."""


@cache
def phrase(text: str) -> Phrase:
    """Compile one phrase."""
    slots = [_slot(part) for part in text.split()]
    needed = [index for index, slot in enumerate(slots) if slot.least]
    for index in needed[:-1]:
        if NEGATIVE in slots[index].words:
            slots[index] = replace(slots[index], words=slots[index].words | SHORT_NEGATIVES)
    opens: set[str] = set()
    for slot in slots:
        opens |= slot.words
        if slot.least:
            break
    return Phrase(tuple(slots), frozenset(opens))


def _slot(part: str) -> Slot:
    """Compile one place of a phrase."""
    if part == "..":
        return Slot(frozenset(), 0, GAP)
    words = word_set(part.rstrip("?").replace("|", " "))
    return Slot(words | NEGATIVES if NEGATIVE in words else words, 0 if part.endswith("?") else 1)


def phrases(*texts: str) -> tuple[Phrase, ...]:
    """Compile a table of phrases."""
    return tuple(phrase(text) for text in texts)


def _ends(tokens: Sequence[Token], at: int, slots: tuple[Slot, ...]) -> Iterator[int]:
    """Every token index at which `slots`, begun at token `at`, can be over; longest first is not promised."""
    if not slots:
        yield at
        return
    slot, rest = slots[0], slots[1:]
    here = at
    for taken in range(slot.most + 1):
        if taken >= slot.least:
            yield from _ends(tokens, here, rest)
        if here == len(tokens) or (slot.words and tokens[here].text not in slot.words):
            return
        here += 1


def match_at(tokens: Sequence[Token], at: int, table: Iterable[Phrase]) -> Match | None:
    """The longest phrase of `table` that begins at token `at`."""
    if at >= len(tokens):
        return None
    word = tokens[at].text
    fitting = (one.slots for one in table if word in one.opens)
    longest = max((end for slots in fitting for end in _ends(tokens, at, slots)), default=at)
    return Match(at, longest) if longest > at else None


def find_all(tokens: Sequence[Token], table: Sequence[Phrase]) -> tuple[Match, ...]:
    """Every place where a phrase of `table` is said: left to right, longest first, never overlapping."""
    found: list[Match] = []
    at = 0
    while at < len(tokens):
        match = match_at(tokens, at, table)
        if match:
            found.append(match)
        at = match.end if match else at + 1
    return tuple(found)
