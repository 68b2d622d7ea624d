"""A store that was written before anything was locked: opening it locks its calls, and loses none."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sample_call import HandClock, SampleForm, answers_after, row

from edgebharo.errors import SealError
from edgebharo.records.device_key import Access, DeviceKeys
from edgebharo.records.migrations import MIGRATIONS, migrate
from edgebharo.records.sql import connect
from edgebharo.records.store import Store
from edgebharo.types import Answer, Candidate, Span

UTC = "2026-10-01T06:30:00.000+00:00"
DIGITS = '{"aadhaar":4,"phone":10}'
TURN = (
    '["digits.held","confirm.always"]',
    '["months"]',
    '["phone"]',
    '["name"]',
    '{"asr":120,"extract":15}',
)
IN_A_FILE = Access(keychain=lambda: None)
SAID = ("सुनीता", "9812345678", "2025-04-15", "0042", "9876500000", "digits.held", "98765432")


def old_store(path: Path, count: int = 3) -> list[str]:
    """A store as the first program left it: finished calls, and one in progress at the end."""
    ids = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(count)]
    with closing(connect(path)) as raw:
        migrate(raw, UTC, DeviceKeys(raw, path, IN_A_FILE), MIGRATIONS[:1])
        for number, record_id in enumerate(ids, start=1):
            status = "in_progress" if number == count else "complete"
            raw.execute(
                "INSERT INTO calls VALUES"
                " (?, ?, 'enrolment', '1.0', ?, ?, 'd', 'w', '9812345678', ?, ?, ?, NULL, 0)",
                (number, record_id, "ab" * 32, DIGITS, status, UTC, UTC),
            )
            _answers(raw, number)
            if status == "in_progress":
                raw.execute("INSERT INTO dialogue_state VALUES (?, ?, ?, ?, ?, ?)", (number, *_state()))
            raw.execute(
                "INSERT INTO turns VALUES (?, 1, 'phone', 'confirm', 'answer', ?, ?, ?, ?, 0, ?, ?, 7)",
                (number, *TURN, UTC),
            )
    return ids


def _answers(raw: sqlite3.Connection, number: int) -> None:
    for position, (name, answer) in enumerate(answers_after(5).fields.items()):
        value = json.dumps(answer.value, ensure_ascii=False)
        raw.execute(
            "INSERT INTO answers VALUES (?, ?, ?, 'answered', ?, 'rules', 0.9, 1, 0, NULL)",
            (number, position, name, value),
        )


def _state() -> tuple[Any, ...]:
    held = {
        "field": "phone",
        "value": "9876543205",
        "span": [0, 4],
        "source": "rules",
        "confidence": 1.0,
        "doubtful": True,
        "correction": False,
        "estimated": False,
        "reading": "pairs",
    }
    return "phone", "98765", json.dumps([held]), '{"phone":5}', '{"phone":["9876500000"],"months":[6,8]}'


def on_disk(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_every_call_comes_back_locked_and_nothing_stays_readable(path: Path) -> None:
    ids = old_store(path)
    assert all(word.encode() in on_disk(path.parent) for word in SAID)
    with closing(Store(path, HandClock(), access=IN_A_FILE)) as store:
        assert [head.id for head in store.calls()] == ids
        assert [word for word in SAID if word.encode() in on_disk(path.parent)] == []
        for record_id in ids[:2]:
            call = store.load(record_id)
            assert call.head.status == "complete"
            assert dict(call.answers.fields) == dict(answers_after(5).fields)
            assert call.turns[0].row == row(1)
        assert store.load(ids[2]).answers == answers_after(5)
        assert store.outbox().counts().unsealed == 2
        (head,) = store.open_calls()
        store.turn(head.id, row(head.turns + 1), answers_after(5))
        store.finish(head.id, answers_after(5), "complete")
        assert [record.record_id for record in store.readable()] == ids
        assert {record.consent.answer for record in store.readable()} == {"not_asked"}


def test_without_its_key_the_store_stays_as_it_was(path: Path) -> None:
    old_store(path)
    with pytest.raises(SealError, match="cannot be written"):
        _open_where_no_file_can_be_made(path)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT max(number) FROM migrations").fetchone() == (2,)
        assert raw.execute("SELECT count(*) FROM answers").fetchone() == (15,)
    with closing(Store(path, HandClock(), access=IN_A_FILE)) as store:
        assert len(store.calls()) == 3


def _open_where_no_file_can_be_made(path: Path) -> None:
    """The key's file would lie in a folder that is not there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DeviceKeys, "file_of", lambda _keys, _id: path.parent / "no such folder" / "key")
        Store(path, HandClock(), access=IN_A_FILE).close()


def test_an_empty_store_of_the_first_kind_needs_no_key(path: Path) -> None:
    with closing(connect(path)) as raw:
        migrate(raw, UTC, DeviceKeys(raw, path, IN_A_FILE), MIGRATIONS[:1])
    with closing(Store(path, HandClock(), access=IN_A_FILE)) as store:
        assert store.keys.device.current() is None
    assert not list(path.parent.glob("*.key"))


def test_the_sample_is_what_the_first_program_could_hold() -> None:
    (held,) = answers_after(5).held
    assert held == Candidate("phone", "9876543205", Span(0, 4), "rules", doubtful=True, reading="pairs")
    assert answers_after(5).get("aadhaar") == Answer("answered", "0042", "rules", 0.9, confirmed=True)
    assert SampleForm().consent is None
