"""The last gate before the disk: of a long identity number only the last four digits pass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from edgebharo.types import Answer, Answers, Candidate, Value

KEPT = 4
"""How many digits of an Aadhaar number may be kept."""

_LONG_RUN = re.compile(r"(?<![0-9])(?:[0-9][ -]?){11,}[0-9](?![0-9])")
"""Twelve digits or more, in groups or not: an Aadhaar number has 12, its virtual id 16."""


def mask(answers: Answers, digits: Mapping[str, int]) -> Answers:
    """`answers` as they may be stored; `digits` says how many digits each digit field wants.

    A digit field that holds more digits than it wants keeps the last four at most: such a value is not what
    was asked for, and may be a whole identity number. In any other text, a run of twelve digits or more
    keeps its last four. Everything else is returned as it is.
    """

    def masked(name: str, value: Value) -> Value:
        return _mask_value(value, digits.get(name))

    def mask_answer(name: str, answer: Answer) -> Answer:
        if answer.value is None:
            return answer
        return replace(answer, value=masked(name, answer.value))

    def mask_candidate(candidate: Candidate) -> Candidate:
        return replace(candidate, value=masked(candidate.field, candidate.value))

    asked_digits = digits.get(answers.asked) if answers.asked else None
    return replace(
        answers,
        fields={name: mask_answer(name, answer) for name, answer in answers.fields.items()},
        held=tuple(mask_candidate(candidate) for candidate in answers.held),
        refused={
            name: tuple(masked(name, value) for value in values) for name, values in answers.refused.items()
        },
        partial=_mask_text(answers.partial, asked_digits),
    )


def _mask_value(value: Value, wanted: int | None) -> Value:
    if isinstance(value, str):
        return _mask_text(value, wanted)
    if isinstance(value, tuple):
        return tuple(_mask_text(text, wanted) for text in value)
    return value


def _mask_text(text: str, wanted: int | None) -> str:
    if wanted is None:
        return _LONG_RUN.sub(lambda run: _last_digits(run[0], KEPT), text)
    found = sum(character in "0123456789" for character in text)
    return _last_digits(text, min(wanted, KEPT)) if found > wanted else text


def _last_digits(text: str, count: int) -> str:
    return "".join(character for character in text if character in "0123456789")[-count:]
