"""The page of `bench forms`: with the sound of the calls in which something went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rich.console import Console

from edgebharo.bench.forms.suite import FormsSuite, Order
from edgebharo.bench.report.compare import case_name
from edgebharo.bench.report.failures import calls_to_hear
from edgebharo.bench.report.sounds import Sound, encode
from edgebharo.bench.report.write import write_report
from edgebharo.bench.show import progress_bars
from edgebharo.bench.suite import Progress, Result, Row
from edgebharo.types import SAMPLE_RATE

REST_MS = 500
"""Of the room, after the last word."""


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
        found[case_name(row)] = encode(suite.sound(case)[: _samples(row)])
    progress(len(rows), len(rows))
    return found


def _samples(row: Row) -> int:
    """How long the call lasts: the sounds of its room go on."""
    stretches = cast("list[dict[str, int]]", row["timeline"])
    return (max((item["end_ms"] for item in stretches), default=0) + REST_MS) * SAMPLE_RATE // 1000
