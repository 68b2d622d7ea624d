from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from socket import AF_UNIX, socket
from tempfile import mkdtemp
from threading import Thread
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI
from sealed import NOW, item_of

from edgebharo.bench.postgres import Cluster, private_cluster, programs
from edgebharo.records.payload import Record
from edgebharo.registry import credentials
from edgebharo.registry.app import build_app
from edgebharo.registry.custody import make_custody
from edgebharo.registry.database import open_database
from edgebharo.registry.migrate import migrate
from edgebharo.registry.schema import METADATA
from edgebharo.registry.services import Services, build_services
from edgebharo.registry.settings import Settings
from edgebharo.sync import wire
from edgebharo.sync.wire import Batch, Item

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


@dataclass
class HandClock:
    """Stands still until a test moves it."""

    moment: datetime = NOW
    ms: int = 0

    def now_ms(self) -> int:
        return self.ms

    def utc(self) -> datetime:
        return self.moment

    def today(self) -> date:
        return self.moment.date()


@dataclass(frozen=True)
class Office:
    """A registry that stands ready, one device and one admin."""

    client: httpx.Client
    socket: Path
    """Unix socket of the server."""
    services: Services
    clock: HandClock
    device: dict[str, str]
    """Headers of the device `laptop-1`."""
    admin: dict[str, str]

    def wrap(self, what: Record | bytes, **changes: Any) -> Item:
        """Sealed to the registry's key."""
        custody = self.services.custody
        return item_of(what, custody.pairs[custody.current].public, **changes)

    def deliver(self, *what: Record | bytes) -> list[str]:
        """Send records as a batch; their outcomes."""
        batch = Batch(items=tuple(self.wrap(one) for one in what))
        answer = self.client.post(wire.BATCHES, content=batch.model_dump_json(), headers=self.device)
        assert answer.status_code == 200, answer.text
        return [result["outcome"] for result in answer.json()["results"]]


@pytest.fixture
def office(database: str, tmp_path: Path) -> Iterator[Office]:
    make_custody(tmp_path / "keys")
    clock = HandClock()
    services = build_services(Settings(database, tmp_path / "keys", burst=30), clock)
    with services.engine.begin() as connection:
        code = credentials.add_device(connection, "laptop-1", NOW)
        enrolled = credentials.enrol(connection, code, NOW)
        admin = credentials.add_admin(connection, "owner", NOW)
    assert enrolled is not None
    with served(build_app(services)) as (client, path):
        yield Office(client, path, services, clock, bearer(enrolled.token), bearer(admin))


@contextmanager
def served(app: FastAPI) -> Iterator[tuple[httpx.Client, Path]]:
    """The app behind a real server: a client of it, and its Unix socket."""
    path = (
        Path(mkdtemp(prefix="edgebharo-registry-")) / "socket"
    )  # the path of a test may be too long for one
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, server_header=False))
    with socket(AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen(200)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        transport = httpx.HTTPTransport(uds=str(path))
        try:
            with httpx.Client(transport=transport, base_url="http://registry", timeout=60) as client:
                yield client, path
        finally:
            server.should_exit = True
            thread.join()
            shutil.rmtree(path.parent)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
