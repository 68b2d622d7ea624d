"""The commands `bench reliability`, `select`, `compare`, `report`: they read the results of benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgebharo.cli_bench_options import JsonPath, finish, prepare


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command(
        "reliability",
        epilog="Example: edgebharo bench reliability forms.json --json reliability.json",
    )(bench_reliability)
    app.command(
        "select",
        epilog="Example: edgebharo bench select systems.toml --most-latency 5000 --plot choice.png",
    )(bench_select)
    app.command(
        "compare",
        epilog="Example: edgebharo bench compare yesterday.json today.json",
    )(bench_compare)
    app.command(
        "report",
        epilog="Example: edgebharo bench report forms.json forms.html --last yesterday.json",
    )(bench_report)


def bench_reliability(
    results: Annotated[
        list[Path] | None, typer.Argument(help="What bench forms wrote with --json: its live calls.")
    ] = None,
    *,
    audio: Annotated[
        list[Path] | None,
        typer.Option(help="A call's recording: caller left, agent right. May be given again and again."),
    ] = None,
    trace: Annotated[
        list[Path] | None, typer.Option(help="Its trace: one for each recording, in the same order.")
    ] = None,
    outcome: Annotated[
        list[Path] | None,
        typer.Option(help="What simulate --json wrote of it: without, no value is checked."),
    ] = None,
    system: Annotated[str, typer.Option(help="Whose calls of the results: edgebharo, or a baseline.")] = (
        "edgebharo"
    ),
    json_out: JsonPath = None,
) -> None:
    """Judge whole calls: the Inquesto Score with its interval, what went wrong and how badly, worst groups.

    A call counts where the caller got what she called for and nothing grave happened on the way.
    """
    from edgebharo.bench.reliability.command import bench_reliability as measure
    from edgebharo.bench.reliability.command import recorded

    prepare(json_out=json_out)
    recordings = recorded(audio or [], trace or [], outcome or [])
    result, details = measure(results or [], recordings, system)
    finish(json_out, result.as_json() | details, passed=result.passed)


Metric = Annotated[str | None, typer.Option(help="Which metric; none: it does not count.")]
Bound = Annotated[float | None, typer.Option(help="A hard limit: what passes it is dropped.")]
Weight = Annotated[float, typer.Option(min=0.0, max=1.0, help="Of accuracy, for the order of the table.")]
LatencyShare = Annotated[
    float, typer.Option(min=0.0, max=1.0, help="Of the rest of the weight, for latency.")
]
Plot = Annotated[Path | None, typer.Option(help="Draw candidates and sweep as a PNG.")]


def bench_select(
    files: Annotated[
        list[Path],
        typer.Argument(help="JSON of a benchmark, one system each, or a TOML file that lists systems."),
    ],
    *,
    accuracy: Metric = None,
    latency: Metric = None,
    cost: Metric = None,
    least_accuracy: Bound = None,
    most_latency: Bound = None,
    most_cost: Bound = None,
    weight: Weight = 0.5,
    latency_share: LatencyShare = 0.5,
    json_out: JsonPath = None,
    plot: Plot = None,
) -> None:
    """Choose between systems: hard limits, the Pareto front, then a weighted sum whose weights are swept.

    Exits with 1 where nothing is within the limits.
    """
    from edgebharo.bench.choosing.choose import Limits
    from edgebharo.bench.choosing.command import Question, answer

    prepare(json_out=json_out, plot=plot)
    question = Question(
        files=tuple(files),
        metrics={"accuracy": accuracy, "latency": latency, "cost": cost},
        limits=Limits(least_accuracy, most_latency, most_cost),
        weight=weight,
        latency_share=latency_share,
    )
    found, data = answer(question, plot)
    finish(json_out, data, passed=found)


def bench_compare(
    before: Annotated[Path, typer.Argument(help="What a benchmark wrote with --json.")],
    after: Annotated[Path, typer.Argument(help="What it wrote later.")],
    *,
    json_out: JsonPath = None,
) -> None:
    """Hold two results side by side: every figure, and each case that went well in one of them only.

    Exits with 1 where a target that was met is no longer.
    """
    from edgebharo.bench.report.compare_show import compare_files, comparison_json

    prepare(json_out=json_out)
    found = compare_files(before, after)
    finish(json_out, comparison_json(found), passed=not found.lost)


def bench_report(
    results: Annotated[Path, typer.Argument(help="What a benchmark wrote with --json.")],
    page: Annotated[Path, typer.Argument(help="The HTML file to write.")],
    *,
    last: Annotated[Path | None, typer.Option(help="The results of the run before, to compare with.")] = None,
) -> None:
    """Write one self-contained HTML page: figures, plots, the last and the published ones, every failure."""
    from edgebharo.bench.report.reading import read_results
    from edgebharo.bench.report.write import write_report
    from edgebharo.terminal import prepare_output

    prepare_output("page", page)
    result, details = read_results(results)
    write_report(result, details, page, last=read_results(last)[0] if last else None)
