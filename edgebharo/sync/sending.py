"""Puts a batch through to a target, and finds the one bad record among many by halving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from edgebharo.records.outbox import Item
from edgebharo.sync.batches import halves
from edgebharo.sync.targets import Target
from edgebharo.sync.verdicts import Verdict, VerdictKind

_SPLITS: frozenset[VerdictKind] = frozenset({"refused", "too_large"})
"""Verdicts on a whole request that one of its records may have caused."""


def send(target: Target, batch: Sequence[Item]) -> Iterator[tuple[Item, Verdict]]:
    """Each record with its verdict, as soon as it is known; ends early after a verdict that says `halt`.

    Records that are not named at the end were not sent, or their answer was lost: they stay as they were.
    """
    waiting = [tuple(batch)]
    while waiting:
        items = waiting.pop()
        answer = target.post(items)
        if isinstance(answer, Verdict) and answer.kind in _SPLITS and len(items) > 1:
            waiting.extend(reversed(halves(items)))
            continue
        verdicts = [answer] * len(items) if isinstance(answer, Verdict) else list(answer)
        for item, verdict in zip(items, verdicts, strict=True):
            yield item, _alone(verdict)
        if isinstance(answer, Verdict) and answer.halt:
            return


def _alone(verdict: Verdict) -> Verdict:
    """One record that is too large by itself will always be."""
    return replace(verdict, kind="refused") if verdict.kind == "too_large" else verdict
