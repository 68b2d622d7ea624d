"""A second opinion from a language model that may only point at words that were heard.

The rules' reading stands where they are sure. What comes from the model alone is always read back, and the
model is never believed where a mistake could not be mended: it ends no call and skips no question.
"""

from __future__ import annotations

from dataclasses import replace

from edgebharo.errors import InferenceError
from edgebharo.forms.expect import kind_of
from edgebharo.forms.schema import Field
from edgebharo.hindi.similarity import same_name
from edgebharo.ports import Llm
from edgebharo.types import Cancelled, Candidate, ExpectKind, Extraction, Intent, Span, Transcript
from edgebharo.understand.opinions import field_opinion, intent_opinion, name_opinion
from edgebharo.understand.prompts import EXAMPLES
from edgebharo.understand.readers import read_field
from edgebharo.understand.turn import Turn

MENDABLE: frozenset[Intent] = frozenset({"repeat", "wait"})
"""Wishes that the model may tell: the same question is asked again."""
PLACEABLE: frozenset[ExpectKind] = frozenset({"place", "date", "choice"})
"""Kinds of values that the model may put into a field that was not asked. A bare number fits too many."""


def consult(
    llm: Llm, field: Field, extraction: Extraction, transcript: Transcript, cancelled: Cancelled
) -> Extraction:
    """`extraction` with the model's opinion on `field`, whose answer is open text, weighed in.

    Where rules and model agree the rules' value stands; where they differ it is read back; where the rules
    found nothing the model's words are proposed, to be read back. A model that fails, or takes too long,
    leaves what the rules found, to be read back.
    """
    if field.meaning not in EXAMPLES:
        return extraction
    own = next((item for item in extraction.candidates if item.field == field.name), None)
    try:
        span = name_opinion(llm, field, transcript.text, cancelled)
    except InferenceError:
        span = None
    if cancelled():
        return extraction
    if own is None:
        return extraction if span is None else _proposed(extraction, field, span, transcript)
    agrees = span is not None and same_name(str(own.value), transcript.text[span.start : span.end])
    disputed = replace(own, doubtful=True, evidence=replace(own.evidence, disputed=True))
    weighed = own if agrees else disputed
    others = tuple(weighed if item is own else item for item in extraction.candidates)
    return replace(extraction, candidates=others)


def place_elsewhere(llm: Llm, turn: Turn, extraction: Extraction, cancelled: Cancelled) -> Extraction:
    """Words in which the rules found nothing: the model says which wish they are, or whose answer.

    A value for another empty field is read by rules and read back. Where the model sees nothing either, or
    fails, or takes too long, `extraction` stays as it is.
    """
    asked = turn.asked
    if asked is None or not says_nothing(extraction):
        return extraction
    try:
        wish = intent_opinion(llm, asked, turn.transcript.text, cancelled)
        if wish in MENDABLE:
            return Extraction(intent=wish)
        return _for_another(llm, turn, asked, cancelled) or extraction
    except InferenceError:
        return extraction


def says_nothing(extraction: Extraction) -> bool:
    """True where the rules found neither a value, nor a wish, nor what is wrong with the answer."""
    found = extraction.candidates or extraction.partial or extraction.affirmed is not None
    return not found and extraction.intent == "none" and extraction.problem in (None, "unclear")


def _for_another(llm: Llm, turn: Turn, asked: Field, cancelled: Cancelled) -> Extraction | None:
    """A value of another field that the model takes the words for, and rules can read."""
    read = {
        field.name: read_field(turn, field, turn.tokens)
        for field in turn.loaded.form.fields
        if field.name != asked.name and kind_of(field) in PLACEABLE and turn.is_empty(field)
    }
    readable = [field for field in turn.loaded.form.fields if field.name in read and read[field.name].value]
    if not readable:
        return None
    field = field_opinion(llm, (asked, *readable), turn.transcript.text, cancelled)
    if field is None or field.name not in read:
        return None
    heard = replace(read[field.name], doubtful=True)
    candidate = heard.candidate(field.name, turn.confidence(heard.span))
    return Extraction("answer", (candidate,), problem="wrong_field", problem_field=asked.name)


def _proposed(extraction: Extraction, field: Field, span: Span, transcript: Transcript) -> Extraction:
    candidate = Candidate(
        field=field.name,
        value=transcript.text[span.start : span.end],
        span=span,
        source="model",
        confidence=transcript.confidence,
        doubtful=True,
        reading="model",
    )
    return replace(
        extraction,
        intent="answer",
        candidates=(candidate, *extraction.candidates),
        problem=None,
        problem_field=None,
    )
