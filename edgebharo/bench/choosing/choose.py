"""Hard limits, then the Pareto front, then a weighted sum whose weights are swept. Pure.

The procedure is FormBharo's (arXiv 2608.06027): on a device, cost is memory or energy. The order of the
candidates changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Axis: TypeAlias = Literal["accuracy", "latency", "cost"]
AXES: tuple[Axis, ...] = ("accuracy", "latency", "cost")
SWEEP = 100
"""Equal steps of the accuracy's weight from 0 to 1."""


@dataclass(frozen=True)
class Candidate:
    """A system and its three figures, finite numbers."""

    name: str
    accuracy: float
    """The more, the better."""
    latency: float
    """The less, the better."""
    cost: float
    """The less, the better."""


@dataclass(frozen=True)
class Limits:
    """What no candidate may pass; None: no limit."""

    accuracy: float | None = None
    """At least."""
    latency: float | None = None
    """At most."""
    cost: float | None = None
    """At most."""

    def broken_by(self, candidate: Candidate) -> tuple[Axis, ...]:
        """The axes on which `candidate` passes its limit."""
        return tuple(axis for axis in AXES if self._is_broken(axis, getattr(candidate, axis)))

    def _is_broken(self, axis: Axis, value: float) -> bool:
        limit: float | None = getattr(self, axis)
        if limit is None:
            return False
        return value < limit if axis == "accuracy" else value > limit


@dataclass(frozen=True)
class Weights:
    """How much each axis counts; they sum to 1."""

    accuracy: float
    latency: float
    cost: float

    @classmethod
    def of(cls, accuracy: float, latency_share: float) -> Weights:
        """`accuracy` (0..1) for accuracy; of what is left, `latency_share` (0..1) for latency."""
        rest = 1 - accuracy
        return cls(accuracy, rest * latency_share, rest * (1 - latency_share))


@dataclass(frozen=True)
class Ranked:
    """A candidate of the front and its utility, 0..1."""

    candidate: Candidate
    utility: float


@dataclass(frozen=True)
class Stretch:
    """A range of the accuracy's weight, ends included, in which one candidate is best."""

    name: str
    low: float
    high: float


@dataclass(frozen=True)
class Choice:
    """What came of it."""

    over: tuple[tuple[Candidate, tuple[Axis, ...]], ...]
    """Beyond a limit, and beyond which."""
    dominated: tuple[tuple[Candidate, str], ...]
    """Within the limits; the name of one that is nowhere worse and somewhere better."""
    front: tuple[Candidate, ...]
    sweep: tuple[Stretch, ...]
    """Of the weight from 0 to 1; empty where the front is."""


def choose(candidates: Sequence[Candidate], limits: Limits, latency_share: float = 0.5) -> Choice:
    """Drop, keep the front, sweep. Everything is ordered by name, but for the sweep."""
    ordered = sorted(candidates, key=lambda item: item.name)
    broken = [(item, limits.broken_by(item)) for item in ordered]
    within = [item for item, axes in broken if not axes]
    best = front(within)
    dominated = [(item, _dominator(item, best)) for item in within if item not in best]
    return Choice(
        over=tuple((item, axes) for item, axes in broken if axes),
        dominated=tuple(dominated),
        front=best,
        sweep=sweep(best, latency_share),
    )


def dominates(one: Candidate, other: Candidate) -> bool:
    """Nowhere worse and somewhere better."""
    mine, theirs = _goods(one), _goods(other)
    return all(a >= b for a, b in zip(mine, theirs, strict=True)) and mine != theirs


def front(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Those that no other dominates, by name; of equal ones, all."""
    known = sorted(candidates, key=lambda item: item.name)
    return tuple(item for item in known if not any(dominates(other, item) for other in known))


def rank(best: Sequence[Candidate], weights: Weights) -> tuple[Ranked, ...]:
    """The front by utility, the best first; ties by name.

    Each axis is scaled so that the worst of the front has 0 and the best 1; all have 1 where they are equal.
    """
    scaled = [_scaled(best, axis) for axis in range(len(AXES))]
    shares = (weights.accuracy, weights.latency, weights.cost)
    utilities = [
        sum(share * values[index] for share, values in zip(shares, scaled, strict=True))
        for index in range(len(best))
    ]
    ranked = (Ranked(item, round(utility, 12)) for item, utility in zip(best, utilities, strict=True))
    return tuple(sorted(ranked, key=lambda item: (-item.utility, item.candidate.name)))


def sweep(best: Sequence[Candidate], latency_share: float = 0.5) -> tuple[Stretch, ...]:
    """Which of the front is best at each weight of the accuracy, in SWEEP equal steps."""
    found: list[Stretch] = []
    for step in range(SWEEP + 1 if best else 0):
        weight = step / SWEEP
        name = rank(best, Weights.of(weight, latency_share))[0].candidate.name
        if found and found[-1].name == name:
            found[-1] = Stretch(name, found[-1].low, weight)
        else:
            found.append(Stretch(name, weight, weight))
    return tuple(found)


def _dominator(item: Candidate, best: Sequence[Candidate]) -> str:
    return next(other.name for other in best if dominates(other, item))


def _goods(candidate: Candidate) -> tuple[float, float, float]:
    """The figures, turned so that more is better."""
    return candidate.accuracy, -candidate.latency, -candidate.cost


def _scaled(best: Sequence[Candidate], axis: int) -> list[float]:
    values = [_goods(item)[axis] for item in best]
    low, high = min(values, default=0.0), max(values, default=0.0)
    return [(value - low) / (high - low) if high > low else 1.0 for value in values]
