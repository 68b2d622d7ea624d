"""What a speaker reads: digits, yes and no in several words, numbers, answers of drawn callers. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias
from zlib import crc32

from edgebharo.bench.callers import draw_callers
from edgebharo.hindi.digits import LAST_DIGITS, PHONE_DIGITS
from edgebharo.hindi.places import Place
from edgebharo.hindi.say import NUMBER_NAMES, digit_words

Kind: TypeAlias = Literal["digits", "words", "answers"]
"""digits: alone, so that numbers can be made of them. words: yes and no. answers: whole ones."""

TAKES, NUMBERS = 2, 3
"""Of each digit; of each kind of whole number."""
WORDS = (
    ("yes", "हां"),
    ("yes", "जी हां"),
    ("yes", "हां, सही है"),
    ("no", "नहीं"),
    ("no", "जी नहीं"),
    ("no", "नहीं, गलत है"),
)
FIRST_S, PER_WORD_S = 5.0, 1.2
"""How long one has for a sentence: until one begins, and for each word."""


@dataclass(frozen=True)
class Prompt:
    """One thing to read aloud."""

    id: str
    """Names its file; the same for a seed, a speaker and a number of callers."""
    kind: Kind
    field: str
    """What the answer is about; digit, yes and no where it is no field's."""
    text: str

    @property
    def limit_s(self) -> float:
        """Seconds after which the recording ends by itself."""
        return FIRST_S + PER_WORD_S * len(self.text.split())


def prompts(speaker: str, places: tuple[Place, ...], *, seed: int, callers: int) -> tuple[Prompt, ...]:
    """All that `speaker` reads, in order; the answers are those of `callers` drawn callers.

    Each speaker gets other callers, numbers, and another order of digits. No answer is read twice.
    """
    answers: dict[str, Prompt] = {}
    for prompt in _answers(speaker, places, seed, callers):
        answers.setdefault(prompt.text, prompt)
    return (*_digits(speaker, seed), *_words(), *_numbers(speaker, seed), *answers.values())


def _digits(speaker: str, seed: int) -> Iterator[Prompt]:
    random = Random(f"{seed}/{speaker}/digits")  # noqa: S311
    for take in range(1, TAKES + 1):
        order = list(range(10))
        random.shuffle(order)
        yield from (
            Prompt(f"digit-{digit}-{take}", "digits", "digit", NUMBER_NAMES[digit]) for digit in order
        )


def _words() -> Iterator[Prompt]:
    for number, (field, word) in enumerate(WORDS, start=1):
        yield Prompt(f"word-{number}-{field}", "words", field, word)


def _numbers(speaker: str, seed: int) -> Iterator[Prompt]:
    """Whole numbers, which drawn callers seldom tell: mobile numbers, and last digits of identity cards."""
    random = Random(f"{seed}/{speaker}/numbers")  # noqa: S311
    for field, length in (("phone", PHONE_DIGITS), ("aadhaar_last4", LAST_DIGITS)):
        for number in range(1, NUMBERS + 1):
            first = random.choice("6789") if length == PHONE_DIGITS else random.choice("0123456789")
            digits = first + "".join(random.choice("0123456789") for _ in range(length - 1))
            name = f"number-{field.replace('_', '-')}-{number}"
            yield Prompt(name, "answers", field, ", ".join(digit_words(digits)))


def _answers(speaker: str, places: tuple[Place, ...], seed: int, callers: int) -> Iterator[Prompt]:
    drawn = draw_callers(crc32(f"{seed}/{speaker}".encode()), callers, places)
    for number, caller in enumerate(drawn, start=1):
        for field, answer in caller.answers.items():
            for attempt, line in enumerate(dict.fromkeys(answer.say), start=1):
                name = f"caller-{number:02d}-{field.replace('_', '-')}-{attempt}"
                yield Prompt(name, "answers", field, line)
