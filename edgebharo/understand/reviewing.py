"""Answers to the summary at the end: a yes, a no, or the name of what is wrong, and what is right."""

from __future__ import annotations

from edgebharo.hindi.phrases import find_all
from edgebharo.types import Extraction
from edgebharo.understand.corrections import MARKERS, new_value, stands
from edgebharo.understand.topics import mentions
from edgebharo.understand.turn import Turn
from edgebharo.understand.verdict import read_verdict


def read_review(turn: Turn) -> Extraction:
    """What the caller says about the values that were summed up."""
    verdict, markers = read_verdict(turn), find_all(turn.tokens, MARKERS)
    named = [
        mention for mention in mentions(turn.loaded.form, turn.tokens) if turn.is_answered(mention.field)
    ]
    target = max(named, key=lambda mention: (mention.j - mention.i, mention.i), default=None)
    if target is not None:
        heard = new_value(turn, target, markers)
        if heard.value is not None and not stands(turn, target.field, heard):
            candidate = heard.candidate(target.field.name, turn.confidence(heard.span), correction=True)
            return Extraction("correct", (candidate,))
        if verdict.answer is False or markers:
            return Extraction("correct", problem=heard.problem, problem_field=target.field.name)
    if turn.wish.intent is not None and verdict.answer is None:
        return Extraction(turn.wish.intent)
    return Extraction("none" if verdict.answer is None else "answer", affirmed=verdict.answer)
