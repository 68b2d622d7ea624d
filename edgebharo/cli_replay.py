"""The command `replay`: a trace, turn by turn, and whether the program would do the same today."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgebharo.errors import TraceError


def replay(
    trace: Annotated[Path, typer.Argument(help="A file made by call --trace or simulate --trace.")],
    *,
    json_flag: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Step through a call's trace once more: its turns, and where the program would now do otherwise.

    Exits with 15 where it would.
    """
    from dataclasses import asdict

    from edgebharo.runtime.replay import replay as run
    from edgebharo.runtime.trace import read_trace
    from edgebharo.terminal import print_json
    from edgebharo.terminal_replay import show_replay

    result = run(read_trace(trace))
    if json_flag:
        print_json(asdict(result))
    else:
        show_replay(result)
    found = result.difference
    if found is not None:
        raise TraceError(f"{trace}: line {found.line}: the program would now do otherwise")
