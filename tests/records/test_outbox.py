"""The outbox: taken once, tried again, never lost, whatever the clock says."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from sample_call import HandClock

from edgebharo.errors import StoreError
from edgebharo.records.outbox import DAMAGED, LEASE, LONGEST_WAIT, Outbox
from edgebharo.records.sql import text_of
from edgebharo.records.store import Store


@pytest.fixture
def outbox(store: Store, path: Path, clock: HandClock) -> Outbox:
    fill(path, clock, 5)
    return store.outbox()


def fill(path: Path, clock: HandClock, count: int, start: int = 0) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.executemany(
            "INSERT INTO outbox (record_id, revision, form_id, form_version, registry_key, sealed, sha256,"
            " created_utc) VALUES (?, 1, 'f', '1', 'aa', ?, ?, ?)",
            [
                (
                    f"r{number}",
                    body := f"sealed {number}".encode(),
                    sha256(body).hexdigest(),
                    text_of(clock.at),
                )
                for number in range(start, start + count)
            ],
        )


def test_two_syncs_at_once_take_different_records_and_each_is_taken_once(
    store: Store, outbox: Outbox, clock: HandClock
) -> None:
    other = store.outbox()
    first, second = outbox.due(clock.at, 3), other.due(clock.at, 9)
    assert [item.record_id for item in first] == ["r0", "r1", "r2"]
    assert [item.record_id for item in second] == ["r3", "r4"]
    assert outbox.due(clock.at, 9) == ()


def test_the_same_bytes_come_at_every_try(outbox: Outbox, clock: HandClock) -> None:
    seen = set()
    for _ in range(4):
        (item,) = outbox.due(clock.at, 1)
        seen.add((item.record_id, item.sealed, item.sha256))
        outbox.retry_later(item, "no network", clock.at)
    assert seen == {("r0", b"sealed 0", sha256(b"sealed 0").hexdigest())}
    assert outbox.due(clock.at, 1)[0].attempts == 4


def test_a_record_waits_for_its_next_try_while_the_others_go(outbox: Outbox, clock: HandClock) -> None:
    (item,) = outbox.due(clock.at, 1)
    outbox.retry_later(item, "busy", clock.at + timedelta(seconds=60))
    assert [taken.record_id for taken in outbox.due(clock.at, 9)] == ["r1", "r2", "r3", "r4"]
    clock.move(61)
    assert [taken.record_id for taken in outbox.due(clock.at, 9)] == ["r0"]


def test_what_a_dead_sync_held_is_due_again_after_its_lease(
    store: Store, outbox: Outbox, clock: HandClock
) -> None:
    held = outbox.due(clock.at, 2)
    survivor = store.outbox()
    assert len(survivor.due(clock.at, 9)) == 3
    clock.move(LEASE.total_seconds() + 1)
    again = survivor.due(clock.at, 2)
    assert [(item.record_id, item.sealed) for item in again] == [(i.record_id, i.sealed) for i in held]
    outbox.retry_later(held[0], "late", clock.at)  # the sync thought dead must not take it from the other
    assert survivor.counts().sending == 5
    outbox.delivered(held[1], "receipt")  # but what it delivered is delivered
    assert survivor.counts().delivered == 1


def test_a_clock_that_was_set_back_holds_nothing_for_ever(outbox: Outbox, clock: HandClock) -> None:
    (late, taken) = outbox.due(clock.at, 2)
    outbox.retry_later(late, "busy", clock.at + timedelta(seconds=30))
    clock.move(-LONGEST_WAIT.total_seconds() - 3600)
    assert {item.number for item in outbox.due(clock.at, 9)} >= {late.number, taken.number}


def test_what_is_delivered_stays_delivered(store: Store, outbox: Outbox, clock: HandClock) -> None:
    items = outbox.due(clock.at, 3)
    outbox.delivered_all({items[0]: "a", items[1]: "b"})
    outbox.delivered(items[0], "c")
    outbox.retry_later(items[0], "late", clock.at)
    outbox.quarantine(items[1], "late")
    outbox.give_back((items[2],))
    counts = outbox.counts()
    assert (counts.delivered, counts.pending, counts.quarantined, counts.unsealed) == (2, 3, 0, 0)


def test_a_refused_record_is_kept_with_its_reason_until_it_is_released(
    outbox: Outbox, clock: HandClock
) -> None:
    first, *rest = outbox.due(clock.at, 9)
    outbox.quarantine(first, "form unknown")
    for item in rest:
        outbox.delivered(item, "ok")
    assert [(bad.record_id, bad.reason) for bad in outbox.quarantined()] == [("r0", "form unknown")]
    clock.move(LONGEST_WAIT.total_seconds() * 9)
    assert outbox.due(clock.at, 9) == ()
    assert outbox.release("r0") == 1
    assert [item.sealed for item in outbox.due(clock.at, 9)] == [first.sealed]


def test_bytes_that_were_changed_are_never_sent(outbox: Outbox, path: Path, clock: HandClock) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE outbox SET sealed = x'00' WHERE record_id = 'r1'")
    assert [item.record_id for item in outbox.due(clock.at, 2)] == ["r0", "r2"], "and they keep none back"
    assert [item.record_id for item in outbox.due(clock.at, 9)] == ["r3", "r4"]
    assert [(bad.record_id, bad.reason) for bad in outbox.quarantined()] == [("r1", DAMAGED)]
    assert outbox.release("r1") == 1
    assert outbox.due(clock.at, 9) == ()
    with pytest.raises(StoreError, match="record r1"):
        list(outbox.every())


def test_records_under_the_devices_key_are_not_for_the_registry(
    outbox: Outbox, path: Path, clock: HandClock
) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE outbox SET registry_key = NULL, device_key = 'dd' WHERE record_id = 'r2'")
    assert [item.record_id for item in outbox.due(clock.at, 9)] == ["r0", "r1", "r3", "r4"]
    (local,) = outbox.due(clock.at, 9, sealed=False)
    assert (local.record_id, local.key_id, outbox.counts().unsealed) == ("r2", "dd", 1)


def test_when_the_next_try_is(outbox: Outbox, clock: HandClock) -> None:
    assert outbox.next_try() is None
    at = clock.at + timedelta(minutes=5)
    for item in outbox.due(clock.at, 9):
        outbox.retry_later(item, "busy", at)
    assert outbox.next_try() == at
