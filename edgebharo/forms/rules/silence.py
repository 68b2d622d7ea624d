"""The caller said nothing: she is asked again, then with shorter help, then the worker is."""

from __future__ import annotations

from dataclasses import replace

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import consent, reviewing
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.giving_up import free_turn, give_up, miss, spend_patience
from edgebharo.forms.rules.next_step import advance, focus
from edgebharo.types import Answers, Ask, AskReason, Close, Confirm, Decision, Step

WORKER_AFTER = 3
"""So many silences in a row: nobody answers the machine, whatever retries are left."""


def on_silence(loaded: LoadedForm, answers: Answers, count: int) -> Decision:
    """Ask again after `count` silences in a row (from 1). The first one uses no retry and no read-back."""
    draft = Draft.of(loaded, answers)
    if answers.status != "in_progress":
        return draft.decision(Close(answers.status))
    draft.fire("silence")
    if consent.is_asked(draft):
        return draft.decision(consent.unheard(draft, count))
    if answers.reviewing:
        return draft.decision(reviewing.repeated(draft) or advance(draft))
    step = _held(draft, count) if draft.held else _asked(draft, count)
    return draft.decision(step if step is not None else advance(draft))


def _held(draft: Draft, count: int) -> Step | None:
    """The read-back once more; None where it counts as one."""
    field = draft.form.field(draft.held[0].field)
    if count >= WORKER_AFTER:
        draft.held = draft.held[1:]
        if draft.get(field.name).status != "empty":
            return None  # what was there before stands
        return give_up(draft, field, "handoff", "retries")
    if count > 1 or not spend_patience(draft, field):
        return None
    return Confirm((draft.held[0],))


def _asked(draft: Draft, count: int) -> Step | None:
    field = focus(draft)
    if field is None:
        return None
    if count >= WORKER_AFTER:
        return give_up(draft, field, "handoff", "retries")
    piece = draft.before.piece if draft.before.asked == field.name else None
    reason: AskReason = "partial" if draft.partial and piece is None else "silence"
    if count == 1:
        asked = Ask(field.name, reason, draft.retries.get(field.name, 0), piece)
        return free_turn(draft, field, asked)
    kept = draft.partial
    step = miss(draft, field, reason=reason)
    if piece is None or not isinstance(step, Ask):
        return step
    draft.partial = kept
    return replace(step, piece=piece)
