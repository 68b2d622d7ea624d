"""How the benchmark of understanding looks on a terminal."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Result, Row
from edgebharo.bench.understand import UnderstandSuite

SHARES = ("values_right", "intents_right", "flags_right", "by_model")
PLAIN = ("invented", "extract_median_ms", "extract_p95_ms", "extract_wall_median_ms", "extract_wall_p95_ms")


def show_understanding(console: Console, result: Result, suite: UnderstandSuite) -> None:
    """Fields, difficulties, each miss, the modes side by side, then the figures beside their targets."""
    console.print(_groups("field", suite.groups(result.rows, "field")))
    console.print(_groups("difficulty", suite.groups(result.rows, "difficulty")))
    for row in suite.misses(result.rows):
        console.print(miss(row), markup=False, soft_wrap=True)
    console.print(_modes(suite, result))
    console.print(metrics_table(result))
    console.print(
        f"mode {suite.modes[-1]}; all said on {suite.today.isoformat()}; extract_… is processor time",
        soft_wrap=True,
    )
    show_verdict(console, result)


def miss(row: Row) -> str:
    """One line on what came out wrong."""
    wrong = [name for name in ("values", "intent", "flags") if not row[name]]
    found = json.dumps(row["found"], ensure_ascii=False)
    expected = json.dumps(row["expected"], ensure_ascii=False)
    flags = f"; flags {row['wrong_flags']}" if row["wrong_flags"] else ""
    return (
        f"wrong {', '.join(wrong)}: {row['id']} ({row['field']}) {row['text']} → {found} "
        f"instead of {expected}, intent {row['intended']}{flags}"
    )


def _groups(title: str, groups: Mapping[str, Counter[str]]) -> Table:
    table = Table(title=f"right, by {title}", title_justify="left")
    for heading in (title, "utterances", "values", "intent", "flags"):
        table.add_column(heading, justify="left" if heading == title else "right")
    for name, counts in groups.items():
        shares = (
            f"{100 * counts[key] / counts['utterances']:.1f} %" for key in ("values", "intent", "flags")
        )
        table.add_row(escape(name), str(counts["utterances"]), *shares)
    return table


def _modes(suite: UnderstandSuite, result: Result) -> Table:
    found = suite.ablation(result.rows)
    table = Table("", *found, title="rules, model, both", title_justify="left")
    for key in (*SHARES, *PLAIN):
        table.add_row(key, *(_cell(key, figures[key]) for figures in found.values()))
    return table


def _cell(key: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{100 * value:.1f} %" if key in SHARES else f"{value:g}"
