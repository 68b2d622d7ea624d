"""Running the registry: workers under uvicorn, one socket, no log of what was said."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from edgebharo.clock import SystemClock
from edgebharo.errors import ConfigError, RegistryError
from edgebharo.registry.custody import load_custody
from edgebharo.registry.database import is_postgresql, open_database
from edgebharo.registry.migrate import check
from edgebharo.registry.opening import day_in_india
from edgebharo.registry.settings import Settings, to_environment

APP = "edgebharo.registry.app:from_environment"
CONNECTIONS = 256
"""Of one worker, idle ones too; more are answered with 503, and devices try again."""
LOG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(process)d %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"level": "INFO", "handlers": ["stderr"]},
    "loggers": {"alembic": {"level": "WARNING"}},
}
"""Of every worker: one line for each request, by route, without addresses, values or ids."""
KEEP_ALIVE_SECONDS = 5
SHUTDOWN_SECONDS = 20


@dataclass(frozen=True)
class Listening:
    """Where and how the registry is reached."""

    host: str = "127.0.0.1"
    port: int = 8480
    socket: Path | None = None
    """A Unix socket instead, for a reverse proxy on the same machine."""
    certificate: Path | None = None
    certificate_key: Path | None = None
    workers: int = 1


def serve(settings: Settings, listening: Listening) -> None:
    """Serve until the process is told to stop (SIGTERM, Ctrl-C); what was begun is finished.

    Raises:
        ConfigError: these options do not go together.
        RegistryError: the database or the keys cannot be used.
    """
    _fit_together(settings, listening)
    os.environ.update(to_environment(settings))
    uvicorn.run(
        APP,
        factory=True,
        host=listening.host,
        port=listening.port,
        uds=str(listening.socket) if listening.socket else None,
        workers=listening.workers,
        ssl_certfile=listening.certificate,
        ssl_keyfile=listening.certificate_key,
        access_log=False,  # its lines hold whole addresses; `watch` logs the patterns of routes
        log_config=LOG,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def _fit_together(settings: Settings, listening: Listening) -> None:
    """Fail here, once and readably, and not in each worker."""
    if (listening.certificate is None) != (listening.certificate_key is None):
        raise ConfigError("give --certificate and --certificate-key together")
    for path in (listening.certificate, listening.certificate_key):
        if path is not None and not path.is_file():
            raise ConfigError(f"{path}: there is no such file")
    load_custody(settings.keys)
    engine = open_database(settings.database)
    try:
        if listening.workers > 1 and not is_postgresql(engine):
            raise RegistryError("several workers need PostgreSQL: SQLite is for trying the registry out")
        check(engine, day_in_india(SystemClock().utc()))
    finally:
        engine.dispose()
