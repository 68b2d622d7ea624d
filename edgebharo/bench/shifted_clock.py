"""A device's clock that stands wrong, for runs in which time jumps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from edgebharo.clock import SystemClock


@dataclass
class ShiftedClock:
    """This machine's clock, set wrong by a shift that may change: nobody need wait for what retries wait for.

    The monotonic one goes on as it is.
    """

    shift: timedelta = timedelta()

    def utc(self) -> datetime:
        """The time that the device believes in."""
        return SystemClock().utc() + self.shift

    def now_ms(self) -> int:
        """Monotonic milliseconds."""
        return SystemClock().now_ms()

    def today(self) -> date:
        """The day that the device believes in."""
        return self.utc().date()
