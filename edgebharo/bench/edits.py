"""Levenshtein's distance, by which words and letters are counted wrong."""

from __future__ import annotations

from collections.abc import Sequence


def edits(one: Sequence[str], other: Sequence[str]) -> int:
    """Fewest insertions, deletions and substitutions that turn one sequence into the other."""
    row = list(range(len(other) + 1))
    for i, first in enumerate(one, start=1):
        diagonal, row[0] = row[0], i
        for j, second in enumerate(other, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (first != second))
    return row[-1]
