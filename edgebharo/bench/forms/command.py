"""What `edgebharo bench forms` does."""

from __future__ import annotations

from rich.console import Console

from edgebharo.bench.crew import crew
from edgebharo.bench.forms.figures import details
from edgebharo.bench.forms.show import show_forms
from edgebharo.bench.forms.suite import PUBLISHED_CALLS, FormsSuite, Order, open_suite
from edgebharo.bench.forms.whisper import require_whisper
from edgebharo.bench.results import Results
from edgebharo.bench.run import run
from edgebharo.bench.show import progress_bars
from edgebharo.bench.suite import Result
from edgebharo.errors import ConfigError
from edgebharo.models.where import home
from edgebharo.runtime.report import machine_name


def bench_forms(
    order: Order, *, seed: int = 1, quick: bool = False, fresh: bool = False
) -> tuple[Result, dict[str, object]]:
    """Hold the calls, with progress bars on standard error, and show what came of them.

    Returns the result and what is behind it. Calls that the same program held before are taken over, unless
    `fresh`; sounds and what was heard in them are kept in any case.

    Raises:
        ConfigError: the number of calls is not allowed.
        ManifestError: the recordings cannot be used.
        MissingExtraError: a baseline needs what is not installed.
    """
    if not 1 <= order.calls <= PUBLISHED_CALLS:
        raise ConfigError(f"--calls {order.calls}: choose 1 to {PUBLISHED_CALLS}")
    if "whisper" in order.baselines:
        require_whisper()
    suite = FormsSuite(order)
    path = home() / "bench" / f"{suite.name}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    results = Results(path, suite.fingerprint())
    cases = suite.cases(seed, quick=quick)
    threads = order.settings.threads
    alone = order.model_copy(update={"settings": order.settings.model_copy(update={"threads": 1})})
    with (
        progress_bars(Console(stderr=True), ("prepare", suite.name)) as (preparing, measured),
        crew(
            open_suite, alone.model_dump_json(), threads, lambda case: results.get(case) is None, cases
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
    show_forms(Console(), result)
    return result, details(result.rows)
