"""The command `edgebharo bench forms`: parse, call, print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgebharo.cli_bench_options import JsonPath, Llm, keep, prepare

Calls = Annotated[
    int | None, typer.Option(help="Of the 960 of the published design, spread evenly. Default: all.")
]
Quick = Annotated[bool, typer.Option("--quick", help="12 calls; a few minutes.")]
Beyond = Annotated[
    bool,
    typer.Option("--beyond", help="220 more: 20 more persons, combined conditions, callers who are odd."),
]
Baseline = Annotated[
    list[str] | None,
    typer.Option(
        help="Let another system hold some of the calls, too: whisper, fixed_endpoint, no_model, "
        "no_confirm, or all. May be repeated."
    ),
]
Digits = Annotated[
    Path | None,
    typer.Option(
        help="Folder of recorded single digits: phone and Aadhaar numbers are made of them. A "
        "manifest.tsv in it or one folder above has the headings file, text, speaker, seconds."
    ),
]

Page = Annotated[
    Path | None,
    typer.Option(help="Write one self-contained HTML page, with the sound of calls that went wrong."),
]
Last = Annotated[
    Path | None,
    typer.Option(help="For the page: the run before. Default: what the --json file holds until now."),
]


def register(app: typer.Typer) -> None:
    """Add the command to `edgebharo bench`."""
    app.command("forms", epilog="Example: edgebharo bench forms --calls 96 --json forms.json")(bench_forms)


def bench_forms(
    *,
    calls: Calls = None,
    quick: Quick = False,
    beyond: Beyond = False,
    baseline: Baseline = None,
    recordings: Digits = None,
    seed: Annotated[int, typer.Option(help="Draws numbers, dates, wordings, rooms and persons.")] = 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Hold again what was held before.")] = False,
    llm: Llm = None,
    json_out: JsonPath = None,
    report: Page = None,
    last: Last = None,
) -> None:
    """Fill whole forms by voice: 960 calls on paper, as heard, and live; which room is to blame for what.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.forms.command import bench_forms as measure
    from edgebharo.bench.forms.draw import PUBLISHED_CALLS
    from edgebharo.bench.forms.suite import Order, baselines_named
    from edgebharo.bench.report.forms_page import report_forms
    from edgebharo.bench.report.reading import read_results
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out, report=report)
    before = last or (json_out if json_out and json_out.is_file() else None)
    previous = read_results(before)[0] if report and before else None
    order = Order(
        settings=load_settings({"llm": llm}),
        calls=PUBLISHED_CALLS if calls is None else calls,
        beyond=beyond,
        baselines=baselines_named(baseline or ()),
        recordings=recordings,
    )
    result, details = measure(order, seed=seed, quick=quick, fresh=fresh)
    keep(json_out, result.as_json() | details)
    if report:
        report_forms(order, result, details, report, previous)
    if not result.passed:
        raise typer.Exit(1)
