"""What the registry says of itself at `/openapi.json`, beyond what its routes' signatures say."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from edgebharo import __version__
from edgebharo.sync import wire

SCHEMAS = "#/components/schemas/"
WORDS = {
    400: "The request is damaged or contradicts itself.",
    401: "There is no token, or nobody's.",
    403: "The token was revoked or is of another role; the code is void.",
    404: "There is no such record.",
    408: "The body came too slowly.",
    409: "Other bytes came before under the same id and revision.",
    413: "The body is too large.",
    415: "The body is packed in a way that is not understood.",
    422: "The content is not what it should be; a record is in quarantine.",
    426: "The registry must be upgraded before it can read this record.",
    429: "Too many requests; Retry-After says how many seconds to wait.",
    503: "The database does not answer; try again.",
}
SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "A device's or an admin's token."},
    "browser": {"type": "http", "scheme": "basic", "description": "An admin's token as the password."},
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ways in which a request may fail, for its route."""
    return {status: {"model": wire.Refusal, "description": WORDS[status]} for status in statuses}


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """A JSON body that the route reads by itself, in bounded memory."""
    schema = {"$ref": f"{SCHEMAS}{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def describe(app: FastAPI, bodies: tuple[type[BaseModel], ...]) -> dict[str, Any]:
    """The whole description, with the schemas of `bodies`."""
    text = get_openapi(
        title="EdgeBharo registry",
        version=__version__,
        summary="Takes sealed records from devices, each exactly once.",
        routes=app.routes,
    )
    components = text.setdefault("components", {})
    components["securitySchemes"] = SECURITY
    for model in bodies:
        schema = model.model_json_schema(ref_template=SCHEMAS + "{model}")
        inner = schema.pop("$defs", {})
        components.setdefault("schemas", {}).update({**inner, model.__name__: schema})
    return text
