"""What a registry is told when it starts. Workers are processes and read it from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from edgebharo.errors import ConfigError
from edgebharo.models.where import home

PREFIX = "EDGEBHARO_REGISTRY_"


@dataclass(frozen=True)
class Settings:
    """Where everything lies, and what one caller may ask for."""

    database: str
    """SQLAlchemy's form of an address; may hold a password."""
    keys: Path
    """The folder of keys (`custody`)."""
    requests_per_s: float = 50.0
    """Of one device or admin, in the long run, for each worker."""
    burst: int = 200
    """Of one device or admin, at once, for each worker."""

    def __repr__(self) -> str:
        return f"Settings(keys={self.keys})"


def folder() -> Path:
    """Where a registry that is only tried out keeps its things."""
    return home() / "registry"


def default_database() -> str:
    """An SQLite file in `folder`."""
    return f"sqlite:///{folder() / 'registry.sqlite'}"


def default_keys() -> Path:
    """The folder of keys."""
    return folder() / "keys"


def to_environment(settings: Settings) -> dict[str, str]:
    """What a worker reads with `from_environment`."""
    return {
        f"{PREFIX}DATABASE": settings.database,
        f"{PREFIX}KEYS": str(settings.keys),
        f"{PREFIX}REQUESTS_PER_S": repr(settings.requests_per_s),
        f"{PREFIX}BURST": str(settings.burst),
    }


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Inverse of `to_environment`; what is not set has its default.

    Raises:
        ConfigError: a number is none.
    """
    try:
        return Settings(
            environment.get(f"{PREFIX}DATABASE") or default_database(),
            Path(environment.get(f"{PREFIX}KEYS") or default_keys()),
            _positive(environment.get(f"{PREFIX}REQUESTS_PER_S") or Settings.requests_per_s),
            round(_positive(environment.get(f"{PREFIX}BURST") or Settings.burst)),
        )
    except ValueError:
        raise ConfigError(f"{PREFIX}REQUESTS_PER_S and {PREFIX}BURST: write numbers of 1 and more") from None


def _positive(value: str | float) -> float:
    number = float(value)
    if not 1 <= number < float("inf"):
        raise ValueError
    return number
