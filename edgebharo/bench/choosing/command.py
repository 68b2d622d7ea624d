"""Runs `bench select`: reads the systems, chooses, shows and draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from edgebharo.bench.choosing.chart import draw_choice
from edgebharo.bench.choosing.choose import AXES, Axis, Limits, Weights, choose, rank
from edgebharo.bench.choosing.reading import candidates_of, read_offer
from edgebharo.bench.choosing.show import choice_json, show_choice


@dataclass(frozen=True)
class Question:
    """What is asked on the command line; it goes before what a file says."""

    files: tuple[Path, ...]
    metrics: Mapping[Axis, str | None]
    limits: Limits
    weight: float
    """0..1, of accuracy."""
    latency_share: float
    """0..1, of the rest."""


def answer(question: Question, plot: Path | None) -> tuple[bool, dict[str, object]]:
    """Choose and show. Returns whether anything is within the limits, and all as plain data.

    Raises:
        ConfigError, ResultsError: the systems or their figures cannot be read.
        OutputError: the chart cannot be written.
    """
    offer = read_offer(question.files)
    candidates, metrics = candidates_of(offer, question.metrics)
    own = {axis: limit for axis in AXES if (limit := getattr(question.limits, axis)) is not None}
    limits = replace(Limits(**offer.limits.model_dump()), **own)
    choice = choose(candidates, limits, question.latency_share)
    ranked = rank(choice.front, Weights.of(question.weight, question.latency_share))
    show_choice(Console(), choice, ranked, metrics, limits)
    if plot:
        draw_choice(choice, metrics, limits, question.latency_share, plot)
    return bool(choice.front), choice_json(choice, ranked, metrics, limits, question.weight)
