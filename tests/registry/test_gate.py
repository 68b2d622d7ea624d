"""Requests that wait at the same moment share a transaction; each gets its own results, or failure."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from threading import Event

import pytest
from sealed import item_of, record

from edgebharo.records.sealing import new_key_pair
from edgebharo.registry import gate
from edgebharo.registry.gate import Gate
from edgebharo.registry.ingest import Delivery
from edgebharo.sync.wire import Result

KEY = new_key_pair().public


@dataclass
class Counting:
    """Stands in for the database: keeps the groups, and holds the first ones up until `go`."""

    groups: list[int] = field(default_factory=list)
    go: Event = field(default_factory=Event)
    broken: bool = False

    def take(self, deliveries: list[Delivery]) -> tuple[Result, ...]:
        self.groups.append(len(deliveries))
        assert self.go.wait(20)
        if self.broken:
            raise ValueError("broken")
        return tuple(
            Result(record_id=item.record_id, revision=1, outcome="stored", receipt=device)
            for item, device in deliveries
        )


def deliveries(count: int, device: str) -> list[Delivery]:
    return [(item_of(record(), KEY), device) for _ in range(count)]


async def bring(counting: Counting, sizes: list[int]) -> tuple[list[list[Delivery]], list[object]]:
    waiting = Gate(counting)  # type: ignore[arg-type]
    sent = [deliveries(size, f"d-{number}") for number, size in enumerate(sizes)]
    tasks = [asyncio.create_task(waiting.take(one)) for one in sent]
    done = asyncio.gather(*tasks, return_exceptions=True)
    while not counting.groups:
        await asyncio.to_thread(lambda: None)
    counting.go.set()
    return sent, list(await done)


def test_what_waits_goes_together_and_comes_back_apart() -> None:
    counting = Counting()

    sent, results = asyncio.run(bring(counting, [1, 2, 3, 1, 1, 4]))

    assert counting.groups == [12]
    for number, (own, found) in enumerate(zip(sent, results, strict=True)):
        assert isinstance(found, tuple)
        assert [one.record_id for one in found] == [item.record_id for item, _ in own]
        assert {one.receipt for one in found} == {f"d-{number}"}


def test_a_group_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "MOST", 5)
    counting = Counting()

    asyncio.run(bring(counting, [7, 2, 2, 2, 4, 1, 1]))

    assert counting.groups[:2] == [7, 4]
    assert max(counting.groups[1:]) <= 5
    assert sum(counting.groups) == 19


def test_a_failure_reaches_all_that_shared_it_and_the_gate_goes_on() -> None:
    counting = Counting(broken=True)

    _, results = asyncio.run(bring(counting, [1, 1, 1]))

    assert [str(one) for one in results] == ["broken"] * 3
    assert all(isinstance(one, ValueError) for one in results)


def test_a_device_that_hangs_up_harms_nobody() -> None:
    counting = Counting()

    async def story() -> list[object]:
        waiting = Gate(counting)  # type: ignore[arg-type]
        tasks = [asyncio.create_task(waiting.take(deliveries(1, "d"))) for _ in range(4)]
        while not counting.groups:
            await asyncio.to_thread(lambda: None)
        tasks[0].cancel()
        tasks[3].cancel()
        counting.go.set()
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    results = asyncio.run(story())

    assert [type(one) for one in results] == [asyncio.CancelledError, tuple, tuple, asyncio.CancelledError]
