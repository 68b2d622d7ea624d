"""What the dashboard shows: how many, when, where, by which device, how complete. Counts, no answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

import sqlalchemy as sa

from edgebharo.registry.schema import QUARANTINE, RECORDS

LISTED = 50
"""Rows of a table at most; the last one of a longer table holds all others together."""


@dataclass(frozen=True)
class Count:
    """Records that have something in common."""

    of: str
    records: int
    complete: int
    """Those whose form was filled to its end."""
    answered: int
    asked: int
    """Fields that were answered, and those that were answered or skipped."""

    @property
    def completeness(self) -> float:
        """Answered fields of those that were asked, 0..1."""
        return self.answered / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Held:
    """What lies in quarantine for one reason."""

    reason: str
    records: int
    devices: int
    newest: datetime


@dataclass(frozen=True)
class Figures:
    """The whole dashboard, for calls from `since` to `until`."""

    since: date
    until: date
    total: Count
    days: tuple[Count, ...]
    districts: tuple[Count, ...]
    devices: tuple[Count, ...]
    forms: tuple[Count, ...]
    clock_suspect: int
    """Records whose times cannot be relied on."""
    quarantine: tuple[Held, ...]
    """Of all time: it is empty once somebody has looked after it."""


def figures(connection: sa.Connection, since: date, until: date) -> Figures:
    """Count the records of calls from `since` to `until`, both included."""
    days = RECORDS.c.day.between(since, until)
    suspect = sa.select(sa.func.count()).select_from(RECORDS).where(days, RECORDS.c.clock_suspect)
    (total,) = _counts(connection, days, sa.literal("all"))
    version = RECORDS.c.form_id + " " + RECORDS.c.form_version
    return Figures(
        since=since,
        until=until,
        total=total,
        days=_counts(connection, days, RECORDS.c.day, by_size=False),
        districts=_counts(connection, days, sa.func.coalesce(RECORDS.c.district, "(none)")),
        devices=_counts(connection, days, RECORDS.c.device),
        forms=_counts(connection, days, version),
        clock_suspect=connection.scalar(suspect) or 0,
        quarantine=_quarantine(connection),
    )


def _counts(
    connection: sa.Connection,
    where: sa.ColumnElement[bool],
    by: sa.ColumnElement[object],
    *,
    by_size: bool = True,
) -> tuple[Count, ...]:
    """Counts by the values of `by`: the largest first, or the values in descending order."""
    records = sa.func.count()
    complete = sa.func.count().filter(RECORDS.c.status == "complete")
    answered = sa.func.coalesce(sa.func.sum(RECORDS.c.answered), 0)
    asked = sa.func.coalesce(sa.func.sum(RECORDS.c.answered + RECORDS.c.skipped), 0)
    wanted = sa.select(by.label("of"), records, complete, answered, asked).where(where)
    if not isinstance(by, sa.BindParameter):
        order = (records.desc(), by) if by_size else (by.desc(),)
        wanted = wanted.group_by(by).order_by(*order)
    counts = [Count(str(of), *map(int, numbers)) for of, *numbers in connection.execute(wanted)]
    return tuple(counts) if len(counts) <= LISTED else (*counts[: LISTED - 1], _rest(counts[LISTED - 1 :]))


def _rest(counts: list[Count]) -> Count:
    return Count(
        f"({len(counts)} others)",
        sum(count.records for count in counts),
        sum(count.complete for count in counts),
        sum(count.answered for count in counts),
        sum(count.asked for count in counts),
    )


def _quarantine(connection: sa.Connection) -> tuple[Held, ...]:
    newest = sa.func.max(QUARANTINE.c.received_utc)
    devices = sa.func.count(QUARANTINE.c.delivered_by.distinct())
    wanted = (
        sa.select(QUARANTINE.c.reason, sa.func.count(), devices, newest)
        .group_by(QUARANTINE.c.reason)
        .order_by(newest.desc())
        .limit(LISTED)
    )
    return tuple(Held(*row) for row in connection.execute(wanted))
