"""The pages. A browser asks for the admin's token as a password; the user name does not matter."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Query, Request
from pydantic import ValidationError
from starlette.responses import HTMLResponse

from edgebharo.registry import duplicates as candidates
from edgebharo.registry import pages
from edgebharo.registry import search as searching
from edgebharo.registry.admin_routes import QUERY_BYTES, RECENT_DAYS
from edgebharo.registry.figures import figures
from edgebharo.registry.html import POLICY
from edgebharo.registry.limits import read_body
from edgebharo.registry.opening import day_in_india
from edgebharo.registry.quarantine import quarantined
from edgebharo.registry.services import problems_of, require_admin, services_of

routes = APIRouter(
    include_in_schema=False,
    default_response_class=HTMLResponse,
    dependencies=[Depends(require_admin)],
)

SHOWN = 200
Day = Annotated[date | None, Query()]


@routes.get("/")
async def overview(request: Request, since: Day = None, until: Day = None) -> HTMLResponse:
    """The dashboard, for the last 30 days where no others are asked for."""
    services = services_of(request)
    today = day_in_india(services.clock.utc())
    last = until or today
    first = since or max(date.min + timedelta(days=RECENT_DAYS), last) - timedelta(days=RECENT_DAYS)
    return _page(pages.dashboard(await services.ask(lambda connection: figures(connection, first, last))))


@routes.get("/search")
async def empty_search() -> HTMLResponse:
    """The form alone."""
    return _page(pages.search_page(None, None))


@routes.post("/search")
async def search(request: Request) -> HTMLResponse:
    """The form, and what was found."""
    services = services_of(request)
    body = (await read_body(request, QUERY_BYTES)).decode(errors="replace")
    given = {name: value for name, value in parse_qsl(body, max_num_fields=20) if value.strip()}
    try:
        query = searching.Query.model_validate(given)
    except ValidationError as error:
        problem = problems_of(error.errors(include_input=False, include_url=False))
        return _page(pages.search_page(None, None, f"not understood: {problem}"))
    found = await services.ask(lambda connection: searching.search(connection, services.custody, query))
    return _page(pages.search_page(query, found))


@routes.get("/duplicates")
async def duplicates(request: Request) -> HTMLResponse:
    """Candidates of the last 30 days."""
    services = services_of(request)
    since = services.clock.utc() - timedelta(days=RECENT_DAYS)
    found = await services.ask(
        lambda connection: candidates.duplicates(connection, services.custody, since, SHOWN)
    )
    return _page(pages.duplicates_page(found))


@routes.get("/held")
async def held(request: Request) -> HTMLResponse:
    """The newest of what is in quarantine."""
    found = await services_of(request).ask(lambda connection: quarantined(connection, SHOWN))
    return _page(pages.quarantine_page(found))


def _page(text: str) -> HTMLResponse:
    return HTMLResponse(text, headers={"Content-Security-Policy": POLICY})
