from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from edgebharo.bench.postgres import Cluster, private_cluster, programs
from edgebharo.registry.database import open_database
from edgebharo.registry.migrate import migrate

TODAY = date(2026, 11, 30)
NUMBERS = count(1)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of the tests' own, with a database `template` that has every table."""
    if programs() is None:
        pytest.skip("PostgreSQL's server is not installed on this machine")
    with private_cluster(durable=False) as running:
        with control(running) as connection:
            connection.exec_driver_sql("CREATE DATABASE template")
        engine = open_database(running.url("template"))
        migrate(engine, TODAY)
        engine.dispose()
        yield running


def control(cluster: Cluster) -> sa.Connection:
    """A connection that may make databases."""
    engine = sa.create_engine(
        cluster.url().replace("postgresql:", "postgresql+psycopg:"),
        isolation_level="AUTOCOMMIT",
        poolclass=sa.NullPool,
    )
    return engine.connect()


@pytest.fixture
def empty_postgresql(cluster: Cluster) -> str:
    return new_database(cluster, "template0")


@pytest.fixture
def postgresql(cluster: Cluster) -> str:
    """The address of a database that is ready for use."""
    return new_database(cluster, "template")


def new_database(cluster: Cluster, template: str) -> str:
    name = f"test_{next(NUMBERS)}"
    with control(cluster) as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {template}")
    return cluster.url(name)


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
