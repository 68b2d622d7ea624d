"""When to try again: exponential back-off with full jitter. Pure: the randomness is handed in.

"Full jitter" (a wait drawn evenly between zero and the doubled limit) spreads thousands of devices that came
back with the same network or lost the same server better than a fixed or half-fixed wait; see Brooker,
"Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Draw: TypeAlias = Callable[[], float]
"""A number from 0 (included) to 1 (not), as `random.random` gives it."""

BASE_S = 2.0
"""Limit of the first wait."""
CAP_S = 900.0
"""Limit of every wait: a device is never left alone for more than a quarter of an hour."""


def wait_s(failures: int, draw: Draw, *, base_s: float = BASE_S, cap_s: float = CAP_S) -> float:
    """Seconds until the next try after `failures` (1 or more) failed ones in a row."""
    doublings = min(max(failures, 1) - 1, 60)
    return draw() * min(cap_s, base_s * 2.0**doublings)


def wait_after(failures: int, draw: Draw, asked_s: float | None) -> float:
    """The same where the server may have asked for a longer wait: devices do not come back all at once."""
    return max(asked_s or 0.0, 0.0) + wait_s(failures, draw)
