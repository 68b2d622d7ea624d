"""What `edgebharo bench capture` does."""

from __future__ import annotations

from rich.console import Console

from edgebharo.bench.capture import LARGEST, TASKS, CaptureSuite, open_capture
from edgebharo.bench.capture_show import show_capture
from edgebharo.bench.crew import crew
from edgebharo.bench.results import Results
from edgebharo.bench.run import run
from edgebharo.bench.show import progress_bars
from edgebharo.bench.suite import Result
from edgebharo.errors import ConfigError
from edgebharo.models.where import home
from edgebharo.runtime.config import Settings
from edgebharo.runtime.report import machine_name


def bench_capture(
    settings: Settings, tasks: int = TASKS, *, seed: int = 1, quick: bool = False, fresh: bool = False
) -> tuple[Result, dict[str, object]]:
    """Hold the tasks, with progress bars on standard error, and show what came of them.

    Returns the result and what is behind it. Tasks that the same program held before are taken over, unless
    `fresh`; sounds and what was heard in them are kept in any case.

    Raises:
        ConfigError: the number of tasks is not allowed.
    """
    if not 1 <= tasks <= LARGEST:
        raise ConfigError(f"--tasks {tasks}: choose 1 to {LARGEST}")
    suite = CaptureSuite(settings, tasks)
    path = home() / "bench" / f"{suite.name}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    results = Results(path, suite.fingerprint())
    cases = suite.cases(seed, quick=quick)
    one_thread = settings.model_copy(update={"threads": 1}).model_dump_json()
    with (
        progress_bars(Console(stderr=True), ("prepare", suite.name)) as (preparing, measured),
        crew(
            open_capture, one_thread, settings.threads, lambda case: results.get(case) is None, cases
        ) as measure,
    ):
        result = run(
            suite,
            results,
            measure,
            seed=seed,
            quick=quick,
            machine=machine_name(),
            preparing=preparing,
            measured=measured,
        )
    show_capture(Console(), result)
    return result, suite.details(result.rows)
