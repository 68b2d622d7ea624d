"""Runs a benchmark over all cores, with progress bars, going on where it was broken off."""

from __future__ import annotations

from rich.console import Console

from edgebharo.bench.crew import OpenSuite, crew
from edgebharo.bench.results import Results
from edgebharo.bench.run import run
from edgebharo.bench.show import progress_bars
from edgebharo.bench.suite import Result, Suite
from edgebharo.models.where import home
from edgebharo.runtime.report import machine_name


def run_over_cores(
    suite: Suite, open_suite: OpenSuite, order: str, processes: int, seed: int, *, quick: bool, fresh: bool
) -> Result:
    """Measure the cases of `suite` in processes that each make their own of it: `open_suite(order)`.

    Rows that the same program measured before are taken over, unless `fresh`.
    """
    path = home() / "bench" / f"{suite.name}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    results = Results(path, suite.fingerprint())
    cases = suite.cases(seed, quick=quick)
    with (
        progress_bars(Console(stderr=True), ("prepare", suite.name)) as (preparing, measured),
        crew(open_suite, order, processes, lambda case: results.get(case) is None, cases) as measure,
    ):
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
