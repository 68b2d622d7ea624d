"""The score, its interval and the views; the command reads results and tells what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run
from form_rows import form_row, wrong_row
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.bench.reliability.figures import (
    Judged,
    details,
    judge,
    metrics,
    rows,
    views,
    wilson,
    worst_group,
)
from edgebharo.bench.reliability.from_rows import records_of
from edgebharo.bench.suite import Row
from edgebharo.errors import ResultsError

pytestmark = pytest.mark.unit


def judged(*plain: Row) -> tuple[Judged, ...]:
    return judge(records_of(plain))


@pytest.mark.parametrize(
    ("good", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775), (85, 100, 0.7672, 0.9069)],
)
def test_the_interval_is_wilsons(good: int, of: int, low: float, high: float) -> None:
    assert wilson(good, of) == pytest.approx((low, high), abs=1e-4)


@settings(max_examples=40)
@given(st.integers(1, 5000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_holds_the_share(pair: tuple[int, int]) -> None:
    good, of = pair
    low, high = wilson(good, of)
    assert 0.0 <= low <= round(good / of, 4) + 1e-4
    assert round(good / of, 4) - 1e-4 <= high <= 1.0
    assert wilson(of - good, of) == pytest.approx((1 - high, 1 - low), abs=2e-4)


def test_the_score_is_the_share_of_calls_without_anything_grave() -> None:
    calls = judged(form_row("a"), form_row("b"), form_row("c"), wrong_row(call="d"))
    found = metrics(calls)
    assert found["inquesto"] == 0.75
    assert found["goal_reached"] == 0.75
    assert found["with_false_claim"] == 0.25
    assert found["calls"] == 4


def test_nothing_to_judge_is_no_score() -> None:
    assert metrics(()) == {"inquesto": None, "calls": 0}


def test_the_worst_voice_has_three_calls_at_least() -> None:
    few = [wrong_row(call=f"w{n}", voice="rare") for n in range(2)]
    many = [form_row(f"m{n}", voice="often") for n in range(3)]
    worst = worst_group(judged(*few, *many), "voice")
    assert worst is not None
    assert worst.group == "often"
    assert metrics(judged(*few))["worst_voice"] is None


def test_views_hold_every_call_once_for_each_kind() -> None:
    calls = judged(form_row("a"), wrong_row(call="b", condition="noise", sex="m"), form_row("c", voice="x"))
    found = views(calls)
    assert {(row.by, row.group) for row in found} >= {("condition", "noise"), ("sex", "m"), ("voice", "x")}
    for by in ("condition", "behaviour", "voice", "sex"):
        assert sum(row.calls for row in found if row.by == by) == 3
    assert next(row for row in found if row.by == "condition").group == "noise"  # the worst first


def test_rows_hold_no_value_and_no_word() -> None:
    text = json.dumps([list(rows(judged(wrong_row()))), details(judged(wrong_row()))], ensure_ascii=False)
    assert "गीता" not in text
    assert "सीता" not in text
    assert "नाम" not in text


def test_a_refused_value_in_the_form_is_lost_context() -> None:
    row = wrong_row(corrected={"name": ["गीता"]}, claimed_complete=False)
    assert [event.name for event in judged(row)[0].events] == ["goal not reached", "context loss"]


def read_backs(*turns: tuple[str, str | None]) -> Row:
    """A call whose turns were heard so, and read that name back next."""
    plain = [{"heard": heard, "reads": {} if name is None else {"name": name}} for heard, name in turns]
    return form_row(corrected={"name": ["गीता"]}, turns=plain)


def test_a_value_read_back_again_after_her_no_is_lost_context() -> None:
    again = read_backs(("गीता", "गीता"), ("नहीं", None), ("गीता", "गीता"), ("नहीं सीता", "सीता"), ("हां", None))
    assert [event.name for event in judged(again)[0].events] == ["context loss"]


def test_another_value_after_her_no_is_no_lost_context() -> None:
    assert judged(read_backs(("गीता", "गीता"), ("नहीं", None), ("सीता", "सीता"), ("हां", None)))[0].events == ()


def test_a_read_back_repeated_because_nothing_was_heard_is_no_lost_context() -> None:
    again = read_backs(("गीता", "गीता"), ("", "गीता"), ("नहीं", None))
    assert judged(again)[0].events == ()


def handed_over(got: str | None, status: str = "complete") -> Row:
    """The name was handed over to the worker, and nobody typed it."""
    fields = {"name": {"expected": "सीता", "got": got, "right": False, "cause": "asr"}}
    turns = [{"step": "handoff name", "heard": "नहीं"}, {"step": "ask district (first)", "heard": ""}]
    return form_row(live={"status": status, "fields": fields}, turns=turns)


@pytest.mark.parametrize(
    ("row", "helped"),
    [
        (handed_over(None), 1.0),
        (handed_over("गीता"), 0.0),  # a wrong value was stored all the same
        (handed_over(None, "failed"), 0.0),
        (wrong_row(), 0.0),  # nobody was asked
        (form_row(), 1.0),
    ],
)
def test_what_a_worker_would_have_typed_is_told_beside_the_score(row: Row, helped: float) -> None:
    found = metrics(judged(row))
    assert found["inquesto_with_worker"] == helped
    assert found["inquesto"] == (1.0 if row == form_row() else 0.0)


def test_calls_that_were_not_held_live_are_left_out_and_so_are_other_systems() -> None:
    calls: tuple[Row, ...] = (form_row("a", live=None), form_row("b", system="whisper"), form_row("c"))
    assert [call.id for call in records_of(calls)] == ["c"]
    assert [call.id for call in records_of(calls, "whisper")] == ["b"]


def test_another_benchmarks_row_is_refused_by_its_number() -> None:
    with pytest.raises(ResultsError, match="row 2: is no call of bench forms: see call"):
        records_of((form_row(), {"caller": "a"}))


# ---------------------------------------------------------------- the command


def write(path: Path, *plain: Row) -> Path:
    whole = {"suite": "forms", "metrics": {"form_completion": 1.0}, "machine": "m", "seed": 7, "rows": plain}
    path.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
    return path


def test_the_command_judges_and_writes(edgebharo: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "forms.json", *(form_row(f"c{number}") for number in range(4)))
    ended = edgebharo("bench", "reliability", file, "--json", tmp_path / "out.json")
    assert ended.code == 0
    assert "Inquesto Score: 4 of 4 calls" in ended.out
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert written["metrics"]["inquesto"] == 1.0
    assert written["seed"] == 7
    assert written["views"][0]["group"] == "ideal"


def test_a_score_under_the_target_ends_with_one(edgebharo: Run, tmp_path: Path) -> None:
    ended = edgebharo("bench", "reliability", write(tmp_path / "forms.json", form_row(), wrong_row(call="b")))
    assert ended.code == 1
    assert "b: S5 false claim" in ended.out


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot be read"),
        ("no json", "is no JSON"),
        ("[]", "was not written by a benchmark"),
        ('{"suite": "call"}', "see metrics"),
        ('{"suite": "call", "metrics": {"a": NaN}}', "see metrics.a"),
        ('{"suite": "call", "metrics": {}, "rows": [{"caller": "a"}]}', "is no call of bench forms"),
        ('{"suite": "forms", "metrics": {}}', "holds no live call of edgebharo"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_its_own_code(
    edgebharo: Run, tmp_path: Path, content: str | None, told: str
) -> None:
    file = tmp_path / "forms.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    ended = edgebharo("bench", "reliability", file)
    assert ended.code == 19
    assert told in ended.error


def test_recordings_and_traces_go_in_pairs(edgebharo: Run, tmp_path: Path) -> None:
    ended = edgebharo("bench", "reliability", "--audio", tmp_path / "a.wav")
    assert ended.code == 3
    assert "one --trace" in ended.error
