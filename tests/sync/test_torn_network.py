"""A network that drops, delays, halves and doubles: nothing is lost, nothing is doubled."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from random import Random
from urllib.parse import urlsplit

import pytest
from little_registry import TOKEN, LittleRegistry
from queued import Desk, HandClock, unread
from sample_records import record_id

from edgebharo.bench.toxic import FATES, ToxicProxy
from edgebharo.sync.address import Address
from edgebharo.sync.batches import Limits
from edgebharo.sync.run import Means, run
from edgebharo.sync.targets import TARGETS, Target, TargetOptions
from edgebharo.sync.to_registry import ToRegistry

pytestmark = [pytest.mark.unit, pytest.mark.allow_hosts(["127.0.0.1"])]


def target_at(port: int, clock: HandClock) -> Target:
    address = Address(f"http://127.0.0.1:{port}", deadline_s=5.0, silence_s=2.0)
    target = TARGETS.create("registry", TargetOptions(address, TOKEN, unread, clock))
    assert isinstance(target, ToRegistry)
    return replace(target, limits=Limits(items=2, bytes=100_000))  # several batches each time


def sync_until_done(desk: Desk, port: int, draw: Random, lanes: int, most: int = 400) -> int:
    """How many syncs it took, each over connections of its own, with a clock that jumps now and then."""
    for count in range(1, most + 1):
        with closing(target_at(port, desk.clock)) as first, closing(target_at(port, desk.clock)) as second:
            more = (second,) if lanes == 2 else ()
            run(Means(desk.store.outbox(), first, desk.clock, draw.random, more))
        desk.clock.move(draw.choice([1000, 1000, 1000, -90_000, 200_000]))
        if set(desk.states) == {"delivered"}:
            return count
    raise AssertionError(f"still not delivered: {desk.states}")


@pytest.mark.parametrize(("seed", "lanes"), [(0, 1), (1, 1), (2, 2), (3, 2)])
def test_every_record_arrives_once_however_bad_the_network(
    desk: Desk, registry: LittleRegistry, seed: int, lanes: int
) -> None:
    proxy = ToxicProxy(urlsplit(registry.url).port or 0, seed=seed, toxic=0.85)
    with proxy.listening() as port:
        for _ in range(12):  # records come in while the network is bad
            desk.queue(5)
            sync_until_done(desk, port, Random(seed), lanes)  # noqa: S311 - repeatable

    lost = {(record, 1) for record in ids(desk)} - registry.stored.keys()
    assert (len(lost), registry.doubled, len(registry.stored)) == (0, 0, 60)


def ids(desk: Desk) -> list[str]:
    return [record_id(number) for number in range(1, desk.count + 1)]


def test_the_proxy_deals_out_every_fate() -> None:
    proxy = ToxicProxy(port=0, seed=1, toxic=0.9)
    for _ in range(200):
        proxy._draw()

    assert set(proxy.fates) == {"pass", *FATES}
