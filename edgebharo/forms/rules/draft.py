"""The answers while one turn is being worked out.

A Draft lives inside one call of a rule and never leaves it: what comes out is a frozen Decision.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from edgebharo.capture import HistoryEvent, Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field, Form
from edgebharo.types import (
    Answer,
    Answers,
    Ask,
    CallStatus,
    Candidate,
    Close,
    Confirm,
    Decision,
    Problem,
    Rejection,
    Repair,
    SkipReason,
    Step,
    Value,
)

RepairProblem: TypeAlias = Problem | Literal["refused_value", "invalid"]


MOST_HEARD = 8
"""Values that are remembered for a field: a list that the worker can pick from at a glance."""


@dataclass(frozen=True)
class Refusal:
    """Why a value cannot be stored: the rule, the problem to repair, and the form's own words for it."""

    rule: str
    problem: RepairProblem
    message: str = ""


@dataclass
class Draft:
    """Working copy of the answers, and what this turn did to them."""

    loaded: LoadedForm
    before: Answers
    fields: dict[str, Answer]
    held: list[Candidate]
    partial: str
    unsettled: str
    retries: dict[str, int]
    refused: dict[str, tuple[Value, ...]]
    free_turns: dict[str, int]
    read_backs: dict[str, int]
    heard: dict[str, tuple[Value, ...]]
    spelt: dict[str, tuple[str, ...]]
    history: dict[str, tuple[HistoryEvent, ...]]
    piece: Piece | None
    reviewing: tuple[str, ...]
    reviews: int
    status: CallStatus
    written: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    """By field: what was refused in this turn."""
    rejections: list[Rejection] = field(default_factory=list)
    fired: list[str] = field(default_factory=list)
    retry_used: bool = False

    @classmethod
    def of(cls, loaded: LoadedForm, answers: Answers) -> Draft:
        """A working copy of `answers`."""
        return cls(
            loaded=loaded,
            before=answers,
            fields=dict(answers.fields),
            held=list(answers.held),
            partial=answers.partial if answers.piece or answers.partial.isdecimal() else "",
            unsettled=answers.unsettled,
            retries=dict(answers.retries),
            refused=dict(answers.refused),
            free_turns=dict(answers.free_turns),
            read_backs=dict(answers.read_backs),
            heard=dict(answers.heard),
            spelt=dict(answers.spelt),
            history=dict(answers.history),
            piece=answers.piece,
            reviewing=answers.reviewing,
            reviews=answers.reviews,
            status=answers.status,
        )

    @property
    def form(self) -> Form:
        """The form being filled."""
        return self.loaded.form

    def get(self, name: str) -> Answer:
        """The answer of `name` as it stands in this turn."""
        return self.fields.get(name, Answer())

    def fire(self, rule: str, name: str = "") -> None:
        """Note for the record that a rule fired."""
        self.fired.append(f"{rule}:{name}" if name else rule)

    def note(self, name: str, event: HistoryEvent) -> None:
        """Add to the history of a field's value."""
        self.history[name] = (*self.history.get(name, ()), event)

    def may_be(self, name: str, values: Iterable[Value]) -> None:
        """Remember what may have been said for `name`, the likeliest first, before what is known already."""
        known = self.heard.get(name, ())
        self.heard[name] = tuple(dict.fromkeys((*values, *known)))[:MOST_HEARD]

    def refuse(self, name: str, refusal: Refusal) -> None:
        """Note that a value for `name` cannot be stored."""
        self.refusals[name] = refusal
        self.rejections.append(Rejection(refusal.rule, name, refusal.message or refusal.problem))

    def skip(self, asked: Field, reason: SkipReason) -> None:
        """Leave `asked` without a value."""
        self.fields[asked.name] = Answer(status="skipped", skip_reason=reason)
        self.skipped.append(asked.name)
        self.fire(f"skipped_{reason}", asked.name)

    def decision(self, step: Step) -> Decision:
        """Freeze the draft: this is what comes out of the turn."""
        asked = _asked(step)
        answers = Answers(
            fields=MappingProxyType(dict(self.fields)),
            asked=asked,
            held=tuple(self.held),
            partial=self.partial if asked == self.before.asked else "",
            unsettled=self.unsettled if asked == self.before.asked else "",
            retries=MappingProxyType(dict(self.retries)),
            refused=MappingProxyType(dict(self.refused)),
            free_turns=MappingProxyType(dict(self.free_turns)),
            read_backs=MappingProxyType(dict(self.read_backs)),
            piece=step.piece if isinstance(step, (Ask, Repair)) else None,
            heard=MappingProxyType(dict(self.heard)),
            spelt=MappingProxyType(dict(self.spelt)),
            history=MappingProxyType(dict(self.history)),
            reviewing=self.reviewing if isinstance(step, Confirm) and step.review else (),
            reviews=self.reviews,
            status=self.status,
            caller_number=self.before.caller_number,
        )
        return Decision(
            answers=answers,
            step=step,
            written=tuple(dict.fromkeys(self.written)),
            held=tuple(candidate.field for candidate in self.held),
            skipped=tuple(dict.fromkeys(self.skipped)),
            rejections=tuple(self.rejections),
            fired=tuple(self.fired),
            retry_used=self.retry_used,
        )


def _asked(step: Step) -> str | None:
    """The field that the caller's next words are about."""
    if isinstance(step, Close):
        return None
    if isinstance(step, Confirm):
        return None if step.review else step.candidates[0].field
    return step.field
