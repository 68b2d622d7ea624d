"""How the records that are due are cut into requests. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from edgebharo.records.outbox import Item


@dataclass(frozen=True)
class Limits:
    """What a target takes in one request."""

    items: int
    bytes: int
    """Of the sealed bytes of all of them."""


Batch: TypeAlias = tuple[Item, ...]
"""The records of one request."""


def groups(items: Sequence[Item], limits: Limits, most: int) -> Iterator[tuple[Batch, ...]]:
    """The batches in order, up to `most` of them together."""
    made = batches(items, limits)
    while group := tuple(islice(made, most)):
        yield group


def batches(items: Sequence[Item], limits: Limits) -> Iterator[Batch]:
    """The items in order, cut so that each batch is within `limits`; one that is larger goes alone."""
    batch: list[Item] = []
    size = 0
    for item in items:
        if batch and (len(batch) == limits.items or size + len(item.sealed) > limits.bytes):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(item)
        size += len(item.sealed)
    if batch:
        yield tuple(batch)


def halves(batch: Sequence[Item]) -> tuple[Batch, Batch]:
    """A batch of two or more in two: how the one bad record among many is found."""
    middle = len(batch) // 2
    return tuple(batch[:middle]), tuple(batch[middle:])
