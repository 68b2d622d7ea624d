"""The summary before a call closes: what was put off until then, or every answer, in one read-back.

A yes confirms them all. A field that is named is corrected, and what depends on it is asked or dropped; a no
that names nothing has each value read back by itself.
"""

from __future__ import annotations

from datetime import date

from edgebharo.capture import HistoryEvent
from edgebharo.forms.rules import branches
from edgebharo.forms.rules.confirmations import refuse_value
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.risk import limit_of
from edgebharo.forms.rules.taking import hold, ordered, take
from edgebharo.forms.schema import Field
from edgebharo.types import Answer, Candidate, Confirm, Extraction

MOST = 2
"""Summaries in a call: the second one holds what the first one changed."""
SETTLED: frozenset[HistoryEvent] = frozenset({"written", "confirmed", "worker", "reviewed"})


def summary(draft: Draft) -> Confirm | None:
    """The summary that is due now that nothing is left to ask; None where there is none."""
    if draft.form.confirm_policy == "off" or draft.reviews >= MOST:
        return None
    fields = [field for field in branches.open_fields(draft.form, draft.fields) if _is_due(draft, field)]
    if not fields:
        return None
    return _spoken(draft, tuple(field.name for field in fields))


def _spoken(draft: Draft, names: tuple[str, ...]) -> Confirm:
    draft.reviews += 1
    draft.reviewing = names
    for name in names:
        draft.note(name, "reviewed")
    return Confirm(tuple(_standing(draft, name) for name in names), review=True)


def _is_due(draft: Draft, field: Field) -> bool:
    answer = draft.get(field.name)
    if answer.status != "answered" or _was_reviewed(draft, field.name):
        return False
    if draft.form.review:
        return True
    always = draft.form.confirm_policy == "always"
    return is_put_off(draft, field) and not answer.confirmed and (always or _is_risky(field, answer))


def is_put_off(draft: Draft, field: Field) -> bool:
    """True where a doubt about a value of `field` can wait until the end: nothing else hangs on it."""
    return field.confirm == "at_end" and not branches.children(draft.form, field.name)


def _is_risky(field: Field, answer: Answer) -> bool:
    doubts = {"doubtful", "estimated", "correction"} & set(answer.risk_reasons)
    return bool(doubts) or (answer.risk is not None and answer.risk > limit_of(field))


def _was_reviewed(draft: Draft, name: str) -> bool:
    """True where the value as it stands was part of a summary."""
    settled = [event for event in draft.history.get(name, ()) if event in SETTLED]
    return bool(settled) and settled[-1] == "reviewed"


def _standing(draft: Draft, name: str) -> Candidate:
    """The answer of `name` as a value to be read back."""
    answer = draft.get(name)
    value = answer.value if answer.value is not None else ""
    return Candidate(name, value, None, "state", answer.confidence, estimated=answer.estimated)


# ---------------------------------------------------------------- the caller's answer to it


def answered(draft: Draft, extraction: Extraction, today: date) -> Confirm | None:
    """What she said to the summary. None where the call goes on with whatever comes next."""
    names = draft.before.reviewing
    named = extraction.problem_field if extraction.intent == "correct" else None
    if extraction.candidates:
        _correct(draft, ordered(draft, extraction.candidates), today)
    elif named is not None and draft.get(named).status != "empty":
        _called_wrong(draft, draft.form.field(named))
    elif extraction.affirmed is True:
        _confirm(draft, names)
    elif extraction.affirmed is False:
        for name in names:
            hold(draft, _standing(draft, name))
    else:
        return repeated(draft)
    return None


def repeated(draft: Draft) -> Confirm | None:
    """The summary once more, where it may be said again; else the values stand as they are."""
    return _spoken(draft, draft.before.reviewing) if draft.reviews < MOST else None


def _confirm(draft: Draft, names: tuple[str, ...]) -> None:
    for name in names:
        answer = draft.get(name)
        draft.fields[name] = Answer(**{**vars(answer), "confirmed": True})
        draft.note(name, "confirmed")
        draft.note(name, "reviewed")
    draft.fire("reviewed")


def _correct(draft: Draft, candidates: tuple[Candidate, ...], today: date) -> None:
    """Other values for fields that she named; what stood there is not offered again."""
    for candidate in candidates:
        answer = draft.get(candidate.field)
        stands = answer.status == "answered" and answer.value == candidate.value
        if stands:
            continue
        draft.note(candidate.field, "corrected")
        if not isinstance(candidate.value, bool):
            _withdraw(draft, candidate.field)
        take(draft, (candidate,), today)


def _called_wrong(draft: Draft, field: Field) -> None:
    """She named it and said no more: a yes/no is turned around, anything else is asked again."""
    answer = draft.get(field.name)
    draft.note(field.name, "corrected")
    if isinstance(answer.value, bool):
        hold(draft, Candidate(field.name, not answer.value, None, "state", doubtful=True, correction=True))
        return
    _withdraw(draft, field.name)


def _withdraw(draft: Draft, name: str) -> None:
    """Forget a value that was called wrong; it is asked for as if for the first time."""
    if draft.get(name).status == "answered":
        refuse_value(draft, _standing(draft, name))
    draft.fields.pop(name, None)
    draft.retries.pop(name, None)
    draft.read_backs.pop(name, None)
    branches.drop_closed(draft)
