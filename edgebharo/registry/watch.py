"""Stands around every request: times, counts and logs it without a value, and lets no exception through."""

from __future__ import annotations

import logging
import traceback
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edgebharo.clock import Clock
from edgebharo.registry.metrics import Metrics

LOG = logging.getLogger(__name__)

HEADERS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


@dataclass(frozen=True)
class Watch:
    """ASGI middleware, the outermost one."""

    app: ASGIApp
    metrics: Metrics
    clock: Clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = self.clock.now_ms()
        status = 0

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        try:
            await self.app(scope, receive, note)
        except Exception as error:  # noqa: BLE001 - what it says may quote an answer: only its place is logged
            LOG.error("fault: %s", place_of(error))  # noqa: TRY400
            if not status:
                await JSONResponse({"detail": "the registry has a fault: see its log"}, 500)(
                    scope, receive, note
                )
        route = getattr(scope.get("route"), "path", "(none)")
        taken = (self.clock.now_ms() - begun) / 1000
        self.metrics.answered(scope["method"][:10], route, status, taken)
        LOG.info("%s %s %d %.3f s", scope["method"][:10], route, status, taken)


def place_of(error: BaseException) -> str:
    """The kind of an exception and where it was raised; not what it says."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"
