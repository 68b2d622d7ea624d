"""What a finished record says: frozen once, with consent, history and times; corrections beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sample_call import DEVICE, WORKER, HandClock, SampleConsent, SampleForm, answers_after, row

from edgebharo.errors import PayloadError, StoreError
from edgebharo.records.payload import Record, merged
from edgebharo.records.store import Store
from edgebharo.types import Answer, Answers

ASKING = SampleForm(consent=SampleConsent())


def consent_row(answer: str, seq: int = 1) -> object:
    return replace(row(seq), asked="consent", fired=(f"consent_{answer}",), written=(), held=(), skipped=())


def finished(store: Store, clock: HandClock) -> Record:
    record_id = store.begin(ASKING, DEVICE, WORKER, "9812345678")
    clock.move(5)
    store.turn(record_id, consent_row("given"), Answers(asked="name", caller_number="9812345678"))
    clock.move(5)
    first = replace(answers_after(2), history={"name": ("heard", "written"), "phone": ("held",)})
    store.turn(record_id, row(2), first)
    clock.move(5)
    second = replace(answers_after(5), history={**first.history, "phone": ("held", "confirmed")})
    store.turn(record_id, row(3), second)
    clock.move(5)
    store.finish(record_id, second, "complete")
    return next(item for item in store.readable() if item.record_id == record_id)


def test_a_record_says_all_that_the_call_was(store: Store, clock: HandClock) -> None:
    began = clock.at.isoformat(timespec="milliseconds")
    record = finished(store, clock)
    assert (record.revision, record.replaces, record.sequence) == (1, None, 1)
    assert (record.form_id, record.form_version, record.form_sha256) == ("enrolment", "1.0", "ab" * 32)
    assert (record.device, record.worker, record.status) == (DEVICE, WORKER, "complete")
    assert (record.started, record.ended > record.started) == (began, True)
    assert (record.consent.version, record.consent.answer) == ("7", "given")
    assert record.consent.utc is not None
    assert record.started < record.consent.utc < record.ended
    assert record.caller_number == "9812345678"
    assert [field.name for field in record.fields] == [field.name for field in ASKING.fields]
    name, remarks = record.get("name"), record.get("remarks")
    assert name is not None
    assert remarks is not None
    assert (name.value, name.state, name.evidence.who, name.confidence) == (
        "सुनीता देवी",
        "answered",
        "rules",
        0.9,
    )
    assert (remarks.value, remarks.state) == (None, "empty")


def test_what_happened_to_a_field_stands_in_its_history_with_the_time(store: Store, clock: HandClock) -> None:
    record = finished(store, clock)
    phone, name = record.get("phone"), record.get("name")
    assert phone is not None
    assert name is not None
    assert [event.what for event in phone.history] == ["held", "confirmed"]
    assert phone.history[0].at < phone.history[1].at
    assert [event.what for event in name.history] == ["heard", "written", "skipped", "skipped"]


def test_records_are_numbered_upwards_and_a_wrong_clock_is_told(store: Store, clock: HandClock) -> None:
    first = finished(store, clock)
    clock.move(-7200)
    second = finished(store, clock)
    assert (first.sequence, second.sequence) == (1, 2)
    assert (first.clock_suspect, second.clock_suspect) == (False, True)
    assert second.started < first.started


def test_a_board_without_a_battery_is_told(store: Store, clock: HandClock) -> None:
    clock.at = clock.at.replace(year=1970)
    assert finished(store, clock).clock_suspect


@pytest.mark.parametrize("answer", ["refused", "unanswered"])
def test_without_consent_nothing_but_the_fact_is_kept(store: Store, path: Path, answer: str) -> None:
    record_id = store.begin(ASKING, DEVICE, WORKER, "9812345678")
    store.turn(record_id, replace(row(1), fired=()), answers_after(5))
    assert store.load(record_id).answers == Answers(asked="phone")
    store.turn(record_id, consent_row(answer, 2), answers_after(5))
    with pytest.raises(StoreError, match="not agreed"):
        store.finish(record_id, answers_after(5), "complete")
    store.finish(record_id, answers_after(5), "withdrawn")
    call = store.load(record_id)
    assert [(note.version, note.answer) for note in call.head.consent] == [("7", answer)]
    assert (call.head.status, call.turns, call.answers.fields) == ("withdrawn", (), {})
    with closing(sqlite3.connect(path)) as raw:
        for table in ("turns", "drafts", "outbox"):
            assert raw.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608


def test_what_was_said_about_consent_is_added_to_and_never_changed(
    store: Store, path: Path, clock: HandClock
) -> None:
    record = finished(store, clock)
    store.discard(record.record_id)
    notes = store.head(record.record_id).consent
    assert [note.answer for note in notes] == ["given", "withdrawn"]
    with closing(sqlite3.connect(path)) as raw:
        for change in ("UPDATE consents SET answer = 'refused'", "DELETE FROM consents"):
            with pytest.raises(sqlite3.IntegrityError, match="is not"):
                raw.execute(change)


def test_a_correction_is_a_revision_beside_the_one_it_names(store: Store, clock: HandClock) -> None:
    record = finished(store, clock)
    before = store.outbox().due(clock.at, 9, sealed=False)
    clock.move(60)
    changes = {"name": Answer("answered", "गीता देवी", "worker", confirmed=True)}
    assert store.correct(record.record_id, changes, "worker-9") == 2
    assert (
        store.correct(record.record_id, {"months": Answer("skipped", skip_reason="worker")}, "worker-9") == 3
    )
    first, second, third = list(store.readable())
    assert first == record
    assert (second.revision, second.replaces, second.worker) == (2, f"{record.record_id}@1", "worker-9")
    assert [(field.name, field.value) for field in second.fields] == [("name", "गीता देवी")]
    assert [event.what for event in second.fields[0].history] == ["worker"]
    assert (third.replaces, third.sequence) == (f"{record.record_id}@2", 3)
    whole = merged([first, second, third])
    assert (whole.get("name").value, whole.get("months").state) == ("गीता देवी", "skipped")  # type: ignore[union-attr]
    assert store.load(record.record_id).answers.get("name").value == "गीता देवी"
    (old,) = before
    items = {item.revision: item for item in store.outbox().due(clock.at, 9, sealed=False)}
    assert set(items) == {2, 3}
    assert store.reader()(items[3]).get("name").value == "गीता देवी"  # type: ignore[union-attr]
    assert store.reader()(old) == first


def test_only_a_finished_record_and_its_own_fields_can_be_corrected(store: Store, clock: HandClock) -> None:
    record = finished(store, clock)
    open_call = store.begin(SampleForm(), DEVICE, WORKER, None)
    answer = Answer("answered", "x", "worker")
    for record_id, changes in ((open_call, {"name": answer}), (record.record_id, {"height": answer})):
        with pytest.raises(StoreError, match="cannot be corrected"):
            store.correct(record_id, changes, WORKER)
    assert len(list(store.readable())) == 1


def test_what_cannot_be_kept_is_told_without_showing_it(store: Store) -> None:
    record_id = store.begin(SampleForm(sha256="no digest"), DEVICE, WORKER, None)
    store.turn(record_id, row(1), answers_after(5))
    with pytest.raises(PayloadError, match="form_sha256") as caught:
        store.finish(record_id, answers_after(5), "complete")
    assert "सुनीता" not in str(caught.value)
    assert store.load(record_id).answers == answers_after(5)


def test_erasing_says_whether_it_had_left_already(store: Store, clock: HandClock) -> None:
    record = finished(store, clock)
    assert store.discard(record.record_id) == 0
    other = finished(store, clock)
    outbox = store.outbox()
    (item,) = outbox.due(clock.at, 1, sealed=False)
    outbox.delivered(item, "receipt")
    assert store.discard(other.record_id) == 1
