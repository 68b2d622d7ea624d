"""How `bench forms` looks on a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from edgebharo.bench.forms.causes import INTEGRATIONS
from edgebharo.bench.forms.figures import GROUPS, PUBLISHED, Group, causes, groups, is_published, summary
from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Result

MOST_CAUSES = 12


def show_forms(console: Console, result: Result) -> None:
    """Conditions, voices and other groups; why fields are wrong; each figure; the published ones."""
    quick = " (quick)" if result.quick else ""
    published = [row for row in result.rows if is_published(row)]
    for by in GROUPS:
        found = groups(result.rows, by)
        if len(found) > 1:
            console.print(_table(f"forms, by {by}{quick}", by, found))
    for which in INTEGRATIONS:
        table = Table(f"why fields are wrong ({which})", "fields")
        for cause, count in list(causes(published, which).items())[:MOST_CAUSES]:
            table.add_row(cause, str(count))
        if table.row_count:
            console.print(table)
    console.print(metrics_table(replace(result, metrics=summary(result.metrics))))
    for name, value in PUBLISHED.items():
        console.print(f"published, a yardstick, {name}: {value}", soft_wrap=True)
    show_verdict(console, result)


def _table(title: str, by: str, found: Iterable[Group]) -> Table:
    heads = ("fields", "fields, reference", "fields, live", "forms", "forms, live")
    table = Table(by, "calls", *heads, title=title, title_justify="left")
    for group in found:
        shares = (
            group.form_completion,
            group.form_completion_reference,
            group.form_completion_live,
            group.forms_right,
            group.forms_right_live,
        )
        table.add_row(group.group or "–", str(group.calls), *map(_cell, shares))
    return table


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
