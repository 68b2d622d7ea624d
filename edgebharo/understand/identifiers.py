"""Digit strings: phone numbers and the end of an Aadhaar number, in one breath or in pieces."""

from __future__ import annotations

from collections.abc import Sequence

from edgebharo.forms.schema import Field, Form
from edgebharo.hindi.digits import DigitReading, read_digits
from edgebharo.hindi.phrases import find_all, phrases
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import Answers, Span
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.topics import mentions

CERTAIN = frozenset({"typed", "singly", "pairs", "doubled", "last_four"})
"""Ways of saying digits that can be read in one way only; "आठ सौ चौंतीस" may be 834 or 80034."""
WORTH_KEEPING = 3
"""Digits that are kept as the first piece of a number even among other words."""
SAME_BEFORE = phrases(
    "वही|उसी|सेम|same जो? .. बताया|बताई|दिया|दी|बोला|बोली|लिखवाया|लिखाया",
    "जो अभी|पहले|ऊपर|उपर .. बताया|बताई|दिया|दी|बोला|बोली|लिखवाया|लिखाया",
    "अभी|पहले जो|वाला? .. बताया|बताई|दिया|दी|बोला|बोली",
    "वही|उसी|सेम|same वाला|नंबर|है|पर|वाले",
    "पहले|पिछला|ऊपर|उपर|पिछले वाला|वाले",
    "वही|सेम|same",
)
SAME_PHONE = phrases(
    "यही|इसी|यह|ये|इस वाला|नंबर|है|पर|फोन|मोबाइल",
    "जिससे|जिस नंबर? से? .. बात|बोल|कोल|फोन|कर",
    "यही",
)


def read_identifier(form: Form, field: Field, tokens: Sequence[Token], answers: Answers, kept: str) -> Heard:
    """The digits of `field`, those in `kept` first; or an earlier answer that the caller points at."""
    reading = read_digits(tokens, field.digits, kept)
    if reading.span is None:
        return read_same(form, field, tokens, answers)
    if reading.problem is not None:
        return Heard(problem=reading.problem, span=reading.span, how=reading.how, strong=True)
    if not reading.complete:
        return _piece(reading, tokens, kept)
    doubtful = reading.how not in CERTAIN or reading.corrected
    return Heard(
        reading.digits, reading.span, reading.how, doubtful, corrected=reading.corrected, strong=True
    )


def read_same(form: Form, field: Field, tokens: Sequence[Token], answers: Answers) -> Heard:
    """A copy of what stands in the form ("वही जो अभी बताया"); never a guess."""
    named = _named_number(form, field, tokens, answers)
    if named is not None:
        return named
    for table, value in (
        (SAME_BEFORE, last_number(form, field, answers) or answers.caller_number),
        (SAME_PHONE, answers.caller_number or last_number(form, field, answers)),
    ):
        found = find_all(tokens, table)
        if found and value and field.meaning == "phone":
            span = span_of(tokens[found[0].start : found[-1].end])
            return Heard(value, span, "same as before", doubtful=True, strong=True, source="state")
    return NOTHING


def _named_number(form: Form, field: Field, tokens: Sequence[Token], answers: Answers) -> Heard | None:
    """The answer of the field that is named ("आंगनवाड़ी वाला नंबर ही है"), where it holds the same kind."""
    for mention in mentions(form, tokens):
        value = answers.get(mention.field.name).value
        same_kind = mention.field.meaning == field.meaning and mention.field.name != field.name
        if same_kind and isinstance(value, str) and mention.j - mention.i > 1:
            span = span_of(tokens[mention.i : mention.j])
            return Heard(value, span, "same as another", doubtful=True, strong=True, source="state")
    return None


def last_number(form: Form, field: Field, answers: Answers) -> str | None:
    """The answer nearest before `field` in the form that holds the same kind of number."""
    found: str | None = None
    for other in form.fields:
        value = answers.get(other.name).value
        if other.meaning == field.meaning and other.name != field.name and isinstance(value, str):
            found = value
    return found


def _piece(reading: DigitReading, tokens: Sequence[Token], kept: str) -> Heard:
    """Too few digits: a piece of the number, unless a lone number word stands among other words."""
    new = len(reading.digits) - len(kept)
    inside = reading.span or Span(0, 0)
    within = sum(inside.start <= token.start < inside.end for token in tokens)
    if not kept and new < WORTH_KEEPING and within * 2 < len(tokens):
        return NOTHING
    return Heard(span=reading.span, how=reading.how, partial=reading.digits, corrected=reading.corrected)
