"""CTC arithmetic against brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.asr.ctc import align, best_path, sequence_log_probs

pytestmark = pytest.mark.unit


def collapse(path: tuple[int, ...]) -> tuple[int, ...]:
    kept = [column for i, column in enumerate(path) if i == 0 or column != path[i - 1]]
    return tuple(column for column in kept if column)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), frames=st.integers(1, 5), columns=st.integers(2, 4))
def test_forward_equals_the_sum_over_all_paths(seed: int, frames: int, columns: int) -> None:
    table = np.random.default_rng(seed).dirichlet(np.ones(columns), frames)
    sums: dict[tuple[int, ...], float] = {}
    for path in product(range(columns), repeat=frames):
        labels = collapse(path)
        sums[labels] = sums.get(labels, 0.0) + float(np.prod([table[t, c] for t, c in enumerate(path)]))
    candidates = list(sums)
    scores = sequence_log_probs(np.log(table).astype(np.float32), candidates)
    np.testing.assert_allclose(np.exp(scores), [sums[labels] for labels in candidates], rtol=1e-3)


def test_text_longer_than_the_audio_is_impossible() -> None:
    table = np.log(np.full((3, 3), 1 / 3, np.float32))
    assert sequence_log_probs(table, [(1, 2, 1, 2)])[0] < -1e20
    assert sequence_log_probs(table, [(1, 1, 1)])[0] < -1e20
    assert align(table, (1, 2, 1, 2)) is None
    assert align(table, ()) is None


def test_alignment_finds_each_symbol() -> None:
    path = [0, 1, 1, 0, 2, 0, 0, 2]
    table = np.full((len(path), 3), 0.05)
    table[np.arange(len(path)), path] = 0.9
    log_probs = np.log(table).astype(np.float32)
    assert best_path(log_probs) == (1, 2, 2)
    found = align(log_probs, (1, 2, 2))
    assert found is not None
    assert (found.first, found.last) == ((1, 4, 7), (2, 4, 7))
