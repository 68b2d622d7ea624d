"""What happens next once the turn's words are dealt with."""

from __future__ import annotations

from edgebharo.forms.rules import branches, reviewing
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.giving_up import give_up
from edgebharo.forms.schema import Field
from edgebharo.types import Ask, Close, Confirm, Step

SPELT_READ_BACKS = 2
"""Read-backs that a name has beyond the form's for each time that its letters were asked for. Chosen."""


def unanswered(draft: Draft) -> Field | None:
    """The first open field that is neither answered nor skipped nor waiting for a yes."""
    waiting = {candidate.field for candidate in draft.held}
    for field in branches.open_fields(draft.form, draft.fields):
        if draft.get(field.name).status == "empty" and field.name not in waiting:
            return field
    return None


def focus(draft: Draft) -> Field | None:
    """The field that the caller's words are about: the one asked, else the next one."""
    for field in branches.open_fields(draft.form, draft.fields):
        if field.name == draft.before.asked and draft.get(field.name).status == "empty":
            return field
    return unanswered(draft)


def advance(draft: Draft) -> Step:
    """Close a call that is over, else read back what waits, else ask the next open question."""
    while draft.status == "in_progress":
        if draft.held:
            step = _read_back(draft)
            if step is not None:
                return step
            continue
        field = unanswered(draft)
        if field is not None:
            return _ask(draft, field)
        summary = reviewing.summary(draft)
        if summary is not None:
            return summary
        draft.status = "failed" if _left_required(draft) else "complete"
    draft.held = []
    return Close(draft.status)


def _read_back(draft: Draft) -> Step | None:
    """Confirm the first held value; None where it was read back too often and the field is given up.

    A value that waited for another one to open its branch is dropped where that was given up.
    """
    candidate = draft.held[0]
    field = draft.form.field(candidate.field)
    if not branches.opens_once_confirmed(draft, field.name):
        draft.held = draft.held[1:]
        draft.note(field.name, "dropped")
        return None
    spoken = draft.read_backs.get(field.name, 0)
    if spoken < _most_read_backs(draft, field) or field.retries.until_answered:
        draft.read_backs[field.name] = spoken + 1
        return Confirm((candidate,))
    draft.held = draft.held[1:]
    draft.fire("read_backs_over", field.name)
    if draft.get(field.name).status != "empty" or not branches.is_open(draft, field.name):
        return None  # what was there before stands
    failed = bool(draft.refused.get(field.name))
    return give_up(draft, field, field.unrepaired if failed else field.retries.exhausted, "retries")


def _most_read_backs(draft: Draft, field: Field) -> int:
    """A name whose letters were asked for has some more: they are new evidence."""
    return draft.form.read_backs + SPELT_READ_BACKS * draft.history.get(field.name, ()).count("spelling")


def _ask(draft: Draft, field: Field) -> Step:
    known = field.name == draft.before.asked or field.name in draft.retries or field.name in draft.free_turns
    return Ask(field.name, "resume" if known else "first", draft.retries.get(field.name, 0))


def _left_required(draft: Draft) -> bool:
    """True where the worker left a required field empty: the form is then not complete."""
    opened = branches.open_fields(draft.form, draft.fields)
    return any(field.required and draft.get(field.name).status == "skipped" for field in opened)
