"""One turn of the caller: what was heard goes in, the decision comes out."""

from __future__ import annotations

from datetime import date

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import (
    branches,
    confirmations,
    consent,
    repairing,
    reviewing,
    revisits,
    spelt_names,
)
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.giving_up import declined, declines, free_turn, miss, spend_patience
from edgebharo.forms.rules.next_step import advance, focus
from edgebharo.forms.rules.taking import hold, note_heard, ordered, take, write
from edgebharo.forms.rules.values import national
from edgebharo.forms.schema import Field
from edgebharo.types import Answers, Ask, Candidate, Close, Decision, Extraction, Step, Wait


def start(loaded: LoadedForm, caller_number: str | None = None) -> Decision:
    """The first question. `caller_number` is what the worker typed before the call, where she knows it."""
    digits = national("".join(char for char in caller_number or "" if char in "0123456789"))
    draft = Draft.of(loaded, Answers(caller_number=digits or None))
    return draft.decision(consent.question(draft) or advance(draft))


def resume(loaded: LoadedForm, answers: Answers) -> Decision:
    """What to ask in a call that was cut off and goes on now: where she stood, put again."""
    draft = Draft.of(loaded, answers)
    return draft.decision(advance(draft))


def decide(loaded: LoadedForm, answers: Answers, extraction: Extraction, today: date) -> Decision:
    """What the rules make of one turn. Total: any extraction, any answers, never an exception."""
    draft = Draft.of(loaded, answers)
    if answers.status != "in_progress":
        return draft.decision(Close(answers.status))
    if consent.is_asked(draft):
        return draft.decision(consent.answered(draft, extraction))
    if extraction.intent == "stop":
        draft.status = "withdrawn"
        draft.held = []
        draft.fire("withdrawn")
        return draft.decision(Close("withdrawn"))
    step = _turn(draft, extraction, today)
    if draft.status != "in_progress" or step is None:
        step = advance(draft)
    return draft.decision(step)


def _turn(draft: Draft, extraction: Extraction, today: date) -> Step | None:
    if draft.before.reviewing:
        return reviewing.answered(draft, extraction, today)
    return _read_back_turn(draft, extraction, today) if draft.held else _plain_turn(draft, extraction, today)


# ---------------------------------------------------------------- an answer to a question


def _plain_turn(draft: Draft, extraction: Extraction, today: date) -> Step | None:
    """A turn that answers a question. None where the call goes on with whatever comes next."""
    field = focus(draft)
    take(draft, spelt_names.told(draft, ordered(draft, extraction.candidates), today), today)
    _drop_worn_out(draft, field)
    if draft.status != "in_progress":
        return None
    again = revisits.settled(draft, draft.before.asked)
    step = revisits.begin(draft, extraction)
    if step is not None or field is None:
        return step
    if again is not None:
        return revisits.carry_on(draft, again, extraction)
    if extraction.not_available:
        _skip_children(draft, field)
    if draft.get(field.name).status == "empty" and branches.is_open(draft, field.name):
        waiting = {candidate.field for candidate in draft.held}
        return None if field.name in waiting else _unanswered(draft, field, extraction)
    return None


def _drop_worn_out(draft: Draft, asked: Field | None) -> None:
    """A side remark that was read back too often already moves the call no more."""
    for item in tuple(draft.held):
        spent = draft.read_backs.get(item.field, 0) >= draft.form.read_backs
        endless = draft.form.field(item.field).retries.until_answered
        if spent and not endless and (asked is None or item.field != asked.name):
            draft.held = [held for held in draft.held if held is not item]
            draft.fire("read_backs_over", item.field)


def _skip_children(draft: Draft, field: Field) -> None:
    """Having no WhatsApp at all answers the yes/no and leaves nothing to ask about it.

    A child that was answered in the same breath, and waits for a yes, is not left out.
    """
    if field.name not in draft.written:
        return
    opened = branches.open_fields(draft.form, draft.fields)
    waiting = {candidate.field for candidate in draft.held}
    for child in branches.children(draft.form, field.name):
        missing = draft.get(child.name).status == "empty" and child.name not in waiting
        if child in opened and not child.required and missing:
            draft.skip(child, "not_available")


def _unanswered(draft: Draft, field: Field, extraction: Extraction) -> Step | None:
    """The asked field got no value: wait, say it again, skip it, or ask once more."""
    if draft.before.piece is not None and draft.before.asked == field.name:
        return repairing.piece_told(draft, field, draft.before.piece, extraction)
    attempt = draft.retries.get(field.name, 0)
    grown = bool(extraction.partial) and extraction.partial != draft.partial
    draft.partial = extraction.partial or draft.partial
    draft.unsettled = extraction.unsettled or draft.unsettled
    if extraction.intent == "wait":
        return free_turn(draft, field, Wait(field.name))
    if extraction.intent == "repeat":
        return free_turn(draft, field, Ask(field.name, "partial" if draft.partial else "repeat", attempt))
    if extraction.intent == "explain":
        return free_turn(draft, field, Ask(field.name, "explain", attempt))
    if declines(extraction):
        return declined(draft, field, extraction)
    if grown:
        return free_turn(draft, field, Ask(field.name, "partial", attempt))
    return _unusable(draft, field, extraction)


def _unusable(draft: Draft, field: Field, extraction: Extraction) -> Step | None:
    refusal = draft.refusals.get(field.name)
    if refusal is not None and refusal.rule == "refused_value":
        return repairing.again(draft, field, refusal.problem, hints=extraction.hints)
    if refusal is not None:
        return miss(draft, field, problem=refusal.problem, hints=extraction.hints, message=refusal.message)
    about_it = extraction.problem_field in (None, field.name)
    problem = extraction.problem if about_it else None
    moved = bool(draft.written or draft.held or extraction.intent == "correct")
    if moved and problem in (None, "wrong_field", "unclear"):
        if draft.held:
            return None
        return free_turn(draft, field, Ask(field.name, "resume", draft.retries.get(field.name, 0)))
    return miss(draft, field, problem=problem, hints=extraction.hints)


# ---------------------------------------------------------------- an answer to a read-back


def _read_back_turn(draft: Draft, extraction: Extraction, today: date) -> Step | None:
    """A turn that answers a read-back. None where the call goes on with whatever comes next."""
    head, *rest = draft.held
    field = draft.form.field(head.field)
    answer = confirmations.heard(draft, extraction, today)
    draft.fire(f"read_back_{answer.verdict}", field.name)
    others = [candidate for candidate in extraction.candidates if candidate.field != field.name]
    if answer.verdict in ("unclear", "repeat", "wait"):
        take(draft, ordered(draft, others), today)
        return Wait(field.name) if answer.verdict == "wait" and spend_patience(draft, field) else None
    draft.held = []
    if answer.verdict == "affirmed":
        write(draft, field, head, confirmed=True)
    if answer.unsure is not None:
        note_heard(draft, field, answer.unsure, today)
    if answer.verdict in ("corrected", "denied", "restarted") and extraction.affirmed is False:
        confirmations.refuse_value(draft, head)
    if answer.instead is not None:
        draft.note(field.name, "corrected")
        hold(draft, spelt_names.instead(draft, head, answer.instead, today))
    take(draft, rest, today)
    take(draft, ordered(draft, others), today)
    return _after_loss(draft, head, extraction, answer.verdict, today)


def _after_loss(
    draft: Draft, head: Candidate, extraction: Extraction, verdict: confirmations.Verdict, today: date
) -> Step | None:
    """Ask again for a field whose read-back failed, unless an older answer still stands."""
    field = draft.form.field(head.field)
    lost = verdict in ("denied", "restarted", "declined") and draft.status == "in_progress"
    if not lost or draft.get(field.name).status != "empty" or not branches.is_open(draft, field.name):
        return None
    if verdict == "declined":
        return declined(draft, field, extraction)
    if verdict == "restarted":
        draft.partial = extraction.partial
        return free_turn(draft, field, Ask(field.name, "partial", draft.retries.get(field.name, 0)))
    return repairing.refused(draft, field, head, extraction, today)
