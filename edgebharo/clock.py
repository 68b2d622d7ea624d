"""The only reader of time. Everything else is handed a Clock, a date or a number of milliseconds."""

from __future__ import annotations

import os
import time
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Protocol

from edgebharo.errors import ConfigError


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


def day_of(option: str, text: str | None) -> date | None:
    """The day that was given with `option`, if any.

    Raises:
        ConfigError: it is not written as YYYY-MM-DD.
    """
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ConfigError(f"{option} {text}: write a day as YYYY-MM-DD, such as 2026-11-30") from None


def compute_ns() -> int:
    """A high-resolution counter for measuring how long a piece of work took, in nanoseconds."""
    return time.perf_counter_ns()


def cpu_ns() -> int:
    """Processor time that all threads of this process have used, in nanoseconds."""
    return time.process_time_ns()


def pause(seconds: float) -> None:
    """Let `seconds` of real time pass: a device that refused is tried again a little later."""
    time.sleep(seconds)


def utc_offset_minutes() -> int:
    """How far this machine's local time is ahead of UTC now."""
    offset = datetime.now().astimezone().utcoffset()
    return 0 if offset is None else round(offset.total_seconds() / 60)


_IMPORTED_NS = time.monotonic_ns()


def process_age_s() -> float:
    """Seconds since this process was started; where the system does not tell, since this module's import."""
    try:
        after_name = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        started_s = int(after_name[19]) / os.sysconf("SC_CLK_TCK")
        return float(Path("/proc/uptime").read_text(encoding="ascii").split()[0]) - started_s
    except (OSError, ValueError, IndexError):
        return (time.monotonic_ns() - _IMPORTED_NS) / 1e9
