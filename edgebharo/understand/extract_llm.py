"""A second opinion on names, from a language model that may only point at words that were heard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from edgebharo.errors import InferenceError
from edgebharo.forms.schema import Field
from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.name_words import NOT_NAMES
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.similarity import same_name
from edgebharo.hindi.tokens import tokenize
from edgebharo.ports import Llm
from edgebharo.types import Cancelled, Candidate, Extraction, Span, Transcript
from edgebharo.understand.grammar import NULL, choices

PERSON = """बात में से बोलने वाली का नाम निकालो।

बात: हां हां बोलो क्या बात है
नाम: null

बात: जी मेरा नाम सुनीता देवी है
नाम: सुनीता देवी

बात: मैं मोहन की घरवाली गीता बोल रही हूं
नाम: गीता

बात: पापा ने ममता लिखवाया था
नाम: ममता

बात: रेखा कुमारी
नाम: रेखा कुमारी

"""
CHILD = """बात में से बच्चे का नाम निकालो।

बात: अभी बहुत छोटा है
नाम: null

बात: उसका नाम अंकित कुमार है
नाम: अंकित कुमार

बात: घर में सब मुनिया बुलाते हैं
नाम: मुनिया

बात: नानी ने पायल रखा था
नाम: पायल

"""
INSTITUTION = """बात में से आंगनवाड़ी केंद्र का नाम निकालो।

बात: मैं तो घर पर ही रहती हूं
नाम: null

बात: हमारा केंद्र पीपल टोला में पड़ता है
नाम: पीपल टोला

बात: वही स्कूल के पास वाली
नाम: स्कूल के पास वाली

बात: रामपुर उत्तर वाली में जाते हैं
नाम: रामपुर उत्तर

"""
EXAMPLES: Mapping[str, str] = {
    "person_name": PERSON,
    "child_name": CHILD,
    "institution_name": INSTITUTION,
}
"""Instruction and examples by a field's meaning; other open text gets no second opinion."""

STOP_WORDS = FILLERS | word_set(
    "मेरा मेरी मेरे नाम है हैं हूं हूँ था थी थे मैं हम हमारा हमारी यह ये वह वो बोल रही रहा रहे लिखिए लिखो लिख और से में को ने "
    "सब मैंने वहां यहां मुझे उसका उसको इसका रखा बुलाते कहते बोलते पत्नी पति बीवी "
    "घरवाली नहीं हां क्या तो भी ही कभी जाती जाते गई पड़ता पड़ती"
)
"""Words that are never part of a name; for people NOT_NAMES come on top."""
JOINERS = word_set("का की के")
"""Words that may stand inside an institution's name."""


def opinion(llm: Llm, field: Field, transcript: Transcript, cancelled: Cancelled) -> Span | None:
    """The words that the model takes for the answer; None where it sees none.

    Raises:
        InferenceError: the model failed.
    """
    inside = JOINERS if field.meaning == "institution_name" else frozenset[str]()
    stops = STOP_WORDS if inside else STOP_WORDS | NOT_NAMES | JOINERS
    allowed = choices(tokenize(transcript.text), stops, inside)
    if not allowed.spans:
        return None
    prompt = f"{EXAMPLES[field.meaning]}बात: {transcript.text}\nनाम:"
    chosen = llm.complete(prompt, cancelled, grammar=allowed.gbnf, literals=allowed.literals)
    return None if chosen in ("", NULL) else allowed.spans.get(chosen)


def consult(
    llm: Llm, field: Field, extraction: Extraction, transcript: Transcript, cancelled: Cancelled
) -> Extraction:
    """`extraction` with the model's opinion on `field` weighed in.

    Where rules and model agree the rules' value stands; where they differ it is read back; where the rules
    found nothing the model's words are proposed, to be read back. A model that fails leaves what the rules
    found, to be read back.
    """
    if field.meaning not in EXAMPLES:
        return extraction
    own = next((item for item in extraction.candidates if item.field == field.name), None)
    try:
        span = opinion(llm, field, transcript, cancelled)
    except InferenceError:
        span = None
    if cancelled():
        return extraction
    if own is None:
        return extraction if span is None else _proposed(extraction, field, span, transcript)
    agrees = span is not None and same_name(str(own.value), transcript.text[span.start : span.end])
    weighed = own if agrees else replace(own, doubtful=True)
    others = tuple(weighed if item is own else item for item in extraction.candidates)
    return replace(extraction, candidates=others)


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
