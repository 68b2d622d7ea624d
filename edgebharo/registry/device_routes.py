"""What devices ask for: the key, a token, and a place for their records."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from edgebharo.registry import credentials
from edgebharo.registry.credentials import Holder
from edgebharo.registry.ingest import OTHER_BYTES
from edgebharo.registry.limits import read_body
from edgebharo.registry.openapi import body_of, refusals
from edgebharo.registry.services import limit_guest, parse, require_device, services_of
from edgebharo.sync import wire

routes = APIRouter(tags=["devices"])

ENROLMENT_BYTES = 10_000
Device = Annotated[Holder, Depends(require_device)]
TAKES: dict[str, Any] = {"security": [{"token": []}]}


@routes.get(wire.KEY, responses=refusals(503))
def key(request: Request) -> wire.PublicKey:
    """The public key that records are sealed to from now on."""
    return services_of(request).custody.public()


@routes.post(
    wire.ENROL,
    status_code=201,
    response_model=wire.Enrolled,
    responses=refusals(400, 403, 408, 413, 415, 422, 429, 503),
    openapi_extra=body_of(wire.Enrolment),
)
async def enrol(request: Request) -> wire.Enrolled:
    """Turn an enrolment code into a device's token. A code works once."""
    limit_guest(request)
    wanted = parse(wire.Enrolment, await read_body(request, ENROLMENT_BYTES))
    services = services_of(request)
    enrolled = await services.ask(
        lambda connection: credentials.enrol(connection, wanted.code, services.clock.utc())
    )
    if enrolled is None:
        raise HTTPException(
            403, "this code is wrong, used or too old: ask the registry's owner for a new one"
        )
    return enrolled


@routes.post(
    wire.BATCHES,
    response_model=wire.BatchResults,
    responses=refusals(400, 401, 403, 408, 413, 415, 422, 429, 503),
    openapi_extra=TAKES | body_of(wire.Batch),
)
async def batches(request: Request, device: Device) -> Response:
    """Take up to 200 records; each has its own result, and one that is refused holds up no other."""
    batch = parse(wire.Batch, await read_body(request, wire.MAX_BODY_BYTES))
    results = wire.BatchResults(results=await _take(request, batch.items, device))
    return Response(results.model_dump_json(), media_type="application/json")


@routes.post(
    wire.RECORDS,
    status_code=201,
    response_model=wire.Result,
    responses=refusals(400, 401, 403, 408, 409, 413, 415, 422, 426, 429, 503)
    | {200: {"model": wire.Result, "description": "It was there already."}},
    openapi_extra=TAKES | body_of(wire.Item),
)
async def records(
    request: Request, device: Device, idempotency_key: Annotated[str, Header(max_length=200)]
) -> JSONResponse:
    """Take one record. The header repeats its id and revision, so that every proxy sees a retry for one."""
    item = parse(wire.Item, await read_body(request, wire.MAX_BODY_BYTES))
    if idempotency_key != wire.idempotency_key(item.record_id, item.revision):
        raise HTTPException(400, f"{wire.IDEMPOTENCY_KEY}: write the body's record_id.revision")
    (result,) = await _take(request, (item,), device)
    if result.outcome not in _STATUS:
        raise HTTPException(_refused_with(result), result.reason)
    return JSONResponse(result.model_dump(), _STATUS[result.outcome])


_STATUS = {"stored": 201, "duplicate": 200}


def _refused_with(result: wire.Result) -> int:
    if result.outcome == "upgrade_needed":
        return 426
    return 409 if result.reason == OTHER_BYTES else 422


async def _take(request: Request, items: tuple[wire.Item, ...], device: Holder) -> tuple[wire.Result, ...]:
    services = services_of(request)
    results = await services.gate.take([(item, device.name) for item in items])
    services.metrics.took(result.outcome for result in results)
    return results
