"""The last gate before the disk: of a long identity number only the last four digits pass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.types import Answer, Answers, Candidate, Value

KEPT = 4
"""How many digits of an Aadhaar number may be kept."""

LONG = 12
"""Digits of an Aadhaar number; its virtual id has 16."""

SHORTEST = 9
"""No shorter text holds so many: the shortest is a word for two or three times, and the digits after it."""

_UNIT = re.compile(r"[0-9]+|[^0-9 \t\r\n.,/:;()_\-+]+")
"""A run of digits, or a word between two separators."""

_TIMES: Mapping[str, int] = MappingProxyType({"डबल": 2, "दोहरा": 2, "ट्रिपल": 3, "तिहरा": 3})
"""Words that say the next digit so many times."""


@dataclass(frozen=True)
class _Run:
    """Digits said or written in a row: where, and which."""

    start: int
    end: int
    digits: str


def is_identity(name: str) -> bool:
    """True for a field that asks for a part of an Aadhaar number, by its name."""
    return "aadhaar" in name.lower()


def holds_long_number(text: str, least: int = LONG) -> bool:
    """True where `text` holds so many digits in a row or more: typed in any script, or said in Hindi words.

    A mobile number with +91 in front is none.
    """
    if least >= LONG and len(text) < SHORTEST:
        return False
    return any(len(run.digits) >= least for run in _runs(text))


def cut(text: str) -> str:
    """`text` with every run of twelve digits or more cut to its last four, as ASCII digits."""
    for run in reversed(_runs(text)):
        if len(run.digits) >= LONG:
            text = text[: run.start] + run.digits[-KEPT:] + text[run.end :]
    return text


def _runs(text: str) -> list[_Run]:
    """The runs of digits in `text`, in order; words and separators do not end a run, other words do."""
    plain = "".join(str(int(char)) if char.isdecimal() else char for char in text)
    runs: list[_Run] = []
    grows, times, told = False, 1, 0
    for unit in _UNIT.finditer(plain):
        repeats, once = _meaning(unit[0])
        if repeats:
            times, told = repeats, unit.start()
            continue
        digits = once * times
        if not digits:
            grows = False
        elif grows:
            runs[-1] = _Run(runs[-1].start, unit.end(), runs[-1].digits + digits)
        else:
            runs.append(_Run(told if times > 1 else unit.start(), unit.end(), digits))
            grows = True
        times = 1
    return [run for run in runs if not _is_mobile(plain, run)]


@lru_cache(maxsize=4096)
def _meaning(unit: str) -> tuple[int, str]:
    """How many times a word says the next digit (0: it says nothing of the kind), and its own digits."""
    word = normalize(unit)
    if word.isdecimal():
        return 0, word
    return _TIMES.get(word, 0), str(CARDINALS[word]) if word in CARDINALS else ""


def _is_mobile(plain: str, run: _Run) -> bool:
    """+91 and ten digits, the first one 6 to 9."""
    plus = plain[: run.start].rstrip(" ").endswith("+")
    return plus and len(run.digits) == LONG and run.digits[:2] == "91" and run.digits[2] in "6789"


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
        others = tuple(masked(candidate.field, value) for value in candidate.evidence.alternatives)
        evidence = replace(candidate.evidence, alternatives=others)
        return replace(candidate, value=masked(candidate.field, candidate.value), evidence=evidence)

    def mask_all(values: Mapping[str, tuple[Value, ...]]) -> dict[str, tuple[Value, ...]]:
        return {name: tuple(masked(name, value) for value in several) for name, several in values.items()}

    asked_digits = digits.get(answers.asked) if answers.asked else None
    return replace(
        answers,
        fields={name: mask_answer(name, answer) for name, answer in answers.fields.items()},
        held=tuple(mask_candidate(candidate) for candidate in answers.held),
        refused=mask_all(answers.refused),
        heard=mask_all(answers.heard),
        unsettled=cut(answers.unsettled),
        partial=_mask_text(answers.partial, asked_digits),
    )


def _mask_value(value: Value, wanted: int | None) -> Value:
    if isinstance(value, str):
        return _mask_text(value, wanted)
    if isinstance(value, tuple):
        return tuple(_mask_text(text, wanted) for text in value)
    if not isinstance(value, bool) and holds_long_number(str(abs(int(value)))):
        return int(value) % 10_000
    return value


def _mask_text(text: str, wanted: int | None) -> str:
    if wanted is None:
        return cut(text)
    found = sum(character in "0123456789" for character in text)
    return _last_digits(text, min(wanted, KEPT)) if found > wanted else text


def _last_digits(text: str, count: int) -> str:
    return "".join(character for character in text if character in "0123456789")[-count:]
