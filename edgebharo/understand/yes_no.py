"""Yes/no questions: the question's own idioms first, then yes- and no-words around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from edgebharo.forms.schema import Cues, Field
from edgebharo.hindi.phrases import find_all, phrases
from edgebharo.hindi.polarity import AGREE, NO, WRONG, YES, Polarity, read_polarity
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.turn import unwished
from edgebharo.understand.wording import Match, find_any, without, words_in

SAYING = YES | AGREE | NO | WRONG
"""All that counts beside a cue: its verb belongs to the cue, not to them."""

WHETHER = phrases("है|हैं|हूं|हो|था कि|या नहीं|ना|न", "कि|या नहीं पता|मालूम|याद")
""" "जुड़ा है कि नहीं": a question, not an answer."""


@dataclass(frozen=True)
class Cue:
    """A phrase of this very question. `answer` None: it is neither yes nor no."""

    match: Match
    answer: bool | None
    doubtful: bool


def find_cue(cues: Cues, tokens: Sequence[Token]) -> Cue | None:
    """The longest cue that was said."""
    kinds: tuple[tuple[tuple[str, ...], bool | None, bool], ...] = (
        (cues.unclear, None, False),
        (cues.doubtful_no, False, True),
        (cues.doubtful_yes, True, True),
        (cues.no, False, False),
        (cues.yes, True, False),
    )
    found: list[Cue] = []
    for wordings, answer, doubtful in kinds:
        match = find_any(tokens, wordings)
        if match is not None:
            turned = answer is not None and match.negated
            found.append(Cue(match, not answer if turned else answer, doubtful))
    return max(found, key=lambda cue: (cue.match.words, cue.answer is None), default=None)


def read_yes_no(field: Field, tokens: Sequence[Token]) -> Heard:
    """The answer to a yes/no question; `problem` "unclear" where an idiom says neither."""
    about = frozenset(word for topic in field.topics for word in words_in(topic))
    if find_all(tokens, WHETHER):
        return NOTHING
    cue = find_cue(field.cues, unwished(tokens))
    if cue is None:
        return _from_words(read_polarity(tokens, about))
    words = unwished(tokens)
    rest = read_polarity([token for token in without(words, cue.match) if token.text in SAYING])
    span = span_of(words[cue.match.i : cue.match.j])
    if cue.answer is None:
        if rest.answer is None:
            return Heard(problem="unclear", span=span, how="idiom")
        return replace(_from_words(rest), doubtful=True)
    agrees = rest.answer in (None, cue.answer)
    doubtful = rest.doubtful or not agrees or (cue.doubtful and rest.answer is None)
    return Heard(
        cue.answer, span, "idiom", doubtful=doubtful, corrected=rest.corrected or not agrees, strong=True
    )


def _from_words(said: Polarity) -> Heard:
    if said.answer is None:
        return NOTHING
    return Heard(said.answer, said.span, "yes/no", doubtful=said.doubtful, corrected=said.corrected)
