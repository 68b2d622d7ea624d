"""EXTRACT with the language model in the lead: it reads all that a grammar can express, unaided by the rules.

Calls do not work this way; the benchmark does, to show what rules and model are each worth. Even here the
model only points: the value of a number, a day or a place is read by rules out of the words that it chose,
and grounding drops what they do not hold.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from edgebharo.forms.expect import kind_of
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field
from edgebharo.ports import Llm
from edgebharo.types import Answers, Cancelled, Extraction, Span, Transcript
from edgebharo.understand.grounding import ground
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.opinions import intent_opinion, name_opinion, words_opinion, yes_no_opinion
from edgebharo.understand.prompts import EXAMPLES
from edgebharo.understand.readers import read_field
from edgebharo.understand.turn import Turn, within


def extract_by_model(  # noqa: PLR0917 - one argument per thing that a turn depends on
    loaded: LoadedForm,
    answers: Answers,
    transcript: Transcript,
    today: date,
    llm: Llm,
    cancelled: Cancelled,
) -> Extraction:
    """What the model makes of one utterance: an intent, and an answer to what was asked.

    Raises:
        InferenceError: the model failed.
    """
    turn = Turn(loaded, answers, transcript, today)
    asked = turn.asked
    if not turn.tokens or asked is None:
        return Extraction()
    if answers.held:
        affirmed = yes_no_opinion(llm, asked, transcript.text, cancelled)
        return Extraction("none" if affirmed is None else "answer", affirmed=affirmed)
    intent = intent_opinion(llm, asked, transcript.text, cancelled)
    if intent not in ("answer", "correct"):
        return Extraction(intent or "none")
    heard = _answer(llm, turn, asked, cancelled)
    if heard.value is None:
        return Extraction("none", problem=heard.problem or "unclear", problem_field=asked.name)
    candidate = replace(heard, source="model").candidate(asked.name, turn.confidence(heard.span))
    return ground(Extraction(intent, (candidate,)), transcript, answers, loaded, today)


def _answer(llm: Llm, turn: Turn, asked: Field, cancelled: Cancelled) -> Heard:
    """The value that the model gives or points at."""
    text = turn.transcript.text
    if kind_of(asked) == "yes_no":
        yes = yes_no_opinion(llm, asked, text, cancelled)
        return NOTHING if yes is None else Heard(yes, Span(0, len(text)), "model")
    if asked.meaning in EXAMPLES:
        span = name_opinion(llm, asked, text, cancelled)
        return NOTHING if span is None else Heard(text[span.start : span.end], span, "model")
    span = words_opinion(llm, asked, text, cancelled)
    return NOTHING if span is None else read_field(turn, asked, within(turn.tokens, span))
