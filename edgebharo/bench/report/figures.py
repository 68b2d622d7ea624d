"""The parts of a report that show figures: targets, published ones, the last run, groups, causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from edgebharo.bench.report import charts, published
from edgebharo.bench.report.compare import Change, Comparison, Paired
from edgebharo.bench.report.compare_show import notes
from edgebharo.bench.report.failures import Failure, Plain
from edgebharo.bench.report.markup import Html, el, join
from edgebharo.bench.report.page import panel, quiet, section, table
from edgebharo.bench.show import figure
from edgebharo.bench.suite import Result

SERIES = {
    "form_completion": "as heard",
    "form_completion_live": "live",
    "form_completion_reference": "as spoken",
}
"""What a dot chart of `bench forms` shows, the value in figures first."""
MOST_CASES = 40


def heading(result: Result) -> Html:
    """What was measured where, and whether it is good enough."""
    quick = ", quick run" if result.quick else ""
    if not result.targets:
        verdict = el("p", "no targets")
    elif result.passed:
        verdict = el("p", "all targets met", class_="good")
    else:
        verdict = el("p", "not all targets met", class_="bad")
    failed = [el("p", f"not measured: {case}: {why}", class_="bad") for case, why in result.failures.items()]
    where = quiet(f"{len(result.rows)} cases, seed {result.seed}{quick}; {result.machine}")
    return join(el("h1", f"EdgeBharo: bench {result.suite}"), where, verdict, *failed)


def metrics(found: Comparison | None, result: Result) -> Html:
    """Every figure beside its target, the published best and the last run; those of groups folded away."""
    changes = {change.metric: change for change in found.changes} if found else {}
    whole = [name for name in result.metrics if "/" not in name]
    parts = [name for name in result.metrics if "/" in name]
    folded = None
    if parts:
        shown = _metrics(parts, result, changes)
        folded = el("details", el("summary", f"{len(parts)} figures of single groups"), shown)
    has_best = any(published.best(result.suite, name) is not None for name in whole)
    note = quiet(f"Published best: {published.SOURCES}") if has_best else None
    return section("Figures", _metrics(whole, result, changes), note, folded)


def _metrics(names: Sequence[str], result: Result, changes: Mapping[str, Change]) -> Html:
    targets = {target.metric: target for target in result.targets}
    rows = []
    for name in names:
        value, target = result.metrics[name], targets.get(name)
        met = None if target is None else ("good" if target.met(value) else "bad")
        best = published.best(result.suite, name)
        cells = (
            el("td", name),
            el("td", figure(value), class_=f"number {met or ''}".strip()),
            el("td", str(target or ""), class_="target"),
            el("td", "" if best is None else figure(best), class_="number"),
            *_last(changes.get(name)),
        )
        rows.append(el("tr", *cells))
    return table(
        ("metric", "value", "target", "published best", "last run", "change"), rows, frozenset({1, 3, 4, 5})
    )


def _last(change: Change | None) -> tuple[Html, Html]:
    if change is None or change.before is None or change.difference is None:
        return el("td", "", class_="number"), el("td", "", class_="number")
    style = {"better": " good", "worse": " bad"}.get(change.verdict, "")
    moved = f"{change.difference:+.4g}" if change.difference else "="
    return el("td", figure(change.before), class_="number"), el("td", moved, class_=f"number{style}")


def changes(found: Comparison | None) -> Html | None:
    """Which cases went well in one run only."""
    if found is None:
        return None
    warned = [el("p", note, class_="bad") for note in notes(found)]
    if not found.paired:
        return section("Since the last run", *warned, quiet("No case is in both runs."))
    return section("Since the last run", *warned, *(_paired(pair) for pair in found.paired))


def _paired(pair: Paired) -> Html:
    told = f"{pair.aspect}: {len(pair.gained)} gained, {len(pair.lost)} lost of {pair.cases} cases"
    lists = [
        el("details", el("summary", f"{len(cases)} {way}"), *(el("p", case) for case in cases[:MOST_CASES]))
        for way, cases in (("lost", pair.lost), ("gained", pair.gained))
        if cases
    ]
    return join(el("p", f"{told} (so uneven by chance: p = {pair.p:.2g})"), *lists)


def groups(details: Mapping[str, object], result: Result) -> Html | None:
    """Form completion by condition, behaviour, system, voice …, as far as the details tell it."""
    found = cast("list[Plain]", details.get("groups") or [])
    own = [row for row in found if row.get("form_completion") is not None and row.get("group") != "None"]
    shown = []
    for by in dict.fromkeys(str(row["by"]) for row in own):
        rows = [row for row in own if row["by"] == by]
        if len(rows) < 2:
            continue
        drawn = [_dot(row) for row in rows]
        chart = charts.dots(drawn, tuple(SERIES.values()), _marks(by, result), f"form completion by {by}")
        shown.append(panel(f"by {by}", chart))
    if not shown:
        return None
    remark = quiet("Share of the fields that hold what the caller meant; in brackets the number of calls.")
    return section("Form completion", remark, el("div", *shown, class_="charts"))


def _dot(row: Plain) -> charts.Dot:
    values = {label: cast("float | None", row.get(key)) for key, label in SERIES.items()}
    return charts.Dot(f"{row['group']} ({row.get('calls')})", values)


def _marks(by: str, result: Result) -> dict[str, float]:
    limits = {target.metric: target.limit for target in result.targets}
    best = published.best(result.suite, "form_completion")
    marks = {} if best is None else {"published best, other audio": best}
    if by == "voice" and "worst_voice" in limits:
        marks["target"] = limits["worst_voice"]
    elif by == "condition":
        marks |= {
            f"target, {'ideal' if metric.endswith('/ideal') else 'others'}": limit
            for metric, limit in limits.items()
            if metric.startswith("form_completion/")
        }
    return marks


def causes(found: Sequence[Failure]) -> Html | None:
    """Which room the wrong fields come from."""
    shown = []
    for which in dict.fromkeys(failure.which for failure in found):
        own = [failure for failure in found if failure.which == which]
        by_cause = Counter(failure.cause for failure in own).most_common()
        by_field = Counter(f"{failure.cause}: {failure.field}" for failure in own).most_common(12)
        title = f"{which}: {len(own)} wrong fields"
        shown.append(panel(title, charts.counts(by_cause, title), charts.counts(by_field, title)))
    return section("Why fields are wrong", el("div", *shown, class_="charts")) if shown else None
