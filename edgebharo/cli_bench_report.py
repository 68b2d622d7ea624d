"""The commands `bench reliability`, `select`, `compare`, `report`: they read the results of benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

JsonPath = Annotated[Path | None, typer.Option("--json", help="Write the result to this file as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command(
        "reliability",
        epilog="Example: edgebharo bench reliability forms.json --json reliability.json",
    )(bench_reliability)


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
    from edgebharo.terminal import prepare_output, write_json

    if json_out:
        prepare_output("--json", json_out)
    recordings = recorded(audio or [], trace or [], outcome or [])
    result, details = measure(results or [], recordings, system)
    if json_out:
        write_json(json_out, result.as_json() | details)
    if not result.passed:
        raise typer.Exit(1)
