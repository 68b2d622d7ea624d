"""The systems to choose from: files of results, or a TOML file that lists systems and theirs.

accuracy = "form_completion"      # a metric of the results
latency = "latency_p95_ms"
cost = "rss_mb"                   # memory, energy …; "none": it does not count

[limits]
accuracy = 0.9                    # at least
latency = 5000                    # at most
cost = 1500                       # at most

[[system]]
name = "packaged"
results = ["forms.json", "call.json"]

[[system]]
name = "whisper-base"
results = ["forms.json"]
accuracy = "form_completion/whisper"
latency = 2900                    # a figure of your own
cost = 410
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edgebharo.bench.choosing.choose import AXES, Axis, Candidate
from edgebharo.bench.report.reading import read_results
from edgebharo.errors import ConfigError, ResultsError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NONE = "none"
"""As a metric: the axis does not count."""
USUAL: Mapping[Axis, tuple[str, ...]] = {
    "accuracy": ("form_completion", "fields_right", "value_accuracy", "pass3", "values_right", "inquesto"),
    "latency": ("latency_p95_ms", "turn_latency_p95_ms", "extract_p95_ms", "rtf"),
    "cost": ("rss_mb", "energy_j"),
}
"""Metrics that are taken where none was named: the first that every system has."""

Figure: TypeAlias = Annotated[float, Field(allow_inf_nan=False)] | str


class _System(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1)]
    results: tuple[Path, ...] = ()
    accuracy: Figure | None = None
    latency: Figure | None = None
    cost: Figure | None = None


class FileLimits(BaseModel):
    """The limits of a TOML file."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    accuracy: float | None = None
    latency: float | None = None
    cost: float | None = None


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    accuracy: str | None = None
    latency: str | None = None
    cost: str | None = None
    limits: FileLimits = FileLimits()
    system: Annotated[tuple[_System, ...], Field(min_length=1)]


@dataclass(frozen=True)
class System:
    """A system before its figures are looked up."""

    name: str
    source: str
    """Where it stands, for messages."""
    metrics: Mapping[str, float | None]
    own: Mapping[Axis, float | str]
    """Figures, or metrics, that were named for this system alone."""


@dataclass(frozen=True)
class Offer:
    """All systems, and the metrics and limits that a file named."""

    systems: tuple[System, ...]
    named: Mapping[Axis, str]
    limits: FileLimits


def read_offer(paths: Sequence[Path]) -> Offer:
    """What there is to choose from.

    Raises:
        ResultsError: a file cannot be read, or two systems have one name.
    """
    systems: list[System] = []
    named: dict[Axis, str] = {}
    limits = FileLimits()
    for path in paths:
        if path.suffix.lower() == ".toml":
            file = _read_toml(path)
            systems += (_system(path, item) for item in file.system)
            named |= {axis: metric for axis in AXES if (metric := getattr(file, axis)) is not None}
            limits = limits.model_copy(update=file.limits.model_dump(exclude_none=True))
        else:
            systems.append(System(path.stem, str(path), read_results(path)[0].metrics, {}))
    names = [system.name for system in systems]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise ResultsError(f"two systems are called {double!r}: rename a file, or name them in a TOML file")
    return Offer(tuple(systems), named, limits)


def candidates_of(
    offer: Offer, metrics: Mapping[Axis, str | None]
) -> tuple[list[Candidate], dict[Axis, str]]:
    """The candidates, and the metric of each axis: the one given, the file's, or a usual one.

    Raises:
        ConfigError: a system has no figure for an axis; the message names what it has.
    """
    chosen: dict[Axis, str] = {}
    figures: list[list[float]] = []
    for axis in AXES:
        chosen[axis] = metrics[axis] or offer.named.get(axis) or _usual(offer, axis)
        figures.append([_figure(system, axis, chosen[axis]) for system in offer.systems])
    found = [Candidate(item.name, *own) for item, *own in zip(offer.systems, *figures, strict=True)]
    return found, chosen


def _usual(offer: Offer, axis: Axis) -> str:
    needed = [system for system in offer.systems if axis not in system.own]
    if not needed:
        return "as given"
    for metric in USUAL[axis]:
        if all(system.metrics.get(metric) is not None for system in needed):
            return metric
    raise ConfigError(
        f"no usual metric of {axis} is in every result: name one with --{axis} METRIC, or leave it out with "
        f"--{axis} {NONE}"
    )


def _figure(system: System, axis: Axis, metric: str) -> float:
    own = system.own.get(axis, metric)
    if not isinstance(own, str):
        return own
    if own == NONE:
        return 0.0
    value = system.metrics.get(own)
    if value is None:
        known = ", ".join(sorted(name for name, figure in system.metrics.items() if figure is not None))
        raise ConfigError(f"{system.source}: {system.name} has no metric {own!r} for {axis}; it has: {known}")
    return value


def _read_toml(path: Path) -> _File:
    try:
        return _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ResultsError(f"{path}: cannot be read ({error.strerror})") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ResultsError(f"{path}: {place}: {first['msg']}; see docs/bench-select.md") from error
    except ValueError as error:
        raise ResultsError(f"{path}: is no TOML file ({error})") from error


def _system(path: Path, item: _System) -> System:
    """Its results joined; a metric that two files tell differently is known by none of them."""
    metrics: dict[str, float | None] = {}
    for file in item.results:
        for name, value in read_results(path.parent / file)[0].metrics.items():
            metrics[name] = value if metrics.setdefault(name, value) == value else None
    own = {axis: figure for axis in AXES if (figure := getattr(item, axis)) is not None}
    return System(item.name, str(path), metrics, own)
