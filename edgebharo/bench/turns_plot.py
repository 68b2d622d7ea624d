"""Draws latency against pause handling: ours, the fixed pause, and the published systems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgebharo.bench.plot import INK, QUIET, RIGHT, WRONG, save
from edgebharo.bench.turns_figures import FRONTIER, FRONTIER_S, PATIENT, PATIENT_S, PUBLISHED

if TYPE_CHECKING:
    from edgebharo.bench.suite import Result

LEAST_WIDTH_S, FAR_S = 1.6, 100.0
"""Seconds: the axis reaches so far at least; the line of the published systems goes on beyond it."""
SYSTEMS = (("", "EdgeBharo", RIGHT), ("_fixed", "the same with a fixed 0.2 + 0.4 s", WRONG))
PAUSES = (("", "pauses of 0.3–3 s", True), ("_short", "of 0.5–1.5 s, as published", False))


def draw_turns(result: Result, path: Path) -> None:
    """Write a PNG.

    Raises:
        OutputError: the file cannot be written.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to load

    figure = Figure(figsize=(8, 6.5), layout="constrained")
    axes = figure.subplots()
    _draw_published(axes)
    for ending, name, colour in SYSTEMS:
        _draw_ours(axes, result, ending, name, colour)
    axes.set(
        xlim=(0, _widest_s(result)),
        ylim=(0, 1.04),
        xlabel="turn-taking latency, median (s)",
        ylabel="pause handling (share of turns not taken over)",
    )
    quick = ", quick run" if result.quick else ""
    axes.set_title(f"turn-taking on {result.machine}{quick}", color=INK, fontsize=10)
    figure.legend(loc="outside lower center", frameon=False, fontsize=9)
    save(figure, path)


def _widest_s(result: Result) -> float:
    found = (result.metrics.get(f"turn_latency_median_ms{ending}") for ending, _, _ in SYSTEMS)
    return max([LEAST_WIDTH_S, *(1.1 * latency_ms / 1000 for latency_ms in found if latency_ms is not None)])


def _draw_published(axes: Any) -> None:
    for system in PUBLISHED:
        axes.scatter(system.latency_s, system.pause_handling, marker="s", s=28, color=QUIET)
        axes.annotate(
            system.name,
            (system.latency_s, system.pause_handling),
            xytext=(0, -14),
            textcoords="offset points",
            ha="center",
            color=QUIET,
            fontsize=8,
        )
    axes.plot(
        [0, FRONTIER_S, FRONTIER_S, PATIENT_S, PATIENT_S, FAR_S],
        [FRONTIER, FRONTIER, PATIENT, PATIENT, 1.0, 1.0],
        color=QUIET,
        linestyle=":",
        label="published systems stay below (IndicFDB, Hindi)",
    )


def _draw_ours(axes: Any, result: Result, ending: str, name: str, colour: str) -> None:
    latency_ms = result.metrics.get(f"turn_latency_median_ms{ending}")
    for kind, label, filled in PAUSES:
        handling = result.metrics.get(f"pause_handling{kind}{ending}")
        if latency_ms is not None and handling is not None:
            axes.scatter(
                latency_ms / 1000,
                handling,
                s=60,
                facecolors=colour if filled else "none",
                edgecolors=colour,
                label=f"{name}, {label}",
                zorder=3,
            )
