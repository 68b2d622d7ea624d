"""What never reaches the disk, and what leaves it for good."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sample_call import DEVICE, WORKER, HandClock, SampleForm, answers_after, row

from edgebharo.records.privacy import mask
from edgebharo.records.store import Store
from edgebharo.types import Answer, Answers, Candidate, Value

DIGITS = {"phone": 10, "aadhaar": 4}


def on_disk(folder: Path) -> bytes:
    """Every byte of the store's files: the database, its log and its index."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def locked(folder: Path) -> list[bytes]:
    """The beginning of everything that is locked: the rest may be cut over several pages."""
    with closing(sqlite3.connect(folder / "records.db")) as raw:
        rows = raw.execute("SELECT box FROM turns UNION ALL SELECT box FROM drafts").fetchall()
    return [box[:40] for (box,) in rows]


def state(name: str, value: Value) -> Answers:
    """One value in every place of the state that can hold one."""
    return Answers(
        fields={name: Answer("answered", value, "rules")},
        asked=name,
        held=(Candidate(name, value, None, "rules"),),
        refused={name: (value,)},
        partial=value if isinstance(value, str) else "",
    )


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("aadhaar", "123456789012", "9012"),
        ("aadhaar", "1234 5678 9012", "9012"),
        ("aadhaar", "56789", "6789"),
        ("aadhaar", "0042", "0042"),
        ("aadhaar", "42", "42"),
        ("phone", "9876543210", "9876543210"),
        ("phone", "123456789012", "9012"),
        ("name", "123456789012", "9012"),
        ("name", "सीता 1234-5678-9012 देवी", "सीता 9012 देवी"),
        ("name", "1234567890123456", "3456"),
        ("name", "वार्ड 12345678901", "वार्ड 12345678901"),
        ("name", ("एक", "123456789012"), ("एक", "9012")),
        ("months", 7, 7),
        ("linked", True, True),
    ],
)
def test_of_a_long_identity_number_four_digits_are_kept(name: str, value: Value, kept: Value) -> None:
    assert mask(state(name, value), DIGITS) == state(name, kept)


@pytest.mark.parametrize("name", ["aadhaar", "phone", "name"])
def test_a_whole_aadhaar_number_never_reaches_the_disk(tmp_path: Path, name: str) -> None:
    with closing(Store(tmp_path / "records.db", HandClock())) as store:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
        store.turn(record_id, row(1), state(name, "437512349012"))
        assert "43751234" not in repr(store.load(record_id))
        assert store.load(record_id).answers.get(name).value == "9012"
        store.finish(record_id, state(name, "437512349012"), "complete")
        assert "43751234" not in repr(store.load(record_id))
        assert store.load(record_id).answers.get(name).value == "9012"


def test_the_mask_holds_after_the_program_was_restarted(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    with closing(Store(path, HandClock())) as store:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, None)
    with closing(Store(path, HandClock())) as store:
        store.turn(record_id, row(1), state("aadhaar", "56789"))
        assert "56789" not in repr(store.load(record_id))


@pytest.mark.parametrize("finished", [False, True])
def test_a_withdrawn_call_leaves_the_fact_alone(tmp_path: Path, finished: bool) -> None:
    said = ["सुनीता", "9812345678", "2025-04-15", "0042", "9876500000", "digits.held", "98765432"]
    with closing(Store(tmp_path / "records.db", HandClock())) as store:
        record_id = store.begin(SampleForm(), DEVICE, WORKER, "9812345678")
        for seq in range(1, 6):
            store.turn(record_id, row(seq), answers_after(seq))
        assert all(word in repr(store.load(record_id)) for word in said)
        boxes = locked(tmp_path)
        assert all(box in on_disk(tmp_path) for box in boxes)
        if finished:
            store.finish(record_id, answers_after(5), "complete")
        store.discard(record_id)
        assert not any(box in on_disk(tmp_path) for box in boxes)
        assert [word for word in said if word.encode() in on_disk(tmp_path)] == []
        call = store.load(record_id)
        assert (call.head.status, call.head.turns, call.turns) == ("withdrawn", 0, ())
        assert call.answers == Answers(status="withdrawn")
        assert call.head.form.id == "enrolment"
        store.discard(record_id)
        assert store.load(record_id) == call


def test_a_withdrawal_touches_no_other_call(store: Store) -> None:
    kept, withdrawn = (store.begin(SampleForm(), DEVICE, WORKER, None) for _ in range(2))
    for record_id in (kept, withdrawn):
        store.turn(record_id, row(1), answers_after(5))
    before = store.load(kept)
    store.finish(withdrawn, answers_after(5), "withdrawn")
    assert store.load(kept) == before
    assert store.load(withdrawn).head.status == "withdrawn"
