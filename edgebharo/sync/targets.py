"""Where finished records may go: one port, and the names it is known by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from edgebharo.backends import Registry
from edgebharo.records.payload import Record
from edgebharo.sync.line import Address
from edgebharo.sync.parcels import Limits, Parcel
from edgebharo.sync.verdicts import Verdict

Answered: TypeAlias = Verdict | tuple[Verdict, ...]
"""One verdict for each parcel, in their order; or one for the request as a whole."""

Reader: TypeAlias = Callable[[bytes], Record]
"""Opens sealed bytes on this device; raises SealError or PayloadError."""


class Target(Protocol):
    """A server that takes records."""

    @property
    def limits(self) -> Limits:
        """What it takes in one request."""

    def post(self, parcels: Sequence[Parcel]) -> Answered:
        """Send these in one request and say what became of them. Never raises for anything on the way."""

    def close(self) -> None:
        """Let go of the connection."""


@dataclass(frozen=True)
class TargetOptions:
    """What every target is made of."""

    address: Address
    token: str = field(repr=False)
    read: Reader
    """For the targets that send a record's content and not its sealed bytes."""
    forms: tuple[Path, ...] = ()
    """Form files of this device, for the targets that also send the form."""


TARGETS: Registry[Target] = Registry(
    stage="sync",
    factories={
        "registry": "edgebharo.sync.to_registry:create",
        "fhir": "edgebharo.sync.to_fhir:create",
        "odk": "edgebharo.sync.to_odk:create",
    },
    extras={"httpx": "sync", "fhir": "export", "openpyxl": "export"},
)
