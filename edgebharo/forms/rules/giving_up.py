"""Retries and what follows them: ask again, skip, end the call, or hand over to the worker."""

from __future__ import annotations

from edgebharo.forms.rules.draft import Draft, RepairProblem
from edgebharo.forms.schema import Field, GaveUp
from edgebharo.types import Ask, AskReason, Extraction, Handoff, Repair, SkipReason, Step


def miss(
    draft: Draft,
    field: Field,
    *,
    problem: RepairProblem | None = None,
    hints: tuple[str, ...] = (),
    message: str = "",
    reason: AskReason = "retry",
) -> Step | None:
    """Ask again and use up one retry. None where the field was given up instead and the call goes on."""
    used = draft.retries.get(field.name, 0)
    if reason != "partial":
        draft.partial = ""
    if used >= field.retries.max and not field.retries.until_answered:
        draft.fire("exhausted", field.name)
        return give_up(draft, field, field.retries.exhausted, "retries", hints)
    draft.retries[field.name] = used + 1
    draft.retry_used = True
    if problem is None:
        return Ask(field.name, reason, used + 1)
    return Repair(field.name, problem, used + 1, hints, message)


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
    draft.fire("handoff", field.name)
    refused = tuple(str(value) for value in draft.refused.get(field.name, ()))
    return Handoff(field.name, (*hints, *refused))


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
