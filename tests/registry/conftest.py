from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa

from edgebharo.bench.postgres import Cluster, private_cluster, programs
from edgebharo.registry.database import open_database
from edgebharo.registry.migrate import migrate
from edgebharo.registry.schema import METADATA

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of the tests' own: `ready` has every table, `empty` none."""
    if programs() is None:
        pytest.skip("PostgreSQL's server is not installed on this machine")
    with private_cluster(durable=False) as running:
        with control(running) as connection:
            connection.exec_driver_sql("CREATE DATABASE ready")
            connection.exec_driver_sql("CREATE DATABASE empty")
        engine = open_database(running.url("ready"))
        migrate(engine, TODAY)
        engine.dispose()
        yield running


def control(cluster: Cluster, database: str = "postgres") -> sa.Connection:
    """A connection that may make and empty everything."""
    url = cluster.url(database).replace("postgresql:", "postgresql+psycopg:")
    return sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool).connect()


@pytest.fixture
def empty_postgresql(cluster: Cluster) -> str:
    """The address of a database without any table."""
    with control(cluster, "empty") as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    return cluster.url("empty")


@pytest.fixture
def postgresql(cluster: Cluster) -> str:
    """The address of a database that is ready for use; every table is empty."""
    with control(cluster, "ready") as connection:
        for table in METADATA.tables:
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - a table of ours
    return cluster.url("ready")


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'registry.sqlite'}"
    engine = open_database(url)
    migrate(engine, TODAY)
    engine.dispose()
    return url


@pytest.fixture(params=["postgresql", "sqlite"])
def database(request: pytest.FixtureRequest) -> str:
    """Both kinds of database, ready for use."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def engine(database: str) -> Iterator[sa.Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()
