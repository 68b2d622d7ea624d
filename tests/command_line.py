"""What a command leaves behind when it has ended."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from edgebharo.cli import main


@dataclass(frozen=True)
class Finished:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line that says what went wrong; notes about what is missing may stand before it."""
        assert "Traceback" not in self.err
        errors = [line for line in self.err.splitlines() if not line.startswith("note ")]
        assert len(errors) == 1, errors
        assert errors[0].startswith("error ")
        return errors[0].removeprefix("error ")


Run = Callable[..., Finished]
"""Runs the command line with these arguments."""


def run_in(folder: Path, *arguments: object, settings: Mapping[str, str]) -> Finished:
    """Run the command line once for several tests, with `settings` alone; what it stores lies in `folder`."""
    out, err = io.StringIO(), io.StringIO()
    config = folder / "config.toml"
    config.touch()
    own = {"EDGEBHARO_STORE": str(folder / "records.sqlite"), "EDGEBHARO_CONFIG": str(config)}
    with pytest.MonkeyPatch.context() as changed, redirect_stdout(out), redirect_stderr(err):
        for name in [
            name for name in os.environ if name.startswith("EDGEBHARO_") and name != "EDGEBHARO_HOME"
        ]:
            changed.delenv(name)
        for name, value in {**own, **settings}.items():
            changed.setenv(name, value)
        changed.setattr(sys, "argv", ["edgebharo", *(str(argument) for argument in arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    return Finished(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())
