"""Opening the registry's database, and the few things in which PostgreSQL and SQLite differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Dialect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from edgebharo.errors import ConfigError, RegistryError

Row: TypeAlias = Mapping[str, Any]

POOL = 12
"""Connections of one worker. Ingest keeps one for milliseconds: a dozen serve hundreds of devices."""
POOL_SECONDS = 10
SESSION = "-c statement_timeout=30000 -c lock_timeout=15000 -c idle_in_transaction_session_timeout=60000"
"""Milliseconds: no request of a stateless worker may hold the others up for ever."""
BUSY_SECONDS = 15


def parse_url(text: str) -> URL:
    """The address of a database; `postgresql://` and `postgres://` mean psycopg 3.

    Raises:
        ConfigError: it is neither PostgreSQL's nor SQLite's.
    """
    try:
        url = make_url(text)
        known = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg", "sqlite": "sqlite"}
        return url.set(drivername=known.get(url.drivername, url.drivername)).difference_update_query(())
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise ConfigError(
            "--database is no address: write postgresql://USER@HOST/NAME, or sqlite:///FILE to try it"
        ) from None


def is_postgresql(engine: sa.Engine | sa.Connection) -> bool:
    """Whether many workers may share the database, and the revisions are partitioned."""
    return engine.dialect.name == "postgresql"


def open_database(text: str) -> sa.Engine:
    """An engine that hides every value from its errors and logs. Connects at the first use.

    Raises:
        ConfigError: the address is wrong.
    """
    url = parse_url(text)
    if url.drivername == "postgresql+psycopg":
        return sa.create_engine(
            url,
            hide_parameters=True,
            pool_size=POOL,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            connect_args={"options": SESSION, "connect_timeout": POOL_SECONDS},
        )
    if url.drivername != "sqlite" or not url.database or url.database == ":memory:":
        raise ConfigError("--database: write postgresql://USER@HOST/NAME, or sqlite:///FILE to try it")
    engine = sa.create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Durable commits, and transactions that `_begin_sqlite` begins, not the driver."""
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: sa.Connection) -> None:
    """Take the write lock at once: a transaction that reads first and writes later could not wait for it.

    Where each statement is for itself there is no transaction, and nobody who would commit it.
    """
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def insert_all(
    connection: sa.Connection, table: sa.Table, rows: Sequence[Row], *, returning: Sequence[str] = ()
) -> Sequence[tuple[Any, ...]]:
    """Insert `rows` (all with the same columns); those whose key is there already are passed over.

    Returns the columns `returning` of the rows that were inserted. In PostgreSQL one statement takes all rows
    as arrays, one for each column: its text never changes, so it is planned once, and it is sent in one go.
    """
    if not rows:
        return ()
    names = tuple(rows[0])
    if is_postgresql(connection):
        columns = {f"c{number}": [row[name] for row in rows] for number, name in enumerate(names)}
        found = connection.execute(_from_arrays(table, names, tuple(returning)), columns)
    else:
        insert = sqlite.insert(table).on_conflict_do_nothing()
        told = insert.returning(*(table.c[name] for name in returning)) if returning else insert
        found = connection.execute(told, list(rows))
    return [tuple(row) for row in found] if returning else ()


_POSTGRESQL: Dialect = postgresql.psycopg.PGDialect_psycopg()  # type: ignore[no-untyped-call]


@cache
def _from_arrays(table: sa.Table, names: tuple[str, ...], returning: tuple[str, ...]) -> sa.Executable:
    kinds = [table.c[name].type.compile(dialect=_POSTGRESQL) for name in names]
    arrays = ", ".join(f"CAST(:c{number} AS {kind}[])" for number, kind in enumerate(kinds))
    told = f" RETURNING {', '.join(returning)}" if returning else ""
    statement = sa.text(
        f"INSERT INTO {table.name} ({', '.join(names)}) SELECT * FROM unnest({arrays}) "  # noqa: S608 - our names
        f"ON CONFLICT DO NOTHING{told}"
    )
    return statement.columns(*(table.c[name] for name in returning)) if returning else statement


@contextmanager
def explained() -> Iterator[None]:
    """Turn a failure of the database into one line.

    Raises:
        RegistryError: what failed, without any value.
    """
    try:
        yield
    except sa.exc.TimeoutError as error:
        raise RegistryError("the database is too busy: try again, or start fewer workers") from error
    except DBAPIError as error:
        raise RegistryError(
            f"the database does not answer as it should ({type(error.orig).__name__}): check that it runs, "
            "and --database"
        ) from error
