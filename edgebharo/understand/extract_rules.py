"""What one utterance says about the form, by Hindi rules alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from edgebharo.forms.expect import kind_of
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field
from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.intents import IntentReading
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.tokens import Token
from edgebharo.types import Answers, Candidate, Extraction, Problem, Transcript
from edgebharo.understand.confirming import read_confirming
from edgebharo.understand.corrections import read_late, read_reversals
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.pieces import read_piece
from edgebharo.understand.readers import is_open_text, read_field
from edgebharo.understand.reviewing import read_review
from edgebharo.understand.turn import Turn, outside, overlap
from edgebharo.understand.volunteered import implied, mentioned, read_others
from edgebharo.understand.wording import has_word

OUTWEIGHED = ("wait", "dont_know", "skip")
"""Wishes that give way to a value said in the same breath ("पता नहीं, शायद चार")."""

OUTWEIGHED_AND_ASKED = (*OUTWEIGHED, "explain")
NUMBERED = ("number", "months", "date", "digits")
""" "बीस हफ़्ते, मतलब पाँच महीने" explains, and does not ask for it; "मेरा नाम सीता है, आप कौन हैं" does both."""
MAY_BE_MISSING = ("digits", "yes_no", "choice", "name", "text")
"""Kinds of things that a caller may not have at all."""
MAYBE = word_set("शायद")
"""Makes a guess of any value."""
WISHLESS = ("number", "months", "digits")
"""Kinds that are read without the words of a wish, whose numbers count minutes."""


@dataclass(frozen=True)
class RulesReading:
    """What the rules found, and the open-text fields on which they want a second opinion."""

    extraction: Extraction
    unsure: tuple[str, ...] = ()


def read(loaded: LoadedForm, answers: Answers, transcript: Transcript, today: date) -> RulesReading:
    """Read one utterance. Pure and total; `transcript.text` has passed `hindi.normalize`."""
    turn = Turn(loaded, answers, transcript, today)
    if not turn.tokens:
        return RulesReading(Extraction())
    if turn.wish.intent == "stop":
        return RulesReading(Extraction(intent="stop"))
    if answers.reviewing:
        return RulesReading(read_review(turn))
    late = read_late(turn)
    if late is not None and (late.candidates or not answers.held):
        return RulesReading(late)
    if answers.held:
        return _reading_back(turn)
    if answers.piece is not None and turn.asked is not None:
        return RulesReading(read_piece(turn, turn.asked, answers.piece))
    return _answering(turn)


def _reading_back(turn: Turn) -> RulesReading:
    extraction = read_confirming(turn)
    held = turn.field(turn.answers.held[0].field)
    turned = read_reversals(turn, held, extraction.affirmed)
    if turned:
        extraction = replace(extraction, intent="correct", candidates=(*extraction.candidates, *turned))
    return RulesReading(extraction)


def _answering(turn: Turn) -> RulesReading:
    """An answer to a question, with whatever else was said beside it."""
    asked = turn.asked
    heard = _asked(turn, asked) if asked is not None else NOTHING
    turned = read_reversals(turn, asked)
    if heard.value is not None and heard.how != "yes/no":
        turned = tuple(item for item in turned if not overlap(item.span, heard.span))
    if asked is not None and asked.is_identifier and heard.value is not None and heard.source != "state":
        turned = tuple(item for item in turned if not _is_own_number(turn, item))
    if turned and heard.how == "yes/no":
        heard = NOTHING  # the no of "अरे नहीं, बच्चा तो हो गया" answers nothing else
    others = read_others(turn, asked, heard.span if heard.value is not None and heard.strong else None)
    if asked is not None and is_open_text(asked) and any(overlap(other.span, heard.span) for other in others):
        heard = _beside(turn, asked, others)
    if asked is not None and heard.value is None and heard.problem is None and not heard.partial:
        heard = implied(turn.loaded.form, asked, others) or heard
    candidates = (*turned, *others)
    if asked is not None and heard.value is not None:
        own = heard.candidate(asked.name, turn.confidence(heard.span))
        return RulesReading(_with_value(heard, (own, *candidates)), _unsure(asked, heard))
    return RulesReading(_without_value(turn, asked, heard, candidates), _unsure(asked, heard, turn))


def _is_own_number(turn: Turn, item: Candidate) -> bool:
    """True for whether a number is hers: beside a number told in full, "यही है, लिखा है" is about that one."""
    field = turn.field(item.field)
    return field is not None and field.meaning == "own_number"


def _asked(turn: Turn, asked: Field) -> Heard:
    """The reading of the asked field, given up where a wish outweighs it."""
    tokens = turn.plain if kind_of(asked) in WISHLESS else turn.tokens
    heard = read_field(turn, asked, tokens)
    if has_word(turn.tokens, MAYBE):
        heard = replace(heard, doubtful=True)
    wish = _wish(turn, asked)
    if wish.intent == "wait" and is_open_text(asked) and not heard.strong:
        return _after_a_pause(turn, asked)
    if wish.intent is None or (heard.value is None and not heard.partial):
        return heard
    if heard.source == "state":
        return NOTHING
    if asked.type == "boolean" and wish.not_available:
        return heard
    certain = kind_of(asked) in NUMBERED or (is_open_text(asked) and heard.strong)
    outweighed = OUTWEIGHED_AND_ASKED if certain else OUTWEIGHED
    if wish.intent not in outweighed or (is_open_text(asked) and not heard.strong):
        return NOTHING
    return replace(heard, doubtful=heard.doubtful or wish.intent == "dont_know")


def _wish(turn: Turn, asked: Field | None) -> IntentReading:
    """What the caller wants instead; months and days cannot be missing, so "नहीं हुआ" is no wish about them."""
    if turn.wish.not_available and asked is not None and kind_of(asked) not in MAY_BE_MISSING:
        return IntentReading()
    return turn.wish


def _after_a_pause(turn: Turn, asked: Field) -> Heard:
    """A name said after "एक मिनट …", where nothing else was said; read back."""
    heard = read_field(turn, asked, turn.plain)
    beside = [token for token in outside(turn.plain, heard.span) if token.text not in FILLERS]
    return replace(heard, doubtful=True) if heard.value is not None and not beside else NOTHING


def _beside(turn: Turn, asked: Field, others: tuple[Candidate, ...]) -> Heard:
    """Open text without the words that answered something else; read back, because it is what was left."""
    tokens: tuple[Token, ...] = turn.tokens
    for other in others:
        tokens = outside(tokens, other.span)
    return replace(read_field(turn, asked, tokens), doubtful=True)


def _with_value(heard: Heard, candidates: tuple[Candidate, ...]) -> Extraction:
    corrects = any(candidate.correction for candidate in candidates)
    return Extraction("correct" if corrects else "answer", candidates, not_available=heard.absent)


def _without_value(
    turn: Turn, asked: Field | None, heard: Heard, candidates: tuple[Candidate, ...]
) -> Extraction:
    """The asked field got nothing: what the caller wants instead, or why it could not be used."""
    name = asked.name if asked is not None else None
    if heard.partial:
        return Extraction("answer", candidates, partial=heard.partial)
    wish = _wish(turn, asked)
    if heard.problem and wish.not_available:
        wish = IntentReading()  # "बच्चा नहीं हुआ" is an idiom of the question, nothing that is missing
    if wish.intent is not None and not candidates and not (heard.strong and heard.problem):
        return Extraction(wish.intent, not_available=wish.not_available)
    if any(candidate.correction for candidate in candidates):
        return Extraction("correct", candidates)
    problem = heard.problem or _problem(turn, asked, candidates)
    intent = wish.intent or ("answer" if candidates or heard.problem else "none")
    return Extraction(
        intent,
        candidates,
        problem,
        name,
        not_available=wish.not_available,
        hints=heard.hints,
        unsettled=heard.unsettled,
    )


def _problem(turn: Turn, asked: Field | None, candidates: tuple[Candidate, ...]) -> Problem:
    elsewhere = bool(candidates) or (asked is not None and any(mentioned(turn, asked)))
    return "wrong_field" if elsewhere else "unclear"


def _unsure(asked: Field | None, heard: Heard, turn: Turn | None = None) -> tuple[str, ...]:
    """The asked field, where it takes open text and the rules would like to be told they are right."""
    wishes = turn is not None and turn.wish.intent is not None
    if asked is None or heard.sure or wishes or not is_open_text(asked):
        return ()
    return (asked.name,)
