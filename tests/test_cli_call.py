"""`edgebharo call --text`: typed calls from greeting to goodbye, and what they leave behind."""

from __future__ import annotations

import builtins
import io
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from small_call import VOICE_SETTINGS

from edgebharo.clock import SystemClock
from edgebharo.hindi.normalize import normalize
from edgebharo.records.rows import StoredCall
from edgebharo.records.store import Store

pytestmark = pytest.mark.unit

TYPED = ("call", "--text", "--llm", "off")
ANSWERS = {
    "जवाब लिख लूं": "हाँ जी",
    "पूरा नाम": "मेरा नाम सुनीता देवी है",
    "ज़िले में": "नालंदा ज़िला",
    "आंगनवाड़ी का नाम क्या": "इमली टोला आंगनवाड़ी",
    "गर्भवती हैं": "जी नहीं",
    "बच्चे का नाम": "बच्चे का नाम रोहन है",
    "किस तारीख": "पंद्रह अप्रैल दो हज़ार पच्चीस",
    "आंगनवाड़ी में लिखा": "नहीं जुड़ा",
    "कौन सा नंबर": "नौ आठ सात छह पाँच चार तीन दो एक शून्य",
    "व्हाट्सऐप चलता": "हाँ",
    "चार अंक बताइए": "चार तीन दो एक",
    "सही": "हाँ सही है",
}
VALUES = {
    "name": "सुनीता देवी",
    "district": "नालंदा",
    "clinic_name": "इमली टोला",
    "pregnant": False,
    "child_name": "रोहन",
    "child_dob": "2025-04-15",
    "phone_linked": False,
    "linked_number": "9876543210",
    "whatsapp_same": True,
    "aadhaar_last4": "4321",
}


class Keyboard:
    """Types the answer to what stands last on the screen. `script` comes first, line by line."""

    def __init__(self, screen: io.StringIO, script: Iterator[str]) -> None:
        self._screen, self._script = screen, script
        self.typed: list[str] = []

    def __call__(self, prompt: str = "") -> str:
        line = next(self._script, None)
        if line is None:
            asked = self._screen.getvalue().replace("\n", " ").rpartition("agent ")[2]
            line = next(answer for words, answer in ANSWERS.items() if words in asked)
        if line == "^D":
            raise EOFError
        self.typed.append(line)
        return line


@pytest.fixture
def keyboard(settings_of_its_own: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Lines to be typed first; then a caller answers each question."""
    from edgebharo import terminal  # noqa: PLC0415 - heavy

    for name, value in VOICE_SETTINGS.items():
        monkeypatch.setenv(name, value)
    lines: list[str] = []
    screen = io.StringIO()
    console = terminal.Console(file=screen, width=2000)
    monkeypatch.setattr(terminal, "Conversation", partial(terminal.Conversation, console))
    waiting = iter(())

    def type_line(prompt: str = "") -> str:
        nonlocal waiting
        if lines:
            waiting = iter(tuple(lines))
            lines.clear()
        return Keyboard(screen, waiting)(prompt)

    monkeypatch.setattr(builtins, "input", type_line)
    return lines


def kept(folder: Path) -> StoredCall:
    with closing(Store(folder / "records.sqlite", SystemClock())) as store:
        (head,) = store.calls()
        return store.load(head.id)


def values(call: StoredCall) -> dict[str, object]:
    return {name: answer.value for name, answer in call.answers.fields.items() if answer.status == "answered"}


def test_a_typed_call_fills_the_form(edgebharo: Run, keyboard: list[str], tmp_path: Path) -> None:
    ended = edgebharo(*TYPED)
    assert ended.code == 0, ended.err
    call = kept(tmp_path)
    assert call.head.status == "complete"
    assert values(call) == VALUES
    assert f"call complete; record {call.head.id} in {tmp_path / 'records.sqlite'}" in ended.out


@pytest.mark.usefixtures("keyboard")
def test_the_time_of_each_turn_is_shown_without_a_word_of_it(edgebharo: Run) -> None:
    ended = edgebharo(*TYPED, "--timing")
    table = ended.out[ended.out.index("each turn, milliseconds") :]
    assert all(heading in table for heading in ("waited", "decided", "partials", "stopped"))
    assert table.count("caller") >= len(VALUES)
    assert normalize("सुनीता") not in normalize(table)


def test_the_end_of_the_input_breaks_off_and_the_record_is_kept(
    edgebharo: Run, keyboard: list[str], tmp_path: Path
) -> None:
    keyboard += ["हाँ", "मेरा नाम सुनीता देवी है", "नालंदा", "^D"]
    ended = edgebharo(*TYPED)
    assert ended.code == 0
    assert "call cut off; record" in ended.out
    call = kept(tmp_path)
    assert call.head.status == "in_progress"
    assert values(call) == {"name": "सुनीता देवी", "district": "नालंदा"}
    assert call.answers.asked == "clinic_name"


def test_an_empty_line_is_silence(edgebharo: Run, keyboard: list[str], tmp_path: Path) -> None:
    keyboard += ["हाँ", "", "   ", "मेरा नाम सुनीता देवी है", "^D"]
    edgebharo(*TYPED)
    call = kept(tmp_path)
    assert values(call) == {"name": "सुनीता देवी"}
    assert [turn.row.step for turn in call.turns] == ["ask"] * 5


def test_the_callers_number_is_kept_and_named(edgebharo: Run, keyboard: list[str], tmp_path: Path) -> None:
    keyboard += ["हाँ", "^D"]
    edgebharo(*TYPED, "--caller-number", "+91 98765-43210")
    call = kept(tmp_path)
    assert call.answers.caller_number == "9876543210"


def test_bytes_that_are_no_text_do_no_harm(edgebharo: Run, keyboard: list[str], tmp_path: Path) -> None:
    keyboard += ["हाँ", "\udcff\udcfe", "मेरा नाम \udcff सुनीता देवी है", "^D"]
    assert edgebharo(*TYPED).code == 0
    assert values(kept(tmp_path)) == {"name": "सुनीता देवी"}


def test_a_withdrawal_leaves_no_value_behind(edgebharo: Run, keyboard: list[str], tmp_path: Path) -> None:
    keyboard += ["हाँ", "मेरा नाम सुनीता देवी है", "नालंदा", "मुझे नहीं करना ये बंद करो"]
    edgebharo(*TYPED)
    call = kept(tmp_path)
    assert call.head.status == "withdrawn"
    assert values(call) == {}
    assert "सुनीता".encode() not in (tmp_path / "records.sqlite").read_bytes()


def test_a_disk_that_fills_up_in_the_middle_keeps_what_was_saved(
    edgebharo: Run, keyboard: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections: list[sqlite3.Connection] = []
    real, type_line = sqlite3.connect, builtins.input

    def connect(*how: Any, **more: Any) -> sqlite3.Connection:
        connections.append(real(*how, **more))
        connections[-1].execute("PRAGMA page_size = 512")
        return connections[-1]

    def type_and_fill(prompt: str = "") -> str:
        (pages,) = connections[0].execute("PRAGMA page_count").fetchone()
        if not filled:
            connections[0].execute(f"PRAGMA max_page_count = {pages + 16}")
        filled.append(pages)
        return type_line(prompt)

    filled: list[int] = []
    monkeypatch.setattr(sqlite3, "connect", connect)
    monkeypatch.setattr(builtins, "input", type_and_fill)
    ended = edgebharo(*TYPED)
    monkeypatch.setattr(sqlite3, "connect", real)
    assert ended.code == 9
    assert "no space is left on the disk: free some space" in ended.error
    call = kept(tmp_path)
    assert call.head.status == "in_progress"
    assert values(call) == dict(list(VALUES.items())[: len(values(call))])
    assert 0 < len(values(call)) < len(VALUES)


# ---------------------------------------------------------------- privacy


def test_no_value_and_no_transcript_is_logged_or_can_be_read_from_the_disk(
    edgebharo: Run, keyboard: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ended = edgebharo(*TYPED)
    assert ended.code == 0
    private = [normalize(value) for value in VALUES.values() if isinstance(value, str)]
    private += [normalize(answer) for answer in ANSWERS.values() if len(answer.split()) > 2]
    logged = normalize("\n".join(record.getMessage() for record in caplog.records))
    assert [word for word in private if word in logged] == []
    with closing(sqlite3.connect(tmp_path / "records.sqlite")) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        rows = {
            table: normalize(str(connection.execute(f"SELECT * FROM {table}").fetchall()))  # noqa: S608
            for table in tables
        }
    assert {"turns", "drafts", "outbox", "consents"} <= set(rows)
    for table, shown in rows.items():
        assert [word for word in private if word in shown] == [], table
    said = normalize(repr(kept(tmp_path).answers))  # it is there, for whoever has the device's key
    assert [word for word in private[: len(VALUES) - 3] if word not in said] == []
    traced = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert [value for value in VALUES.values() if isinstance(value, str) and value.encode() in traced] == []
    audio = {".wav", ".flac", ".opus", ".mp3", ".ogg"}
    assert [file for file in tmp_path.rglob("*") if file.suffix in audio] == []
