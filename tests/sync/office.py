"""The real registry on loopback, over SQLite, for as long as a test runs."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import sqlalchemy as sa
import uvicorn

from edgebharo.clock import SystemClock
from edgebharo.registry import credentials
from edgebharo.registry.app import build_app
from edgebharo.registry.custody import make_custody
from edgebharo.registry.database import open_database
from edgebharo.registry.migrate import migrate
from edgebharo.registry.schema import RECEIPTS, RECORDS
from edgebharo.registry.services import Services, build_services
from edgebharo.registry.settings import Settings


@dataclass(frozen=True)
class Office:
    url: str
    services: Services
    keys: Path

    def code(self, name: str = "laptop-1") -> str:
        """For a new device."""
        with self.services.engine.begin() as connection:
            return credentials.add_device(connection, name, SystemClock().utc())

    def revoke(self, name: str = "laptop-1") -> None:
        with self.services.engine.begin() as connection:
            credentials.revoke(connection, "device", name, SystemClock().utc())

    @property
    def counts(self) -> tuple[int, int]:
        """(records, revisions) that it holds."""
        with self.services.engine.begin() as connection:
            records, receipts = (
                connection.scalar(sa.select(sa.func.count()).select_from(table))
                for table in (RECORDS, RECEIPTS)
            )
        return records or 0, receipts or 0

    @property
    def private_key(self) -> Path:
        return self.keys / f"{self.services.custody.current}.private"


@contextmanager
def open_office(folder: Path) -> Iterator[Office]:
    """A registry of its own, with keys and tables."""
    database = f"sqlite:///{folder / 'registry.sqlite'}"
    engine = open_database(database)
    migrate(engine, SystemClock().today())
    engine.dispose()
    make_custody(folder / "registry-keys")
    services = build_services(Settings(database, folder / "registry-keys"), SystemClock())
    server = uvicorn.Server(uvicorn.Config(build_app(services), log_config=None, access_log=False))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            port = listening.getsockname()[1]
            yield Office(f"http://127.0.0.1:{port}", services, folder / "registry-keys")
        finally:
            server.should_exit = True
            thread.join()
