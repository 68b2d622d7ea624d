"""CTC arithmetic: how probable a text is, where its symbols lie. Numpy only, natural logs throughout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edgebharo.asr.acoustic import BLANK, LogProbs

Scores = npt.NDArray[np.float64]
IMPOSSIBLE = -1e30
"""Stands for log 0; finite, so that sums and differences never give NaN."""


def _extended(labels: Sequence[int]) -> npt.NDArray[np.int64]:
    """`labels` with a blank before, between and after: the states of a CTC alignment."""
    states = np.full(2 * len(labels) + 1, BLANK, np.int64)
    states[1::2] = labels
    return states


def _can_skip(states: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Where a state may be entered from two states before: between two different symbols."""
    skip = np.zeros(states.shape, bool)
    skip[..., 2:] = (states[..., 2:] != BLANK) & (states[..., 2:] != states[..., :-2])
    return skip


def sequence_log_probs(log_probs: LogProbs, candidates: Sequence[Sequence[int]]) -> Scores:
    """Exact log P(candidate | audio), summed over all alignments, for each candidate (columns, no blanks).

    `log_probs` is [frames, columns]. Returns float64 [len(candidates)]; IMPOSSIBLE or below where a
    candidate is longer than the audio allows. All candidates are computed together.
    """
    if not candidates:
        return np.zeros(0)
    longest = max(len(labels) for labels in candidates)
    return ending_log_probs(forward(unheard(len(candidates), longest), log_probs, candidates), candidates)


def unheard(count: int, longest: int) -> Scores:
    """Forward variables [count, 2 * longest + 3] of `count` candidates before the first frame.

    Column 2 + i belongs to state i, the blanks counted; column 1 is the state before the first.
    """
    start = np.full((count, 2 * longest + 3), IMPOSSIBLE)
    start[:, 1] = 0.0
    return start


def forward(before: Scores, log_probs: LogProbs, candidates: Sequence[Sequence[int]]) -> Scores:
    """The forward variables `before` after the next frames [frames, columns], all candidates together."""
    states = np.full((before.shape[0], before.shape[1] - 2), BLANK, np.int64)
    for row, labels in enumerate(candidates):
        states[row, : 2 * len(labels) + 1] = _extended(labels)
    skip_cost = np.where(_can_skip(states), 0.0, IMPOSSIBLE)
    skip_cost[:, 1:2] = 0.0  # the first symbol may come at once
    after: Scores = before.copy()
    for frame in log_probs.astype(np.float64):
        stay, step, skip = after[:, 2:], after[:, 1:-1], after[:, :-2] + skip_cost
        after[:, 2:] = np.logaddexp(np.logaddexp(stay, step), skip) + frame[states]
        after[:, 1] = IMPOSSIBLE
    return after


def ending_log_probs(variables: Scores, candidates: Sequence[Sequence[int]]) -> Scores:
    """Log P(candidate | audio) [len(candidates)] where the audio ends after the frames of `variables`."""
    ends = np.array([2 * len(labels) + 2 for labels in candidates])
    rows = np.arange(len(candidates))
    last_symbol = np.where(ends > 2, variables[rows, ends - 1], IMPOSSIBLE)
    return np.asarray(np.logaddexp(variables[rows, ends], last_symbol))


@dataclass(frozen=True)
class Alignment:
    """The most probable alignment of a text: for each symbol its first and last frame (inclusive)."""

    first: tuple[int, ...]
    last: tuple[int, ...]


def align(log_probs: LogProbs, labels: Sequence[int]) -> Alignment | None:
    """Best alignment of `labels` (columns, no blanks) to `log_probs`; None where they do not fit."""
    if not labels:
        return None
    states = _extended(labels)
    skip_cost = np.where(_can_skip(states), 0.0, IMPOSSIBLE)
    score = np.full(states.size, IMPOSSIBLE)
    score[0], score[1] = log_probs[0, BLANK], log_probs[0, states[1]]
    back = np.zeros((len(log_probs), states.size), np.int8)
    for t in range(1, len(log_probs)):
        options = np.full((3, states.size), IMPOSSIBLE)
        options[0] = score
        options[1, 1:] = score[:-1]
        options[2, 2:] = score[:-2] + skip_cost[2:]
        back[t] = options.argmax(axis=0)
        score = options.max(axis=0) + log_probs[t, states]
    state = states.size - 1 if score[-1] >= score[-2] else states.size - 2
    if score[state] <= IMPOSSIBLE / 2:
        return None
    return _trace(back, state, len(labels))


def _trace(back: npt.NDArray[np.int8], state: int, count: int) -> Alignment:
    """Walk the back-pointers [frames, states] from the last frame's `state`."""
    first, last = [0] * count, [0] * count
    for t in range(len(back) - 1, -1, -1):
        if state % 2:
            symbol = state // 2
            first[symbol] = t
            last[symbol] = last[symbol] or t
        state -= int(back[t, state])
    return Alignment(tuple(first), tuple(last))


def best_path(log_probs: LogProbs) -> tuple[int, ...]:
    """The greedy reading: the most probable column of each frame, repeats merged, blanks dropped."""
    columns = log_probs.argmax(axis=1)
    changed = np.append(True, columns[1:] != columns[:-1])
    return tuple(int(column) for column in columns[changed & (columns != BLANK)])
