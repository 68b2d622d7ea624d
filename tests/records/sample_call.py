"""A small call to store: a form, a clock that a test moves, and the state after each turn.

Run as a program it holds that call in a store and says after each turn that it is saved, so that a test may
kill it there: `python sample_call.py STORE TURNS [LIMIT]`, LIMIT being the most bytes a file may have.
"""

from __future__ import annotations

import resource
import sys
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

from edgebharo.clock import SystemClock
from edgebharo.errors import StoreError
from edgebharo.records.rows import TurnRow
from edgebharo.records.store import Store
from edgebharo.types import Answer, Answers, Candidate, Span

DEVICE, WORKER = "laptop-7", "worker-3"


@dataclass(frozen=True)
class SampleField:
    name: str
    digits: int | None = None
    type: str = "string"

    @property
    def label(self) -> str:
        return self.name


@dataclass(frozen=True)
class SampleConsent:
    version: str = "7"


@dataclass(frozen=True)
class SampleForm:
    id: str = "enrolment"
    version: str = "1.0"
    sha256: str = "ab" * 32
    consent: SampleConsent | None = None
    fields: tuple[SampleField, ...] = (
        SampleField("name"),
        SampleField("months", type="number"),
        SampleField("phone", 10),
        SampleField("aadhaar", 4),
        SampleField("linked", type="boolean"),
        SampleField("dob", type="date"),
        SampleField("remarks"),
    )


@dataclass
class HandClock:
    """A clock that stands still until it is moved."""

    at: datetime = field(default_factory=lambda: datetime(2026, 11, 30, 6, 30, tzinfo=timezone.utc))
    monotonic_ms: int = 1_000

    def now_ms(self) -> int:
        return self.monotonic_ms

    def utc(self) -> datetime:
        return self.at

    def today(self) -> date:
        return self.at.date()

    def move(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)
        self.monotonic_ms += int(abs(seconds) * 1000)


def answers_after(turns: int) -> Answers:
    """The state after so many turns: one more field each time, the last one still held."""
    values = (
        ("name", "सुनीता देवी"),
        ("months", 7),
        ("linked", True),
        ("dob", "2025-04-15"),
        ("aadhaar", "0042"),
    )
    told = {
        name: Answer("answered", value, "rules", 0.9, confirmed=True) for name, value in values[: turns % 6]
    }
    held = (Candidate("phone", f"98765432{turns:02d}", Span(0, 4), "rules", doubtful=True, reading="pairs"),)
    return Answers(
        fields=told,
        asked="phone",
        held=held,
        partial="98765",
        retries={"phone": turns},
        refused={"phone": ("9876500000",), "months": (6, 8)},
        caller_number="9812345678",
    )


def row(seq: int) -> TurnRow:
    """The row of one turn."""
    return TurnRow(
        seq=seq,
        asked="phone",
        step="confirm",
        intent="answer",
        fired=("digits.held", "confirm.always"),
        written=("months",),
        held=("phone",),
        skipped=("name",),
        retry_used=seq % 2 == 0,
        latency_ms={"asr": 120, "extract": 15},
    )


def report(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


def main(path: Path, turns: int, limit: int | None) -> None:
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    store = Store(path, SystemClock())
    record_id = store.begin(SampleForm(), DEVICE, WORKER, "9812345678")
    report("begun", record_id)
    for seq in range(1, turns + 1):
        try:
            store.turn(record_id, row(seq), answers_after(seq))
        except StoreError as error:
            report("failed", str(error))
            return
        report("saved", str(seq))
    sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else None)
