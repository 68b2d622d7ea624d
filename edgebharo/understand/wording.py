"""Finding set phrases among heard words, forgiving the particles that Hindi drops in anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.tokens import Token, tokenize

PARTICLES = word_set("तो ही भी जी अभी मैं हम ये यह वो वह अब बस सिर्फ़ मुझे मेरा मेरे मेरी")
"""May stand inside a phrase without changing it."""
COPULA = word_set("है हैं हूं")
TIMES = word_set("कल परसों आज पिछले इस हफ़्ते महीने साल दिन पहले रात सुबह शाम") | frozenset(CARDINALS)
"""So may a time: "बच्चा तो पिछले हफ़्ते हो गया"."""
NEGATIONS = word_set("नहीं नही न ना मत नइखे")
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
    """How many words the phrase has; the longest match says most."""


@lru_cache(maxsize=4096)
def words_in(text: str) -> tuple[str, ...]:
    """The words of a form's wording in normal form; remembered, because each turn looks for all of them."""
    return tuple(normalize(text).split())


def find(tokens: Sequence[Token], phrase: str) -> Match | None:
    """The first place where the words of `phrase` stand, with particles and a negation between them at most.

    A closing है may be left out ("दूसरे नंबर पर"). A phrase that holds a negation itself is matched as written.
    "" is never found.
    """
    words = words_in(phrase)
    if len(words) > 2 and words[-1] in COPULA:
        words = words[:-1]
    if not words:
        return None
    for i in range(len(tokens)):
        match = _match_at(tokens, i, words)
        if match is not None:
            return match
    return None


def _match_at(tokens: Sequence[Token], i: int, words: Sequence[str]) -> Match | None:
    own_negation = any(word in NEGATIONS for word in words)
    negated = False
    k, j = 0, i
    while j < len(tokens) and k < len(words):
        text = tokens[j].text
        if text == words[k]:
            k += 1
        elif k and text in NEGATIONS and not own_negation:
            negated = True
        elif not k or text not in PARTICLES | TIMES:
            return None
        j += 1
    if k < len(words):
        return None
    after = [token.text for token in tokens[j : j + 2]]
    said_on = bool(after) and after[0] in NEGATIONS
    follows = said_on and not own_negation and (after[0] not in TAGS or bool(set(after[1:]) & COPULA))
    refused = i > 0 and tokens[i - 1].text in NEGATIONS
    tagged = said_on and after[0] in TAGS
    return Match(i, j + 1 if follows or tagged else j, negated or follows, refused, len(words))


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
