"""Answers to a read-back: yes, no, another value, or only the digits that were wrong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from edgebharo.capture import SPELT, Piece
from edgebharo.forms.expect import kind_of
from edgebharo.forms.schema import Field
from edgebharo.hindi.date_pieces import named_part
from edgebharo.hindi.dates import DateReading, read_date
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.judging_words import JUDGING
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.numbers import CARDINALS, read_numbers
from edgebharo.hindi.phrases import find_all, phrases
from edgebharo.hindi.spelling import read_spelling
from edgebharo.hindi.tokens import Token, span_of, tokenize
from edgebharo.types import Candidate, Extraction, Intent, Problem, Span
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.readers import is_open_text, read_field
from edgebharo.understand.turn import Turn
from edgebharo.understand.verdict import Verdict, read_verdict
from edgebharo.understand.wording import NEGATIONS

LAST = word_set("आख़िर आख़िरी अंत अंतिम पीछे लास्ट बाद last")
FIRST = word_set("शुरू शुरुआत पहले आगे फ़र्स्ट")
DENIAL = phrases("नहीं हूं|है|हैं")
"""The statement itself, denied: against a held yes it brings a no, and it agrees with a held no."""
INSTEAD = phrases("की|के जगह|बजाय|बदले")
RESTART = 3
"""Digits that start the whole number anew; fewer cannot be placed."""


def read_confirming(turn: Turn) -> Extraction:
    """What the caller says about the first held value. A yes alone never brings a value."""
    held = turn.answers.held[0]
    field = turn.field(held.field)
    verdict = read_verdict(turn)
    if field is None:
        return Extraction(intent=_intent(verdict, None), affirmed=verdict.answer)
    heard = _instead(turn, field, held, verdict)
    if heard.value is None:
        intent = _intent(verdict, turn.wish.intent)
        answer = None if field.type == "boolean" and _may_be_content(verdict, held) else verdict.answer
        affirmed = answer if intent in ("answer", "none") else None
        intent = "none" if intent == "answer" and affirmed is None else intent
        problem: Problem | None = "unclear" if intent == "none" else None
        wrong = _wrong_part(field, held, turn.tokens) if affirmed is False else None
        return Extraction(intent, problem=problem, affirmed=affirmed, partial=heard.partial, wrong=wrong)
    if heard.value == held.value:
        right = verdict.answer is not False or field.type == "boolean"
        return Extraction("answer", affirmed=right, repeated=True)
    candidate = heard.candidate(field.name, turn.confidence(heard.span), correction=True)
    affirmed = verdict.answer is True and not heard.corrected and field.type != "boolean"
    return Extraction("correct", (candidate,), affirmed=affirmed)


def _wrong_part(field: Field, held: Candidate, tokens: Sequence[Token]) -> Piece | None:
    """The part that was called wrong: "साल गलत है", "आखिरी अंक गलत हैं"."""
    part = named_part(tokens) if field.type == "date" else None
    if part is not None:
        return Piece(part)
    count = len(str(held.value)) // 2
    last = field.is_identifier and count > 0 and any(token.text in LAST for token in tokens)
    return Piece("digits", len(str(held.value)) - count, count) if last else None


def _intent(verdict: Verdict, wish: Intent | None) -> Intent:
    if verdict.outweighs:
        return "answer"
    if wish in ("stop", "repeat", "wait", "explain", "dont_know", "refuse") or (
        wish and verdict.answer is None
    ):
        return wish
    return "answer" if verdict.answer is not None else "none"


def _may_be_content(verdict: Verdict, held: Candidate) -> bool:
    """True for "यही है" where a no was read back: it may call that right, or be a yes to the question."""
    return (
        held.value is False and verdict.judged.points and verdict.answer is True and not verdict.judged.agreed
    )


def _instead(turn: Turn, field: Field, held: Candidate, verdict: Verdict) -> Heard:
    """The value that the words give for `field`, if any."""
    if field.type == "boolean":
        return _another_answer(turn, field, verdict)
    if verdict.only_judges:
        return NOTHING
    if is_open_text(field):
        return _another_text(turn, field, verdict)
    kept = set(verdict.rest.beside)
    tokens = tuple(token for token in turn.plain if token in kept)
    heard = read_field(turn, field, tokens)
    if field.type == "date" and (heard.value is None or _says_only_numbers(verdict.rest.core)):
        repaired = _date_repaired(turn, held, tokens)
        return repaired if repaired.value is not None else heard
    if field.is_identifier and heard.value is None:
        return digits_replaced(str(held.value), tokens, heard)
    return NOTHING if heard.source == "state" else heard


def _another_answer(turn: Turn, field: Field, verdict: Verdict) -> Heard:
    """The other answer to a yes/no question, where the words are about its matter, not the read-back."""
    judged = verdict.judged
    if verdict.only_judges and judged.weighed and not judged.matter and not (judged.points and judged.denied):
        return NOTHING
    heard = read_field(turn, field, turn.tokens)
    if heard.strong:
        return heard
    denial = find_all(turn.tokens, DENIAL)
    at = denial[0] if denial else None
    return Heard(False, span_of(turn.tokens[at.start : at.end]), "yes/no", strong=True) if at else NOTHING


def _another_text(turn: Turn, field: Field, verdict: Verdict) -> Heard:
    """A name in place of the held one; not read out of the words of a yes, nor of those that judge."""
    if verdict.answer is True or turn.wish.intent is not None:
        return NOTHING
    spelt = read_spelling(turn.plain)
    if spelt.text and kind_of(field) == "name":
        return Heard(spelt.text, spelt.span, SPELT, doubtful=True, corrected=True, strong=True)
    lead = 0
    while lead < len(turn.plain) and turn.plain[lead].text in NEGATIONS:
        lead += 1
    heard = read_field(turn, field, turn.plain)
    heard = heard if heard.value is not None else read_field(turn, field, turn.plain[lead:])
    mixed = heard.value is None or any(word in JUDGING for word in str(heard.value).split())
    if not mixed and (heard.strong or heard.corrected):
        return heard
    if not verdict.rest.offered:
        return NOTHING
    return read_field(turn, field, verdict.rest.core) if mixed else heard


def repaired_date(held: str, tokens: Sequence[Token], today: date) -> DateReading:
    """The held ISO day with the part that `tokens` name in its place: "नहीं, दो हज़ार पच्चीस"."""
    day = date.fromisoformat(held)
    month = next(word for word, number in MONTHS.items() if number == day.month)
    before = tokenize(f"{day.day} {month} {day.year} नहीं")
    return read_date((*before, *tokens), today)


def _date_repaired(turn: Turn, held: Candidate, tokens: Sequence[Token]) -> Heard:
    reading = repaired_date(str(held.value), tokens, turn.today)
    if reading.value in (None, held.value):
        return NOTHING
    span = span_of(tokens)
    return Heard(reading.value, span, "date repaired", doubtful=True, corrected=True, strong=True)


def _says_only_numbers(core: Sequence[Token]) -> bool:
    """True for days and months without any other word of time: what is not said stays as it was held."""
    return bool(core) and all(t.text in CARDINALS or t.text in MONTHS or t.text.isdecimal() for t in core)


def digits_replaced(old: str, tokens: Sequence[Token], heard: Heard = NOTHING) -> Heard:
    """`old` where only some digits were said: the last or first ones, or some in place of others."""
    swapped = _swapped(old, tokens)
    if swapped is not None:
        return swapped
    words = {token.text for token in tokens}
    new, span = _few_digits(heard, tokens, lone=bool(words & (LAST | FIRST)))
    if not new or span is None or len(new) >= len(old):
        return NOTHING
    if words & LAST:
        return _replaced(old[: -len(new)] + new, span)
    if words & FIRST:
        return _replaced(new + old[len(new) :], span)
    return Heard(partial=new, span=span) if len(new) >= RESTART else NOTHING


def _few_digits(heard: Heard, tokens: Sequence[Token], *, lone: bool) -> tuple[str, Span | None]:
    """The digits said; a lone number word counts where its place was named ("आख़िरी अंक एक है")."""
    said = read_digits(tuple(tokens), None)
    digits, span = heard.partial or said.digits, heard.span or said.span
    if digits or not lone:
        return digits, span
    numbers = [reading for reading in read_numbers(tuple(tokens)) if reading.value == int(reading.value)]
    return (str(int(numbers[-1].value)), numbers[-1].span) if numbers else ("", None)


def _swapped(old: str, tokens: Sequence[Token]) -> Heard | None:
    """Digits before a negation give way to those after it ("दो एक नहीं, एक दो"), where `old` has them once."""
    cuts = [i for i, token in enumerate(tokens) if token.text in NEGATIONS and i]
    cuts += [match.start for match in find_all(tokens, INSTEAD)]
    for cut in cuts:
        wrong, right = read_digits(tuple(tokens[:cut]), None), read_digits(tuple(tokens[cut + 1 :]), None)
        fits = wrong.digits and len(wrong.digits) == len(right.digits) < len(old)
        if fits and old.count(wrong.digits) == 1 and right.span is not None:
            return _replaced(old.replace(wrong.digits, right.digits), right.span)
    return None


def _replaced(digits: str, span: Span) -> Heard:
    return Heard(digits, span, "digits replaced", doubtful=True, corrected=True, strong=True)
