"""Runs a benchmark on the terminal, with progress bars, going on where it was broken off."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from rich.console import Console

from edgebharo.bench.crew import OpenSuite, crew
from edgebharo.bench.results import Results
from edgebharo.bench.run import Measure, run
from edgebharo.bench.show import progress_bars
from edgebharo.bench.suite import Result, Suite
from edgebharo.models.where import home
from edgebharo.runtime.report import machine_name

Measuring: TypeAlias = Callable[[Results], AbstractContextManager[Measure]]
"""A way to measure the cases that are not among the results."""


def run_here(suite: Suite, measure: Measure, seed: int, *, quick: bool, fresh: bool) -> Result:
    """Measure the cases of `suite` one after the other.

    Rows that the same program measured before are taken over, unless `fresh`.
    """
    return _run(suite, lambda _results: nullcontext(measure), seed, quick=quick, fresh=fresh)


def run_over_cores(
    suite: Suite, open_suite: OpenSuite, order: str, processes: int, seed: int, *, quick: bool, fresh: bool
) -> Result:
    """Measure the cases of `suite` in processes that each make their own of it: `open_suite(order)`.

    Rows that the same program measured before are taken over, unless `fresh`.
    """
    cases = suite.cases(seed, quick=quick)

    def measuring(results: Results) -> AbstractContextManager[Measure]:
        return crew(open_suite, order, processes, lambda case: results.get(case) is None, cases)

    return _run(suite, measuring, seed, quick=quick, fresh=fresh)


def _run(suite: Suite, measuring: Measuring, seed: int, *, quick: bool, fresh: bool) -> Result:
    path = home() / "bench" / f"{suite.name}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    results = Results(path, suite.fingerprint())
    bars = progress_bars(Console(stderr=True), ("prepare", suite.name))
    with bars as (preparing, measured), measuring(results) as measure:
        return run(
            suite,
            results,
            measure,
            seed=seed,
            quick=quick,
            machine=machine_name(),
            preparing=preparing,
            measured=measured,
        )
