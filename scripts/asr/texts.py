"""The training text: an endless, repeatable stream of lines as callers of an enrolment form speak them.

    python -m scripts.asr.texts --count 30 --seed 1

prints lines as `kind <tab> text`. Two thirds are one to three words said alone, as most answers are; the rest
are short answers, sentences, digit strings and runs of dictionary words. Numbers, words, names, districts and
phrases are dealt from shuffled decks, so that each comes once before any comes twice.
"""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, count, islice
from random import Random
from typing import TypeAlias

from edgebharo.hindi.normalize import KEEPS_NUKTA, NUKTA
from scripts.asr import slots
from scripts.asr.word_sources import (
    common_words,
    dictionary,
    districts,
    encodable,
    own_phrases,
    own_words,
    training_text,
)

FLATTEN = 0.6
"""Dictionary words are drawn by (share of running text) ** FLATTEN: frequent first, rare ones too."""


HESITATIONS = ("उम्म", "अं", "आं", "हम्म", "जी", "हां", "अच्छा", "वो", "मतलब", "देखिए", "अरे", "दीदी", "मैडम")
"""Said before an answer now and then."""


@dataclass(frozen=True)
class Line:
    """One thing to be spoken."""

    kind: str
    spoken: str
    """Ordinary spelling, for the voice; commas are pauses."""
    text: str
    """What the ear is to write, see `word_sources.training_text`."""


@dataclass(frozen=True)
class Turn:
    """What a kind's next line may be drawn from."""

    rng: Random
    seed: int
    number: int
    """Lines of this kind before this one, since the start of the stream."""


Draw: TypeAlias = Callable[[Turn], str]


@cache
def _shuffled(cards: tuple[str, ...], seed: int, turn: int) -> tuple[str, ...]:
    order = list(cards)
    Random(f"deck:{seed}:{turn}:{len(cards)}").shuffle(order)  # noqa: S311 - repeatable on purpose
    return tuple(order)


def deal(cards: tuple[str, ...], turn: Turn) -> str:
    """The next card of an endless pile of the same deck, shuffled anew each time through."""
    times, place = divmod(turn.number, len(cards))
    return _shuffled(cards, turn.seed, times)[place]


NUMBER_DECK: Sequence[int] = (*range(101), *range(101), *range(11), *range(11), *range(11))
"""The numbers said alone in one round: each twice, the first eleven five times."""


def _number(turn: Turn) -> str:
    return slots.number_word(turn.rng, NUMBER_DECK[turn.number % len(NUMBER_DECK)])


@cache
def _weighted() -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Dictionary words and their cumulative weights."""
    words = dictionary()
    return tuple(words), tuple(accumulate(share**FLATTEN for share in words.values()))


def word(rng: Random) -> str:
    """A dictionary word: mostly a frequent one, sometimes any, often an everyday one."""
    draw = rng.random()
    if draw < 0.25:
        return rng.choice(own_words("daily"))
    if draw < 0.32:
        return rng.choice(own_words("loans"))
    words, weights = _weighted()
    return rng.choices(words, cum_weights=weights)[0]


def _word_run(turn: Turn) -> str:
    """Two to six dictionary words with a pause here and there."""
    words = [word(turn.rng) for _ in range(turn.rng.choice((2, 2, 3, 3, 4, 5, 6)))]
    return " ".join(w + ("," if turn.rng.random() < 0.12 else "") for w in words).rstrip(",")


def _template(name: str) -> Draw:
    """Lines of `phrases/NAME.txt` with their slots filled, some after a moment of thought."""

    def draw(turn: Turn) -> str:
        line = slots.fill(turn.rng, deal(own_phrases(name), turn), lambda: word(turn.rng))
        return f"{turn.rng.choice(HESITATIONS)}, {line}" if turn.rng.random() < 0.1 else line

    return draw


def _district(turn: Turn) -> str:
    where = deal(districts(), turn)
    return where if turn.rng.random() < 0.85 else f"{where} {turn.rng.choice(('जिला', 'में', 'से', 'जिले में'))}"


def _place(turn: Turn) -> str:
    where = slots.place(turn.rng)
    return where if turn.rng.random() < 0.85 else f"{where} {turn.rng.choice(('ब्लॉक', 'गांव', 'केंद्र', 'में'))}"


def _month(turn: Turn) -> str:
    """A month of the year, months of pregnancy or a day of the week."""
    rng = turn.rng
    return rng.choice(
        (
            slots.month_name(rng),
            slots.month_name(rng),
            f"{slots.months(rng)} महीने",
            slots.SLOTS["weekday"](rng),
        )
    )


def _digits(turn: Turn) -> str:
    return slots.digits(turn.rng, turn.rng.choice((2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 10)))


KINDS: Mapping[str, tuple[int, Draw]] = {
    "number": (len(NUMBER_DECK), _number),
    "common": (125, lambda turn: deal(common_words(), turn)),
    "word": (65, lambda turn: word(turn.rng)),
    "yes_no": (45, lambda turn: deal(own_phrases("yes_no"), turn)),
    "wish": (50, lambda turn: deal(own_phrases("wishes"), turn)),
    "district": (60, _district),
    "place": (40, _place),
    "given": (30, lambda turn: deal(own_words("given_names"), turn)),
    "surname": (10, lambda turn: deal(own_words("surnames"), turn)),
    "name": (20, lambda turn: slots.name(turn.rng)),
    "month": (25, _month),
    "ordinal": (20, lambda turn: slots.ordinal(turn.rng)),
    "answer": (125, _template("answers")),
    "digits": (35, _digits),
    "sentence": (40, _template("sentences")),
    "word_run": (75, _word_run),
}
"""How many lines of each kind a round of 1,000 holds, and how one is drawn."""


def stream(seed: int) -> Iterator[Line]:
    """Lines for ever: rounds of 1,000, shuffled within, so that a corpus cut off anywhere is balanced."""
    for number in count():
        rng = Random(f"text:{seed}:{number}")  # noqa: S311 - repeatable on purpose
        lines = [
            _line(kind, draw, Turn(rng, seed, number * share + index))
            for kind, (share, draw) in KINDS.items()
            for index in range(share)
        ]
        rng.shuffle(lines)
        yield from lines


def _line(kind: str, draw: Draw, turn: Turn) -> Line:
    """A line that the ear can write; what it cannot write gives way to an everyday word."""
    spoken = draw(turn)
    if not encodable(spoken):
        spoken = turn.rng.choice(own_words("daily"))
    plain = turn.rng.random() < 0.4
    return Line(kind, _without_loan_sounds(spoken) if plain else spoken, training_text(spoken))


def _without_loan_sounds(spoken: str) -> str:
    """`spoken` as most villagers say it: ज for ज़, फ for फ़; what is written tells no difference."""
    letters = unicodedata.normalize("NFD", spoken)
    kept = (char for i, char in enumerate(letters) if char != NUKTA or letters[i - 1] in KEEPS_NUKTA)
    return unicodedata.normalize("NFC", "".join(kept))


def main() -> None:
    """Print lines of the stream."""
    parser = argparse.ArgumentParser(
        description="Print lines of the training text as kind <tab> text. word_sources.py tells which "
        "dictionaries words are drawn from, and where they come from."
    )
    parser.add_argument("--count", type=int, default=50, help="how many lines (default 50)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same lines (default 1)")
    options = parser.parse_args()
    for line in islice(stream(options.seed), options.count):
        print(f"{line.kind}\t{line.text}")


if __name__ == "__main__":
    main()
