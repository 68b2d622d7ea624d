"""Options and endings that the commands `edgebharo bench …` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

JsonPath = Annotated[Path | None, typer.Option("--json", help="Write the result to this file as JSON.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Measure again what is already measured.")]
Llm = Annotated[str | None, typer.Option(help="auto, or off: Hindi rules alone.")]


def prepare(*, json_out: Path | None = None, plot: Path | None = None, report: Path | None = None) -> None:
    """Refuse what cannot be written, or drawn, before a long piece of work is begun for it.

    Raises:
        OutputError: one of the files cannot be written.
        MissingExtraError: there is something to draw, and nothing to draw it with.
    """
    from edgebharo.terminal import prepare_output

    for option, path in (("--json", json_out), ("--plot", plot), ("--report", report)):
        if path:
            prepare_output(option, path)
    if plot:
        from edgebharo.bench.plot import require_matplotlib

        require_matplotlib()


def keep(json_out: Path | None, data: object) -> None:
    """Write what was found where that is wanted.

    Raises:
        OutputError: the file cannot be written.
    """
    from edgebharo.terminal import write_json

    if json_out:
        write_json(json_out, data)


def finish(json_out: Path | None, data: object, *, passed: bool) -> None:
    """Write what was found where that is wanted; what did not pass ends with 1.

    Raises:
        OutputError: the file cannot be written.
    """
    keep(json_out, data)
    if not passed:
        raise typer.Exit(1)
