"""The part of a report that shows how reliable the live calls are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import cast

from edgebharo.bench.reliability import figures as inquesto
from edgebharo.bench.reliability.events import GRAVE, SEVERITY, SLOW_MS
from edgebharo.bench.reliability.figures import Judged, View
from edgebharo.bench.reliability.from_rows import OWN, records_of
from edgebharo.bench.report import charts
from edgebharo.bench.report.compare import case_name
from edgebharo.bench.report.markup import Html, el
from edgebharo.bench.report.page import panel, quiet, section
from edgebharo.bench.suite import Json, Result, Row
from edgebharo.runtime.timeline import percentile

STEP_MS = 250
"""Of the histogram of latencies."""


@dataclass(frozen=True)
class Verdicts:
    """The live calls of `bench forms`, judged."""

    judged: tuple[Judged, ...]
    """Those of EdgeBharo itself."""
    names: tuple[str, ...]
    """Their names in the page, in the same order."""
    others: tuple[View, ...]
    """Every system that held live calls, as one group each."""

    @property
    def grave(self) -> dict[str, list[str]]:
        """By the call's name, what went gravely wrong."""
        pairs = zip(self.names, self.judged, strict=True)
        return {name: _told(item) for name, item in pairs if not item.reliable}


def verdicts(rows: Sequence[Row]) -> Verdicts:
    """Judge the live calls among rows of `bench forms`."""
    systems = dict.fromkeys(str(row.get("system", OWN)) for row in rows)
    found = {system: inquesto.judge(records_of(rows, system)) for system in systems}
    live = [case_name(row) for row in rows if row.get("live") and row.get("system", OWN) == OWN]
    others = (inquesto.view(judged, "system", system) for system, judged in found.items() if judged)
    return Verdicts(found.get(OWN, ()), tuple(live), tuple(others))


def _told(item: Judged) -> list[str]:
    return list(
        dict.fromkeys(f"S{event.severity} {event.name}" for event in item.events if event.severity >= GRAVE)
    )


def of_forms(found: Verdicts, rows: Sequence[Row]) -> Html | None:
    """The Inquesto Score of the live calls of `bench forms`."""
    if not found.judged:
        return None
    views = [asdict(view) for view in (*inquesto.views(found.judged), *found.others)]
    plain = inquesto.rows(found.judged)
    return _section(inquesto.metrics(found.judged), views, plain, _latencies(rows))


def of_views(result: Result, details: Mapping[str, object]) -> Html | None:
    """The same from what `bench reliability` wrote."""
    if result.suite != "reliability":
        return None
    views = cast("list[dict[str, object]]", details.get("views") or [])
    return _section(result.metrics, views, result.rows, [])


def _section(
    metrics: Mapping[str, float | None],
    views: Sequence[Mapping[str, object]],
    rows: Sequence[Row],
    latencies: Sequence[int],
) -> Html:
    score, low, high = (metrics.get(f"inquesto{end}") for end in ("", "_low", "_high"))
    interval = f"{_percent(low)} to {_percent(high)}"
    told = f"Inquesto Score {_percent(score)} (95 %: {interval}) of {len(rows)} live calls"
    helped = metrics.get("inquesto_with_worker")
    if helped is not None:
        told += f"; {_percent(helped)} had the worker typed what was handed over to her and nobody filled"
    marks = {"published best, other calls": inquesto.PUBLISHED}
    shown = []
    for by in dict.fromkeys(str(view["by"]) for view in views):
        own = [_view(view) for view in views if view["by"] == by]
        if len(own) > 1:
            chart = charts.dots(own, ("score", "goal reached"), marks, f"score by {by}")
            shown.append(panel(f"by {by}", chart))
    shown.append(panel("calls with an event", charts.counts(_event_counts(rows), "events")))
    if latencies:
        shown.append(panel("silence before a reply", _histogram(latencies)))
    remark = f"Share of the calls that reach their goal without an event of severity S{GRAVE} or more."
    return section("Reliability", el("p", told), quiet(remark), el("div", *shown, class_="charts"))


def _view(view: Mapping[str, object]) -> charts.Dot:
    number = cast("Mapping[str, float | None]", view)
    values = {"score": number["score"], "goal reached": number["goals"]}
    return charts.Dot(f"{view['group']} ({view['calls']})", values, number["low"], number["high"])


def _event_counts(rows: Sequence[Row]) -> list[tuple[str, int]]:
    names = Counter(
        str(name)
        for row in rows
        for name in {event["event"] for event in cast("list[dict[str, Json]]", row.get("events") or [])}
    )
    return [(f"S{severity} {name}", names[name]) for name, severity in SEVERITY.items()]


def _latencies(rows: Iterable[Row]) -> list[int]:
    turns = (turn for row in rows for turn in cast("list[dict[str, Json]]", row.get("turns") or []))
    found = (turn.get("latency_ms") for turn in turns)
    return [latency for latency in found if isinstance(latency, int)]


def _histogram(latencies: Sequence[int]) -> Html:
    marks: dict[str, float] = {"fails the call": SLOW_MS}
    for name, share in (("median", 0.5), ("95 %", 0.95)):
        value = percentile(list(latencies), share)
        if value is not None:
            marks[name] = value
    return charts.histogram(latencies, STEP_MS, marks, "ms", "latency of replies")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"
