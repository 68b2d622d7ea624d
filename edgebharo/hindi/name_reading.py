"""What reading a name gives: shared by the readers of people's and institutions' names."""

from __future__ import annotations

from dataclasses import dataclass

from edgebharo.types import Span


@dataclass(frozen=True)
class NameReading:
    """A name as it was heard, or None with `sure` saying whether there is anything to find."""

    value: str | None = None
    """Words of the normalised text, one space between them."""
    span: Span | None = None
    how: str = ""
    """carrier, bare, relation, corrected, spelled, called, planned, description; empty without a value."""
    doubtful: bool = False
    """Worth reading back: two names were said, it was spelt, it is a pet name …"""
    sure: bool = True
    """False where another reader should be asked which words are the name."""
    corrected: bool = False
    """Another name was taken back ("कमला नहीं, विमला")."""
