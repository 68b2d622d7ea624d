"""A benchmark's results as one page that needs nothing else: no network, no other file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from edgebharo.bench.report import calls, figures, reliable
from edgebharo.bench.report.compare import compare, verdicts
from edgebharo.bench.report.failures import failures, is_forms
from edgebharo.bench.report.markup import Html, el
from edgebharo.bench.report.page import page, quiet, section
from edgebharo.bench.report.sounds import Sound
from edgebharo.bench.suite import Result
from edgebharo.errors import OutputError

SYNTHETIC = (
    "The callers are synthetic voices; what they say is drawn from wordings written for this; noise, rooms "
    "and microphones are computed. Where recorded digits were given, phone and Aadhaar numbers are spliced "
    "from them. No synthetic voice tells how a real caller hesitates, mumbles or loses patience, nor what a "
    "dialect does. The docs of the benchmark say more."
)


def write_report(
    result: Result,
    details: Mapping[str, object],
    path: Path,
    *,
    last: Result | None = None,
    sounds: Mapping[str, Sound] = MappingProxyType({}),
) -> None:
    """Write the page to `path`. `details` stand behind the figures, as the benchmark's JSON holds them.

    `last`: the run before, to compare with. `sounds`: by the name that `compare.case_name` gives a row.

    Raises:
        OutputError: the file cannot be written.
    """
    text = make_page(result, details, last, sounds)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}); give another path") from error


def make_page(
    result: Result, details: Mapping[str, object], last: Result | None, sounds: Mapping[str, Sound]
) -> str:
    """The page as text."""
    comparison = compare(last, result) if last is not None else None
    of_forms = is_forms(result.rows)
    wrong = failures(result.rows) if of_forms else ()
    judged = reliable.verdicts(result.rows if of_forms else ())
    return page(
        f"EdgeBharo: bench {result.suite}",
        figures.heading(result),
        figures.metrics(comparison, result),
        figures.groups(details, result),
        reliable.of_forms(judged, result.rows) or reliable.of_views(result, details),
        figures.causes(wrong),
        figures.changes(comparison),
        calls.failure_table(wrong) if of_forms else calls.went_wrong(_wrong_cases(result)),
        calls.reply_faults(result.rows) if of_forms else None,
        calls.course_list(result.rows, wrong, judged.grave, sounds),
        _published(details),
        section("What is synthetic", quiet(SYNTHETIC)) if of_forms else None,
    )


def _wrong_cases(result: Result) -> list[str]:
    names = [name for cases in verdicts(result).values() for name, well in cases.items() if not well]
    return list(dict.fromkeys(names))


def _published(details: Mapping[str, object]) -> Html | None:
    """The published figures as the benchmark tells them."""
    found = details.get("published")
    if not isinstance(found, Mapping):
        return None
    lines = (
        el("p", f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")
        for name, value in found.items()
    )
    return section("Published", *lines)
