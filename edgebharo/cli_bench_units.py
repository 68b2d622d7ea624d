"""The commands `edgebharo bench reply` and `edgebharo bench record`: parse, call, print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

JsonPath = Annotated[Path | None, typer.Option("--json", help="Write the result to this file as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands to `edgebharo bench`."""
    app.command("reply", epilog="Example: edgebharo bench reply --llm off --json reply.json")(bench_reply)


def bench_reply(
    *,
    form: Annotated[
        str | None, typer.Option(help="A form's id or folder. Default: every shipped one.")
    ] = None,
    walks: Annotated[int | None, typer.Option(help="Odd calls for each form. Default: 300.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="20 odd calls, six rewordings.")] = False,
    seed: Annotated[int, typer.Option(help="Draws the odd calls.")] = 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Measure again what is already measured.")] = False,
    llm: Annotated[str | None, typer.Option(help="auto, or off: the form's own words alone.")] = None,
    json_out: JsonPath = None,
) -> None:
    """Check what the agent says: every question in every step, odd calls, the model's rewordings.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.replies.command import bench_reply as measure
    from edgebharo.bench.replies.suite import WALKS
    from edgebharo.runtime.config import load_settings
    from edgebharo.terminal import prepare_output, write_json

    if json_out:
        prepare_output("--json", json_out)
    count = WALKS if walks is None else walks
    result, details = measure(load_settings({"llm": llm}), form, count, seed=seed, quick=quick, fresh=fresh)
    if json_out:
        write_json(json_out, result.as_json() | details)
    if not result.passed:
        raise typer.Exit(1)
