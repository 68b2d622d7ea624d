"""Coming back to a field that has an answer, because the caller said that it is wrong but not what is right.

The old answer stands until she gives another, and no retry is used: whatever goes wrong, she loses nothing.
"""

from __future__ import annotations

from edgebharo.forms.rules import branches
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.giving_up import spend_patience
from edgebharo.forms.schema import Field
from edgebharo.types import Ask, AskReason, Extraction, Step, Wait


def begin(draft: Draft, extraction: Extraction) -> Step | None:
    """Ask for the field whose answer the caller called wrong without giving another ("ज़िला बदल दो")."""
    if extraction.intent != "correct" or extraction.candidates:
        return None
    field = settled(draft, extraction.problem_field)
    return None if field is None else _ask(draft, field)


def settled(draft: Draft, name: str | None) -> Field | None:
    """The open field called `name`, where it was answered or skipped before this turn."""
    for field in branches.open_fields(draft.form, draft.fields):
        if field.name == name and draft.before.get(field.name).status != "empty":
            return field
    return None


def carry_on(draft: Draft, field: Field, extraction: Extraction) -> Step | None:
    """The turn after `begin`. None where the call goes on: with another answer, or with the old one."""
    if field.name in draft.written or any(held.field == field.name for held in draft.held):
        return None
    if extraction.intent == "wait":
        return Wait(field.name) if spend_patience(draft, field) else None
    if extraction.intent == "explain":
        return _ask(draft, field, "explain")
    said = any(candidate.field == field.name for candidate in extraction.candidates)
    unusable = field.name in draft.refusals if said else extraction.problem_field == field.name
    if extraction.intent == "repeat" or unusable or extraction.partial:
        draft.partial = extraction.partial or draft.partial
        return _ask(draft, field, "partial" if draft.partial else "resume")
    return None


def _ask(draft: Draft, field: Field, reason: AskReason = "resume") -> Step | None:
    """Ask for `field` again. None once the form's patience with it is over."""
    draft.fire("asked_again", field.name)
    return Ask(field.name, reason) if spend_patience(draft, field) else None
