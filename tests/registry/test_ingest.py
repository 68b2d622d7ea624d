"""Each revision exactly once, whoever races whom; what is refused is kept, with its reason."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from hashlib import sha256
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import sqlalchemy as sa
from sealed import NOW, answered, item_of, new_id, record

from edgebharo.records.payload import freeze
from edgebharo.records.sealing import key_id, new_key_pair
from edgebharo.registry import quarantine
from edgebharo.registry.custody import Custody, load_custody, make_custody, rotate
from edgebharo.registry.ingest import OTHER_BYTES, Ingest, receipt_of
from edgebharo.registry.quarantine import Retried, quarantined, retry
from edgebharo.registry.schema import QUARANTINE, RECEIPTS, RECORDS, REVISIONS, SEARCH_KEYS
from edgebharo.registry.standing import load
from edgebharo.sync.wire import Item, Result, encode


@pytest.fixture
def custody(tmp_path: Path) -> Custody:
    return make_custody(tmp_path / "keys")


@pytest.fixture
def ingest(engine: sa.Engine, custody: Custody) -> Ingest:
    return Ingest(engine, custody, lambda: NOW)


@pytest.fixture
def wrap(custody: Custody) -> Callable[..., Item]:
    public = custody.pairs[custody.current].public
    return lambda what, **changes: item_of(what, public, **changes)


def rows(ingest: Ingest, table: sa.Table) -> int:
    with ingest.engine.begin() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def take(ingest: Ingest, items: Sequence[Item], device: str) -> tuple[Result, ...]:
    return ingest.take([(item, device) for item in items])


def outcomes(results: tuple[Result, ...]) -> list[str]:
    return [result.outcome for result in results]


def test_a_record_is_stored_once_and_found_again(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    sent = record()
    item = wrap(sent)

    first, again = take(ingest, [item], "laptop-1"), take(ingest, [item], "laptop-1")

    assert outcomes(first) == ["stored"]
    assert outcomes(again) == ["duplicate"]
    assert first[0].receipt == again[0].receipt != ""
    assert [rows(ingest, table) for table in (RECEIPTS, REVISIONS, RECORDS)] == [1, 1, 1]
    with ingest.engine.begin() as connection:
        assert load(connection, [sent.record_id], ingest.custody) == {sent.record_id: sent}


def test_a_receipt_can_be_checked_and_not_be_made_up(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    sent = record()
    with_digest = sha256(freeze(sent)).digest()

    (result,) = take(ingest, [wrap(sent)], "laptop-1")

    assert result.receipt == receipt_of(sent.record_id, 1, with_digest, ingest.custody.search)
    assert result.receipt != receipt_of(sent.record_id, 1, with_digest, bytes(32))


def test_other_bytes_under_the_same_key_are_refused_and_kept(
    ingest: Ingest, wrap: Callable[..., Item]
) -> None:
    sent = record()
    take(ingest, [wrap(sent)], "laptop-1")

    (result,) = take(ingest, [wrap(sent.model_copy(update={"worker": "w-2"}))], "laptop-2")

    assert (result.outcome, result.reason) == ("refused", OTHER_BYTES)
    assert rows(ingest, REVISIONS) == 1
    with ingest.engine.begin() as connection:
        (held,) = quarantined(connection, 10)
    assert (held.record_id, held.delivered_by, held.reason) == (sent.record_id, "laptop-2", OTHER_BYTES)


def test_the_same_payload_sealed_anew_is_the_same_record(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    sent = record()
    take(ingest, [wrap(sent)], "laptop-1")

    assert outcomes(take(ingest, [wrap(sent)], "laptop-1")) == ["duplicate"]
    assert rows(ingest, QUARANTINE) == 0


def test_one_batch_may_hold_the_same_key_several_times(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    sent = record()
    item, other = wrap(sent), wrap(sent.model_copy(update={"worker": "w-2"}))

    assert outcomes(take(ingest, [item, item, other], "laptop-1")) == ["stored", "duplicate", "refused"]
    assert [rows(ingest, table) for table in (RECEIPTS, REVISIONS, QUARANTINE)] == [1, 1, 1]


def test_fifty_threads_bring_the_same_record_and_one_stores_it(
    ingest: Ingest, wrap: Callable[..., Item]
) -> None:
    item, others = wrap(record()), [wrap(record()) for _ in range(50)]
    start = Barrier(50)

    def bring(number: int) -> list[str]:
        start.wait()
        return outcomes(take(ingest, [others[number], item], f"laptop-{number}"))

    with ThreadPoolExecutor(50) as threads:
        results = list(threads.map(bring, range(50)))

    assert Counter(result[0] for result in results) == {"stored": 50}
    assert Counter(result[1] for result in results) == {"stored": 1, "duplicate": 49}
    assert [rows(ingest, table) for table in (RECEIPTS, REVISIONS, RECORDS)] == [51, 51, 51]


def test_fifty_threads_bring_other_bytes_and_one_wins(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    sent = record()
    items = [wrap(sent.model_copy(update={"worker": f"w-{number}"})) for number in range(50)]
    start = Barrier(50)

    def bring(item: Item) -> str:
        start.wait()
        return take(ingest, [item], "laptop-1")[0].outcome

    with ThreadPoolExecutor(50) as threads:
        found = Counter(threads.map(bring, items))

    assert found == {"stored": 1, "refused": 49}
    assert [rows(ingest, table) for table in (RECEIPTS, REVISIONS, QUARANTINE)] == [1, 1, 49]


def test_batches_that_overlap_the_wrong_way_round_never_lock_each_other_out(
    ingest: Ingest, wrap: Callable[..., Item]
) -> None:
    items = [wrap(record()) for _ in range(40)]
    batches = [items if number % 2 else items[::-1] for number in range(20)]

    with ThreadPoolExecutor(20) as threads:
        results = [
            result
            for batch in threads.map(lambda batch: take(ingest, batch, "d"), batches)
            for result in batch
        ]

    assert Counter(outcomes(tuple(results))) == {"stored": 40, "duplicate": 760}
    assert rows(ingest, REVISIONS) == 40


def test_corrections_are_put_together_in_whatever_order_they_come(
    ingest: Ingest, wrap: Callable[..., Item]
) -> None:
    first = record(name="सुनीता", district="नालंदा")
    second = record(record_id=first.record_id, revision=2, fields=(answered("district", "पटना"),))
    third = record(record_id=first.record_id, revision=3, fields=(answered("name", "अनीता"),))

    for one in (third, first, second):
        assert outcomes(take(ingest, [wrap(one)], "laptop-1")) == ["stored"]

    with ingest.engine.begin() as connection:
        (row,) = connection.execute(sa.select(RECORDS))
        together = load(connection, [first.record_id], ingest.custody)[first.record_id]
        keys = connection.scalars(sa.select(SEARCH_KEYS.c.kind)).all()
    assert (row.revision, row.district, row.answered, row.skipped) == (3, "पटना", 3, 0)
    assert (together.get("name"), together.get("district")) == (third.get("name"), second.get("district"))
    assert sorted(keys) == ["name", "phone", "word"]


def test_corrections_that_race_are_all_seen_by_the_last(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    first = record(name="सुनीता")
    names = [f"field_{number}" for number in range(2, 22)]
    later = [
        record(record_id=first.record_id, revision=number, fields=(answered(name, "x"),))
        for number, name in enumerate(names, start=2)
    ]
    start = Barrier(len(later) + 1)

    def bring(item: Item) -> str:
        start.wait()
        return take(ingest, [item], "laptop-1")[0].outcome

    with ThreadPoolExecutor(len(later) + 1) as threads:
        assert set(threads.map(bring, [wrap(one) for one in (first, *later)])) == {"stored"}

    with ingest.engine.begin() as connection:
        (row,) = connection.execute(sa.select(RECORDS))
    assert (row.revision, row.answered) == (21, 3 + len(names))


def test_a_batch_may_hold_a_record_and_its_correction(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    first = record(district="नालंदा")
    second = record(record_id=first.record_id, revision=2, fields=(answered("district", "पटना"),))

    assert outcomes(take(ingest, [wrap(second), wrap(first)], "d")) == ["stored", "stored"]

    with ingest.engine.begin() as connection:
        (row,) = connection.execute(sa.select(RECORDS))
    assert (row.revision, row.district, row.answered) == (2, "पटना", 3)


def with_key(key: str, value: Any) -> bytes:
    return json.dumps(record().model_dump(mode="json") | {key: value}).encode()


BAD: dict[str, tuple[Callable[[Callable[..., Item]], Item], str]] = {
    "no JSON": (lambda wrap: wrap(b"nonsense"), "not a record that this EdgeBharo can read"),
    "an unknown key": (lambda wrap: wrap(with_key("extra", 1)), "extra: extra_forbidden"),
    "a whole Aadhaar": (
        lambda wrap: wrap(with_key("fields", [answered("x", "1").model_dump() | {"value": "234567890124"}])),
        "not a record that this EdgeBharo can read",
    ),
    "another id": (
        lambda wrap: wrap(record(), record_id=new_id()),
        "record_id: not the same outside and inside",
    ),
    "another revision": (
        lambda wrap: wrap(record(), revision=2),
        "revision: not the same outside and inside",
    ),
    "another form": (lambda wrap: wrap(record(), form_id="other"), "form_id: not the same"),
    "a hash of other bytes": (lambda wrap: wrap(record(), sha256="0" * 64), "sha256: is not that of"),
    "no base64": (lambda wrap: wrap(record(), sealed="!!!!"), "sealed: is no base64"),
    "damaged": (
        lambda wrap: wrap(record(), sealed=encode(b"x" * 80), sha256=sha256(b"x" * 80).hexdigest()),
        "cannot be opened",
    ),
    "a NUL": (lambda wrap: wrap(record(device="a\0b")), "device: holds a character that cannot be stored"),
    "no such day": (
        lambda wrap: wrap(record(started="2026-02-30T06:30:00+00:00")),
        "started: the calendar has no",
    ),
    "before the calendar": (
        lambda wrap: wrap(record(started="0001-01-01T06:30:00+00:00")),
        "started: out of",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_one_is_kept_with_its_reason_while_the_rest_goes(
    ingest: Ingest, wrap: Callable[..., Item], kind: str
) -> None:
    make, reason = BAD[kind]
    bad = make(wrap)

    results = take(ingest, [wrap(record()), bad, wrap(record())], "laptop-1")
    take(ingest, [bad], "laptop-1")

    assert outcomes(results) == ["stored", "refused", "stored"]
    assert reason in results[1].reason
    assert "234567890124" not in results[1].reason
    assert (rows(ingest, REVISIONS), rows(ingest, QUARANTINE)) == (2, 1)


def test_a_record_of_a_newer_schema_waits_for_the_registry(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    (result,) = take(ingest, [wrap(with_key("schema_version", 2))], "laptop-1")

    assert result.outcome == "upgrade_needed"
    assert "must be upgraded first" in result.reason
    assert rows(ingest, QUARANTINE) == 0


def test_a_key_that_is_put_back_frees_what_was_sealed_to_it(
    ingest: Ingest, wrap: Callable[..., Item], tmp_path: Path
) -> None:
    lost = new_key_pair()
    sent = record()
    (result,) = take(ingest, [item_of(sent, lost.public)], "laptop-1")
    assert result.outcome == "refused"
    assert key_id(lost.public) in result.reason
    assert retry(ingest) == Retried(taken=0, still_held=1)

    found = Custody(
        ingest.custody.current, {**ingest.custody.pairs, key_id(lost.public): lost}, ingest.custody.search
    )
    assert retry(Ingest(ingest.engine, found, lambda: NOW)) == Retried(taken=1, still_held=0)

    assert (rows(ingest, REVISIONS), rows(ingest, QUARANTINE)) == (1, 0)


def test_a_long_quarantine_is_tried_to_its_end(ingest: Ingest, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = new_key_pair().public
    take(ingest, [item_of(record(), lost) for _ in range(7)], "laptop-1")
    monkeypatch.setattr(quarantine, "AT_ONCE", 3)

    assert retry(ingest) == Retried(taken=0, still_held=7)


def test_after_a_change_of_keys_old_and_new_records_come_in(engine: sa.Engine, tmp_path: Path) -> None:
    before = make_custody(tmp_path / "k")
    after = rotate(tmp_path / "k")
    old, new = before.pairs[before.current].public, after.pairs[after.current].public

    results = take(
        Ingest(engine, load_custody(tmp_path / "k"), lambda: NOW),
        [item_of(record(), old), item_of(record(), new)],
        "laptop-1",
    )

    assert old != new
    assert outcomes(results) == ["stored", "stored"]


def test_nothing_of_an_answer_lies_in_the_database_but_the_district(
    ingest: Ingest, wrap: Callable[..., Item], tmp_path: Path
) -> None:
    take(ingest, [wrap(record(name="सुनीता देवी", phone="9876543210"))], "laptop-1")

    with ingest.engine.begin() as connection:
        everything = [
            repr(row)
            for table in (RECEIPTS, REVISIONS, RECORDS, SEARCH_KEYS, QUARANTINE)
            for row in connection.execute(sa.select(table))
        ]
    assert len(everything) == 7
    for value in ("सुनीता", "9876543210", "w-1"):
        assert value not in "".join(everything)


def test_form_versions_coexist(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    other = record(form_version="2.0.0", fields=(answered("mother", "सीता"),))

    assert outcomes(take(ingest, [wrap(record()), wrap(other)], "d")) == ["stored", "stored"]

    with ingest.engine.begin() as connection:
        found = connection.execute(sa.select(RECORDS.c.form_version, RECORDS.c.answered)).all()
    assert sorted(map(tuple, found)) == [("1.0.0", 3), ("2.0.0", 1)]


def test_a_day_is_a_day_in_india(ingest: Ingest, wrap: Callable[..., Item]) -> None:
    take(ingest, [wrap(record(started="2026-11-30T19:00:00+00:00"))], "d")

    with ingest.engine.begin() as connection:
        assert connection.scalar(sa.select(RECORDS.c.day)) == date(2026, 12, 1)
