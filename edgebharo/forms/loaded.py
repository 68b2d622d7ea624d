"""A form that has passed every check, with the places its fields choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from edgebharo.forms.schema import Field, Form
from edgebharo.hindi.places import Place


@dataclass(frozen=True)
class LoadedForm:
    """A Form and its gazetteers, by name. This is what every room is handed."""

    form: Form
    gazetteers: Mapping[str, tuple[Place, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def places(self, field: Field) -> tuple[Place, ...]:
        """The places that `field` chooses from; empty where it has no gazetteer."""
        return self.gazetteers.get(field.gazetteer or "", ())
