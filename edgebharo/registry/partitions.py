"""A partition of `revisions` for each month, made long before it is needed."""

from __future__ import annotations

from datetime import date

import sqlalchemy as sa

AHEAD = 24
"""Months that have a partition after every `registry migrate` and start of `registry serve`."""
DEFAULT = "revisions_other"
"""Takes what no month is there for, so that a registry that nobody looks after still takes every record."""


def months_from(day: date, count: int) -> tuple[date, ...]:
    """The first days of `count` months, beginning with the month of `day`."""
    first = day.year * 12 + day.month - 1
    return tuple(date(number // 12, number % 12 + 1, 1) for number in range(first, first + count))


def name_of(month: date) -> str:
    """The partition's table."""
    return f"revisions_{month:%Y_%m}"


def missing(connection: sa.Connection, today: date) -> tuple[date, ...]:
    """Months from now on that have no partition yet."""
    names = set(
        connection.scalars(sa.text("SELECT relid::regclass::text FROM pg_partition_tree('revisions')"))
    )
    return tuple(month for month in months_from(today, AHEAD) if name_of(month) not in names)


def make_partitions(connection: sa.Connection, today: date) -> int:
    """Make those that are missing; says how many. PostgreSQL only, inside a transaction that has the lock.

    A month of which the default partition holds rows already stays there.
    """
    made = 0
    for month in missing(connection, today):
        low, high = months_from(month, 2)
        held = sa.text(f"SELECT 1 FROM {DEFAULT} WHERE received_utc >= :low AND received_utc < :high LIMIT 1")  # noqa: S608
        if connection.scalar(held, {"low": f"{low} 00:00+00", "high": f"{high} 00:00+00"}) is None:
            connection.execute(
                sa.text(
                    f"CREATE TABLE {name_of(month)} PARTITION OF revisions "
                    f"FOR VALUES FROM ('{low} 00:00+00') TO ('{high} 00:00+00')"
                )
            )
            made += 1
    return made
