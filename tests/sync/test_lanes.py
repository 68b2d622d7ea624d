"""Two batches on their way at once: as sure as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from threading import Event
from typing import Any

import pytest
from little_registry import TOKEN, Answer, LittleRegistry, Request, always
from queued import Desk, HandClock, unread
from test_fuzzed_answers import item

from edgebharo.records.outbox import Item
from edgebharo.sync.address import Address
from edgebharo.sync.batches import Limits
from edgebharo.sync.lanes import send_all
from edgebharo.sync.targets import TARGETS, Answered, Target, TargetOptions
from edgebharo.sync.verdicts import Verdict

pytestmark = [pytest.mark.unit, pytest.mark.allow_hosts(["127.0.0.1"])]


@pytest.fixture
def second(registry: LittleRegistry, clock: HandClock) -> Iterator[Target]:
    address = Address(registry.url, deadline_s=5.0, silence_s=5.0)
    with closing(TARGETS.create("registry", TargetOptions(address, TOKEN, unread, clock))) as target:
        yield target


def test_everything_is_delivered_once(
    desk: Desk, registry: LittleRegistry, target: Target, second: Target
) -> None:
    desk.queue(650)

    assert desk.sync(target, more=(second,)).delivered == 650
    assert desk.states == {"delivered": 650}
    assert sorted(len(request.items) for request in registry.requests) == [50, 200, 200, 200]
    assert registry.arrivals == 650


def test_what_stops_one_lane_stops_the_sync_and_keeps_what_the_other_delivered(
    desk: Desk, registry: LittleRegistry, target: Target, second: Target
) -> None:
    desk.queue(900)
    failed = Event()

    def once(_: Request) -> Answer | None:
        if failed.is_set():
            return None
        failed.set()
        return Answer(503)

    registry.fault = once
    summary = desk.sync(target, more=(second,))

    assert (summary.delivered, summary.waiting, summary.ending) == (200, 200, "retry")
    assert desk.states == {"delivered": 200, "pending": 700}


def test_a_server_that_refuses_everything_stops_both(
    desk: Desk, registry: LittleRegistry, target: Target, second: Target
) -> None:
    registry.bad = {record.record_id for record in desk.queue(500)}

    summary = desk.sync(target, more=(second,))

    assert (summary.refused, summary.ending) == (20, "refuses_all")
    assert desk.states == {"pending": 480, "quarantined": 20}


def test_a_lost_network_leaves_everything(
    desk: Desk, registry: LittleRegistry, target: Target, second: Target
) -> None:
    desk.queue(500)
    registry.fault = always(Answer(0, raw=b""))

    assert desk.sync(target, more=(second,)).ending == "retry"
    assert desk.states == {"pending": 500}


class Lane:
    """Waits for its turn, so that both lanes are known to be on their way at once."""

    limits, reads = Limits(1, 100), False

    def __init__(self, mine: Event, other: Event, fault: Exception | None = None) -> None:
        self.mine, self.other, self.fault = mine, other, fault

    def post(self, items: Sequence[Item]) -> Answered:
        self.mine.set()
        assert self.other.wait(10)
        if self.fault:
            raise self.fault
        return tuple(Verdict("delivered") for _ in items)


def test_lanes_run_at_the_same_time() -> None:
    left, right = Event(), Event()
    lanes: Any = (Lane(left, right), Lane(right, left))

    told = [pair for part in send_all(lanes, [[item(1)], [item(2)]]) for pair in part]
    assert {(entry.number, verdict.kind) for entry, verdict in told} == {(1, "delivered"), (2, "delivered")}


def test_a_fault_in_a_lane_is_raised_where_the_store_is() -> None:
    left, right = Event(), Event()
    lanes: Any = (Lane(left, right), Lane(right, left, ZeroDivisionError()))

    with pytest.raises(ZeroDivisionError):
        list(send_all(lanes, [[item(1)], [item(2)]]))
