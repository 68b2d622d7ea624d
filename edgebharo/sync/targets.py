"""Where finished records may go: one port, and the names it is known by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from edgebharo.backends import Registry
from edgebharo.clock import Clock
from edgebharo.forms.schema import Form
from edgebharo.records.outbox import Item
from edgebharo.records.payload import Record
from edgebharo.sync.address import Address
from edgebharo.sync.batches import Limits
from edgebharo.sync.verdicts import Verdict

if TYPE_CHECKING:
    from edgebharo.sync.line import Line

Answered: TypeAlias = Verdict | tuple[Verdict, ...]
"""One verdict for each item, in their order; or one for the request as a whole."""

Reader: TypeAlias = Callable[[Item], Record]
"""Opens a revision on this device, put together with those before it; raises SealError or PayloadError."""


class Target(Protocol):
    """A server that takes records."""

    @property
    def limits(self) -> Limits:
        """What it takes in one request."""

    @property
    def reads(self) -> bool:
        """It takes what a record says, of those that no registry's key has sealed; it reads them."""

    def post(self, items: Sequence[Item]) -> Answered:
        """Send these in one request and say what became of them. Never raises for anything on the way."""

    def close(self) -> None:
        """Let go of the connection."""


@dataclass(frozen=True)
class TargetOptions:
    """What every target is made of."""

    address: Address
    token: str = field(repr=False)
    """Empty where the server asks for none."""
    read: Reader
    """For the targets that read."""
    clock: Clock
    forms: tuple[Form, ...] = ()
    """Of this device, for the targets that also send a form."""


EXTRAS = {"httpx": "sync", "fhir": "export"}
LINES: Registry[Line] = Registry("sync", {"http": "edgebharo.sync.line:Line"}, EXTRAS)
"""A bare line to an `Address`, for what is said before there is a target."""
TARGETS: Registry[Target] = Registry(
    stage="sync",
    factories={
        "registry": "edgebharo.sync.to_registry:create",
        "fhir": "edgebharo.sync.to_fhir:create",
        "odk": "edgebharo.sync.to_odk:create",
    },
    extras=EXTRAS,
)
