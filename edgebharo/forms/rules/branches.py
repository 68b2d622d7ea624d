"""Which fields are open, and what a changed answer opens or closes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.schema import Condition, Field, Form
from edgebharo.types import Answer, Candidate


def open_fields(form: Form, fields: Mapping[str, Answer]) -> tuple[Field, ...]:
    """The fields that these answers leave open, in the form's order.

    A field without a branch is always open. A skipped controller opens no `equals` branch; a controller that
    is closed itself opens nothing.
    """
    conditions = {branch.id: branch.when for branch in form.branches}
    opened: dict[str, Field] = {}
    for field in form.fields:
        when = None if field.branch is None else conditions.get(field.branch)
        if field.branch is None or (when is not None and when.field in opened and _holds(when, fields)):
            opened[field.name] = field
    return tuple(opened.values())


def is_open(draft: Draft, name: str) -> bool:
    """True where `name` may be asked and answered now."""
    return any(field.name == name for field in open_fields(draft.form, draft.fields))


def opens_once_confirmed(draft: Draft, name: str) -> bool:
    """True where `name` would be open if every value that waits for a yes were written."""
    return any(field.name == name for field in open_fields(draft.form, _with(draft.fields, draft.held)))


def flips(draft: Draft, candidate: Candidate) -> bool:
    """True where writing `candidate` over an existing answer would open or close a field."""
    if draft.get(candidate.field).status != "answered":
        return False
    now = open_fields(draft.form, draft.fields)
    return now != open_fields(draft.form, _with(draft.fields, (candidate,)))


def drop_closed(draft: Draft) -> None:
    """Forget the answers and the waiting values of fields that are no longer open."""
    opened = {field.name for field in open_fields(draft.form, draft.fields)}
    for name in [name for name in draft.fields if name not in opened]:
        del draft.fields[name]
        draft.fire("branch_closed", name)
        draft.note(name, "dropped")
    draft.held = [item for item in draft.held if opens_once_confirmed(draft, item.field)]


def children(form: Form, controller: str) -> tuple[Field, ...]:
    """The fields of the branches that `controller` opens or closes."""
    ids = {branch.id for branch in form.branches if branch.when.field == controller}
    return tuple(field for field in form.fields if field.branch in ids)


def _holds(when: Condition, fields: Mapping[str, Answer]) -> bool:
    answer = fields.get(when.field, Answer())
    if when.present is not None:
        return answer.status == ("answered" if when.present else "skipped")
    return answer.status == "answered" and answer.value is when.equals


def _with(fields: Mapping[str, Answer], held: Iterable[Candidate]) -> dict[str, Answer]:
    supposed = {item.field: Answer(status="answered", value=item.value) for item in held}
    return {**fields, **supposed}
