"""Lets this device in at a registry: a code from its owner is turned into a token, once."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from edgebharo.errors import SyncError
from edgebharo.records.sealing import KEY_BYTES, key_id
from edgebharo.sync import wire
from edgebharo.sync.verdicts import Reply, Verdict, of_status, one_line

if TYPE_CHECKING:
    from edgebharo.sync.line import Line

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class Pass:
    """What a registry gives a device that it lets in."""

    device_id: str
    token: str = field(repr=False)


def enrol(line: Line, code: str) -> Pass:
    """Trade the code for a token. A code works once.

    Raises:
        SyncError: it is not accepted, or the registry cannot be reached or understood.
    """
    try:
        body = wire.Enrolment(code=code.strip()).model_dump_json().encode()
    except ValidationError:
        raise SyncError("enrol: give the code as the registry's owner wrote it") from None
    reply = line.send("POST", wire.ENROL.lstrip("/"), body=body, headers={"Content-Type": "application/json"})
    if isinstance(reply, Reply) and reply.status in {400, 401, 403, 409, 410, 422}:
        raise SyncError("enrol: the registry does not accept this code: it is mistyped, used or too old")
    enrolled = _understood(reply, wire.Enrolled, {200, 201}, "enrol")
    return Pass(enrolled.device_id, enrolled.token)


def registry_key(line: Line) -> bytes:
    """The public key that records shall be sealed to, 32 bytes.

    Raises:
        SyncError: the registry cannot be reached or understood, or the key and its name differ.
    """
    told = _understood(line.send("GET", wire.KEY.lstrip("/")), wire.PublicKey, {200}, "key")
    try:
        public = base64.b64decode(told.public_key, validate=True)
    except binascii.Error:
        public = b""
    if len(public) != KEY_BYTES or key_id(public) != told.key_id:
        raise SyncError(
            "key: what the registry sent is no key, or not the one that it names; nothing was changed"
        )
    return public


def _understood(reply: Reply | Verdict, model: type[Model], good: set[int], what: str) -> Model:
    if isinstance(reply, Verdict):
        raise SyncError(f"{what}: {reply.reason}")
    if reply.status not in good:
        raise SyncError(f"{what}: {one_line(of_status(reply).reason)}")
    try:
        return model.model_validate_json(reply.body)
    except ValidationError:
        raise SyncError(f"{what}: this is no registry's answer: check the address") from None
