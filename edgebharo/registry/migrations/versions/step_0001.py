"""Credentials, receipts, sealed revisions, records, search keys, districts, quarantine."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from edgebharo.registry.schema import Utc

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Take the step."""
    _who()
    _what_came()
    _what_is_found()
    _what_was_not_taken()
    if op.get_context().dialect.name == "postgresql":
        op.execute("CREATE TABLE revisions_other PARTITION OF revisions DEFAULT")


def _who() -> None:
    op.create_table(
        "credentials",
        sa.Column("role", sa.Text, nullable=False, comment="device or admin"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token_sha256", sa.LargeBinary),
        sa.Column("code_sha256", sa.LargeBinary, comment="of an enrolment code not yet used"),
        sa.Column("code_expires_utc", Utc),
        sa.Column("created_utc", Utc, nullable=False),
        sa.Column("enrolled_utc", Utc),
        sa.Column("seen_utc", Utc),
        sa.Column("revoked_utc", Utc),
        sa.PrimaryKeyConstraint("role", "name", name="credentials_pk"),
        sa.UniqueConstraint("token_sha256", name="credentials_one_token_sha256"),
        sa.UniqueConstraint("code_sha256", name="credentials_one_code_sha256"),
    )


def _what_came() -> None:
    op.create_table(
        "receipts",
        sa.Column("record_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("sealed_sha256", sa.LargeBinary, nullable=False),
        sa.Column("payload_sha256", sa.LargeBinary, nullable=False),
        sa.Column("received_utc", Utc, nullable=False),
        sa.PrimaryKeyConstraint("record_id", "revision", name="receipts_pk"),
    )
    op.create_table(
        "revisions",
        sa.Column("received_utc", Utc, nullable=False),
        sa.Column("record_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("delivered_by", sa.Text, nullable=False, comment="whose token brought it"),
        sa.PrimaryKeyConstraint("received_utc", "record_id", "revision", name="revisions_pk"),
        postgresql_partition_by="RANGE (received_utc)",
    )
    op.create_index("revisions_by_record_id", "revisions", ["record_id"])


def _what_is_found() -> None:
    op.create_table(
        "records",
        sa.Column("record_id", sa.Uuid(as_uuid=False), nullable=False),
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
        sa.PrimaryKeyConstraint("record_id", name="records_pk"),
    )
    op.create_index("records_by_day_record_id", "records", ["day", "record_id"])
    op.create_index("records_by_received_utc", "records", ["received_utc"])
    op.create_table(
        "search_keys",
        sa.Column("kind", sa.Text, nullable=False, comment="phone, name or word"),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("record_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", "record_id", name="search_keys_pk"),
    )
    op.create_index("search_keys_by_record_id", "search_keys", ["record_id"])
    op.create_table(
        "districts",
        sa.Column("district", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("district", name="districts_pk"),
    )


def _what_was_not_taken() -> None:
    op.create_table(
        "quarantine",
        sa.Column("record_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("sealed_sha256", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("form_id", sa.Text, nullable=False),
        sa.Column("form_version", sa.Text, nullable=False),
        sa.Column("delivered_by", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("received_utc", Utc, nullable=False),
        sa.PrimaryKeyConstraint("record_id", "revision", "sealed_sha256", name="quarantine_pk"),
    )
