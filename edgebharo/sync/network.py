"""Notices that this machine's network has changed, without sending anything."""

from __future__ import annotations

import socket
from typing import TypeAlias

Routes: TypeAlias = tuple[str | None, ...]
"""This machine's own address on the way out, by IPv4 and by IPv6; None where there is no way."""

_FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that belong to nobody (RFC 5737, RFC 3849): only the way towards them is asked for."""


def routes() -> Routes:
    """How packets would leave now. A changed answer means another network, or the first one after none."""
    return tuple(_own_address(family, far) for family, far in _FAR)


def _own_address(family: socket.AddressFamily, far: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # of a datagram socket: looks the route up and sends nothing
            return str(probe.getsockname()[0])
    except OSError:
        return None
