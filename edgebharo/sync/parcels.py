"""What is handed to a target, and how it is cut into requests. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Parcel:
    """One sealed revision of one record: the very bytes that were stored when the call ended."""

    record_id: str
    revision: int
    form_id: str
    form_version: str
    key_id: str
    """Of the public key that `sealed` is sealed to."""
    sha256: str
    """Of `sealed`."""
    sealed: bytes = field(repr=False)


@dataclass(frozen=True)
class Limits:
    """What a target takes in one request."""

    items: int
    bytes: int
    """Of the sealed bytes of all of them."""


def batches(parcels: Sequence[Parcel], limits: Limits) -> Iterator[tuple[Parcel, ...]]:
    """The parcels in order, cut so that each batch is within `limits`; one that is larger goes alone."""
    batch: list[Parcel] = []
    size = 0
    for parcel in parcels:
        if batch and (len(batch) == limits.items or size + len(parcel.sealed) > limits.bytes):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(parcel)
        size += len(parcel.sealed)
    if batch:
        yield tuple(batch)


def halves(batch: Sequence[Parcel]) -> tuple[tuple[Parcel, ...], tuple[Parcel, ...]]:
    """A batch of two or more in two: how the one bad record among many is found."""
    middle = len(batch) // 2
    return tuple(batch[:middle]), tuple(batch[middle:])
