"""What `edgebharo bench reply` does, and how it looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.table import Table

from edgebharo.bench.capture_memory import Memory, NominalClock, RememberedLlm
from edgebharo.bench.kept import run_here
from edgebharo.bench.remembered import PATIENT_MS, code_digest
from edgebharo.bench.replies.suite import WALKS, ReplySuite, faults_of
from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Result
from edgebharo.errors import ConfigError
from edgebharo.forms.load import FORM_FILE, forms_root, load_form
from edgebharo.models.where import home
from edgebharo.ports import Llm
from edgebharo.runtime.app import open_llm
from edgebharo.runtime.config import Settings

MOST_WALKS = 100_000
MOST_FAULTS = 40
"""Lines on a terminal; the rest is in the JSON."""


def bench_reply(
    settings: Settings,
    form: str | None = None,
    walks: int = WALKS,
    *,
    seed: int = 1,
    quick: bool = False,
    fresh: bool = False,
) -> tuple[Result, dict[str, object]]:
    """Check the replies of one form, or of every shipped one, and show what is wrong with them.

    Returns the result and what is behind it. The language model rewords where the settings leave it on.

    Raises:
        ConfigError: the number of walks is not allowed, or the language model is wanted and not there.
        FormError: the form cannot be used.
    """
    if not 0 <= walks <= MOST_WALKS:
        raise ConfigError(f"--walks {walks}: choose 0 to {MOST_WALKS}")
    shipped = sorted(path.parent for path in forms_root().glob(f"*/{FORM_FILE}"))
    forms = tuple(load_form(path) for path in ([form] if form else shipped))
    model: Callable[[], Llm | None] | None = partial(_remembered, settings) if settings.llm != "off" else None
    suite = ReplySuite(forms, model, walks)
    result = run_here(suite, suite.measure, seed, quick=quick, fresh=fresh)
    show_replies(Console(), result, suite)
    return result, suite.details(result.rows)


def _remembered(settings: Settings) -> Llm | None:
    """The language model, whose answers are kept: they do not change."""
    llm, _notes = open_llm(settings.model_copy(update={"llm_limit_ms": PATIENT_MS}))
    if llm is None:
        return None
    return RememberedLlm(llm, code_digest("llm"), Memory(home() / "bench" / "reply.sqlite"), NominalClock())


def show_replies(console: Console, result: Result, suite: ReplySuite) -> None:
    """Each fault with the words, how many of each kind, then the figures beside their targets."""
    faults = [fault for row in result.rows for fault in faults_of(row)]
    for fault in faults[:MOST_FAULTS]:
        where = f"{fault['field'] or '–'} {fault['step']} {fault['reason']}"
        line = f"{fault['kind']}: {where}: {fault['why']}: {fault['said']}"
        console.print(line, markup=False, soft_wrap=True)
    if len(faults) > MOST_FAULTS:
        console.print(f"… and {len(faults) - MOST_FAULTS} more", markup=False)
    table = Table("fault", "replies", title="what is wrong with replies", title_justify="left")
    for kind, count in suite.kinds(result.rows).items():
        table.add_row(kind, str(count))
    console.print(table)
    console.print(metrics_table(result))
    show_verdict(console, result)
