"""The registry's tables, for PostgreSQL and SQLite alike.

No answer lies here in the clear but the district: a record is kept as the sealed bytes that came, and is
found by keyed hashes of its name and phone numbers (`blind.py`). The migrations bring a database to
this shape; a test compares the two.
"""

from __future__ import annotations

from datetime import datetime, timezone

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


class Utc(TypeDecorator[datetime]):
    """A moment. SQLite has no time zones: it is handed UTC, and what it gives back is UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Into the database; `value` must know its time zone."""
        return None if value is None else value.astimezone(timezone.utc)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Out of the database."""
        if value is None:
            return None
        return value.replace(tzinfo=timezone.utc) if value.tzinfo is None else value.astimezone(timezone.utc)


METADATA = sa.MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_one_%(column_0_N_name)s",
    }
)

CREDENTIALS = sa.Table(
    "credentials",
    METADATA,
    sa.Column("role", sa.Text, primary_key=True, comment="device or admin"),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("token_sha256", sa.LargeBinary, unique=True),
    sa.Column("code_sha256", sa.LargeBinary, unique=True, comment="of an enrolment code not yet used"),
    sa.Column("code_expires_utc", Utc),
    sa.Column("created_utc", Utc, nullable=False),
    sa.Column("enrolled_utc", Utc),
    sa.Column("seen_utc", Utc),
    sa.Column("revoked_utc", Utc),
)
"""Devices and admins. Tokens and codes are kept as hashes alone."""

RECEIPTS = sa.Table(
    "receipts",
    METADATA,
    sa.Column("record_id", sa.Uuid(as_uuid=False), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("sealed_sha256", sa.LargeBinary, nullable=False),
    sa.Column("payload_sha256", sa.LargeBinary, nullable=False),
    sa.Column("received_utc", Utc, nullable=False),
)
"""One row for each revision that was ever taken: its primary key is what makes a record come exactly once.

It is small and not partitioned, since PostgreSQL enforces uniqueness inside one partition only.
"""

REVISIONS = sa.Table(
    "revisions",
    METADATA,
    sa.Column("received_utc", Utc, primary_key=True),
    sa.Column("record_id", sa.Uuid(as_uuid=False), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("key_id", sa.Text, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("delivered_by", sa.Text, nullable=False, comment="whose token brought it"),
    sa.Index(None, "record_id"),
    postgresql_partition_by="RANGE (received_utc)",
)
"""The sealed bytes, as they came. In PostgreSQL a partition for each month in which they were received."""

RECORDS = sa.Table(
    "records",
    METADATA,
    sa.Column("record_id", sa.Uuid(as_uuid=False), primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False, comment="the newest that came"),
    sa.Column("received_utc", Utc, nullable=False, comment="when that one came"),
    sa.Column("form_id", sa.Text, nullable=False),
    sa.Column("form_version", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False, comment="that held the call"),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("started_utc", Utc, nullable=False),
    sa.Column("day", sa.Date, nullable=False, comment="of the call, in India"),
    sa.Column("clock_suspect", sa.Boolean, nullable=False),
    sa.Column("district", sa.Text),
    sa.Column("answered", sa.Integer, nullable=False),
    sa.Column("skipped", sa.Integer, nullable=False),
    sa.Index(None, "day", "record_id"),
    sa.Index(None, "received_utc"),
)
"""Each record as it stands after its corrections: what the dashboard counts and a search filters by."""

SEARCH_KEYS = sa.Table(
    "search_keys",
    METADATA,
    sa.Column("kind", sa.Text, primary_key=True, comment="phone, name or word"),
    sa.Column("key", sa.LargeBinary, primary_key=True),
    sa.Column("record_id", sa.Uuid(as_uuid=False), primary_key=True),
    sa.Index(None, "record_id"),
)
"""Keyed hashes of what a record can be found by."""

DISTRICTS = sa.Table("districts", METADATA, sa.Column("district", sa.Text, primary_key=True))
"""Every district that any record names, so that a search can go by its sound."""

QUARANTINE = sa.Table(
    "quarantine",
    METADATA,
    sa.Column("record_id", sa.Uuid(as_uuid=False), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("sealed_sha256", sa.LargeBinary, primary_key=True),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("key_id", sa.Text, nullable=False),
    sa.Column("form_id", sa.Text, nullable=False),
    sa.Column("form_version", sa.Text, nullable=False),
    sa.Column("delivered_by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("received_utc", Utc, nullable=False),
)
"""What came and could not be taken, whole, with the reason; nothing is thrown away."""
