"""What a worker works with, and how a request proves whose it is."""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, cast

import sqlalchemy as sa
from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from edgebharo.clock import Clock, SystemClock
from edgebharo.registry import credentials
from edgebharo.registry.credentials import Holder, Role
from edgebharo.registry.custody import Custody, load_custody
from edgebharo.registry.database import open_database
from edgebharo.registry.gate import Gate
from edgebharo.registry.ingest import Ingest
from edgebharo.registry.limits import RateLimit
from edgebharo.registry.metrics import Metrics
from edgebharo.registry.settings import Settings

GUEST_REQUESTS_PER_S = 2.0
GUEST_BURST = 60
"""Of one address without a token: enrolments and mistakes. Guessing a code is out of reach at that rate."""

KNOWN_MS = 2_000
"""So soon does every worker notice that a device was revoked."""
KNOWN_HOLDERS = 10_000

Body = TypeVar("Body", bound=BaseModel)
Result = TypeVar("Result")


@dataclass(frozen=True)
class Services:
    """One worker's own. All that lasts is in the database and the folder of keys."""

    engine: sa.Engine
    custody: Custody
    gate: Gate
    clock: Clock
    callers: RateLimit
    guests: RateLimit
    metrics: Metrics
    known: dict[bytes, tuple[Holder, int]] = field(default_factory=dict, repr=False)
    """Devices by the hash of their token, and until when (monotonic ms) they need not be looked up again."""

    async def ask(self, question: Callable[[sa.Connection], Result]) -> Result:
        """Run `question`, each of its statements for itself, on a thread that may wait for the database."""
        return await run_in_threadpool(self._ask, question)

    def _ask(self, question: Callable[[sa.Connection], Result]) -> Result:
        with self.engine.connect() as connection:
            return question(connection.execution_options(isolation_level="AUTOCOMMIT"))


def build_services(settings: Settings, clock: Clock | None = None) -> Services:
    """Open the database and the keys.

    Raises:
        ConfigError: the database's address is wrong.
        RegistryError: the keys cannot be used.
    """
    clock = clock or SystemClock()
    custody = load_custody(settings.keys)
    engine = open_database(settings.database)
    return Services(
        engine=engine,
        custody=custody,
        gate=Gate(Ingest(engine, custody, clock.utc)),
        clock=clock,
        callers=RateLimit(settings.requests_per_s, settings.burst),
        guests=RateLimit(GUEST_REQUESTS_PER_S, GUEST_BURST),
        metrics=Metrics(str(os.getpid())),
    )


def services_of(request: Request) -> Services:
    """Those of the worker that the request came to."""
    return cast("Services", request.app.state.services)


async def require_device(request: Request) -> Holder:
    """The device that asks. Raises HTTPException 401, 403 or 429."""
    return await _require(request, "device")


async def require_admin(request: Request) -> Holder:
    """The admin who asks: with a bearer token, or with the token as a browser's password."""
    return await _require(request, "admin")


async def _require(request: Request, role: Role) -> Holder:
    services = services_of(request)
    token = _token(request.headers.get("authorization", ""))
    if token is None:
        raise _unknown(request, role)
    _pass(services.callers, credentials.digest(token).hex(), services)
    holder = await _holder(services, token)
    if holder is None:
        raise _unknown(request, role)
    if holder.revoked:
        raise HTTPException(403, "this token was revoked: ask the registry's owner for a new enrolment code")
    if holder.role != role:
        raise HTTPException(403, f"this is the token of a {holder.role}: it does not open this door")
    return holder


async def _holder(services: Services, token: str) -> Holder | None:
    """Whose token it is. A device in use is remembered for KNOWN_MS: it posts many times in a row."""
    digest, now_ms = credentials.digest(token), services.clock.now_ms()
    holder, until_ms = services.known.get(digest, (None, 0))
    if now_ms < until_ms:
        return holder
    holder = await services.ask(lambda connection: credentials.who(connection, token, services.clock.utc()))
    if holder and holder.role == "device" and not holder.revoked:
        if len(services.known) >= KNOWN_HOLDERS:
            services.known.clear()
        services.known[digest] = (holder, now_ms + KNOWN_MS)
    return holder


def limit_guest(request: Request) -> None:
    """Count a request of somebody who is nobody yet. Raises HTTPException 429."""
    services = services_of(request)
    _pass(services.guests, request.client.host if request.client else "", services)


def _pass(limit: RateLimit, caller: str, services: Services) -> None:
    wait = limit.wait_s(caller, services.clock.now_ms())
    if wait:
        raise HTTPException(429, "too many requests: wait a little", {"Retry-After": str(wait)})


def _unknown(request: Request, role: Role) -> HTTPException:
    limit_guest(request)
    challenge = 'Basic realm="EdgeBharo registry", charset="UTF-8"' if role == "admin" else "Bearer"
    return HTTPException(401, f"a token of a {role} is needed", {"WWW-Authenticate": challenge})


def _token(authorization: str) -> str | None:
    """The token in the header: `Bearer TOKEN`, or `Basic` with any name and the token as password."""
    scheme, _, given = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return given.strip() or None
    if scheme.lower() != "basic":
        return None
    try:
        _, _, password = base64.b64decode(given.strip(), validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return password or None


def parse(model: type[Body], body: bytes) -> Body:
    """The body as `model`. Raises HTTPException 422, which names keys and never values."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise HTTPException(422, problems_of(error.errors(include_input=False, include_url=False))) from None


def problems_of(errors: object) -> str:
    """Validation errors in one line: where, and what kind."""
    first = cast("list[dict[str, object]]", errors)[:5]
    lines = (f"{'.'.join(str(part) for part in _path(error)) or 'body'}: {error['type']}" for error in first)
    return "; ".join(lines)[:2000]


def _path(error: dict[str, object]) -> tuple[object, ...]:
    return tuple(cast("tuple[object, ...]", error["loc"]))
