"""The commands `edgebharo bench reply` and `edgebharo bench record`: parse, call, print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgebharo.cli_bench_options import Fresh, JsonPath, finish, prepare


def register(app: typer.Typer) -> None:
    """Add the commands to `edgebharo bench`."""
    app.command("reply", epilog="Example: edgebharo bench reply --llm off --json reply.json")(bench_reply)
    app.command("record", epilog="Example: edgebharo bench record pilot/ --speaker p07")(bench_record)


def bench_reply(
    *,
    form: Annotated[
        str | None, typer.Option(help="A form's id or folder. Default: every shipped one.")
    ] = None,
    walks: Annotated[int | None, typer.Option(help="Odd calls for each form. Default: 300.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="20 odd calls, six rewordings.")] = False,
    seed: Annotated[int, typer.Option(help="Draws the odd calls.")] = 1,
    fresh: Fresh = False,
    llm: Annotated[str | None, typer.Option(help="auto, or off: the form's own words alone.")] = None,
    json_out: JsonPath = None,
) -> None:
    """Check what the agent says: every question in every step, odd calls, the model's rewordings.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.replies.command import bench_reply as measure
    from edgebharo.bench.replies.suite import WALKS
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out)
    count = WALKS if walks is None else walks
    result, details = measure(load_settings({"llm": llm}), form, count, seed=seed, quick=quick, fresh=fresh)
    finish(json_out, result.as_json() | details, passed=result.passed)


def bench_record(
    folder: Annotated[Path, typer.Argument(help="Where sounds, manifest.tsv and sheet.csv are kept.")],
    *,
    speaker: Annotated[
        str | None, typer.Option(help="The speaker's code: small letters, digits and hyphens. Never a name.")
    ] = None,
    callers: Annotated[int | None, typer.Option(help="Whose answers are read. Default: 2.")] = None,
    redo: Annotated[bool, typer.Option("--redo", help="Record again what is there already.")] = False,
    forget: Annotated[
        str | None, typer.Option(help="Delete all recordings of the speaker with this code.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Draws what is read.")] = 1,
) -> None:
    """Record a person reading sentences, with her consent: what the other benchmarks can be run on.

    Stop whenever you like; the same command goes on where it stopped.
    """
    from edgebharo.bench.recording import command
    from edgebharo.errors import ConfigError
    from edgebharo.runtime.config import load_settings
    from edgebharo.terminal import OUT, advising, read_line

    if forget is not None:
        OUT.print(f"{command.forget(folder, forget)} recordings deleted", markup=False)
        return
    if speaker is None:
        raise ConfigError("--speaker: give the speaker's code, such as p07")
    desk = command.at_a_terminal(lambda line: OUT.print(line, markup=False, soft_wrap=True), read_line)
    count = command.CALLERS if callers is None else callers
    with advising():
        command.bench_record(load_settings(), folder, speaker, desk, seed=seed, callers=count, redo=redo)
