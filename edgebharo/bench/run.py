"""Runs a benchmark: prepare once, measure what is not measured yet, sum up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from edgebharo.bench.results import Results
from edgebharo.bench.suite import Case, Progress, Result, Row, Suite
from edgebharo.errors import EdgeBharoError

Measure: TypeAlias = Callable[[Case], Row]


def run(
    suite: Suite,
    results: Results,
    measure: Measure,
    *,
    seed: int,
    quick: bool,
    machine: str,
    preparing: Progress,
    measured: Progress,
) -> Result:
    """Measure the cases of `seed` and sum them up.

    A case that fails is named in the result, fails the benchmark, and is tried again in the next run.
    """
    cases = suite.cases(seed, quick=quick)
    missing = [case for case in cases if results.get(case) is None]
    if missing:
        suite.prepare(missing, preparing)
    rows: list[Row] = []
    failures: dict[str, str] = {}
    for done, case in enumerate(cases):
        measured(done, len(cases))
        row = results.get(case)
        if row is None:
            try:
                row = measure(case)
            except EdgeBharoError as error:
                failures[case.id] = str(error)
                continue
            results.put(case, row)
        rows.append(row)
    measured(len(cases), len(cases))
    return Result(
        suite=suite.name,
        metrics=suite.metrics(rows),
        targets=suite.targets,
        machine=machine,
        seed=seed,
        quick=quick,
        rows=tuple(rows),
        failures=failures,
    )
