"""The tasks of `bench capture`, as values that fit into JSON: what is to be captured, and how it is told."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field

from edgebharo.types import Value

Kind: TypeAlias = Literal[
    "name",
    "village",
    "district",
    "date",
    "months",
    "phone",
    "aadhaar",
    "yes_no",
    "number",
    "spelled_name",
]
Realism: TypeAlias = Literal[
    "none", "restart", "partial", "wrong_field", "mispronounced", "spelled_differently"
]
"""restart: she begins with something wrong and takes it back. partial: at first she tells a part only.
wrong_field: at first she tells something else. mispronounced: at first one sound slips. spelled_differently:
the same value in another wording, or a name as others write it and as it sounds alike."""
Environment: TypeAlias = Literal["regular", "noise", "speech"]
Protocol: TypeAlias = Literal["off", "risk", "always"]
"""How much is confirmed: nothing; what is at risk, as in calls; everything."""

KINDS: tuple[Kind, ...] = get_args(Kind)
ENVIRONMENTS: tuple[Environment, ...] = get_args(Environment)
PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Item(_Frozen):
    """One value that the caller has, and her words for it."""

    field: str
    """Field of the form that the task is held with."""
    kind: Kind
    value: Value
    """What the form must hold in the end."""
    first: str
    """What she says when it is first asked for."""
    plain: str
    """The value in the plainest words: what she says when she is asked again, or corrects."""


class Task(_Frozen):
    """One caller with one value to tell, or two where she mistakes the question at first."""

    id: str
    """Seeds all that is drawn while the call goes on."""
    kind: Kind
    hard: bool
    realism: Realism
    voice: str
    pace: Annotated[float, Field(ge=0.5, le=2.0)]
    reaction_ms: int
    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=2)]
    """The first is what the task is about; the second one is what she mistakes the question for."""
    villages: tuple[str, ...] = ()
    """The villages that the form lists; empty: any name may be told."""

    def item(self, field: str) -> Item | None:
        """Her value for `field`."""
        return next((item for item in self.items if item.field == field), None)


class Held(_Frozen):
    """A task in one environment: what is measured at a time, with every protocol."""

    task: Task
    environment: Environment
