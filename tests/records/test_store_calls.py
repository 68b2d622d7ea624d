"""A call is saved turn by turn, found again, and comes back as it was."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sample_call import DEVICE, WORKER, HandClock, SampleForm, answers_after, row

from edgebharo.errors import StoreError
from edgebharo.records.rows import turn_row
from edgebharo.records.store import FINAL, Store
from edgebharo.types import (
    Answer,
    Answers,
    Ask,
    CallStatus,
    Candidate,
    Close,
    Confirm,
    Decision,
    Extraction,
    FieldStatus,
    Handoff,
    Repair,
    SkipReason,
    Source,
    Span,
    Value,
    Wait,
)

UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")

VALUES: st.SearchStrategy[Value] = st.one_of(
    st.text("कखगाि्ं ab-'\"\\\n", max_size=12),
    st.sampled_from(["0042", "00", "7", "true", "null", "", "2025-04-15", "9876543210"]),
    st.integers(-(10**10), 10**10),
    st.booleans(),
    st.floats(-1e10, 1e10),
    st.lists(st.text("कखग ,", max_size=5), max_size=3).map(tuple),
)
UNIT = st.floats(0, 1)
FIELDS = st.sampled_from(["name", "months", "linked", "dob", "remarks"])
SPANS = st.builds(Span, st.integers(0, 9), st.integers(9, 99))
ANSWERS = st.builds(
    Answer,
    status=st.sampled_from(get_args(FieldStatus)),
    value=st.none() | VALUES,
    source=st.none() | st.sampled_from(get_args(Source)),
    confidence=UNIT,
    confirmed=st.booleans(),
    estimated=st.booleans(),
    skip_reason=st.none() | st.sampled_from(get_args(SkipReason)),
)
CANDIDATES = st.builds(
    Candidate,
    field=FIELDS,
    value=VALUES,
    span=st.none() | SPANS,
    source=st.sampled_from(get_args(Source)),
    confidence=UNIT,
    doubtful=st.booleans(),
    correction=st.booleans(),
    estimated=st.booleans(),
    reading=st.sampled_from(["", "pairs", "day-month-year"]),
)
STATES = st.builds(
    Answers,
    fields=st.dictionaries(FIELDS, ANSWERS),
    asked=st.none() | FIELDS,
    held=st.lists(CANDIDATES, max_size=3).map(tuple),
    partial=st.text("0123456789", max_size=9),
    retries=st.dictionaries(FIELDS, st.integers(0, 5)),
    refused=st.dictionaries(FIELDS, st.lists(VALUES, max_size=3).map(tuple)),
    caller_number=st.none() | st.just("9812345678"),
)


def typed(answers: Answers) -> str:
    """Everything with its type: True is not 1, and 1.0 is not 1. The fields' order counts."""
    return repr((list(answers.fields.items()), answers.held, sorted(answers.refused.items())))


def test_what_was_said_comes_back_with_its_type(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "records.db", HandClock())) as store:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
        turns = iter(range(1, 10_000))

        @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(STATES)
        def comes_back(answers: Answers) -> None:
            store.turn(record_id, row(next(turns)), answers)
            loaded = store.load(record_id).answers
            assert loaded == answers
            assert typed(loaded) == typed(answers)

        comes_back()


@pytest.mark.parametrize(
    "value", ["0042", "2025-04-15", "सुनीता देवी", 7, 0, True, False, 1.0, ("एक", "दो"), (), ""]
)
def test_a_value_keeps_its_type_through_a_closed_file(path: Path, value: Value) -> None:
    with closing(Store(path, HandClock())) as store:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
        store.finish(record_id, Answers(fields={"remarks": Answer("answered", value, "worker")}), "complete")
    with closing(Store(path, HandClock())) as store:
        loaded = store.load(record_id).answers.get("remarks").value
    assert loaded == value
    assert type(loaded) is type(value)


def test_a_call_knows_its_form_its_people_and_its_times(store: Store, clock: HandClock) -> None:
    began = clock.utc()
    record_id = store.begin(SampleForm(), DEVICE, WORKER, "9812345678")
    assert UUID4.fullmatch(record_id)
    clock.move(12.5)
    store.turn(record_id, row(1), answers_after(1))
    head, turns = store.load(record_id).head, store.load(record_id).turns
    assert (head.id, head.number, head.device, head.worker) == (record_id, 1, DEVICE, WORKER)
    assert (head.form.id, head.form.version, head.form.sha256) == ("enrolment", "1.0", "ab" * 32)
    assert (head.started, head.updated, head.ended) == (began, clock.utc(), None)
    assert (head.status, head.turns, head.clock_suspect) == ("in_progress", 1, False)
    assert turns[0].row == row(1)
    assert (datetime.fromisoformat(turns[0].utc), turns[0].monotonic_ms) == (clock.utc(), 13_500)


def test_a_fresh_call_already_knows_the_number_it_was_given(store: Store) -> None:
    record_id = store.begin(SampleForm(), DEVICE, WORKER, "9812345678")
    assert store.load(record_id).answers == Answers(caller_number="9812345678")


@pytest.mark.parametrize("status", sorted(FINAL))
def test_a_finished_call_keeps_its_answers_and_drops_the_rest(store: Store, status: CallStatus) -> None:
    record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
    store.turn(record_id, row(1), answers_after(4))
    store.finish(record_id, answers_after(5), status)
    call = store.load(record_id)
    assert call.head.status == call.answers.status == status
    assert call.head.ended is not None
    assert call.answers.fields == answers_after(5).fields
    assert (call.answers.held, call.answers.partial, call.answers.refused) == ((), "", {})
    assert len(call.turns) == 1
    assert store.open_calls() == ()


def test_open_calls_are_those_that_were_cut_off_in_their_order(path: Path) -> None:
    with closing(Store(path, HandClock())) as store:
        ids = [store.begin(SampleForm(), DEVICE, WORKER, None) for _ in range(4)]
        store.finish(ids[1], Answers(), "complete")
        store.discard(ids[3])
    with closing(Store(path, HandClock())) as store:
        assert [head.id for head in store.open_calls()] == [ids[0], ids[2]]
        assert [head.id for head in store.calls()] == ids


def test_a_call_that_was_cut_off_goes_on_where_it_stood(path: Path) -> None:
    with closing(Store(path, HandClock())) as store:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
        store.turn(record_id, row(1), answers_after(3))
    with closing(Store(path, HandClock())) as store:
        (head,) = store.open_calls()
        assert store.load(head.id).answers == answers_after(3)
        store.turn(head.id, row(head.turns + 1), answers_after(4))
        store.finish(head.id, answers_after(5), "complete")
        assert [turn.row.seq for turn in store.load(record_id).turns] == [1, 2]


@pytest.mark.parametrize("closing_status", ["complete", "withdrawn"])
def test_nothing_is_added_to_a_closed_call(store: Store, closing_status: CallStatus) -> None:
    record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
    store.finish(record_id, answers_after(2), closing_status)
    before = store.load(record_id)
    with pytest.raises(StoreError, match="closed"):
        store.turn(record_id, row(1), answers_after(3))
    with pytest.raises(StoreError, match="closed"):
        store.finish(record_id, answers_after(3), "failed")
    assert store.load(record_id) == before


def test_a_turn_is_saved_once(store: Store) -> None:
    record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
    store.turn(record_id, row(1), answers_after(1))
    with pytest.raises(StoreError, match="turn 1"):
        store.turn(record_id, row(1), answers_after(2))
    assert store.load(record_id).answers == answers_after(1)


def test_a_call_cannot_end_in_progress_and_an_unknown_one_is_named(store: Store) -> None:
    record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
    with pytest.raises(StoreError, match="in_progress"):
        store.finish(record_id, Answers(), "in_progress")
    for operation in (store.load, store.discard):
        with pytest.raises(StoreError, match="no record 4711"):
            operation("4711")


def test_a_clock_that_was_set_back_is_noted_and_order_is_kept_by_number(
    store: Store, clock: HandClock
) -> None:
    first = store.begin(SampleForm(), DEVICE, WORKER, None)
    clock.move(-3600)
    second = store.begin(SampleForm(), DEVICE, WORKER, None)
    clock.move(60)
    store.turn(second, row(1), answers_after(1))
    clock.move(7200)
    third = store.begin(SampleForm(), DEVICE, WORKER, None)
    clock.move(-60)
    store.turn(third, row(1), answers_after(1))
    assert [(head.id, head.clock_suspect) for head in store.calls()] == [
        (first, False),
        (second, True),
        (third, True),
    ]


def test_the_file_shows_nothing_that_was_said(store: Store, path: Path) -> None:
    record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
    store.turn(record_id, row(1), answers_after(5))
    with closing(sqlite3.connect(path)) as raw:
        tables = ("calls", "turns", "drafts", "outbox")
        everything = repr([raw.execute(f"SELECT * FROM {table}").fetchall() for table in tables])  # noqa: S608
    for value in ("सुनीता", "0042", "9876", "2025-04-15", "digits.held", "pairs"):
        assert value not in everything


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (Ask("name"), "ask"),
        (Confirm(()), "confirm"),
        (Repair("name", "unclear", 1), "repair"),
        (Wait("name"), "wait"),
        (Handoff("name"), "handoff"),
        (Close("complete"), "close"),
    ],
)
def test_the_row_of_a_turn_says_what_the_rules_did(step: Ask, kind: str) -> None:
    decision = Decision(
        Answers(asked="months"),
        step,
        written=("name",),
        held=("phone",),
        skipped=("clinic",),
        fired=("r1", "r2"),
        retry_used=True,
    )
    made = turn_row(3, Answers(asked="name"), Extraction(intent="correct"), decision, {"asr": 9})
    assert (made.seq, made.asked, made.step, made.intent) == (3, "name", kind, "correct")
    assert (made.written, made.held, made.skipped, made.fired) == (
        ("name",),
        ("phone",),
        ("clinic",),
        ("r1", "r2"),
    )
    assert (made.retry_used, made.latency_ms) == (True, {"asr": 9})
