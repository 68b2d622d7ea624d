"""A sync against a real server on loopback: what happens to the records, whatever the server does."""

from __future__ import annotations

import json
from contextlib import closing

import pytest
from little_registry import Answer, LittleRegistry, Request, always, json_answer, no_fault
from queued import Desk, HandClock

from edgebharo.records.store import Store
from edgebharo.sync import wire
from edgebharo.sync.run import MOST_FAILURES
from edgebharo.sync.targets import Target

pytestmark = [pytest.mark.unit, pytest.mark.allow_hosts(["127.0.0.1"])]


def test_everything_is_delivered_in_bounded_batches(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    desk.queue(450)

    summary = desk.sync(target)

    assert (summary.delivered, summary.ending) == (450, "done")
    assert desk.states == {"delivered": 450}
    assert [len(request.items) for request in registry.requests] == [200, 200, 50]
    assert len(registry.stored) == registry.arrivals == 450


def test_one_record_alone_goes_with_its_idempotency_key(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    (record,) = desk.queue(1)
    desk.sync(target)

    (request,) = registry.requests
    assert request.path == wire.RECORDS
    assert request.headers["idempotency-key"] == f"{record.record_id}.1"
    assert request.headers["content-encoding"] == "gzip"


def test_a_server_that_stores_and_never_answers_gets_the_same_bytes_again(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    desk.queue(3)
    registry.fault = always(Answer(0, raw=b"", store_first=True))
    for _ in range(5):
        assert desk.sync(target).ending == "retry"
        assert desk.states == {"pending": 3}
        desk.clock.move(1000)
    registry.fault = no_fault

    assert desk.sync(target).delivered == 3
    assert desk.states == {"delivered": 3}
    assert (len(registry.stored), registry.arrivals, registry.doubled) == (3, 18, 0)


def test_one_refused_record_is_put_aside_with_its_reason_and_the_rest_goes(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    records = desk.queue(7)
    registry.bad = {records[2].record_id}

    summary = desk.sync(target)

    assert (summary.delivered, summary.refused, summary.ending) == (6, 1, "done")
    (aside,) = desk.outbox.quarantined()
    assert (aside.record_id, aside.reason) == (records[2].record_id, "a field is missing")


def refuses_batches_with(registry: LittleRegistry, bad: str, status: int) -> None:
    def fault(request: Request) -> Answer | None:
        if any(item.record_id == bad for item in request.items):
            return json_answer(status, {"detail": "a field is missing"})
        return None

    registry.fault = fault


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_batch_that_is_refused_whole_is_halved_until_the_one_bad_record_is_found(
    desk: Desk, registry: LittleRegistry, target: Target, status: int
) -> None:
    records = desk.queue(64)
    refuses_batches_with(registry, records[37].record_id, status)

    summary = desk.sync(target)

    assert (summary.delivered, summary.refused) == (63, 1)
    assert len(registry.requests) == 13
    assert [aside.record_id for aside in desk.outbox.quarantined()] == [records[37].record_id]


def test_a_released_record_is_sent_again(desk: Desk, registry: LittleRegistry, target: Target) -> None:
    (record,) = desk.queue(1)
    registry.bad = {record.record_id}
    desk.sync(target)
    registry.bad = set()

    assert desk.sync(target).delivered == 0
    desk.outbox.release(record.record_id)
    assert desk.sync(target).delivered == 1


def test_a_server_that_refuses_everything_does_not_get_the_whole_queue(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    registry.bad = {record.record_id for record in desk.queue(300)}

    summary = desk.sync(target)

    assert (summary.refused, summary.ending) == (MOST_FAILURES, "refuses_all")
    assert desk.states == {"pending": 280, "quarantined": 20}
    assert summary.reason == "a field is missing"


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        (json_answer(401, {"detail": "revoked"}), "revoked"),
        (json_answer(403, {"detail": "revoked"}), "revoked"),
        (json_answer(426, {"detail": "too old"}), "upgrade_needed"),
        (json_answer(429, {"detail": "slow down"}), "retry"),
        (Answer(500), "retry"),
        (Answer(502, b"<html>Bad gateway"), "retry"),
        (Answer(503), "retry"),
        (Answer(404), "retry"),
        (Answer(200, b"<html>Log in to the hotel's network"), "retry"),
        (Answer(302, headers={"Location": "http://127.0.0.1:1/login"}), "retry"),
        (Answer(422, b"<html>no registry speaks here"), "retry"),
        (Answer(204, b""), "retry"),
        (Answer(0, raw=b'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{"resul'), "retry"),
        (Answer(0, raw=b"SSH-2.0-OpenSSH_9.2\r\n"), "retry"),
    ],
)
def test_what_stops_a_sync_leaves_every_record_pending(
    desk: Desk, registry: LittleRegistry, target: Target, answer: Answer, ending: str
) -> None:
    desk.queue(210)
    registry.fault = always(answer)

    summary = desk.sync(target)

    assert (summary.ending, summary.delivered, summary.refused) == (ending, 0, 0)
    assert summary.reason
    assert desk.states == {"pending": 210}
    assert len(registry.requests) == 1


def test_a_new_token_sends_what_a_revoked_one_could_not(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    desk.queue(2)
    registry.fault = always(json_answer(401, {"detail": "revoked"}))
    desk.sync(target)
    registry.fault = no_fault

    assert desk.sync(target).delivered == 2


def test_a_busy_server_is_left_alone_for_as_long_as_it_asks(
    desk: Desk, registry: LittleRegistry, target: Target, clock: HandClock
) -> None:
    desk.queue(1)
    registry.fault = always(json_answer(429, {"detail": "slow down"}, **{"Retry-After": "90"}))
    desk.sync(target, draw=lambda: 0.0)
    registry.fault = no_fault

    clock.move(89)
    assert desk.sync(target).delivered == 0
    clock.move(1)
    assert desk.sync(target).delivered == 1


def test_an_unknown_form_version_waits_while_the_others_go(
    desk: Desk, registry: LittleRegistry, target: Target, clock: HandClock
) -> None:
    records = desk.queue(3)
    registry.fault = lambda request: json_answer(
        200,
        {
            "results": [
                {
                    "record_id": item.record_id,
                    "revision": 1,
                    "outcome": "upgrade_needed" if item.record_id == records[0].record_id else "stored",
                }
                for item in request.items
            ]
        },
    )

    summary = desk.sync(target)

    assert (summary.delivered, summary.waiting, summary.refused) == (2, 1, 0)
    assert desk.states == {"delivered": 2, "pending": 1}
    clock.move(3601)
    assert desk.outbox.due(clock.at, 9)[0].record_id == records[0].record_id


def test_a_record_that_breaks_the_server_does_not_hold_up_the_others_for_ever(
    desk: Desk, registry: LittleRegistry, target: Target, clock: HandClock
) -> None:
    records = desk.queue(16)
    poison = records[3].record_id
    registry.fault = lambda request: (
        Answer(500) if any(item.record_id == poison for item in request.items) else None
    )
    delivered = 0
    for _ in range(4):
        delivered += desk.sync(target).delivered
        clock.move(1000)

    assert delivered == 15
    assert desk.states == {"delivered": 15, "pending": 1}


def test_results_that_are_missing_doubled_or_about_others_leave_their_record_pending(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    records = desk.queue(4)
    ids = [record.record_id for record in records]
    stored = {"revision": 1, "outcome": "stored"}
    registry.fault = always(
        json_answer(
            200,
            {
                "results": [
                    {"record_id": ids[0], **stored, "receipt": "7"},
                    {"record_id": ids[1], **stored, "outcome": "shredded"},
                    {"record_id": ids[2], **stored},
                    {"record_id": ids[2], **stored, "outcome": "refused"},
                    {"record_id": ids[3], **stored, "revision": 2},
                    {"record_id": 4, **stored},
                    "stored",
                ]
            },
        )
    )

    summary = desk.sync(target)

    assert (summary.delivered, summary.waiting, summary.refused) == (1, 3, 0)
    assert desk.states == {"delivered": 1, "pending": 3}


def test_a_sync_that_is_stopped_gives_back_what_it_did_not_send(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    desk.queue(401)

    summary = desk.sync(target, stopped=lambda: len(registry.requests) == 1)

    assert (summary.delivered, summary.ending) == (200, "stopped")
    assert desk.states == {"delivered": 200, "pending": 201}


def test_a_sync_that_is_broken_off_loses_nothing(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    desk.queue(5)

    class BrokenOff:
        limits, reads = target.limits, False

        def post(self, items: object) -> object:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.sync(BrokenOff())
    assert desk.states == {"pending": 5}
    assert desk.sync(target).delivered == 5


def test_a_sync_that_was_killed_is_taken_over_after_its_lease(
    desk: Desk, target: Target, clock: HandClock
) -> None:
    desk.queue(5)
    desk.store.outbox().due(clock.at, 5)  # and then the power went

    assert desk.sync(target).delivered == 0
    clock.move(601)
    assert desk.sync(target).delivered == 5


@pytest.mark.parametrize("jump", [-400 * 86400.0, 400 * 86400.0])
def test_a_clock_that_jumps_strands_nothing(
    desk: Desk, registry: LittleRegistry, target: Target, clock: HandClock, jump: float
) -> None:
    desk.queue(3)
    registry.fault = always(Answer(503))
    desk.sync(target)
    desk.queue(2)
    desk.store.outbox().due(clock.at, 2)  # another sync, which died
    registry.fault = no_fault
    clock.move(jump)

    assert desk.sync(target).delivered == 5


def test_two_syncs_at_once_send_each_record_once(
    desk: Desk, registry: LittleRegistry, target: Target
) -> None:
    desk.queue(600)
    others: list[int] = []

    def meanwhile(request: Request) -> Answer | None:
        registry.fault = no_fault
        with closing(Store(desk.store.path, desk.clock)) as store:
            others.extend(item.number for item in store.outbox().due(desk.clock.at, 200))
        return None

    registry.fault = meanwhile
    summary = desk.sync(target)

    assert len(others) == 200
    assert (summary.delivered, registry.arrivals) == (400, 400)
    assert desk.states == {"delivered": 400, "sending": 200}


def test_no_reason_shows_the_token(desk: Desk, registry: LittleRegistry, target: Target) -> None:
    desk.queue(1)
    seen = []
    for answer in (Answer(401), Answer(500), Answer(0, raw=b"x")):
        registry.fault = always(answer)
        seen.append(desk.sync(target).reason)
        desk.clock.move(1000)

    assert all(seen)
    assert "token-of-clinic" not in json.dumps(seen)
