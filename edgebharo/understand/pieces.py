"""Answers to a question for a part of a value: some of the digits, the month of a date, a name's letters.

A whole value, said instead, is taken too. Wishes are read as for any question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgebharo.capture import SPELT, Piece
from edgebharo.forms.schema import Field
from edgebharo.hindi.date_pieces import DatePieces, part_of
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.spelling import read_spelling, spell
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import Extraction, Span
from edgebharo.understand.confirming import digits_replaced
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.readers import read_field
from edgebharo.understand.turn import Turn
from edgebharo.understand.verdict import read_verdict
from edgebharo.understand.wording import NEGATIONS

OUTWEIGHED = ("wait", "dont_know", "skip", "explain")
"""Wishes that give way to a piece said in the same breath."""


def read_piece(turn: Turn, asked: Field, piece: Piece) -> Extraction:
    """What the words say about the piece that was asked for."""
    heard = _READERS[piece.kind](turn, asked, piece)
    wish = turn.wish
    told = heard.value is not None or bool(heard.partial)
    denied = any(token.text in NEGATIONS for token in turn.tokens) and not heard.problem
    if not told and denied and read_verdict(turn).outweighs:
        return Extraction("correct", affirmed=False, problem_field=asked.name)
    if wish.intent is not None and (not told or wish.intent not in OUTWEIGHED):
        return Extraction(wish.intent, not_available=wish.not_available)
    if heard.value is not None:
        candidate = heard.candidate(asked.name, turn.confidence(heard.span))
        return Extraction("answer", (candidate,), whole_piece=True)
    if heard.partial:
        return Extraction("answer", partial=heard.partial, whole_piece=heard.sure)
    if denied:
        return Extraction("correct", affirmed=False, problem_field=asked.name)
    return Extraction("none", problem=heard.problem or "unclear", problem_field=asked.name)


# ---------------------------------------------------------------- digits


def _digits(turn: Turn, asked: Field, piece: Piece) -> Heard:
    known, tokens, want = turn.answers.partial, turn.plain, asked.digits or piece.count
    whole = read_digits(tokens, want)
    if whole.complete:
        return _complete(whole.digits, whole.span)
    mended = _mended(known, tokens)
    if mended is not None:
        return mended
    said = read_digits(tokens, piece.count)
    if said.problem is not None or not said.digits:
        longer = read_digits(tokens, None)
        said = longer if len(known) + len(longer.digits) <= want else said
    digits = known + said.digits
    if not said.digits or len(digits) > want:
        return Heard(problem="wrong_length" if said.problem else None, span=said.span)
    if len(digits) == want:
        return _complete(digits, said.span)
    return Heard(partial=digits, span=said.span, sure=len(said.digits) >= piece.count)


def _complete(digits: str, span: Span | None) -> Heard:
    return Heard(digits, span, "pieces", doubtful=True, strong=True)


def _mended(known: str, tokens: Sequence[Token]) -> Heard | None:
    """A no about the digits so far, with what is right: "पांच नहीं, छह"."""
    if not known or not any(token.text in NEGATIONS for token in tokens):
        return None
    mended = digits_replaced(known, tokens)
    return Heard(partial=str(mended.value), span=mended.span) if mended.value is not None else None


# ---------------------------------------------------------------- dates


def _date(turn: Turn, _: Field, piece: Piece) -> Heard:
    """The day, the month or the year; `partial` holds what is known of the date."""
    known, part = DatePieces.of(turn.answers.partial), part_of(piece.kind)
    told = known if part is None else known.told(part, turn.plain, turn.today)
    if told == known:
        return NOTHING
    if told.missing is not None:
        return Heard(partial=told.text, span=span_of(turn.plain))
    day = told.iso()
    if day is None:
        return Heard(problem="impossible_date", span=span_of(turn.plain))
    return Heard(day, span_of(turn.plain), "pieces", doubtful=True, strong=True)


# ---------------------------------------------------------------- names


def _spelling(turn: Turn, asked: Field, _: Piece) -> Heard:
    spelt = read_spelling(turn.tokens)
    if spelt.text:
        return Heard(spelt.text, spelt.span, SPELT, doubtful=True, strong=True)
    if any(token.text in SAYS_LETTERS or len(spell(token.text)) == 1 for token in turn.plain):
        return NOTHING  # letters, of which too few were heard
    return replace(read_field(turn, asked, turn.tokens), doubtful=True)


SAYS_LETTERS = word_set("मात्रा आधा आधी बिंदी नुक्ता चंद्रबिंदु हलंत")


_READERS = {"digits": _digits, "day": _date, "month": _date, "year": _date, "spelling": _spelling}
