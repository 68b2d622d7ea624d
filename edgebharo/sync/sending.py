"""Puts a batch through to a target, and finds the one bad record among many by halving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from edgebharo.sync.parcels import Parcel, halves
from edgebharo.sync.targets import Target
from edgebharo.sync.verdicts import Verdict, VerdictKind

_SPLITS: frozenset[VerdictKind] = frozenset({"refused", "too_large"})
"""Verdicts on a whole request that one of its records may have caused."""


def send(target: Target, batch: Sequence[Parcel]) -> Iterator[tuple[Parcel, Verdict]]:
    """Each parcel with its verdict, as soon as it is known; ends early after a verdict that says `halt`.

    Parcels that are not named at the end were not sent, or their answer was lost: they stay as they were.
    """
    waiting = [tuple(batch)]
    while waiting:
        parcels = waiting.pop()
        answer = target.post(parcels)
        if isinstance(answer, Verdict) and answer.kind in _SPLITS and len(parcels) > 1:
            waiting.extend(reversed(halves(parcels)))
            continue
        verdicts = [answer] * len(parcels) if isinstance(answer, Verdict) else list(answer)
        for parcel, verdict in zip(parcels, verdicts, strict=True):
            yield parcel, _alone(verdict)
        if isinstance(answer, Verdict) and answer.halt:
            return


def _alone(verdict: Verdict) -> Verdict:
    """One record that is too large by itself will always be."""
    return replace(verdict, kind="refused") if verdict.kind == "too_large" else verdict
