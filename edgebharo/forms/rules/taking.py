"""What becomes of a proposed value: refused, held for a confirmation, or written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from edgebharo.capture import HistoryEvent
from edgebharo.forms.rules import branches
from edgebharo.forms.rules.draft import Draft, Refusal
from edgebharo.forms.rules.guards import refusal_of
from edgebharo.forms.rules.risk import limit_of, risk_of
from edgebharo.forms.rules.values import to_type
from edgebharo.forms.schema import Field
from edgebharo.types import Answer, Candidate


def ordered(draft: Draft, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """One candidate per field, in the form's order, however they came.

    Where one utterance gives two values for a field, the surer one is kept and has to be confirmed.
    """
    place = {field.name: index for index, field in enumerate(draft.form.fields)}
    by_field: dict[str, list[Candidate]] = {}
    for candidate in sorted(candidates, key=_rank):
        by_field.setdefault(candidate.field, []).append(candidate)
    best = (
        replace(found[0], doubtful=found[0].doubtful or any(other.value != found[0].value for other in found))
        for found in by_field.values()
    )
    return tuple(sorted(best, key=lambda item: (place.get(item.field, len(place)), item.field)))


def _rank(candidate: Candidate) -> tuple[bool, float, bool, str]:
    return (not candidate.correction, -candidate.confidence, candidate.doubtful, repr(candidate))


def usable(draft: Draft, field: Field, candidate: Candidate, today: date) -> Candidate | Refusal:
    """The candidate with its value brought to the field's type, or why it cannot be stored."""
    places = draft.loaded.place_phrases(field)
    value = to_type(field, candidate.value, places)
    if value is None:
        return Refusal("type", "unknown_place" if places else "invalid")
    refusal = refusal_of(field, value, today)
    return refusal if refusal is not None else replace(candidate, value=value)


def take(draft: Draft, candidates: Iterable[Candidate], today: date) -> None:
    """Refuse, hold or write each of `candidates`, in the order given."""
    names = {field.name for field in draft.form.fields}
    for candidate in candidates:
        if candidate.field not in names:
            draft.refuse(candidate.field, Refusal("unknown_field", "invalid"))
            continue
        _take(draft, draft.form.field(candidate.field), candidate, today)


def _take(draft: Draft, field: Field, candidate: Candidate, today: date) -> None:
    waits = not branches.is_open(draft, field.name)
    if waits and not branches.opens_once_confirmed(draft, field.name):
        draft.refuse(field.name, Refusal("closed_branch", "wrong_field"))
        return
    found = usable(draft, field, candidate, today)
    if isinstance(found, Refusal):
        draft.refuse(field.name, found)
        return
    note_heard(draft, field, found, today)
    answer = draft.get(field.name)
    if answer.status == "answered" and answer.value == found.value:
        return
    asked_again = field.name == draft.before.asked
    if answer.status == "answered" and not found.correction and not asked_again:
        draft.refuse(field.name, Refusal("already_answered", "wrong_field"))
    elif is_refused(draft, found):
        draft.refuse(field.name, Refusal("refused_value", "refused_value"))
    elif waits or must_confirm(draft, field, found):
        hold(draft, found)
    else:
        write(draft, field, found, confirmed=False)


def note_heard(draft: Draft, field: Field, found: Candidate, today: date) -> None:
    """Remember the value and the usable ones among what it may have been instead."""
    others = (
        usable(draft, field, replace(found, value=value), today) for value in found.evidence.alternatives
    )
    draft.may_be(field.name, (found.value, *(item.value for item in others if isinstance(item, Candidate))))
    draft.note(field.name, "heard")


def must_confirm(draft: Draft, field: Field, candidate: Candidate) -> bool:
    """True where the value is read back before it counts.

    auto: values that are too likely to be wrong; readings that are doubtful or computed; repaired dates;
    changes that open or close other questions.
    """
    policy = draft.form.confirm_policy
    if candidate.source == "worker" or policy == "off":
        return False
    if field.confirm == "at_end" and not branches.children(draft.form, field.name):
        return False  # the summary asks
    if policy == "always" or field.confirm in ("always", "never"):
        return policy == "always" or field.confirm == "always"
    return (
        candidate.doubtful
        or candidate.estimated
        or (field.type == "date" and candidate.correction)
        or branches.flips(draft, candidate)
        or risk_of(draft, field, candidate).score > limit_of(field)
    )


def is_refused(draft: Draft, candidate: Candidate) -> bool:
    """True where the caller has said no to this very value."""
    return candidate.value in draft.refused.get(candidate.field, ())


def hold(draft: Draft, candidate: Candidate) -> None:
    """Let the value wait for the caller's yes, in place of an earlier one for the same field."""
    for index, other in enumerate(draft.held):
        if other.field == candidate.field:
            draft.held[index] = candidate
            break
    else:
        draft.held.append(candidate)
    draft.fire("held", candidate.field)
    draft.note(candidate.field, "held")
    _forget_partial(draft, candidate.field)


def write(draft: Draft, field: Field, candidate: Candidate, *, confirmed: bool) -> None:
    """Store the value. Answers of a branch that it closes are dropped; a screening value ends the call."""
    risk = risk_of(draft, field, candidate)
    draft.fields[field.name] = Answer(
        status="answered",
        value=candidate.value,
        source=candidate.source,
        confidence=candidate.confidence,
        confirmed=confirmed,
        estimated=candidate.estimated,
        risk=risk.score if candidate.source != "worker" else None,
        risk_reasons=risk.reasons,
        reading=candidate.reading,
    )
    draft.note(field.name, _how(candidate, confirmed=confirmed))
    draft.written.append(field.name)
    draft.fire("written", field.name)
    _forget_partial(draft, field.name)
    branches.drop_closed(draft)
    if any(_screens_out(value, candidate) for value in field.screen_out):
        draft.status = "screened_out"
        draft.fire("screened_out", field.name)


def _how(candidate: Candidate, *, confirmed: bool) -> HistoryEvent:
    if candidate.source == "worker":
        return "worker"
    return "confirmed" if confirmed else "written"


def _forget_partial(draft: Draft, name: str) -> None:
    """The digits heard so far have become a value: they must not lead the next one."""
    if name == draft.before.asked:
        draft.partial = ""


def _screens_out(value: bool | float | str, candidate: Candidate) -> bool:
    if isinstance(candidate.value, tuple):
        return value in candidate.value
    return value == candidate.value and isinstance(value, bool) == isinstance(candidate.value, bool)
