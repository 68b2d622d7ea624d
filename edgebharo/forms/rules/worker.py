"""The worker fills a field by hand."""

from __future__ import annotations

from datetime import date

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import branches, consent
from edgebharo.forms.rules.draft import Draft, Refusal
from edgebharo.forms.rules.giving_up import hand_over
from edgebharo.forms.rules.next_step import advance
from edgebharo.forms.rules.taking import usable, write
from edgebharo.forms.schema import CONSENT, Field
from edgebharo.types import Answers, Ask, Candidate, Close, Decision, Value


def worker_entry(
    loaded: LoadedForm, answers: Answers, field: str, value: Value | None, today: date
) -> Decision:
    """Store what the worker typed for `field`; None leaves it without a value.

    The same guards hold as for the caller, but her hand needs no confirmation and may bring back a value
    that was refused. A value that the guards refuse brings the Handoff back, with the rejection. A required
    field that she leaves makes the call end as `failed` (incomplete), after the other questions.
    """
    draft = Draft.of(loaded, answers)
    if answers.status != "in_progress":
        return draft.decision(Close(answers.status))
    if consent.is_asked(draft):
        return draft.decision(Ask(CONSENT, "resume"))  # nobody answers this for the caller
    target = next(
        (item for item in branches.open_fields(draft.form, draft.fields) if item.name == field), None
    )
    if target is None:
        draft.refuse(field, Refusal("not_open", "wrong_field"))
        return draft.decision(advance(draft))
    if value is None:
        return _left(draft, target)
    found = usable(draft, target, Candidate(field, value, span=None, source="worker"), today)
    if isinstance(found, Refusal):
        draft.refuse(field, found)
        return draft.decision(hand_over(draft, target))
    _forget_held(draft, field)
    write(draft, target, found, confirmed=True)
    return draft.decision(advance(draft))


def _left(draft: Draft, field: Field) -> Decision:
    _forget_held(draft, field.name)
    if draft.get(field.name).status != "answered":
        draft.skip(field, "worker")
        draft.note(field.name, "worker")
    return draft.decision(advance(draft))


def _forget_held(draft: Draft, name: str) -> None:
    draft.held = [candidate for candidate in draft.held if candidate.field != name]
