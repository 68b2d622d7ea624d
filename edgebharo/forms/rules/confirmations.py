"""Reads the caller's answer to a read-back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from edgebharo.capture import SPELT
from edgebharo.forms.expect import kind_of
from edgebharo.forms.rules import branches
from edgebharo.forms.rules.draft import Draft, Refusal
from edgebharo.forms.rules.giving_up import declines
from edgebharo.forms.rules.risk import risk_of
from edgebharo.forms.rules.spelt_names import OFFERS, refused_since_spelling, sounds_refused
from edgebharo.forms.rules.taking import is_refused, ordered, usable
from edgebharo.types import Candidate, Extraction, Value

Verdict: TypeAlias = Literal[
    "affirmed",  # yes, or the very same value said again
    "replaced",  # another value, without a no
    "corrected",  # no, and another value
    "denied",  # no, and nothing else
    "restarted",  # no or nothing, and the first digits of another value
    "declined",  # does not know, or will not say
    "repeat",  # say it again
    "wait",
    "unclear",
]


HEARD_BADLY = 0.5
"""A name that is more likely wrong than right. Chosen."""
MOST_REFUSED = 2
"""Names that were called wrong before the one read back: with that, its letters are due."""


@dataclass(frozen=True)
class ReadBackAnswer:
    """The verdict on the value that was read back, and the value offered instead."""

    verdict: Verdict
    instead: Candidate | None = None
    unsure: Candidate | None = None
    """A name that was heard too badly to be read back."""


def heard(draft: Draft, extraction: Extraction, today: date) -> ReadBackAnswer:
    """What `extraction` says about the first held value.

    A value that is unusable, or that was refused before, is no answer by itself.
    """
    head = draft.held[0]
    offered = _offered(draft, extraction, today)
    again = offered is not None and offered.value == head.value
    if offered is not None and not again and _is_stuck(draft, offered, extraction):
        return ReadBackAnswer("denied", unsure=offered)
    if offered is not None and not again and _replaces(draft, offered, extraction):
        return ReadBackAnswer("corrected" if extraction.affirmed is False else "replaced", offered)
    if extraction.affirmed is True:
        return ReadBackAnswer("affirmed")
    if extraction.affirmed is False:
        if again:
            return ReadBackAnswer("unclear")
        return ReadBackAnswer("restarted" if extraction.partial else "denied")
    return ReadBackAnswer("affirmed" if again else _without_yes_or_no(extraction))


def _is_stuck(draft: Draft, offered: Candidate, extraction: Extraction) -> bool:
    """True where a name was called wrong and the one said instead is no better: its letters are asked for.

    It sounds like one that was refused; or it is the second one, no name that is known, and was heard badly,
    and worse than the one before; or it is the third. Letters that were told are weighed against any of them;
    where OFFERS of what they may mean were called wrong, they are asked for once more.
    """
    field, head = draft.form.field(offered.field), draft.held[0]
    by_ear = kind_of(field) == "name" and offered.reading != SPELT
    if not by_ear or extraction.affirmed is not False:
        return False
    if head.reading == SPELT:
        return refused_since_spelling(draft, field) + 1 >= OFFERS
    refused = draft.refused.get(field.name, ())
    if sounds_refused(offered.value, (*refused, head.value)) or len(refused) >= MOST_REFUSED:
        return True
    risk = risk_of(draft, field, offered)
    worse = risk.score > max(HEARD_BADLY, risk_of(draft, field, head).score)
    return bool(refused) and offered.evidence.unfamiliar and worse


def _replaces(draft: Draft, offered: Candidate, extraction: Extraction) -> bool:
    """True where another value takes the place of the one read back.

    After a plain yes only a stated correction or a whole other number does: "हां, एकदम सही" holds a number
    word too.
    """
    if is_refused(draft, offered):
        return False
    whole_number = draft.form.field(offered.field).is_identifier
    return extraction.affirmed is not True or offered.correction or whole_number


def _without_yes_or_no(extraction: Extraction) -> Verdict:
    if declines(extraction):
        return "declined"
    if extraction.intent == "wait":
        return "wait"
    if extraction.intent in ("repeat", "explain"):
        return "repeat"
    return "restarted" if extraction.partial else "unclear"


def _offered(draft: Draft, extraction: Extraction, today: date) -> Candidate | None:
    """The usable value that this turn gives for the field that was read back."""
    field = draft.form.field(draft.held[0].field)
    for candidate in ordered(draft, extraction.candidates):
        if candidate.field == field.name:
            found = usable(draft, field, candidate, today)
            return None if isinstance(found, Refusal) else found
    return None


def is_same(one: Value | None, other: Value | None) -> bool:
    """True for the very same answer; 1 is no yes."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def refuse_value(draft: Draft, candidate: Candidate) -> None:
    """Never offer `candidate` again, and do not keep it where it is written.

    A yes/no has two values only: its question is asked again, and either answer stays possible.
    """
    draft.note(candidate.field, "refused")
    stored = draft.get(candidate.field)
    if stored.status == "answered" and is_same(stored.value, candidate.value):
        del draft.fields[candidate.field]
        branches.drop_closed(draft)
    if isinstance(candidate.value, bool):
        return
    refused = draft.refused.get(candidate.field, ())
    if candidate.value not in refused:
        draft.refused[candidate.field] = (*refused, candidate.value)
    draft.fire("refused", candidate.field)
