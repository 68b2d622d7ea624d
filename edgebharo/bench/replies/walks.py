"""Calls whose caller says whatever she likes: the rules decide, and each reply is held against its decision.

A walk draws what was understood in each turn, in every combination that the types allow, so that it comes to
steps that no friendly caller brings about. It rests on its seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import get_args

from edgebharo.bench.replies.steps import DIGITS, STATES, Worded, step_reason
from edgebharo.capture import ConfirmPolicy, Evidence, Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start, worker_entry
from edgebharo.forms.schema import CONSENT, Field
from edgebharo.types import (
    Answers,
    Candidate,
    Close,
    Confirm,
    Decision,
    Extraction,
    Handoff,
    Intent,
    Problem,
    Value,
)

TODAY = date(2026, 11, 30)
MOST_TURNS = 80
"""Every call ends before."""
NUMBER = "9876501234"
LIKELY, SELDOM, RARE = 0.6, 0.3, 0.05


@dataclass(frozen=True)
class Walk:
    """One such call. The seed draws how much is read back, too, and whether there is a summary."""

    loaded: LoadedForm
    values: Mapping[str, Value]
    """A value of each field."""
    seed: str

    def turns(self) -> Iterator[Worded]:
        """Every decision of the call, until it is closed."""
        draw = Random(self.seed)  # noqa: S311 - draws a test
        policy: ConfirmPolicy = draw.choice(("risk", "risk", "always", "off"))
        kept = self.loaded.confirming(policy)
        form = kept.form.model_copy(update={"review": draw.random() < SELDOM})
        yield from replace(self, loaded=replace(kept, form=form)).held(draw)

    def held(self, draw: Random) -> Iterator[Worded]:
        """The same, with the form as it is."""
        decision = start(self.loaded, draw.choice((None, NUMBER)))
        before = Answers(caller_number=decision.answers.caller_number)
        for number in range(MOST_TURNS):
            yield self._turn(number, decision, before)
            if isinstance(decision.step, Close):
                return
            before, decision = decision.answers, self._after(decision, draw)

    def _turn(self, number: int, decision: Decision, before: Answers) -> Worded:
        step = decision.step
        field = getattr(step, "field", "")
        if isinstance(step, Confirm) and not step.review:
            field = step.candidates[0].field
        heard = "हां जी वो तो ऐसा है कि हमको" if number else ""
        return Worded(f"{self.seed} {number}", field, step_reason(step), decision, before, heard)

    def _after(self, decision: Decision, draw: Random) -> Decision:
        loaded, answers = self.loaded, decision.answers
        if isinstance(decision.step, Handoff):
            name = decision.step.field
            typed = self.values.get(name) if draw.random() < LIKELY else None
            return worker_entry(loaded, answers, name, typed, TODAY)
        if draw.random() < RARE:
            return on_silence(loaded, answers, draw.randint(1, 3))
        if answers.asked == CONSENT and draw.random() < LIKELY:
            return decide(
                loaded, answers, Extraction("answer", (self._candidate(CONSENT, True, draw),)), TODAY
            )
        return decide(loaded, answers, self._extraction(answers, draw), TODAY)

    def _extraction(self, answers: Answers, draw: Random) -> Extraction:
        intents: list[Intent] = [item for item in get_args(Intent) if item != "stop"]
        problems: list[Problem | None] = [None, *get_args(Problem)]
        intent: Intent = "answer" if draw.random() < LIKELY else draw.choice(intents)
        intent = "stop" if draw.random() < RARE / 10 else intent
        asked = self.loaded.form.find(answers.asked)
        digits = asked.digits or 1 if asked is not None else 1
        return Extraction(
            intent=intent,
            candidates=tuple(self._told(answers, draw)),
            problem=draw.choice(problems),
            problem_field=draw.choice((None, answers.asked, draw.choice(list(self.values)))),
            partial=draw.choice(("", "", DIGITS[: draw.randrange(digits)])),
            affirmed=draw.choice((None, True, True, False)),
            not_available=draw.random() < RARE,
            hints=draw.choice(((), (), STATES)),
            wrong=draw.choice((None, None, Piece("year"), Piece("digits", 5, 5))),
        )

    def _told(self, answers: Answers, draw: Random) -> Iterator[Candidate]:
        names = [answers.asked] if draw.random() < SELDOM and answers.asked in self.values else []
        names += [name for name in self.values if draw.random() < RARE]
        for name in dict.fromkeys(name for name in names if name):
            value = self.values[name]
            if isinstance(value, bool):
                value = draw.random() < LIKELY
            elif draw.random() < SELDOM / 2:
                value = _unusable(self.loaded.form.field(name))
            yield self._candidate(name, value, draw)

    def _candidate(self, name: str, value: Value, draw: Random) -> Candidate:
        share = draw.choice((None, 0.4, 0.95))
        groups = (
            (5, len(value) - 5) if isinstance(value, str) and value.isdecimal() and len(value) > 5 else ()
        )
        return Candidate(
            name,
            value,
            None,
            "rules",
            confidence=draw.choice((0.6, 0.99)) if name != CONSENT else 1.0,
            doubtful=draw.random() < SELDOM and name != CONSENT,
            correction=draw.random() < RARE,
            evidence=Evidence(share=share, groups=draw.choice(((), groups))),
        )


def _unusable(field: Field) -> Value:
    """A value that the guards of most fields refuse."""
    if field.type == "number":
        return 1_000_003
    if field.type == "date":
        return "2031-01-01"
    return "1" * (field.digits or 1) if field.is_identifier else "क"
