"""One sync: everything that is due is offered once, and what became of it is kept before the next is sent.

A crash anywhere costs nothing: records are marked as being sent before the first byte leaves, and the same
bytes are offered again, which the other side answers with "I have it".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, TypeAlias

from edgebharo.clock import Clock
from edgebharo.records.outbox import Item, Outbox
from edgebharo.sync.backoff import Draw, wait_after
from edgebharo.sync.batches import Batch, groups
from edgebharo.sync.lanes import send_all
from edgebharo.sync.sending import Told
from edgebharo.sync.targets import Target
from edgebharo.sync.verdicts import Verdict, VerdictKind

UPGRADE_WAIT_S = 3600.0
"""How long a record rests whose form, or whose program, the other side does not know yet."""
MOST_FAILURES = 20
"""So many refusals or faults with no delivery between them, and the sync stops: it is not the records."""

Ending: TypeAlias = Literal["done", "stopped", "retry", "revoked", "upgrade_needed", "refuses_all"]
"""Why a sync ended: nothing more was due, somebody stopped it, or what the other side said."""


@dataclass(frozen=True)
class Summary:
    """What a sync came to. Counts are revisions of records."""

    delivered: int = 0
    refused: int = 0
    """Put aside with their reasons; they are not sent again until somebody releases them."""
    waiting: int = 0
    """Tried, and to be tried again."""
    ending: Ending = "done"
    reason: str = ""
    """What stopped it, in words; empty where it came to its end."""


@dataclass(frozen=True)
class Means:
    """What a sync works with."""

    outbox: Outbox
    target: Target
    clock: Clock
    draw: Draw
    more: tuple[Target, ...] = ()
    """The same server over further lines: so many more batches are on their way at once."""

    @property
    def targets(self) -> tuple[Target, ...]:
        """All lines."""
        return (self.target, *self.more)


def run(
    means: Means,
    tell: Callable[[int], object] = int,
    stopped: Callable[[], bool] = lambda: False,
) -> Summary:
    """Offer everything that is due, once. `tell` hears, after each request, how many are dealt with so far.

    Raises:
        StoreError: the store cannot be read or written; nothing is lost.
    """
    offers = _Offers(means)
    try:
        while offers.ending == "done" and (taken := offers.take()):
            for group in groups(taken, means.target.limits, len(means.targets)):
                if offers.ending == "done":
                    offers.offer(group)
                    tell(offers.dealt_with)
                    if stopped():
                        offers.ending = "stopped"
                else:
                    means.outbox.give_back(tuple(item for batch in group for item in batch))
    finally:
        offers.settle()
    return offers.summary()


class _Offers:
    """What was offered in this sync, and what came of it so far."""

    def __init__(self, means: Means) -> None:
        self.ending: Ending = "done"
        self._means = means
        self._offered: set[int] = set()
        self._later: dict[tuple[Verdict, int], list[Item]] = {}
        self._delivered = self._refused = self._in_a_row = 0
        self._reason = ""

    @property
    def dealt_with(self) -> int:
        return self._delivered + self._refused + self._waiting

    @property
    def _waiting(self) -> int:
        return sum(len(items) for items in self._later.values())

    def take(self) -> tuple[Item, ...]:
        """The next records that are due and were not offered in this sync."""
        target, outbox = self._means.target, self._means.outbox
        most = target.limits.items * len(self._means.targets)
        due = outbox.due(self._means.clock.utc(), most, sealed=not target.reads)
        again = tuple(item for item in due if item.number in self._offered)
        if again:
            outbox.give_back(again)
        return tuple(item for item in due if item.number not in self._offered)

    def offer(self, group: tuple[Batch, ...]) -> None:
        """Send a few batches at once.

        What is delivered or refused is kept at their end, what must wait at the sync's.
        """
        unsent = dict.fromkeys(item for batch in group for item in batch)
        receipts: dict[Item, str] = {}
        try:
            for told in send_all(self._means.targets, group):
                self._hear(told, unsent, receipts)
        finally:  # also where somebody breaks it off: what was in flight is offered again, and known there
            self._means.outbox.delivered_all(receipts)
            self._delivered += len(receipts)
            self._means.outbox.give_back(tuple(unsent))

    def _hear(self, told: Told, unsent: dict[Item, None], receipts: dict[Item, str]) -> None:
        taken = {item: verdict.receipt for item, verdict in told if verdict.kind == "delivered"}
        receipts |= taken
        self._in_a_row = 0 if taken else self._in_a_row
        for item, verdict in told:
            if self.ending == "refuses_all":
                return
            del unsent[item]
            self._offered.add(item.number)
            if item not in taken:
                self._not_delivered(item, verdict, counts=not taken)

    def settle(self) -> None:
        """Say when what must wait is tried again.

        Those with one reason and as many tries share the moment: chance spreads devices, not their records.
        """
        now = self._means.clock.utc()
        for (verdict, attempts), items in self._later.items():
            at = now + timedelta(seconds=_rest_s(verdict, attempts + 1, self._means.draw))
            self._means.outbox.retry_all_later(tuple(items), verdict.reason, at)

    def summary(self) -> Summary:
        """What it came to."""
        return Summary(self._delivered, self._refused, self._waiting, self.ending, self._reason)

    def _not_delivered(self, item: Item, verdict: Verdict, *, counts: bool) -> None:
        """Keep why. `counts`: nothing else in its request was delivered, so it may not be to blame."""
        if verdict.kind == "refused":
            self._means.outbox.quarantine(item, verdict.reason)
            self._refused += 1
        else:
            without_bytes = replace(item, sealed=b"")  # there may be very many of them
            self._later.setdefault((verdict, item.attempts), []).append(without_bytes)
        self._in_a_row += counts and verdict.kind != "upgrade_needed"
        if verdict.halt:
            self.ending, self._reason = _ENDINGS.get(verdict.kind, "retry"), verdict.reason
        elif self._in_a_row >= MOST_FAILURES:
            self.ending, self._reason = "refuses_all", verdict.reason


_ENDINGS: dict[VerdictKind, Ending] = {"revoked": "revoked", "upgrade_needed": "upgrade_needed"}


def _rest_s(verdict: Verdict, failures: int, draw: Draw) -> float:
    """Seconds until a record is tried again. A new token is tried at once, whenever it comes."""
    if verdict.kind == "revoked":
        return 0.0
    if verdict.kind == "upgrade_needed":
        return UPGRADE_WAIT_S
    return wait_after(failures, draw, verdict.after_s)
