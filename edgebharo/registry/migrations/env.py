"""What Alembic runs for each command; `registry.migrate` hands it the connection."""

from __future__ import annotations

from alembic import context

from edgebharo.registry.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
