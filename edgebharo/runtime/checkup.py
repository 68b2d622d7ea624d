"""One thing that was looked at on a device: how it is, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal[
    "ok",
    "warning",  # calls can be held, and would be better without it
    "problem",  # no call can be held
]
Figures: TypeAlias = Mapping[str, float | int | str | bool]


@dataclass(frozen=True)
class Check:
    """What was found. Contract of `edgebharo doctor --json`."""

    name: str
    verdict: Verdict
    english: str
    """What was found."""
    hindi: str
    """The same for the worker, with what to do."""
    advice: str = ""
    """What to do; empty where nothing is."""
    figures: Figures = field(default_factory=dict)
