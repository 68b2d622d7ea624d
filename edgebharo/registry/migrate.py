"""Bringing the registry's database to the shape that this program reads, and refusing any other."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from edgebharo.errors import RegistryError
from edgebharo.registry.database import explained, is_postgresql
from edgebharo.registry.partitions import make_partitions

STEPS = Path(__file__).parent / "migrations"
LOCK = 0x45424852
"""Key of the advisory lock that lets one program at a time change the tables: `EBHR`."""


def steps() -> tuple[str, ...]:
    """Names of all steps that this program knows, oldest first."""
    found = [step.revision for step in ScriptDirectory(str(STEPS)).walk_revisions()]
    return tuple(reversed(found))


def migrate(engine: sa.Engine, today: date, to: str = "head") -> str:
    """Take every missing step, all in one transaction, and make the partitions of the coming months.

    Returns:
        The step that the database stands at.

    Raises:
        RegistryError: a newer EdgeBharo changed it, or the database does not answer.
    """
    with explained(), engine.begin() as connection:
        if is_postgresql(connection):
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        _refuse_newer(standing(connection))
        config = Config()
        config.set_main_option("script_location", str(STEPS))
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        reached = standing(connection)
        if is_postgresql(connection) and reached == steps()[-1]:
            make_partitions(connection, today)
    return reached or ""


def standing(connection: sa.Connection) -> str | None:
    """The step that the database stands at; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def check(engine: sa.Engine, today: date) -> None:
    """Make sure that the database has this program's shape, and partitions for the coming months.

    Raises:
        RegistryError: it has not; says what to do.
    """
    with explained(), engine.begin() as connection:
        found = standing(connection)
        _refuse_newer(found)
        if found != steps()[-1]:
            state = (
                "is empty" if found is None else f"stands at step {found}, this program needs {steps()[-1]}"
            )
            raise RegistryError(f"the registry's database {state}: run edgebharo registry migrate")
        if is_postgresql(connection):
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            make_partitions(connection, today)


def _refuse_newer(found: str | None) -> None:
    if found is not None and found not in steps():
        raise RegistryError(
            f"a newer EdgeBharo has changed the registry's database (step {found}): install that one; "
            "nothing was changed"
        )
