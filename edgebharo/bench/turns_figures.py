"""The figures of `bench turns`: sums over its rows, and those of the published systems beside them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from edgebharo.bench.conversations import PAUSE_MS, SHORT_PAUSE_MS, Category, System
from edgebharo.bench.suite import Json, Row
from edgebharo.bench.turns_judge import TAKEOVER
from edgebharo.runtime.timeline import percentile

BANDS_MS = ((PAUSE_MS[0], SHORT_PAUSE_MS[0]), SHORT_PAUSE_MS, (SHORT_PAUSE_MS[1], PAUSE_MS[1] + 1))
"""Bands of the longest pause in an answer; the second is what IndicFDB tests."""


@dataclass(frozen=True)
class Published:
    """A published system: IndicFDB (arXiv 2609.31967), Hindi."""

    name: str
    latency_s: float
    """Median latency of turn taking."""
    pause_handling: float
    """Share of turns with short pauses in which it did not take over."""


PUBLISHED = (
    Published("human", 0.259, 1.0),
    Published("the fastest system", 0.18, 0.616),
    Published("the most patient system", 1.40, 1.0),
)
FRONTIER_S, FRONTIER = 1.0, 0.9016
"""No published system that answers in under a second keeps more than this share."""
PATIENT_S, PATIENT = 1.125, 0.99
"""Every published system above this share answers after this time or more."""


@dataclass(frozen=True)
class Line:
    """A group of samples, summed up."""

    category: str
    system: str
    group: str
    samples: int
    success: float | None
    median_ms: int | None
    p95_ms: int | None


@dataclass(frozen=True)
class CutRate:
    """How often the answer to one field was cut."""

    field: str
    system: str
    samples: int
    cut: float
    """0..1."""


def chosen(rows: Iterable[Row], category: Category, system: System = "edgebharo") -> list[Row]:
    """The rows of one category and system."""
    return [row for row in rows if row["category"] == category and row["system"] == system]


def share(rows: Sequence[Row], key: str = "success") -> float | None:
    """Share (0..1) of the rows in which `key` is true, of those in which it is known."""
    known = [row[key] for row in rows if row[key] is not None]
    return round(sum(map(bool, known)) / len(known), 4) if known else None


def spread(rows: Sequence[Row], part: float, key: str = "latency_ms") -> int | None:
    """A percentile of `key`, of the rows that have it."""
    return percentile([cast("int", row[key]) for row in rows if row[key] is not None], part)


def in_band(rows: Sequence[Row], band_ms: tuple[int, int]) -> list[Row]:
    """The rows whose longest pause lies in a band: the lower end belongs to it, the upper one does not."""
    low, high = band_ms
    longest = ((row, max(cast("list[int]", row["pauses_ms"]), default=0)) for row in rows)
    return [row for row, pause in longest if low <= pause < high]


def metrics(rows: Sequence[Row]) -> dict[str, float | None]:
    """All figures: ours, then those of the fixed pause with the same ear, rules and voice."""
    figures: dict[str, float | None] = {}
    for system, end in (("edgebharo", ""), ("fixed", "_fixed")):
        paused = chosen(rows, "pause_handling", cast("System", system))
        fluent = chosen(rows, "turn_taking", cast("System", system))
        figures |= {
            f"pause_handling{end}": share(paused),
            f"pause_handling_short{end}": share(in_band(paused, SHORT_PAUSE_MS)),
            f"turn_taking{end}": share(fluent),
            f"turn_latency_median_ms{end}": spread(fluent, 0.5),
            f"turn_latency_p95_ms{end}": spread(fluent, 0.95),
            f"understood{end}": share(paused + fluent, "understood"),
        }
    murmured, interrupted = chosen(rows, "backchannel"), chosen(rows, "interruption")
    return figures | {
        "backchannel_handling": share(murmured),
        "interruption_success": share(interrupted),
        "interruption_understood": share(interrupted, "understood"),
        "interruption_stop_ms": spread(interrupted, 0.95, "stop_ms"),
        "interruption_stop_median_ms": spread(interrupted, 0.5, "stop_ms"),
        "interruption_onset_stop_median_ms": spread(interrupted, 0.5, "onset_stop_ms"),
        "interruption_latency_median_ms": spread(interrupted, 0.5),
        "self_triggers": sum(cast("int", row["self_triggers"]) for row in rows) if rows else None,
        "samples": len(rows),
    }


def lines(rows: Sequence[Row]) -> list[Line]:
    """A line for each category and system, then for each kind of answer, then for each band of pauses."""
    pairs = dict.fromkeys((row["category"], row["system"]) for row in rows)
    found = []
    for category, system in cast("list[tuple[Category, System]]", list(pairs)):
        own = chosen(rows, category, system)
        found.append(_line(own, "all"))
        kinds = dict.fromkeys(cast("str", row["about"]) for row in own)
        found += [_line([row for row in own if row["about"] == kind], kind) for kind in kinds]
        if category == "pause_handling":
            found += [_line(in_band(own, band), _named(band)) for band in BANDS_MS if in_band(own, band)]
    return found


def cut_rates(rows: Sequence[Row]) -> list[CutRate]:
    """For each field and system, how often the agent took over in a pause; the worst first."""
    systems = [chosen(rows, "pause_handling", system) for system in ("edgebharo", "fixed")]
    found = []
    for own in systems:
        for field in dict.fromkeys(cast("str", row["asked"]) for row in own):
            asked = [row for row in own if row["asked"] == field]
            cut = sum(row["reason"] == TAKEOVER for row in asked)
            found.append(CutRate(field, str(asked[0]["system"]), len(asked), round(cut / len(asked), 4)))
    return sorted(found, key=lambda rate: (rate.system, -rate.cut, rate.field))


def failures(rows: Sequence[Row]) -> list[Row]:
    """The rows of our own system that failed."""
    return [row for row in rows if row["system"] == "edgebharo" and not row["success"]]


def published() -> list[Json]:
    """The published figures as plain data."""
    points: list[Json] = [
        {"name": item.name, "latency_s": item.latency_s, "pause_handling": item.pause_handling}
        for item in PUBLISHED
    ]
    return [
        *points,
        {"name": "best under this latency", "latency_s": FRONTIER_S, "pause_handling": FRONTIER},
        {"name": "least latency above this share", "latency_s": PATIENT_S, "pause_handling": PATIENT},
    ]


def _line(rows: Sequence[Row], group: str) -> Line:
    first = rows[0]
    return Line(
        category=str(first["category"]),
        system=str(first["system"]),
        group=group,
        samples=len(rows),
        success=share(rows),
        median_ms=spread(rows, 0.5),
        p95_ms=spread(rows, 0.95),
    )


def _named(band_ms: tuple[int, int]) -> str:
    low, high = band_ms
    return f"pause {low / 1000:g}–{high // 100 / 10:g} s"
