"""`edgebharo replay`, and --trace where a trace is made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run

pytestmark = pytest.mark.unit

GOLDEN = Path(__file__).parent / "runtime" / "golden"


def test_a_trace_is_shown_turn_by_turn(edgebharo: Run) -> None:
    ended = edgebharo("replay", GOLDEN / "requests.jsonl")
    assert ended.code == 0
    assert "एक मिनट" in ended.out
    assert "the program would do the same today" in ended.out


def test_as_json(edgebharo: Run) -> None:
    ended = edgebharo("replay", GOLDEN / "requests.jsonl", "--json")
    shown = json.loads(ended.out)
    assert [turn["why"] for turn in shown["turns"]][:2] == ["start", "caller"]
    assert shown["difference"] is None


def test_a_program_that_does_otherwise_ends_with_an_error(edgebharo: Run, tmp_path: Path) -> None:
    changed = (GOLDEN / "requests.jsonl").read_text("utf-8").replace('"after_ms":3000', '"after_ms":2000')
    (tmp_path / "call.jsonl").write_text(changed, "utf-8")
    ended = edgebharo("replay", tmp_path / "call.jsonl")
    assert ended.code == 15
    assert "would now do otherwise" in ended.err
    assert "2000" in ended.out


def test_a_file_that_is_no_trace(edgebharo: Run, tmp_path: Path) -> None:
    (tmp_path / "call.jsonl").write_text("hello", "utf-8")
    ended = edgebharo("replay", tmp_path / "call.jsonl")
    assert ended.code == 15
    assert "call.jsonl" in ended.err


@pytest.mark.model
def test_a_typed_call_leaves_a_trace_that_is_replayed(
    edgebharo: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["मुझे नहीं करना, बंद करो"])
    monkeypatch.setattr("edgebharo.terminal.read_line", lambda _prompt: next(typed))
    trace = tmp_path / "call.jsonl"
    assert edgebharo("call", "--text", "--llm", "off", "--trace", trace).code == 0
    assert trace.stat().st_mode & 0o777 == 0o600
    assert edgebharo("replay", trace).code == 0


def test_a_trace_that_cannot_be_written_is_refused_before_the_call(edgebharo: Run, tmp_path: Path) -> None:
    ended = edgebharo("call", "--text", "--trace", tmp_path)
    assert ended.code == 12
    assert "--trace" in ended.err
