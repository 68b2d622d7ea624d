"""What a command leaves behind when it has ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


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
