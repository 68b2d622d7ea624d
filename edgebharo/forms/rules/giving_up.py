"""Retries and what follows them: ask again, skip, end the call, or hand over to the worker."""

from __future__ import annotations

from collections.abc import Sequence

from edgebharo.forms.rules.draft import Draft, RepairProblem
from edgebharo.forms.schema import Field, GaveUp
from edgebharo.types import Answers, Ask, AskReason, Extraction, Handoff, Repair, SkipReason, Step, Value


def miss(
    draft: Draft,
    field: Field,
    *,
    problem: RepairProblem | None = None,
    hints: tuple[str, ...] = (),
    message: str = "",
    reason: AskReason = "retry",
    action: GaveUp | None = None,
) -> Step | None:
    """Ask again and use up one retry. None where the field was given up instead and the call goes on.

    `action`: what is done when no retry is left; None: what the form says for a field without an answer.
    """
    used = draft.retries.get(field.name, 0)
    if reason != "partial":
        draft.partial = ""
    if is_exhausted(draft, field):
        draft.fire("exhausted", field.name)
        return give_up(draft, field, action or field.retries.exhausted, "retries", hints)
    draft.retries[field.name] = used + 1
    draft.retry_used = True
    if problem is None:
        return Ask(field.name, reason, used + 1)
    return Repair(field.name, problem, used + 1, hints, message)


def is_exhausted(draft: Draft, field: Field) -> bool:
    """True where the next miss gives `field` up."""
    return draft.retries.get(field.name, 0) >= field.retries.max and not field.retries.until_answered


def free_turn(draft: Draft, field: Field, step: Step) -> Step | None:
    """Take `step` without using a retry, as long as the form's patience lasts."""
    return step if spend_patience(draft, field) else miss(draft, field)


def spend_patience(draft: Draft, field: Field) -> bool:
    """Count one turn that costs no retry. False once the form's patience is over."""
    used = draft.free_turns.get(field.name, 0) + 1
    draft.free_turns[field.name] = used
    if used > draft.form.patience:
        draft.fire("patience_over", field.name)
    return used <= draft.form.patience


def give_up(
    draft: Draft, field: Field, action: GaveUp, reason: SkipReason, hints: tuple[str, ...] = ()
) -> Step | None:
    """Do what the form says for a field that stays without a value. None where the call simply goes on."""
    draft.held = [candidate for candidate in draft.held if candidate.field != field.name]
    if action == "skip" and not field.required:
        draft.skip(field, reason)
        return None
    if action == "end":
        draft.status = "failed"
        draft.fire("ended", field.name)
        return None
    return hand_over(draft, field, hints)


def hand_over(draft: Draft, field: Field, hints: tuple[str, ...] = ()) -> Handoff:
    """Ask the worker, and show her what was heard."""
    draft.fire("handoff", field.name)
    draft.note(field.name, "handed_over")
    heard = _shown(draft.heard.get(field.name, ()), draft.refused.get(field.name, ()))
    return Handoff(field.name, tuple(dict.fromkeys((*hints, *heard))))


def heard_values(answers: Answers, name: str) -> tuple[str, ...]:
    """What may have been said for the field called `name`, as it would be typed, the likeliest first."""
    return _shown(answers.heard.get(name, ()), answers.refused.get(name, ()))


def _shown(heard: Sequence[Value], refused: Sequence[Value]) -> tuple[str, ...]:
    """What the caller refused comes last: it may be nearly right. A yes or a no is not worth listing."""
    kept = (value for value in (*(item for item in heard if item not in refused), *reversed(refused)))
    return tuple(dict.fromkeys(_typed(value) for value in kept if not isinstance(value, bool)))


def _typed(value: Value) -> str:
    """`value` as a worker would type it."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def declined(draft: Draft, field: Field, extraction: Extraction) -> Step | None:
    """The caller does not know, refuses, or has no such thing. A required field has then used a retry."""
    action = field.on_dont_know
    if action != "skip" or field.required:
        draft.retries[field.name] = draft.retries.get(field.name, 0) + 1
        draft.retry_used = True
    draft.partial = ""
    return give_up(draft, field, action, _reason(extraction))


def declines(extraction: Extraction) -> bool:
    """True where the caller will not or cannot answer."""
    return extraction.intent in ("dont_know", "refuse", "skip")


def _reason(extraction: Extraction) -> SkipReason:
    if extraction.not_available:
        return "not_available"
    return "dont_know" if extraction.intent == "dont_know" else "refused"
