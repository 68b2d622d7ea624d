"""The suite itself runs without a network."""

from __future__ import annotations

import socket

import pytest
from pytest_socket import SocketBlockedError

pytestmark = pytest.mark.unit


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
