"""A form that has passed every check, with the places its fields choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from edgebharo.capture import ConfirmPolicy
from edgebharo.forms.schema import Field, Form
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.places import Place


@dataclass(frozen=True)
class LoadedForm:
    """A Form and its gazetteers, by name. This is what every room is handed."""

    form: Form
    gazetteers: Mapping[str, tuple[Place, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def confirming(self, policy: ConfirmPolicy) -> LoadedForm:
        """The same form with another rule for what is read back."""
        return replace(self, form=self.form.model_copy(update={"confirm_policy": policy}))

    def consented(self) -> LoadedForm:
        """The same form for a caller who has given her consent elsewhere: its question is not asked."""
        return replace(self, form=self.form.model_copy(update={"consent": None}))

    def places(self, field: Field) -> tuple[Place, ...]:
        """The places that `field` chooses from; empty where it has no gazetteer."""
        return self.gazetteers.get(field.gazetteer or "", ())

    def place_phrases(self, field: Field) -> Mapping[str, Place]:
        """Every normalised name and alias that `field` may be answered with, and the place it means."""
        return self._phrases.get(field.gazetteer or "", {})

    @cached_property
    def _phrases(self) -> Mapping[str, Mapping[str, Place]]:
        """Worked out once: a list of districts holds thousands of phrases."""
        return {name: _by_phrase(places) for name, places in self.gazetteers.items()}


def _by_phrase(places: Sequence[Place]) -> Mapping[str, Place]:
    """Phrases in file order. A name wins over an alias, and the first of two places over the second.

    A name that two states share is no phrase: only with its state does it mean one place.
    """
    named = {normalize(place.value): place for place in reversed(places)}
    shared = {normalize(place.name) for place in places if place.shared}
    phrases: dict[str, Place] = {}
    for place in places:
        for text in (place.value, *place.aliases):
            phrase = normalize(text)
            if phrase not in shared:
                phrases.setdefault(phrase, named.get(phrase, place))
    return phrases
