from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from edgebharo.cli import main

sys.path.append(
    str(Path(__file__).parent / "audio")
)  # fake_portaudio stands in for a device in other rooms too


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


@pytest.fixture
def settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No setting of the machine's counts but where its models lie; the record store is the test's own."""
    for name in os.environ:
        if name.startswith("EDGEBHARO_") and name != "EDGEBHARO_HOME":
            monkeypatch.delenv(name)
    config = tmp_path / "config.toml"
    config.touch()
    monkeypatch.setenv("EDGEBHARO_CONFIG", str(config))
    monkeypatch.setenv("EDGEBHARO_STORE", str(tmp_path / "records.sqlite"))
    return tmp_path


@pytest.fixture
def edgebharo(
    settings_of_its_own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run the command line in this process, from its entry point to its exit code."""

    def run(*arguments: object) -> Finished:
        monkeypatch.setattr(sys, "argv", ["edgebharo", *(str(argument) for argument in arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return Finished(code if isinstance(code, int) else 0, captured.out, captured.err)

    return run
