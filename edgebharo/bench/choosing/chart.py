"""Draws what there is to choose from: accuracy against latency, and who is best at which weight."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edgebharo.bench.choosing.choose import SWEEP, Axis, Candidate, Choice, Limits, Weights, rank
from edgebharo.bench.plot import INK, QUIET, RIGHT, WRONG, save

LEAST_AREA, MOST_AREA = 40.0, 400.0
"""Of a mark, points squared: it grows with the cost."""


def draw_choice(
    choice: Choice, metrics: Mapping[Axis, str], limits: Limits, latency_share: float, path: Path
) -> None:
    """Write a PNG with two panels.

    Raises:
        OutputError: the file cannot be written.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to load

    figure = Figure(figsize=(12, 5), layout="constrained")
    left, right = figure.subplots(1, 2)
    _draw_candidates(left, choice, metrics, limits)
    _draw_sweep(right, choice, latency_share)
    save(figure, path)


def _draw_candidates(axes: Any, choice: Choice, metrics: Mapping[Axis, str], limits: Limits) -> None:
    groups = (
        ("on the front", choice.front, RIGHT),
        ("dominated", [item for item, _ in choice.dominated], QUIET),
        ("beyond a limit", [item for item, _ in choice.over], WRONG),
    )
    highest = max((item.cost for _, items, _ in groups for item in items), default=0.0)
    for label, items, colour in groups:
        if items:
            areas = [_area(item, highest) for item in items]
            places = ([item.latency for item in items], [item.accuracy for item in items])
            axes.scatter(*places, s=areas, color=colour, alpha=0.7, label=label)
        for item in items:
            axes.annotate(
                item.name,
                (item.latency, item.accuracy),
                xytext=(6, 6),
                textcoords="offset points",
                color=INK,
                fontsize=8,
            )
    if limits.accuracy is not None:
        axes.axhline(limits.accuracy, color=WRONG, linestyle=":", linewidth=1)
    if limits.latency is not None:
        axes.axvline(limits.latency, color=WRONG, linestyle=":", linewidth=1)
    axes.margins(0.15)
    axes.set(xlabel=f"latency ({metrics['latency']})", ylabel=f"accuracy ({metrics['accuracy']})")
    axes.set_title(f"the larger, the more {metrics['cost']}", color=INK, fontsize=10)
    axes.legend(frameon=False, fontsize=8)


def _area(item: Candidate, highest: float) -> float:
    return (
        LEAST_AREA + (MOST_AREA - LEAST_AREA) * max(0.0, item.cost) / highest if highest > 0 else LEAST_AREA
    )


def _draw_sweep(axes: Any, choice: Choice, latency_share: float) -> None:
    weights = [step / SWEEP for step in range(SWEEP + 1)]
    lines: dict[str, list[float]] = {item.name: [] for item in choice.front}
    for weight in weights:
        for row in rank(choice.front, Weights.of(weight, latency_share)):
            lines[row.candidate.name].append(row.utility)
    for name, utilities in lines.items():
        axes.plot(weights, utilities, label=name)
    for stretch in choice.sweep[1:]:
        axes.axvline(stretch.low, color=QUIET, linestyle=":", linewidth=1)
    axes.set(xlim=(0, 1), ylim=(0, 1.05), xlabel="weight of accuracy", ylabel="utility")
    axes.set_title("the higher, the better", color=INK, fontsize=10)
    if lines:
        axes.legend(frameon=False, fontsize=8)
