"""Several processes that measure cases ahead of who asks for them, one for each core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from typing import TypeAlias

from edgebharo.bench.run import Measure
from edgebharo.bench.suite import Case, Row, Suite
from edgebharo.errors import EdgeBharoError

OpenSuite: TypeAlias = Callable[[str], Suite]
"""Makes a suite from the text that describes it; a function of a module, so that another process finds it."""


@contextmanager
def crew(
    open_suite: OpenSuite,
    order: str,
    processes: int,
    is_missing: Callable[[Case], bool],
    cases: Sequence[Case],
) -> Iterator[Measure]:
    """A way to measure `cases`, in their order: the first one asked for sets all missing ones going.

    Each process makes its own suite, once: `open_suite(order)`. Where the block is left early, what has not
    begun is dropped.
    """
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        going: dict[str, Future[Row | str]] = {}

        def measure(case: Case) -> Row:
            if not going:
                going.update(
                    {
                        item.id: pool.submit(_measure, open_suite, order, item)
                        for item in cases
                        if is_missing(item)
                    }
                )
            found = going[case.id].result()
            if isinstance(found, str):
                raise EdgeBharoError(found)
            return found

        try:
            yield measure
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@cache
def _suite(open_suite: OpenSuite, order: str) -> Suite:
    return open_suite(order)


def _measure(open_suite: OpenSuite, order: str, case: Case) -> Row | str:
    """The row of `case`, or why there is none."""
    try:
        return _suite(open_suite, order).measure(case)
    except EdgeBharoError as error:
        return str(error)
