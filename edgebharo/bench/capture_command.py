"""What `edgebharo bench capture` does."""

from __future__ import annotations

from rich.console import Console

from edgebharo.bench.capture import LARGEST, TASKS, CaptureSuite, open_capture
from edgebharo.bench.capture_show import show_capture
from edgebharo.bench.kept import run_over_cores
from edgebharo.bench.suite import Result
from edgebharo.errors import ConfigError
from edgebharo.runtime.config import Settings


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
    one_thread = settings.model_copy(update={"threads": 1}).model_dump_json()
    result = run_over_cores(suite, open_capture, one_thread, settings.threads, seed, quick=quick, fresh=fresh)
    show_capture(Console(), result)
    return result, suite.details(result.rows)
