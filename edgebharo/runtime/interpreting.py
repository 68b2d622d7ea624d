"""What the words so far mean for the turn: whether they answer, ask for something, or may go on."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from edgebharo.dialogue import tails
from edgebharo.dialogue.events import Interpreted
from edgebharo.runtime.parts import Parts
from edgebharo.types import Answers, Expect, Extraction, Problem, Transcript
from edgebharo.understand.extract_rules import read

ANSWERING = frozenset({"answer", "correct"})

LACKING = frozenset({"no-year", "day-of-month"})
"""How a value was read that lacks a part: a day and a month, a day alone."""

UNDERSTOOD: frozenset[Problem | None] = frozenset(
    {"range", "wrong_unit", "ambiguous_place", "wrong_level", "impossible_date", "future_date", "wrong_field"}
)
"""What was said is whole, though it cannot be stored as it is."""

ROAMING = 0.05
"""Share of the readings in which one digit of the likeliest stands elsewhere, from which on it may be none:
where the sound holds one digit fewer than were asked for, the added one has no place of its own. Of 31
numbers of nine recorded digits that were heard as ten it tells 25, and the weight of shorter readings 4 more;
of 186 whole numbers, recorded and synthetic, none."""

RARE = 0.01
"""What was heard otherwise with less probability than this is not read."""


def interpret(
    parts: Parts, answers: Answers, turn: int, transcript: Transcript, expect: Expect | None
) -> Interpreted:
    """Read `transcript` with the Hindi rules; the language model is not asked.

    `expect`: what was asked, where the readings of all that may have been heard are weighed, too.
    """
    reading = read(parts.loaded, answers, transcript, parts.today)
    extraction = reading.extraction
    asked = answers.held[0].field if answers.held else answers.asked
    answered = _answers(extraction, asked)
    request = extraction.intent not in ANSWERING and extraction.intent != "none"
    return Interpreted(
        turn,
        complete=answered or request or extraction.problem in UNDERSTOOD,
        asks_to_wait=extraction.intent == "wait",
        acknowledge=answered or bool(reading.unsure),
        request=request,
        lacking=any(c.field == asked and c.reading in LACKING for c in extraction.candidates),
        whole=_whole(parts, answers, transcript, expect, asked)
        if expect and answered and not request
        else 1.0,
    )


def _answers(extraction: Extraction, asked: str | None) -> bool:
    told = extraction.whole_piece or extraction.affirmed is not None
    return told or any(c.field == asked for c in extraction.candidates)


def _roams(heard: Sequence[tuple[Sequence[str], float]]) -> bool:
    """Whether the readings agree but for the place of one word of the first one."""
    if not heard:
        return False
    first = heard[0][0]
    return sum(share for words, share in heard[1:] if _moved(first, words)) >= ROAMING


def _moved(one: Sequence[str], other: Sequence[str]) -> bool:
    """True where `other` is `one` with one word taken out and put in elsewhere."""
    if len(one) != len(other) or one == other:
        return False
    apart = [at for at in range(len(one)) if one[at] != other[at]]
    first, last = apart[0], apart[-1]
    left, right = list(one[first : last + 1]), list(other[first : last + 1])
    return left[1:] + left[:1] == right or left[-1:] + left[:-1] == right


def _whole(
    parts: Parts, answers: Answers, transcript: Transcript, expect: Expect, asked: str | None
) -> float:
    """Share of the probability of all that may have been heard that falls on whole answers, 0..1.

    Half a number may be heard as a whole one; then other readings of the same sound have fewer digits. A pair
    among single digits is as good as a misheard one: nothing speaks for it but that very reading.
    """
    if expect.kind not in tails.EXACT or expect.confirming:
        return 1.0
    heard = [(it.text, exp(it.score)) for it in transcript.hypotheses if exp(it.score) >= RARE]
    total = sum(share for _, share in heard)
    if expect.kind == "digits" and _roams([(text.split(), share) for text, share in heard]):
        return 0.0
    if expect.kind == "digits" and heard and tails.mixes(transcript.text):
        heard = heard[:1]

    def is_whole(text: str) -> bool:
        said = Transcript(transcript.utterance_id, text)
        extraction = read(parts.loaded, answers, said, parts.today).extraction
        told = _answers(extraction, asked) or extraction.problem in UNDERSTOOD
        return told and not tails.lacks(text, expect)

    return sum(share for text, share in heard if is_whole(text)) / total if total else 1.0
