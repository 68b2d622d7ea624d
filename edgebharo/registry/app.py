"""The registry as an ASGI app. `from_environment` is what each worker runs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import InterfaceError, OperationalError
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from edgebharo.registry import admin_routes, device_routes, page_routes, settings
from edgebharo.registry.migrate import check
from edgebharo.registry.openapi import describe, refusals
from edgebharo.registry.opening import day_in_india
from edgebharo.registry.schema import CREDENTIALS, QUARANTINE
from edgebharo.registry.search import Query
from edgebharo.registry.services import Services, build_services, problems_of, services_of
from edgebharo.registry.watch import Watch, place_of
from edgebharo.sync import wire

LOG = logging.getLogger(__name__)
BUSY_SECONDS = 5


def build_app(services: Services) -> FastAPI:
    """The app around `services`; closes their database when it is shut down."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        services.engine.dispose()

    app = FastAPI(
        lifespan=lifespan,
        docs_url=None,  # its pages would fetch scripts from elsewhere
        redoc_url=None,
        middleware=[Middleware(Watch, metrics=services.metrics, clock=services.clock)],
        exception_handlers={
            RequestValidationError: _invalid,
            OperationalError: _database_away,
            InterfaceError: _database_away,
            sa.exc.TimeoutError: _database_away,
        },
    )
    app.state.services = services
    for routes in (device_routes.routes, admin_routes.routes, page_routes.routes):
        app.include_router(routes)
    app.add_api_route(wire.HEALTH, health, responses=refusals(503), tags=["operation"])
    app.add_api_route(wire.METRICS, metrics, response_class=PlainTextResponse, tags=["operation"])
    described = cache(lambda: describe(app, (wire.Batch, wire.Item, wire.Enrolment, Query)))
    app.openapi = described  # type: ignore[method-assign]
    return app


def from_environment() -> FastAPI:
    """The app of a worker. Refuses to start on a database of another shape.

    Raises:
        ConfigError: a setting is wrong.
        RegistryError: the database or the keys cannot be used.
    """
    services = build_services(settings.from_environment())
    check(services.engine, day_in_india(services.clock.utc()))
    return build_app(services)


async def health(request: Request) -> dict[str, str]:
    """Whether the registry can take records: its database answers."""
    await services_of(request).ask(lambda connection: connection.execute(sa.select(1)).all())
    return {"status": "ok"}


async def metrics(request: Request) -> PlainTextResponse:
    """This worker's counters and the whole registry's gauges, in Prometheus' text format."""
    services = services_of(request)
    return PlainTextResponse(services.metrics.text(await services.ask(_gauges)))


def _gauges(connection: sa.Connection) -> dict[str, int]:
    quarantined = sa.select(sa.func.count()).select_from(QUARANTINE)
    enrolled = sa.select(sa.func.count()).where(
        CREDENTIALS.c.role == "device",
        CREDENTIALS.c.enrolled_utc.is_not(None),
        CREDENTIALS.c.revoked_utc.is_(None),
    )
    return {
        "quarantined": connection.scalar(quarantined) or 0,
        "devices_enrolled": connection.scalar(enrolled) or 0,
    }


async def _invalid(_: Request, error: Any) -> Response:
    return JSONResponse({"detail": problems_of(error.errors())}, 422)


async def _database_away(_: Request, error: Exception) -> Response:
    LOG.error("database: %s", place_of(error))
    busy = {"detail": "the registry's database does not answer: nothing was stored, try again"}
    return JSONResponse(busy, 503, {"Retry-After": str(BUSY_SECONDS)})
