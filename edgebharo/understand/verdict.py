"""The verdict on a read-back: how it is judged, else plain yes and no; and whether a wish outweighs that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.hindi.judging import Judgement, judge
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.polarity import ADDRESSED, YES, read_polarity
from edgebharo.hindi.tokens import Token
from edgebharo.hindi.unjudged import Rest, read_rest
from edgebharo.types import Intent
from edgebharo.understand.turn import Turn
from edgebharo.understand.wording import COPULA, NEGATIONS, TAGS

SWALLOWING: tuple[Intent, ...] = ("dont_know", "refuse")
"""Wishes whose words look like a denial ("ठीक से याद नहीं"): only what is judged beside them outweighs them."""

PLAIN_YES = word_set("हां हांजी जीहां")
"""A yes by itself; "जी नहीं" and "बिल्कुल नहीं" are a no."""


@dataclass(frozen=True)
class Verdict:
    """Right, wrong or neither."""

    answer: bool | None
    judged: Judgement
    rest: Rest
    outweighs: bool
    """It is called wrong in so many words, or right and wrong at once: that counts more than a wish ("गलत है,
    फिर से पूछिए")."""

    @property
    def only_judges(self) -> bool:
        """No word is left that could bring a value."""
        return not self.rest.core


def read_verdict(turn: Turn) -> Verdict:
    """How the caller judges what was read back."""
    judged, rest = _judge(turn.tokens), read_rest(turn.tokens)
    if turn.answers.held and _says_both(turn):
        return Verdict(None, judged, rest, outweighs=True)
    said = None if judged.moot and not rest.core else read_polarity(turn.tokens).answer
    first, second = (said, judged.answer) if rest.core else (judged.answer, said)
    answer = second if first is None else first
    return Verdict(answer, judged, rest, outweighs=answer is False and _is_called_wrong(turn, judged))


def _says_both(turn: Turn) -> bool:
    """True for a yes and a no with nothing beside them ("जी हां, नहीं जी, नहीं"): one may be another's voice.

    "हां जी, नहीं है" may agree with a no that was read back; of any other value it says nothing.
    """
    words = {token.text for token in turn.tokens}
    fields = [turn.field(held.field) for held in turn.answers.held]
    verb = frozenset() if any(field and field.type == "boolean" for field in fields) else COPULA
    nothing_else = words <= YES | NEGATIONS | TAGS | ADDRESSED | verb
    return nothing_else and bool(words & PLAIN_YES) and bool(words & (NEGATIONS - TAGS))


def _judge(tokens: Sequence[Token]) -> Judgement:
    return judge([token.text for token in tokens])


def _is_called_wrong(turn: Turn, judged: Judgement) -> bool:
    if turn.wish.intent in SWALLOWING and not judged.anew:
        judged = _judge(turn.plain)
    return judged.answer is False and judged.weighed
