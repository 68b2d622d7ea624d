"""What a caller wants instead of answering: to skip, to refuse, to hear it again, to wait, to stop and more.

The reading says which words carry the wish, so that whoever also found a value can let the value win
("पता नहीं, शायद चार", "मई की... रुको... नौ मई").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.hindi.closed_phrases import CLOSED
from edgebharo.hindi.intent_phrases import (
    ALONE,
    DONT_KNOW,
    EXPLAIN,
    FILLERS,
    MEANING,
    NOT_AVAILABLE,
    OFFERS,
    REFUSE,
    REPEAT,
    SKIP,
    STOP,
    WAIT,
)
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import Match, Phrase, find_all
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import ExpectKind, Intent, Span

AGREED = word_set("हाँ हां")
PUZZLED = word_set("हैं हें")
""" "हैं?" asks back; after a yes it is its verb ("हां जी, हैं")."""

TABLES: tuple[tuple[Intent, tuple[Phrase, ...]], ...] = (
    ("stop", STOP),
    ("refuse", REFUSE),
    ("repeat", REPEAT),
    ("explain", EXPLAIN),
    ("wait", WAIT),
    ("dont_know", DONT_KNOW),
    ("skip", SKIP),
)
WEIGHT: dict[Intent, int] = {
    "stop": 5,
    "refuse": 4,
    "repeat": 3,
    "wait": 3,
    "dont_know": 3,
    "explain": 2,
    "skip": 1,
}
"""Where several wishes are said the heaviest counts, the last of equals."""


@dataclass(frozen=True)
class IntentReading:
    """A wish, and the words that carry it."""

    intent: Intent | None = None
    span: Span | None = None
    not_available: bool = False
    """The thing does not exist; set together with `skip` only. "नहीं है" counts: to a yes/no question it is
    the answer no, and the polarity of the same words says so."""


@dataclass(frozen=True)
class Wish:
    """One wish found among the tokens `at.start` to `at.end`."""

    intent: Intent
    at: Match


def read_intent(tokens: Sequence[Token], asked: ExpectKind | None = None) -> IntentReading:
    """What the caller wants instead of answering; all None where the words answer or say nothing.

    `asked` is the kind of answer that was asked for, which lends a wish to more words.
    """
    wish = _heaviest(find_wishes(tokens, asked))
    if wish:
        return _reading(tokens, wish)
    missing = find_all(tokens, NOT_AVAILABLE)
    if missing:
        return IntentReading("skip", span_of(tokens[missing[0].start : missing[-1].end]), not_available=True)
    return IntentReading()


def find_wishes(tokens: Sequence[Token], asked: ExpectKind | None = None) -> tuple[Wish, ...]:
    """Every wish that is said, in the order of `TABLES`; "है ही नहीं" is not among them (it may be a no).

    Words inside a longer wish are none of their own: "सुनाई नहीं दे रहा" refuses nothing.
    """
    alone = _alone(tokens)
    if alone:
        return (alone,)
    tables = TABLES if asked is None else (*TABLES, *CLOSED.get(asked, ()))
    found = [Wish(intent, match) for intent, table in tables for match in find_all(tokens, table)]
    found += [Wish("explain", match) for match in find_all(tokens, OFFERS) if _is_last(tokens, match)]
    return tuple(wish for wish in found if not any(_holds(other.at, wish.at) for other in found))


def _is_last(tokens: Sequence[Token], match: Match) -> bool:
    """True where nothing of weight follows."""
    return all(token.text in FILLERS for token in tokens[match.end :])


def _holds(longer: Match, shorter: Match) -> bool:
    """True where `shorter` is a part of `longer`, not all of it."""
    return longer.start <= shorter.start and shorter.end <= longer.end and longer != shorter


def _heaviest(wishes: Sequence[Wish]) -> Wish | None:
    """The wish that counts."""
    return max(wishes, key=lambda wish: (WEIGHT[wish.intent], wish.at.start), default=None)


def _reading(tokens: Sequence[Token], wish: Wish) -> IntentReading:
    missing = wish.intent == "skip" and bool(find_all(tokens, NOT_AVAILABLE))
    return IntentReading(wish.intent, span_of(tokens[wish.at.start : wish.at.end]), missing)


def _alone(tokens: Sequence[Token]) -> Wish | None:
    """The wish that a word or two express when nothing else of weight is said ("क्या?", "रहने दो")."""
    heavy = [index for index, token in enumerate(tokens) if token.text not in FILLERS - MEANING]
    said = " ".join(dict.fromkeys(tokens[index].text for index in heavy))
    agreed = any(token.text in AGREED for token in tokens)
    for intent, table in ALONE.items():
        if said in table and not (said in PUZZLED and agreed):
            return Wish(intent, Match(heavy[0], heavy[-1] + 1))
    return None
