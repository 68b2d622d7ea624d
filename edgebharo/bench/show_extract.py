"""How the benchmark of the calls' transcripts looks on a terminal."""

from __future__ import annotations

from collections import Counter
from typing import cast

from rich.console import Console
from rich.table import Table

from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Json, Result
from edgebharo.bench.transcripts import misses

MOST_MISSES = 50
"""Lines; the rest is in the JSON."""


def show_extract(console: Console, result: Result) -> None:
    """Each turn that was misread, how often by field, then the figures beside their targets."""
    lines = misses(result.rows)
    for line in lines[:MOST_MISSES]:
        console.print(line, markup=False, soft_wrap=True)
    if len(lines) > MOST_MISSES:
        console.print(f"… and {len(lines) - MOST_MISSES} more", markup=False)
    console.print(_by_field(result))
    console.print(metrics_table(result))
    console.print("extract_… is processor time, …_wall_… what went by", soft_wrap=True)
    show_verdict(console, result)


def _by_field(result: Result) -> Table:
    missed: Counter[str] = Counter()
    for row in result.rows:
        missed.update(
            str(cast("dict[str, Json]", turn)["field"]) for turn in cast("list[Json]", row["misses"])
        )
    table = Table("field", "turns misread", title="misread, by field", title_justify="left")
    for name, count in missed.most_common():
        table.add_row(name, str(count))
    return table
