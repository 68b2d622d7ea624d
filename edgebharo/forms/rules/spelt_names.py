"""A name told letter by letter: weighed against what was spoken of it, and what follows its refusal.

Whatever comes of it is read back, as long as the name has read-backs left. Where a name is not read back at
all, it is taken as it was spelt: nobody would notice a name that was put together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from edgebharo.capture import SPELT
from edgebharo.forms.expect import holds_a_person, kind_of
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.taking import hold, is_refused, must_confirm, note_heard, usable
from edgebharo.forms.schema import Field
from edgebharo.hindi.name_fusion import fused
from edgebharo.hindi.similarity import same_name
from edgebharo.types import Candidate, Value

SPELLINGS = 2
"""So often a name is asked for letter by letter, the second time with a word for each letter. Chosen."""
OFFERS = 2
"""Names that are read back after each time, each another one, while all are called wrong. Chosen."""


def told(draft: Draft, candidates: Iterable[Candidate], today: date) -> tuple[Candidate, ...]:
    """`candidates`, those that were spelt as the names that they most likely mean."""
    return tuple(_meant(draft, item, today) if item.reading == SPELT else item for item in candidates)


def _meant(draft: Draft, spelt: Candidate, today: date) -> Candidate:
    field = draft.form.find(spelt.field)
    found = usable(draft, field, spelt, today) if field is not None and kind_of(field) == "name" else None
    if field is None or not isinstance(found, Candidate):
        return spelt
    note_spelt(draft, found)
    if not must_confirm(draft, field, replace(found, doubtful=True)):
        return spelt
    return weighed(draft, field, found, today) or spelt


def instead(draft: Draft, head: Candidate, offered: Candidate, today: date) -> Candidate:
    """What is read back in place of `head`: `offered`, weighed where either of them was spelt."""
    field = draft.form.field(head.field)
    if offered.reading == SPELT:
        note_spelt(draft, offered)
    else:
        note_heard(draft, field, offered, today)
    spelt = next((item for item in (offered, head) if item.reading == SPELT), None)
    if spelt is None or kind_of(field) != "name":
        return offered
    return weighed(draft, field, replace(spelt, correction=offered.correction), today) or offered


def weighed(draft: Draft, field: Field, spelt: Candidate, today: date) -> Candidate | None:
    """The likeliest name that `spelt` and all that was heard for `field` may mean; None where none is."""
    letters, *before = draft.spelt.get(field.name) or (str(spelt.value),)
    refused = _names(draft.refused.get(field.name, ()))
    spoken = (name for name in _names(draft.heard.get(field.name, ())) if name not in (letters, *before))
    for name in fused(letters, spoken, refused, before=before, places=not holds_a_person(field)):
        found = usable(draft, field, replace(spelt, value=name, doubtful=True), today)
        if isinstance(found, Candidate) and not is_refused(draft, found):
            return found
    return None


def note_spelt(draft: Draft, found: Candidate) -> None:
    """Remember a name as its letters were heard."""
    letters = str(found.value)
    draft.spelt[found.field] = tuple(dict.fromkeys((letters, *draft.spelt.get(found.field, ()))))
    draft.may_be(found.field, (letters,))
    draft.note(found.field, "heard")


def refused_since_spelling(draft: Draft, field: Field) -> int:
    """Names that were called wrong since the letters were asked for last; all where they never were."""
    history = draft.history.get(field.name, ())
    since = history[::-1].index("spelling") if "spelling" in history else len(history)
    return history[len(history) - since :].count("refused")


def offer_next(draft: Draft, field: Field, head: Candidate, today: date) -> bool:
    """Hold the next name that the letters of `head`, which was refused, may have meant."""
    if refused_since_spelling(draft, field) >= OFFERS:
        return False
    found = weighed(draft, field, head, today)
    if found is None:
        return False
    draft.note(field.name, "offered")
    hold(draft, found)
    return True


def offer_heard(draft: Draft, field: Field) -> bool:
    """Hold the newest name heard for `field` that was not refused, once after its letters were asked for."""
    history = draft.history.get(field.name, ())
    refused = draft.refused.get(field.name, ())
    if kind_of(field) != "name" or "spelling" not in history:
        return False
    if "offered" in history[history.index("spelling") :]:
        return False
    for value in _names(draft.heard.get(field.name, ())):
        if not sounds_refused(value, refused):
            draft.note(field.name, "offered")
            hold(draft, Candidate(field.name, value, None, "state", doubtful=True))
            return True
    return False


def sounds_refused(name: Value, refused: Iterable[Value]) -> bool:
    """True where `name` is, read aloud, a name that was refused."""
    return any(same_name(str(name), str(value)) for value in refused)


def _names(values: Iterable[Value]) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str))
