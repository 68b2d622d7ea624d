"""What came of a simulated call, as numbers and words: what the demo prints and the benchmarks read."""

from __future__ import annotations

import os
import platform
import resource
import sys
from dataclasses import dataclass
from pathlib import Path

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules.branches import open_fields
from edgebharo.hindi.similarity import similarity
from edgebharo.runtime.brain import same_value
from edgebharo.runtime.callers import Caller
from edgebharo.runtime.journal import Journal, PartialTime
from edgebharo.runtime.timeline import Timeline, percentile
from edgebharo.types import Answers, CallStatus, FieldStatus, Value
from edgebharo.understand.readers import is_open_text


@dataclass(frozen=True)
class FieldReport:
    """One field: what it should hold and what it holds."""

    expected: Value | None
    value: Value | None
    state: FieldStatus
    closed: bool
    """True where the value must be exactly right; False for open text."""
    right: bool
    similarity: float | None
    """0..1, for open text that was both expected and stored."""


@dataclass(frozen=True)
class TurnReport:
    """One turn: the agent's words, the caller's as heard, and how long she waited for a sound."""

    question: str
    heard: str
    latency_ms: int | None
    """From the caller's last sound to the agent's first; None where she said nothing."""
    compute_ms: dict[str, int]
    partials: tuple[PartialTime, ...] = ()
    """When the words so far were known while she spoke."""


@dataclass(frozen=True)
class CallReport:
    """A whole call."""

    caller: str
    form: str
    status: CallStatus
    fields: dict[str, FieldReport]
    turns: tuple[TurnReport, ...]
    latency_median_ms: int | None
    latency_p95_ms: int | None
    call_s: float
    cold_start_s: float
    """From the start of the process until the first sound was ready, the models' loading included."""
    rss_mb: float
    """The most memory that the process has held."""
    pace: str
    record: str
    store: str
    machine: str
    notes: tuple[str, ...]


def field_reports(loaded: LoadedForm, caller: Caller, answers: Answers) -> dict[str, FieldReport]:
    """Hold the form against what the caller meant. A field whose branch is closed should be empty."""
    open_names = {form_field.name for form_field in open_fields(loaded.form, answers.fields)}
    reports = {}
    for form_field in loaded.form.fields:
        said = caller.answers.get(form_field.name)
        expected = said.value if said and form_field.name in open_names else None
        got = answers.get(form_field.name)
        is_closed = not is_open_text(form_field)
        both = isinstance(expected, str) and isinstance(got.value, str)
        reports[form_field.name] = FieldReport(
            expected=expected,
            value=got.value,
            state=got.status,
            closed=is_closed,
            right=same_value(got.value, expected),
            similarity=similarity(str(got.value), str(expected)) if both and not is_closed else None,
        )
    return reports


def turn_reports(journal: Journal, timeline: Timeline) -> tuple[TurnReport, ...]:
    """The turns of a call, with the silence that the caller heard before each answer."""
    reports = []
    since_ms = 0
    for turn in journal.turns:
        reports.append(
            TurnReport(
                question=turn.question,
                heard=turn.heard.text if turn.heard else "",
                latency_ms=timeline.response_ms(since_ms, turn.at_ms),
                compute_ms=turn.compute_ms,
                partials=turn.partials,
            )
        )
        since_ms = turn.at_ms
    return tuple(reports)


def median_and_p95(turns: tuple[TurnReport, ...]) -> tuple[int | None, int | None]:
    """Median and 95th percentile of the reply latency, milliseconds."""
    latencies = [turn.latency_ms for turn in turns if turn.latency_ms is not None]
    return percentile(latencies, 0.5), percentile(latencies, 0.95)


def peak_rss_mb() -> float:
    """The most memory that this process has held, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 * (1 if sys.platform == "darwin" else 1024)


def machine_name() -> str:
    """The processor, for reports: a figure means nothing without it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, {_cores()} cores, {platform.system()} {platform.machine()}"


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
