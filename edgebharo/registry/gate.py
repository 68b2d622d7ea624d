"""Where a worker's requests meet the database: what waits at the same moment goes in one transaction.

A record on its own costs a commit, that is a wait for the disk. Fifty devices that each bring one at the same
moment share it. Nobody waits for others to come: the gate takes what is there. It also bounds the work in
hand, and so the memory, however many devices come.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool

from edgebharo.registry.ingest import Delivery, Ingest
from edgebharo.sync.wire import Result

LANES = 2
"""Transactions at once: one is opened and checked here while the other waits for the database."""
MOST = 200
"""Records in one transaction, but for a request that has more by itself."""

Results: TypeAlias = tuple[Result, ...]


@dataclass(frozen=True)
class Waiting:
    """One request's records, and where their results go."""

    deliveries: Sequence[Delivery]
    results: asyncio.Future[Results]


@dataclass
class Gate:
    """One for each worker; used on its event loop alone."""

    ingest: Ingest
    _waiting: deque[Waiting] = field(default_factory=deque)
    _lanes: set[asyncio.Task[None]] = field(default_factory=set)

    async def take(self, deliveries: Sequence[Delivery]) -> Results:
        """Results of these records once they are on the disk.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database failed; nothing of them is stored.
        """
        results: asyncio.Future[Results] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(deliveries, results))
        if len(self._lanes) < LANES:
            lane = asyncio.create_task(self._work())
            self._lanes.add(lane)
            lane.add_done_callback(self._lanes.discard)
        return await results

    async def _work(self) -> None:
        """One lane: group after group, until nobody waits."""
        while self._waiting:
            group = self._next_group()
            together = [delivery for one in group for delivery in one.deliveries]
            try:
                found = await run_in_threadpool(self.ingest.take, together)
            except Exception as error:  # noqa: BLE001 - it belongs to those who wait
                _fail(group, error)
            else:
                _tell(group, found)

    def _next_group(self) -> list[Waiting]:
        group = [self._waiting.popleft()]
        count = len(group[0].deliveries)
        while self._waiting and count + len(self._waiting[0].deliveries) <= MOST:
            group.append(self._waiting.popleft())
            count += len(group[-1].deliveries)
        return group


def _tell(group: Sequence[Waiting], found: Results) -> None:
    """Hand each request its own results; one whose device hung up is done already."""
    at = 0
    for one in group:
        own = found[at : at + len(one.deliveries)]
        at += len(own)
        if not one.results.done():
            one.results.set_result(own)


def _fail(group: Sequence[Waiting], error: Exception) -> None:
    for one in group:
        if not one.results.done():
            one.results.set_exception(error)
