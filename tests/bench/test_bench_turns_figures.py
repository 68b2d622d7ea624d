"""The sums over rows, the tables and the plot."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from edgebharo.bench.suite import Result, Row
from edgebharo.bench.turns import TurnsSuite
from edgebharo.bench.turns_figures import CutRate, cut_rates, lines, metrics, published
from edgebharo.bench.turns_plot import draw_turns
from edgebharo.bench.turns_show import show_turns
from edgebharo.errors import OutputError
from edgebharo.runtime.config import Settings

pytestmark = pytest.mark.unit


def row(category: str, **what: object) -> Row:
    base: dict[str, object] = {
        "case": f"{category}-001",
        "category": category,
        "system": "edgebharo",
        "about": "digits",
        "asked": "linked_number",
        "pauses_ms": [],
        "success": True,
        "reason": "",
        "latency_ms": None,
        "stop_ms": None,
        "onset_stop_ms": None,
        "understood": None,
        "self_triggers": 0,
    }
    return base | what  # type: ignore[return-value]


ROWS: Sequence[Row] = (
    row("pause_handling", pauses_ms=[400, 900], latency_ms=700, understood=True),
    row("pause_handling", pauses_ms=[2400], success=False, reason="took over", understood=False),
    row("pause_handling", pauses_ms=[900], success=False, reason="took over", system="fixed"),
    row("turn_taking", latency_ms=500, understood=True, about="date"),
    row("turn_taking", latency_ms=900, understood=None, about="name"),
    row("turn_taking", latency_ms=650, system="fixed"),
    row("backchannel", self_triggers=1),
    row("interruption", latency_ms=800, stop_ms=-40, onset_stop_ms=500),
    row("interruption", latency_ms=900, stop_ms=180, onset_stop_ms=700),
    row("own_voice"),
)


def result(rows: Sequence[Row]) -> Result:
    suite = TurnsSuite(Settings())
    return Result("turns", metrics(rows), suite.targets, "a machine", 1, True, tuple(rows), {})


def test_each_system_has_its_own_figures() -> None:
    figures = metrics(ROWS)
    assert (figures["pause_handling"], figures["pause_handling_fixed"]) == (0.5, 0.0)
    assert figures["pause_handling_short"] == 1.0
    assert (figures["turn_latency_median_ms"], figures["turn_latency_p95_ms"]) == (500, 900)
    assert figures["turn_latency_median_ms_fixed"] == 650
    assert figures["understood"] == pytest.approx(2 / 3, abs=1e-4)
    assert (figures["interruption_stop_ms"], figures["interruption_stop_median_ms"]) == (180, -40)
    assert (figures["backchannel_handling"], figures["self_triggers"]) == (1.0, 1)


def test_nothing_measured_is_no_figure_and_meets_no_target() -> None:
    assert set(metrics([]).values()) == {None, 0}
    assert not result([]).passed


def test_pauses_are_grouped_by_the_longest_of_an_answer() -> None:
    groups = {line.group: line.samples for line in lines(ROWS) if line.category == "pause_handling"}
    assert groups["pause 0.5–1.5 s"] == 1
    assert groups["pause 1.5–3 s"] == 1


def test_cuts_are_counted_by_field_and_system() -> None:
    other = row("pause_handling", asked="name", success=False, reason="heard no words", pauses_ms=[700])
    assert cut_rates([*ROWS, other]) == [
        CutRate("linked_number", "edgebharo", 2, 0.5),
        CutRate("name", "edgebharo", 1, 0.0),
        CutRate("linked_number", "fixed", 1, 1.0),
    ]


def test_the_tables_name_every_failure_group_and_figure() -> None:
    out = Console(file=io.StringIO(), width=140)
    show_turns(out, result(ROWS))
    shown = out.file.getvalue()  # type: ignore[attr-defined]
    for part in (
        "took over",
        "pauses 2.4 s",
        "fixed",
        "interruption_stop_ms",
        "own_voice",
        "not all targets",
    ):
        assert part in shown


def test_the_plot_is_a_picture_and_an_unwritable_path_says_so(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "turns.png"
    draw_turns(result(ROWS), path)
    assert path.read_bytes().startswith(b"\x89PNG")
    draw_turns(result([]), path)
    with pytest.raises(OutputError, match="another path"):
        draw_turns(result(ROWS), tmp_path / "missing" / "turns.png")


def test_published_figures_are_told_with_their_names() -> None:
    told = {str(point["name"]): point for point in published() if isinstance(point, dict)}
    assert told["best under this latency"]["pause_handling"] == 0.9016
    assert told["least latency above this share"]["latency_s"] == 1.125
