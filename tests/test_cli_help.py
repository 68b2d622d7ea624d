"""Every command explains itself, with an example that it accepts."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from command_line import Run
from typer.main import get_command

from edgebharo import __version__
from edgebharo.cli import app

pytestmark = pytest.mark.unit


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands(get_command(app)))


def test_all_commands_are_there() -> None:
    assert {" ".join(path) for path in COMMANDS} >= {
        "call", "simulate", "demo", "transcribe", "understand", "prepare",
        "models list", "models verify", "models path", "forms check", "bench call", "bench asr",
    }  # fmt: skip


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_says_what_it_does_and_shows_an_example_that_works(
    edgebharo: Run, path: tuple[str, ...]
) -> None:
    ended = edgebharo(*path, "--help")
    assert ended.code == 0
    text = " ".join(ended.out.split())
    assert COMMANDS[path].help.split(".")[0].split("\n")[0] in text
    _, found, example = text.partition(f"Example: edgebharo {' '.join(path)}")
    assert found, "an example"
    COMMANDS[path].make_context(path[-1], shlex.split(example))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_option_and_argument_is_explained(path: tuple[str, ...]) -> None:
    silent = [parameter.name for parameter in COMMANDS[path].params if not getattr(parameter, "help", "")]
    assert silent == []


@pytest.mark.parametrize("group", [(), ("models",), ("forms",), ("bench",)])
def test_a_group_alone_lists_its_commands(edgebharo: Run, group: tuple[str, ...]) -> None:
    ended = edgebharo(*group)
    listed = [path[len(group)] for path in COMMANDS if path[: len(group)] == group]
    assert [name for name in listed if name not in ended.out + ended.err] == []


def test_version(edgebharo: Run) -> None:
    ended = edgebharo("--version")
    assert (ended.code, ended.out) == (0, f"edgebharo {__version__}\n")


@pytest.mark.parametrize(
    "typed", [("nonsense",), ("transcribe",), ("understand", "--field", "name"), ("call", "--nope")]
)
def test_a_slip_on_the_command_line_is_explained(edgebharo: Run, typed: tuple[str, ...]) -> None:
    ended = edgebharo(*typed)
    assert ended.code == 2
    assert "Try 'edgebharo" in ended.err
    assert "Traceback" not in ended.err
