from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from command_line import Finished, Run

from edgebharo.cli import main

sys.path.append(
    str(Path(__file__).parent / "audio")
)  # fake_portaudio stands in for a device in other rooms too


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
