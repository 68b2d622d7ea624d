"""Every step and reason that the rules can take, for every question of a form, as decisions. Pure.

Each stands in a form that is filled up to its question, so that an echo would have something to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import get_args

from edgebharo.capture import SPELT, Evidence, Piece
from edgebharo.forms.expect import kind_of, number_range
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import CONSENT, Field
from edgebharo.reply import phrases, templates
from edgebharo.reply.confirm import value_lines
from edgebharo.types import (
    Answer,
    Answers,
    Ask,
    AskReason,
    CallStatus,
    Candidate,
    Close,
    Confirm,
    Decision,
    Handoff,
    Repair,
    Reply,
    Step,
    Value,
    Wait,
)

CALLER_NUMBER = "7894561230"
NAMES = ("फूलमती सोरेन", "इमली टोला", "गुड्डू", "रुखसाना", "भुवनेश्वरी मरांडी")
NUMBERS = ("9835012746", "8102934756", "6204815937")
BIRTH = "2025-04-15"
DIGITS = "0042731985"
GROUPS = (5, 3, 2)
PIECES: Mapping[str, tuple[Piece, ...]] = MappingProxyType(
    {
        "date": (Piece("day"), Piece("month"), Piece("year")),
        "name": (Piece("spelling"), Piece("spelling", worded=True)),
    }
)
STATES = ("बिहार", "झारखंड")
PLAIN_REASONS: tuple[AskReason, ...] = ("first", "resume", "repeat", "explain")


@dataclass(frozen=True)
class Worded:
    """A decision, and what was known and said before it."""

    id: str
    """Field, step and reason, and what else tells it from others."""
    field: str
    reason: str
    decision: Decision
    before: Answers
    heard: str
    prefix: tuple[str, ...] = ()
    """What is said first where the call went on after a break."""

    @property
    def step(self) -> str:
        """Ask, Repair, Confirm, Wait, Handoff or Close."""
        return type(self.decision.step).__name__

    def reply(self, loaded: LoadedForm) -> Reply:
        """The reply of the templates."""
        made = templates.render(loaded, self.decision, self.before)
        return replace(made, lines=(*self.prefix, *made.lines))


@dataclass(frozen=True)
class Steps:
    """The decisions for one form."""

    loaded: LoadedForm

    def all(self) -> tuple[Worded, ...]:
        """Every one of them, in the form's order; no two have one id."""
        questions = self.loaded.form.questions
        per_field = (item for field in questions for item in self._of_field(field))
        return tuple({item.id: item for item in (*per_field, *self._of_call())}.values())

    @cached_property
    def samples(self) -> Mapping[str, Value]:
        """A value of each field, no two alike."""
        fields = enumerate(self.loaded.form.fields)
        return MappingProxyType({field.name: sample(self.loaded, field, at) for at, field in fields})

    def _of_field(self, field: Field) -> Iterator[Worded]:
        states = field.question_by_state
        by_state = states.caller_number_known or states.caller_number_unknown
        for number in (None, CALLER_NUMBER) if by_state else (None,):
            before = self._filled(field, number)
            for step, partial in (*self._asks(field), *self._repairs(field)):
                yield self._worded(field, step, replace(before, partial=partial))
        before = self._filled(field, None)
        yield self._worded(field, Wait(field.name), before)
        if field.name != CONSENT:
            yield self._worded(field, Handoff(field.name, ("एक", "दो")), before)
            yield from self._read_backs(field, before)
            yield from self._skips(field, before)

    def _asks(self, field: Field) -> Iterator[tuple[Step, str]]:
        for reason in PLAIN_REASONS:
            yield Ask(field.name, reason), ""
        yield Ask(field.name, "resume", 1), ""
        for attempt in range(_attempts(field) + 1):
            yield Ask(field.name, "silence", attempt), ""
            if attempt:
                yield Ask(field.name, "retry", attempt), ""
        if field.is_identifier and field.digits:
            yield from ((Ask(field.name, "partial"), DIGITS[:count]) for count in (1, field.digits - 1))
        reasons: tuple[AskReason, ...] = ("partial", "repeat", "silence", "retry")
        for piece in pieces(field):
            yield from ((Ask(field.name, reason, 1, piece), DIGITS[: piece.start]) for reason in reasons)

    def _repairs(self, field: Field) -> Iterator[tuple[Step, str]]:
        if field.name == CONSENT:
            return
        for problem in phrases.WHY:
            for attempt in range(1, _attempts(field) + 1):
                yield Repair(field.name, problem, attempt), ""
                if problem == "ambiguous_place":
                    yield Repair(field.name, problem, attempt, STATES), ""
        messages = (guard.message for guard in field.validation if guard.message)
        yield from ((Repair(field.name, "invalid", 1, (), message), "") for message in messages)
        for piece in pieces(field):
            yield Repair(field.name, "refused_value", 1, piece=piece), DIGITS[: piece.start]
            yield Repair(field.name, "unclear", 2, piece=piece), DIGITS[: piece.start]

    def _read_backs(self, field: Field, before: Answers) -> Iterator[Worded]:
        value = self.samples[field.name]
        values: tuple[Value, ...] = (True, False) if field.type == "boolean" else (value,)
        for told in values:
            for candidate in _readings(field, told):
                for held in ((), (candidate,)):
                    known = replace(before, held=held)
                    after = replace(before, held=(candidate,))
                    yield self._worded(field, Confirm((candidate,)), known, after)

    def _skips(self, field: Field, before: Answers) -> Iterator[Worded]:
        """The field is left out, and the next one asked, or the call closed."""
        later = [item for item in self.loaded.form.fields if item.branch is None]
        following = later[later.index(field) + 1 :] if field in later else later[-1:]
        nexts: list[Step] = [Ask(item.name, "first") for item in following[:1]]
        for step in (*nexts, Close("complete")):
            fields = {**before.fields, field.name: Answer("skipped", skip_reason="dont_know")}
            status: CallStatus = "complete" if isinstance(step, Close) else "in_progress"
            after = replace(before, fields=fields, asked=getattr(step, "field", None), status=status)
            decision = Decision(after, step, skipped=(field.name,))
            name = f"{field.name} skipped {type(step).__name__}"
            yield Worded(name, field.name, "skipped", decision, before, "पता नहीं जी")

    def _of_call(self) -> Iterator[Worded]:
        form = self.loaded.form
        first = form.questions[0]
        opening = Decision(Answers(asked=first.name), Ask(first.name))
        yield Worded("intro", first.name, "intro", opening, Answers(), "")
        full = self._filled(None, None)
        for status in get_args(CallStatus):
            if status != "in_progress":
                after = replace(full, asked=None, status=status)
                decision = Decision(after, Close(status))
                yield Worded(f"close {status}", "", status, decision, full, "सही है")
        standing = tuple(Candidate(name, value, None, "state") for name, value in self.samples.items())
        review = Confirm(standing, review=True)
        decision = Decision(replace(full, asked=None, reviewing=tuple(self.samples)), review)
        yield Worded("review", "", "review", decision, full, "हां सही है")
        for field in form.fields:
            before = self._filled(field, None)
            for name, lines in (("back", templates.back(form)), ("resumed", templates.resumed(form))):
                item = self._worded(field, Ask(field.name, "resume"), before)
                yield replace(item, id=f"{item.id} {name}", reason=name, prefix=lines)

    def _filled(self, until: Field | None, number: str | None) -> Answers:
        """The answers before the question for `until`, its branch open; all of them for None."""
        form = self.loaded.form
        names = [field.name for field in form.fields]
        if until is not None:
            names = names[: names.index(until.name)] if until.name in names else []
        told = {name: self.samples[name] for name in names}
        for branch in form.branches:
            if until is not None and branch.id == until.branch and branch.when.equals is not None:
                told[branch.when.field] = branch.when.equals
        fields = {name: Answer("answered", value, "rules") for name, value in told.items()}
        asked = until.name if until is not None else None
        return Answers(fields=MappingProxyType(fields), asked=asked, caller_number=number)

    def _worded(self, field: Field, step: Step, before: Answers, after: Answers | None = None) -> Worded:
        reason = step_reason(step)
        piece = step.piece if isinstance(step, (Ask, Repair)) else None
        answers = replace(after or before, asked=field.name, piece=piece)
        parts = [field.name, type(step).__name__, reason, "known" if before.caller_number else ""]
        if isinstance(step, (Ask, Repair)):
            parts.append(str(step.attempt))
            parts.append("" if piece is None else f"{piece.kind}{piece.start}+{piece.count}")
            parts.append(before.partial)
        if isinstance(step, Repair):
            parts += [*step.hints, step.message]
        if isinstance(step, Confirm):
            held = step.candidates[0]
            parts += [
                str(held.value),
                held.reading,
                str(held.evidence.groups),
                "again" if before.held else "",
            ]
        spoken = " ".join(value_lines(field, self.samples.get(field.name, "हां")))
        return Worded(
            " ".join(part for part in parts if part),
            field.name,
            reason,
            Decision(answers, step),
            before,
            f"जी वो {spoken} ही है हमारा",
        )


def step_reason(step: Step) -> str:
    """Why the step is taken, in one word."""
    match step:
        case Ask(reason=reason):
            return reason
        case Repair(problem=problem):
            return problem
        case Confirm(review=review):
            return "review" if review else "read_back"
        case Close(status=status):
            return status
        case _:
            return ""


def pieces(field: Field) -> tuple[Piece, ...]:
    """Every part of `field` that can be asked for by itself."""
    kind = kind_of(field)
    if kind == "digits" and field.digits:
        return tuple(dict.fromkeys(_groups(field.digits)))
    return PIECES.get(kind, ())


def _groups(digits: int) -> Iterator[Piece]:
    for size in GROUPS:
        start = 0
        while start < digits and size < digits:
            left = digits - start
            count = left if left <= size + 1 else size
            yield Piece("digits", start, count)
            start += count


def _attempts(field: Field) -> int:
    return max(1, field.retries.max)


def _readings(field: Field, value: Value) -> Iterator[Candidate]:
    """`value` as it may have been told."""
    plain = Candidate(field.name, value, None, "rules")
    yield plain
    if field.is_identifier and field.digits:
        for groups in {(field.digits,), tuple([2] * (field.digits // 2))}:
            if sum(groups) == field.digits:
                yield replace(plain, evidence=Evidence(groups=groups))
    if kind_of(field) == "name":
        yield replace(plain, reading=SPELT)


def sample(loaded: LoadedForm, field: Field, at: int) -> Value:
    """A value that `field`, the `at`-th of the form, can hold."""
    if field.type == "boolean":
        return False
    if field.type == "single_select":
        return field.options[at % len(field.options)].text
    if field.type == "multi_select":
        return tuple(option.text for option in field.options[:2])
    if field.type == "number":
        low, high = number_range(field)
        return min(high if high is not None else 7, max(low or 0, 7))
    if field.type == "date":
        return BIRTH
    if field.meaning == "place":
        places = loaded.places(field)
        return places[len(places) // 3].value if places else NAMES[1]
    if field.is_identifier:
        return NUMBERS[at % len(NUMBERS)] if field.digits == 10 else DIGITS[: field.digits or 4]
    return NAMES[at % len(NAMES)]
