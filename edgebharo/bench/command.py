"""What `edgebharo bench SUITE` does."""

from __future__ import annotations

from functools import partial

from rich.console import Console

from edgebharo.bench.apart import measure_apart
from edgebharo.bench.results import Results
from edgebharo.bench.run import run
from edgebharo.bench.show import progress_bars, show_result
from edgebharo.bench.suite import Result
from edgebharo.bench.suites import make_suite
from edgebharo.models.where import home
from edgebharo.runtime.config import Settings
from edgebharo.runtime.report import machine_name


def bench(
    name: str, settings: Settings, *, seed: int = 1, quick: bool = False, fresh: bool = False
) -> Result:
    """Run the benchmark `name` with progress bars on standard error and its tables on standard output.

    Rows that were measured before by the same program, models and settings on this machine are taken over,
    unless `fresh`.

    Raises:
        ConfigError: there is no such benchmark.
    """
    suite = make_suite(name, settings)
    path = home() / "bench" / f"{name}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    errors = Console(stderr=True)
    with progress_bars(errors, ("prepare", name)) as (preparing, measured):
        result = run(
            suite,
            Results(path, suite.fingerprint()),
            partial(measure_apart, name, settings),
            seed=seed,
            quick=quick,
            machine=machine_name(),
            preparing=preparing,
            measured=measured,
        )
    show_result(Console(), result, suite.columns)
    return result
