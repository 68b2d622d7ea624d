"""Threads are sized to the cores that this process may use."""

from __future__ import annotations

import os

import pytest

from edgebharo import cores
from edgebharo.runtime.config import MOST_THREADS, Settings

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("usable", "siblings", "expected"),
    [
        ({0, 1}, {0: "0", 1: "1"}, 2),
        ({0, 1, 2, 3}, {0: "0,2", 1: "1,3", 2: "0,2", 3: "1,3"}, 2),
        ({5}, {5: "5,11"}, 1),
        (set(range(16)), {cpu: str(cpu) for cpu in range(16)}, 16),
    ],
)
def test_threads_are_sized_to_the_cores(
    monkeypatch: pytest.MonkeyPatch, usable: set[int], siblings: dict[int, str], expected: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: usable, raising=False)
    monkeypatch.setattr(cores, "_siblings", siblings.__getitem__)
    assert cores.physical_cores() == expected
    assert Settings().threads == min(expected, MOST_THREADS)
    assert Settings(threads=1).threads == 1
