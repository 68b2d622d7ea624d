"""Puts a batch through to a target, and finds the one bad record among many by halving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from edgebharo.records.outbox import Item
from edgebharo.sync.batches import halves
from edgebharo.sync.targets import Target
from edgebharo.sync.verdicts import Verdict, VerdictKind

PATIENCE = 2
"""After so many tries each, records over which the server broke down are offered in smaller requests."""


Told: TypeAlias = tuple[tuple[Item, Verdict], ...]
"""The records of one request, each with its verdict."""


def send(target: Target, batch: Sequence[Item]) -> Iterator[Told]:
    """What became of the records, request by request; ends early after a verdict that says `halt`.

    Records that are not named at the end were not sent.
    """
    waiting = [tuple(batch)]
    while waiting:
        items = waiting.pop()
        answer = target.post(items)
        if not isinstance(answer, Verdict):
            yield tuple(
                (item, _settled(verdict, (item,))) for item, verdict in zip(items, answer, strict=True)
            )
        elif _may_be_one(answer.kind, items):
            waiting.extend(reversed(halves(items)))
        else:
            settled = _settled(answer, items)
            yield tuple((item, settled) for item in items)
            if settled.halt:
                return


def _may_be_one(kind: VerdictKind, items: Sequence[Item]) -> bool:
    """Whether one record among several may be why the request as a whole was not taken."""
    if len(items) == 1:
        return False
    return kind in {"refused", "too_large"} or (kind == "fault" and _tried(items))


def _settled(verdict: Verdict, items: Sequence[Item]) -> Verdict:
    """What a verdict on a request means for its records where they are not divided further.

    One that is too large by itself always will be. A server that broke down is left alone for a while, but
    where it does so over one record again and again, the others need not wait for that.
    """
    if verdict.kind == "too_large":
        return replace(verdict, kind="refused")
    if verdict.kind == "fault":
        return replace(verdict, kind="retry", halt=not (len(items) == 1 and _tried(items)))
    return verdict


def _tried(items: Sequence[Item]) -> bool:
    return all(item.attempts >= PATIENCE for item in items)
