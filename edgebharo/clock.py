"""The only reader of time. Everything else is handed a Clock, a date or a number of milliseconds."""

from __future__ import annotations

import time
from datetime import date, datetime, timezone
from typing import Protocol


class Clock(Protocol):
    """A source of time."""

    def now_ms(self) -> int:
        """Monotonic milliseconds."""

    def utc(self) -> datetime:
        """Wall-clock time, UTC, for records only."""

    def today(self) -> date:
        """The local calendar day: reference of relative dates."""


class SystemClock:
    """The machine's own clocks."""

    def now_ms(self) -> int:
        """Monotonic milliseconds."""
        return time.monotonic_ns() // 1_000_000

    def utc(self) -> datetime:
        """Wall-clock time, UTC."""
        return datetime.now(timezone.utc)

    def today(self) -> date:
        """The local calendar day."""
        return datetime.now().astimezone().date()


def compute_ns() -> int:
    """A high-resolution counter for measuring how long a piece of work took, in nanoseconds."""
    return time.perf_counter_ns()
