"""How the records that are due are cut into requests. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edgebharo.records.outbox import Item


@dataclass(frozen=True)
class Limits:
    """What a target takes in one request."""

    items: int
    bytes: int
    """Of the sealed bytes of all of them."""


def batches(items: Sequence[Item], limits: Limits) -> Iterator[tuple[Item, ...]]:
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


def halves(batch: Sequence[Item]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """A batch of two or more in two: how the one bad record among many is found."""
    middle = len(batch) // 2
    return tuple(batch[:middle]), tuple(batch[middle:])
