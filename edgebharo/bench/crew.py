"""Several processes that measure cases ahead of who asks for them, one for each core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context

from edgebharo.bench.capture import CaptureSuite
from edgebharo.bench.run import Measure
from edgebharo.bench.suite import Case, Row
from edgebharo.errors import EdgeBharoError
from edgebharo.runtime.config import Settings


@contextmanager
def crew(settings: Settings, is_missing: Callable[[Case], bool], cases: Sequence[Case]) -> Iterator[Measure]:
    """A way to measure `cases`, in their order: the first one asked for sets all missing ones going.

    Where the block is left early, what has not begun is dropped.
    """
    with ProcessPoolExecutor(settings.threads, mp_context=get_context("spawn")) as pool:
        going: dict[str, Future[Row | str]] = {}

        def measure(case: Case) -> Row:
            if not going:
                order = settings.model_copy(update={"threads": 1}).model_dump_json()
                going.update(
                    {item.id: pool.submit(_measure, order, item) for item in cases if is_missing(item)}
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
def _suite(settings: str) -> CaptureSuite:
    return CaptureSuite(Settings.model_validate_json(settings))


def _measure(settings: str, case: Case) -> Row | str:
    """The row of `case`, or why there is none."""
    try:
        return _suite(settings).measure(case)
    except EdgeBharoError as error:
        return str(error)
