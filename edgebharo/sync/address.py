"""Where a server is, and how it may be spoken to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SILENCE_S = 30.0
"""The longest that a server may send nothing, or take nothing."""
DEADLINE_S = 120.0
"""The longest that one request may take in all: a server that drips a byte now and then is left."""


@dataclass(frozen=True)
class Address:
    """One server."""

    url: str
    """Its base, such as https://registry.example or https://fhir.example/r4."""
    roots: Path | None = None
    """PEM file of the certificates that sign the server's, where the machine does not know them."""
    plain_http: bool = False
    """Allow http:// to another machine: whoever is on the way can then read the token."""
    deadline_s: float = DEADLINE_S
    silence_s: float = SILENCE_S
