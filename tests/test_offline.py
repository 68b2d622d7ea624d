"""The suite runs without a network, and so does a spoken call in a process of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_socket import SocketBlockedError
from small_call import TINY_VOICE, write_small_call


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_no_test_can_open_an_internet_socket(family: socket.AddressFamily) -> None:
    with pytest.warns(UserWarning, match="tried to use"), pytest.raises(SocketBlockedError):
        socket.socket(family, socket.SOCK_STREAM)


def test_no_test_can_look_a_name_up() -> None:
    with pytest.warns(UserWarning, match="tried to use"), pytest.raises(SocketBlockedError):
        socket.getaddrinfo("localhost", 80)


def test_processes_of_this_machine_can_still_talk() -> None:
    left, right = socket.socketpair()
    with left, right:
        left.sendall(b"x")
        assert right.recv(1) == b"x"


WATCH = """
import os, sys

def refuse(event, arguments):
    if event == "socket.__new__":
        wanted = arguments[1] in (2, 10)  # AF_INET, AF_INET6
    else:
        wanted = event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
        wanted = wanted or (event == "socket.connect" and isinstance(arguments[1], tuple))
    if wanted:
        with open(os.environ["NETWORK_LOG"], "a") as log:
            log.write(event + "\\n")
        raise PermissionError("the network is off")

sys.addaudithook(refuse)
"""
"""Run by Python itself as it starts, in every process: what would touch the network is noted and refused."""


@pytest.fixture
def watched(settings_of_its_own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which processes that are started from now on note every use of the network."""
    folder = settings_of_its_own / "watch"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WATCH)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("NETWORK_LOG", str(folder / "log"))
    return folder / "log"


@pytest.mark.parametrize("how", ["socket.socket()", "socket.getaddrinfo('localhost', 80)"])
def test_the_watch_sees_a_process_that_uses_the_network(watched: Path, how: str) -> None:
    ended = subprocess.run([sys.executable, "-c", f"import socket; {how}"], capture_output=True, check=False)  # noqa: S603
    assert ended.returncode == 1
    assert watched.read_text().startswith("socket.")


@pytest.mark.model
def test_a_spoken_call_with_every_default_model_touches_no_network(watched: Path, tmp_path: Path) -> None:
    """What `demo` does, with a shorter form: the packaged ear, voice and language model."""
    caller, form = write_small_call(tmp_path)
    text = caller.read_text(encoding="utf-8").replace(str(TINY_VOICE), "hm_psi")
    caller.write_text(text, encoding="utf-8")
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", "from edgebharo.cli import main; main()", "simulate", caller, "--form", form],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "complete" in ended.stdout
    assert not watched.exists(), watched.read_text()
