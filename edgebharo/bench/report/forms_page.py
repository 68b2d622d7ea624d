"""The page of `bench forms`: with the sound of the calls in which something went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from edgebharo.bench.forms.suite import FormsSuite, Order
from edgebharo.bench.report.compare import case_name
from edgebharo.bench.report.failures import calls_to_hear
from edgebharo.bench.report.sounds import Sound, encode
from edgebharo.bench.report.write import write_report
from edgebharo.bench.show import progress_bars
from edgebharo.bench.suite import Progress, Result


def report_forms(
    order: Order, result: Result, details: Mapping[str, object], path: Path, last: Result | None = None
) -> None:
    """Write the page of `result`, what `order` came to; `last` is the run before.

    Raises:
        OutputError: the page cannot be written.
        EdgeBharoError: a call's sound cannot be made again.
    """
    with progress_bars(Console(stderr=True), ("sounds",)) as (progress,):
        sounds = sounds_of(order, result, progress)
    write_report(result, details, path, last=last, sounds=sounds)


def sounds_of(order: Order, result: Result, progress: Progress) -> dict[str, Sound]:
    """What the microphone heard in the calls worth hearing, by their name in the page.

    The calls are held once more: their sounds and what was heard in them are remembered.
    """
    suite = FormsSuite(order)
    cases = {case.id: case for case in suite.cases(result.seed, quick=result.quick)}
    wanted = set(calls_to_hear(result.rows))
    rows = [row for row in result.rows if case_name(row) in wanted]
    found = {}
    for done, row in enumerate(rows):
        progress(done, len(rows))
        case = cases["/".join(str(row[key]) for key in ("call", "behaviour", "system"))]
        found[case_name(row)] = encode(suite.sound(case))
    progress(len(rows), len(rows))
    return found
