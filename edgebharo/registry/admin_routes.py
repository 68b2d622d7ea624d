"""What the registry's owner asks for, as JSON."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from edgebharo.records.payload import Record
from edgebharo.registry import duplicates as candidates
from edgebharo.registry import search as searching
from edgebharo.registry.export import Selection, as_csv, as_fhir
from edgebharo.registry.limits import read_body
from edgebharo.registry.openapi import body_of, refusals
from edgebharo.registry.quarantine import quarantined
from edgebharo.registry.services import parse, require_admin, services_of
from edgebharo.registry.standing import load

routes = APIRouter(tags=["owner"], dependencies=[Depends(require_admin)])

QUERY_BYTES = 10_000
RECENT_DAYS = 30
OWNER: dict[str, Any] = {"security": [{"token": []}, {"browser": []}]}
RecordId = Annotated[str, Path(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")]
Days = Annotated[int, Query(ge=1, le=3650, description="How many days back.")]
Limit = Annotated[int, Query(ge=1, le=500)]


class Held(BaseModel):
    """One item in quarantine."""

    model_config = ConfigDict(frozen=True, from_attributes=True)

    record_id: str
    revision: int
    form_id: str
    form_version: str
    key_id: str
    delivered_by: str
    reason: str
    received_utc: datetime


@routes.post(
    "/v1/search",
    response_model=searching.FoundAll,
    responses=refusals(400, 401, 403, 408, 413, 415, 422, 429, 503),
    openapi_extra=OWNER | body_of(searching.Query),
)
async def search(request: Request) -> searching.FoundAll:
    """Find records by name as it sounds, phone, district, form and days. In a body: no log sees a name."""
    query = parse(searching.Query, await read_body(request, QUERY_BYTES))
    services = services_of(request)
    return await services.ask(lambda connection: searching.search(connection, services.custody, query))


@routes.get("/v1/records/{record_id}", responses=refusals(401, 403, 404, 422, 429, 503), openapi_extra=OWNER)
async def record(request: Request, record_id: RecordId) -> Record:
    """One record as it stands after its corrections."""
    services = services_of(request)
    found = await services.ask(lambda connection: load(connection, [record_id], services.custody))
    if record_id not in found:
        raise HTTPException(404, "there is no such record, or its key has been lost")
    return found[record_id]


@routes.get("/v1/duplicates", responses=refusals(401, 403, 422, 429, 503), openapi_extra=OWNER)
async def duplicates(request: Request, days: Days = RECENT_DAYS, limit: Limit = 100) -> candidates.Duplicates:
    """Pairs of records that may be of one person, one of which came in the last days. Nothing is merged."""
    services = services_of(request)
    since = services.clock.utc() - timedelta(days=days)
    return await services.ask(
        lambda connection: candidates.duplicates(connection, services.custody, since, limit)
    )


@routes.get("/v1/quarantine", responses=refusals(401, 403, 422, 429, 503), openapi_extra=OWNER)
async def quarantine(request: Request, limit: Limit = 100) -> list[Held]:
    """What was not taken, and why; the newest first."""
    found = await services_of(request).ask(lambda connection: quarantined(connection, limit))
    return [Held.model_validate(one) for one in found]


@routes.get(
    "/v1/export.csv",
    response_class=StreamingResponse,
    responses=refusals(401, 403, 422, 429, 503)
    | {200: {"content": {"text/csv": {}}, "description": "One row for each record."}},
    openapi_extra=OWNER,
)
def export_csv(request: Request, selection: Annotated[Selection, Query()]) -> StreamingResponse:
    """One row for each record of a form, columns in question order."""
    services = services_of(request)
    rows = as_csv(services.engine, services.custody, selection)
    return _download(rows, "text/csv; charset=utf-8", "records.csv")


@routes.get(
    "/v1/export.ndjson",
    response_class=StreamingResponse,
    responses=refusals(401, 403, 422, 429, 503)
    | {200: {"content": {"application/fhir+ndjson": {}}, "description": "FHIR R4, one a line."}},
    openapi_extra=OWNER,
)
def export_fhir(request: Request, selection: Annotated[Selection, Query()]) -> StreamingResponse:
    """One FHIR R4 QuestionnaireResponse for each record, as newline-delimited JSON."""
    services = services_of(request)
    lines = as_fhir(services.engine, services.custody, selection, str(request.base_url).rstrip("/"))
    return _download(lines, "application/fhir+ndjson", "records.ndjson")


def _download(parts: Any, media_type: str, name: str) -> StreamingResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(parts, media_type=media_type, headers=headers)
