"""What `edgebharo bench forms` does."""

from __future__ import annotations

from rich.console import Console

from edgebharo.bench.forms.draw import PUBLISHED_CALLS
from edgebharo.bench.forms.figures import details
from edgebharo.bench.forms.show import show_forms
from edgebharo.bench.forms.suite import FormsSuite, Order, open_suite
from edgebharo.bench.forms.whisper import require_whisper
from edgebharo.bench.kept import run_over_cores
from edgebharo.bench.suite import Result
from edgebharo.errors import ConfigError


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
    alone = order.model_copy(update={"settings": order.settings.model_copy(update={"threads": 1})})
    processes = order.settings.threads
    result = run_over_cores(
        suite, open_suite, alone.model_dump_json(), processes, seed, quick=quick, fresh=fresh
    )
    show_forms(Console(), result)
    return result, details(result.rows)
