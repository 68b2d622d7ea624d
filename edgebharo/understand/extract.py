"""EXTRACT: rules first, the language model where they are unsure, grounding always last."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from edgebharo.forms.expect import kind_of
from edgebharo.forms.loaded import LoadedForm
from edgebharo.ports import Llm
from edgebharo.types import (
    Answers,
    Cancelled,
    ExpectKind,
    Extraction,
    Intent,
    Problem,
    Transcript,
)
from edgebharo.understand.evidence import as_heard, weighed
from edgebharo.understand.extract_llm import consult, place_elsewhere
from edgebharo.understand.extract_rules import read
from edgebharo.understand.grounding import ground
from edgebharo.understand.turn import Turn

WITH_ALTERNATIVES: frozenset[ExpectKind] = frozenset({"place", "digits", "date", "months", "number", "name"})
"""Kinds whose values are many and far apart. A yes/no has no second choice but its opposite."""

ALTERNATIVES = 9
"""Further readings of the recogniser that are looked at."""

_TRIED: frozenset[Intent] = frozenset({"none", "answer"})
_SLIPS: frozenset[Problem | None] = frozenset(
    {None, "unclear", "wrong_field", "unknown_place", "impossible_date", "future_date", "wrong_length"}
)
"""What a slip of the ear can look like; the other problems are things that people do say."""


def extract(  # noqa: PLR0917 - one argument per thing that a turn depends on
    loaded: LoadedForm,
    answers: Answers,
    transcript: Transcript,
    today: date,
    llm: Llm | None,
    cancelled: Cancelled,
) -> Extraction:
    """All that one utterance says about the form. Total: oddities are values, never exceptions.

    `transcript.text` has passed `hindi.normalize`; `today` is the reference of relative dates. Without `llm`
    everything works, and names that the rules are unsure of are read back.

    Where the best text answers with a value that the caller refused before, or not at all, the recogniser's
    next texts are read: the first that answers is taken, and is always read back.
    """
    best = _extract_one(loaded, answers, transcript, today, llm, cancelled)
    if not _wants_alternative(loaded, answers, best):
        return weighed(loaded, answers, transcript, today, best)
    for hypothesis in transcript.hypotheses[1 : ALTERNATIVES + 1]:
        heard = as_heard(transcript, hypothesis)
        other = _extract_one(loaded, answers, heard, today, None, cancelled)
        if _answers(answers, other):
            doubted = tuple(replace(candidate, doubtful=True) for candidate in other.candidates)
            rest = tuple(item for item in transcript.hypotheses if item is not hypothesis)
            heard = replace(heard, hypotheses=(hypothesis, *rest))
            return weighed(loaded, answers, heard, today, replace(other, candidates=doubted))
    return weighed(loaded, answers, transcript, today, best)


def _extract_one(  # noqa: PLR0917
    loaded: LoadedForm,
    answers: Answers,
    transcript: Transcript,
    today: date,
    llm: Llm | None,
    cancelled: Cancelled,
) -> Extraction:
    reading = read(loaded, answers, transcript, today)
    extraction = reading.extraction
    if llm is not None:
        for name in reading.unsure:
            extraction = consult(llm, loaded.form.field(name), extraction, transcript, cancelled)
        turn = Turn(loaded, answers, transcript, today)
        extraction = place_elsewhere(llm, turn, extraction, cancelled)
    return ground(extraction, transcript, answers, loaded, today)


def _wants_alternative(loaded: LoadedForm, answers: Answers, best: Extraction) -> bool:
    """True where the question got a refused value, or words that say nothing at all."""
    field = loaded.form.find(answers.asked)
    if field is None or kind_of(field) not in WITH_ALTERNATIVES:
        return False
    if answers.held:
        return _is_said_again(answers, best)
    refused = answers.refused.get(field.name, ())
    if any(item.field == field.name and item.value in refused for item in best.candidates):
        return True
    return not best.candidates and not best.partial and best.intent in _TRIED and best.problem in _SLIPS


def _is_said_again(answers: Answers, best: Extraction) -> bool:
    """True for a no with what seems to be the value read back, or one refused before: misheard again."""
    head = answers.held[0]
    refused = answers.refused.get(head.field, ())
    offered = [item.value for item in best.candidates if item.field == head.field]
    if best.affirmed is False and best.repeated:
        return True
    return bool(offered) and all(value in refused for value in offered)


def _answers(answers: Answers, extraction: Extraction) -> bool:
    asked = answers.asked or ""
    known = (*answers.refused.get(asked, ()), *(item.value for item in answers.held if item.field == asked))
    return any(item.field == asked and item.value not in known for item in extraction.candidates)
