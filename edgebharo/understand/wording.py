"""Finding set phrases among heard words, forgiving the particles that Hindi drops in anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.phrases import NEGATIVES, SHORT_NEGATIVES
from edgebharo.hindi.tokens import Token, tokenize

PARTICLES = word_set("तो ही भी जी अभी मैं हम ये यह वो वह अब बस सिर्फ़ मुझे मेरा मेरे मेरी")
"""May stand inside a phrase without changing it."""
COPULA = word_set("है हैं हूं बा बानी छै छी छूं सै सूं सां हई हईं हऊं हवे हौं")
TIMES = word_set("कल परसों आज पिछले इस हफ़्ते महीने साल दिन पहले रात सुबह शाम") | frozenset(CARDINALS)
"""So may a time: "बच्चा तो पिछले हफ़्ते हो गया"."""
NEGATIONS = NEGATIVES | SHORT_NEGATIVES | word_set("मत")
STRESS = word_set("तो ही भी")
TAGS = word_set("न ना")
"""After a whole phrase these ask for agreement ("लिखा है ना"), unless its verb still follows."""


@dataclass(frozen=True)
class Match:
    """Where a phrase was found: tokens i to j (half-open)."""

    i: int
    j: int
    negated: bool = False
    """A negation stands inside the phrase or right after it."""
    refused: bool = False
    """A negation stands right before it."""
    words: int = 1
    """How many of the phrase's words were said, a closing है not among them; the longest match says most."""


@lru_cache(maxsize=4096)
def words_in(text: str) -> tuple[str, ...]:
    """The words of a form's wording in normal form; remembered, because each turn looks for all of them."""
    return tuple(normalize(text).split())


@dataclass(frozen=True)
class Slot:
    """One place of a wording: the words that may stand there, and whether it may stay empty."""

    words: frozenset[str]
    optional: bool = False


@lru_cache(maxsize=4096)
def slots_in(text: str) -> tuple[Slot, ...]:
    """The places of a form's wording: `पति|बेटा` is one of several words, `ही?` may be missing.

    A no stands for the no of every dialect. A closing है may be left out where two needed words go
    before it and no other word may stand in its place.
    """
    slots = [_slot(part) for part in text.split()]
    if len(slots) > 1 and slots[-1].words & NEGATIVES:
        slots[-1] = replace(slots[-1], words=slots[-1].words - TAGS)  # "है ना" asks for agreement
    needed = sum(not slot.optional for slot in slots[:-1])
    if needed > 1 and slots[-1].words <= COPULA:
        slots[-1] = Slot(slots[-1].words, optional=True)
    return tuple(slots)


def _slot(part: str) -> Slot:
    words = word_set(part.rstrip("?").replace("|", " "))
    return Slot(words | NEGATIONS if words & NEGATIONS else words, part.endswith("?"))


def find(tokens: Sequence[Token], phrase: str) -> Match | None:
    """The place where most words of `phrase` stand, with particles and a negation between them at most.

    A phrase that holds a negation itself is matched as written. "" is never found.
    """
    slots = slots_in(phrase)
    matches = [match for i in range(len(tokens)) if (match := _match_at(tokens, i, slots)) is not None]
    return max(matches, key=lambda match: (match.words, -match.i), default=None)


def _match_at(tokens: Sequence[Token], i: int, slots: Sequence[Slot]) -> Match | None:
    own_negation = any(slot.words & NEGATIONS for slot in slots)
    negated = False
    k, said, j, end = 0, 0, i, i
    while j < len(tokens) and k < len(slots):
        text = tokens[j].text
        after = _filled(slots, k, text)
        if after:
            k, said, end = after, said + 1, j + 1
        elif said and text in NEGATIONS and not own_negation:
            negated = True
        elif not said or text not in PARTICLES | TIMES:
            break
        j += 1
    if not said or any(not slot.optional for slot in slots[k:]):
        return None
    negated = negated and has_word(tokens[i:end], NEGATIONS)
    closing = slots[-1].optional and tokens[end - 1].text in COPULA
    refused = i > 0 and tokens[i - 1].text in NEGATIONS
    match = Match(i, end, negated, refused, said - closing)
    return match if own_negation else _with_what_follows(tokens, match)


def _filled(slots: Sequence[Slot], k: int, text: str) -> int:
    """The place after the one that `text` fills, from place k on; 0 where it fills none."""
    for place in range(k, len(slots)):
        if text in slots[place].words:
            return place + 1
        if not slots[place].optional:
            return 0
    return 0


def _with_what_follows(tokens: Sequence[Token], match: Match) -> Match:
    """`match` with the no after it: a negation, or a tag that asks for agreement."""
    j = match.j
    while j < len(tokens) and tokens[j].text in STRESS:
        j += 1
    after = [token.text for token in tokens[j : j + 2]]
    if not after or after[0] not in NEGATIONS:
        return match
    follows = after[0] not in TAGS or bool(set(after[1:]) & COPULA)
    return replace(match, j=j + 1, negated=match.negated or follows)


def find_any(tokens: Sequence[Token], phrases: Iterable[str]) -> Match | None:
    """The match with the most words among `phrases`; the earlier one where two have as many."""
    matches = [match for match in (find(tokens, phrase) for phrase in phrases) if match is not None]
    return max(matches, key=lambda match: (match.words, -match.i), default=None)


def has_word(tokens: Sequence[Token], words: frozenset[str]) -> bool:
    """True where any token is one of `words`."""
    return any(token.text in words for token in tokens)


def without(tokens: Sequence[Token], match: Match) -> tuple[Token, ...]:
    """The tokens outside `match`; their offsets stay as they were."""
    return (*tokens[: match.i], *tokens[match.j :])


def words_of(text: str) -> tuple[Token, ...]:
    """Tokens of text that may not have passed the border yet (a stored value, a form's option)."""
    return tokenize(normalize(text))
