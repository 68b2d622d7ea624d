"""Two results side by side: what moved, what it is worth, and which cases changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import Run
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.bench.report.compare import case_name, compare, direction, exact_p, verdicts
from edgebharo.bench.suite import Result, Row, Target

pytestmark = pytest.mark.unit


def result(metrics: dict[str, float | None], *rows: Row, targets: tuple[Target, ...] = ()) -> Result:
    return Result("forms", metrics, targets, "a machine", 1, quick=False, rows=rows, failures={})


def form_row(call: str, *, heard: bool, live: bool | None = None) -> Row:
    def held(right: bool) -> dict[str, object]:
        return {"status": "complete", "fields": {"name": {"right": right}, "district": {"right": True}}}

    return {
        "call": call, "behaviour": "plain", "system": "edgebharo",
        "heard": held(heard), "live": None if live is None else held(live),
    }  # type: ignore[dict-item]  # fmt: skip


@pytest.mark.parametrize(
    ("metric", "old", "new", "verdict"),
    [
        ("form_completion/noise", 0.9, 0.95, "better"),
        ("worst_voice", 0.9, 0.8, "worse"),
        ("forgiving_wer", 0.1, 0.05, "better"),
        ("latency_p95_ms", 900, 1000, "worse"),
        ("with_slow_turn", 0.1, 0.0, "better"),
        ("latency_median_ms", 900, 900, "same"),
        ("calls", 10, 20, ""),
        ("inquesto", None, 0.9, ""),
    ],
)
def test_which_way_is_better(metric: str, old: float | None, new: float | None, verdict: str) -> None:
    assert compare(result({metric: old}), result({metric: new})).changes[0].verdict == verdict


def test_a_target_tells_the_direction_of_any_metric() -> None:
    assert direction("invented", None) == 0
    assert direction("invented", Target("invented", "<=", 0)) == -1


def test_a_figure_of_one_result_alone_is_shown_and_not_judged() -> None:
    found = compare(result({"old": 1.0}), result({"new": 2.0}))
    assert [(change.metric, change.before, change.after) for change in found.changes] == [
        ("new", None, 2.0),
        ("old", 1.0, None),
    ]
    assert all(change.difference is None for change in found.changes)


def test_a_target_is_lost_only_where_it_was_met() -> None:
    target = (Target("wer", "<=", 0.1),)
    good, poor, worse = (result({"wer": value}, targets=target) for value in (0.05, 0.2, 0.3))
    assert [change.metric for change in compare(good, poor).lost] == ["wer"]
    assert compare(poor, worse).lost == ()
    assert compare(poor, good).lost == ()


def test_cases_are_paired_by_name() -> None:
    before = result({}, form_row("a", heard=True), form_row("b", heard=False), form_row("c", heard=True))
    after = result({}, form_row("c", heard=False), form_row("b", heard=True), form_row("d", heard=False))
    (pair,) = compare(before, after).paired
    assert pair.aspect == "form right, heard"
    assert pair.cases == 2
    assert pair.gained == ("b · plain · edgebharo",)
    assert pair.lost == ("c · plain · edgebharo",)
    assert pair.p == 1.0


def test_a_call_that_was_not_held_live_has_no_verdict_there() -> None:
    found = verdicts(result({}, form_row("a", heard=True), form_row("b", heard=True, live=False)))
    assert found == {
        "form right, heard": {"a · plain · edgebharo": True, "b · plain · edgebharo": True},
        "form right, live": {"b · plain · edgebharo": False},
    }


@pytest.mark.parametrize(
    ("row", "aspect", "well"),
    [
        ({"case": "a", "success": False}, "success", False),
        ({"id": "U001", "mode": "rules", "values": True}, "values", True),
        ({"caller": "a", "right": 5, "of": 6}, "right", False),
        ({"call": "a", "fields_right": 8, "fields": 8}, "fields_right", True),
    ],
)
def test_rows_of_other_benchmarks_are_understood(row: Row, aspect: str, *, well: bool) -> None:
    assert verdicts(result({}, row)) == {aspect: {case_name(row): well}}


def test_rows_without_a_name_or_a_verdict_are_left_out() -> None:
    assert verdicts(result({}, {"success": True}, {"case": "a"})) == {}


@pytest.mark.parametrize(
    ("gained", "lost", "p"), [(0, 0, 1.0), (5, 0, 0.0625), (1, 9, 0.021484), (4, 4, 1.0)]
)
def test_the_exact_test(gained: int, lost: int, p: float) -> None:
    assert exact_p(gained, lost) == pytest.approx(p, abs=1e-6)


@settings(max_examples=40)
@given(st.integers(0, 60), st.integers(0, 60))
def test_the_exact_test_is_a_probability_and_knows_no_sides(one: int, other: int) -> None:
    assert 0 <= exact_p(one, other) == exact_p(other, one) <= 1


@settings(max_examples=40)
@given(st.dictionaries(st.text("abc", min_size=1, max_size=2), st.tuples(st.booleans(), st.booleans())))
def test_the_way_back_gains_what_the_way_lost(cases: dict[str, tuple[bool, bool]]) -> None:
    before, after = (
        result({}, *({"case": name, "success": pair[at]} for name, pair in cases.items())) for at in (0, 1)
    )
    there, back = compare(before, after).paired, compare(after, before).paired
    assert [replace(pair, gained=pair.lost, lost=pair.gained) for pair in there] == list(back)


# ---------------------------------------------------------------- the command


def write(path: Path, found: Result) -> Path:
    path.write_text(json.dumps(found.as_json()), encoding="utf-8")
    return path


def test_the_command_shows_both_and_writes(edgebharo: Run, tmp_path: Path) -> None:
    target = (Target("form_completion", ">=", 0.9),)
    one = write(
        tmp_path / "a.json", result({"form_completion": 0.95}, form_row("a", heard=True), targets=target)
    )
    other = write(
        tmp_path / "b.json", result({"form_completion": 0.85}, form_row("a", heard=False), targets=target)
    )
    ended = edgebharo("bench", "compare", one, other, "--json", tmp_path / "out.json")
    assert ended.code == 1
    assert "no longer met" in ended.out
    assert "- a · plain · edgebharo" in ended.out
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert written["changes"][0]["difference"] == -0.1
    assert written["paired"][0]["lost"] == ["a · plain · edgebharo"]
    assert edgebharo("bench", "compare", other, one).code == 0


def test_unequal_runs_are_told(edgebharo: Run, tmp_path: Path) -> None:
    one = write(tmp_path / "a.json", result({"x": 1.0}))
    other = write(tmp_path / "b.json", replace(result({"x": 1.0}), seed=2, quick=True))
    ended = edgebharo("bench", "compare", one, other)
    assert ended.code == 0
    assert "another seed: 1, then 2" in ended.out
    assert "no case is in both" in ended.out


def test_what_is_no_result_is_refused(edgebharo: Run, tmp_path: Path) -> None:
    ended = edgebharo("bench", "compare", tmp_path / "none.json", tmp_path / "none.json")
    assert ended.code == 19
