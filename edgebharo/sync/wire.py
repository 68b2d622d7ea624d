"""What a device and a registry say to each other: JSON over HTTP, version 1. Pure: no network here.

Both sides import this module, so neither can drift. What a device sends is checked strictly; what a registry
answers may grow new keys, which an older device passes over.

| request | body | answers |
|---|---|---|
| `POST /v1/batches` | `Batch` (may be gzip) | 200 `BatchResults`, one for each item, any order |
| `POST /v1/records` + `Idempotency-Key` | `Item` | 201 stored, 200 duplicate (`Result`), 409, 422 |
| `GET /v1/key` | | 200 `PublicKey` |
| `POST /v1/devices/enrol` | `Enrolment` | 201 or 200 `Enrolled` |
| `GET /health`, `GET /metrics` | | 200 |

Any of them: 401 or 403 the token is wrong or revoked, 413 too large, 426 this program is too old, 429 with
`Retry-After` (seconds), 5xx try again. The body of an error is a `Refusal`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

BATCHES = "/v1/batches"
RECORDS = "/v1/records"
KEY = "/v1/key"
ENROL = "/v1/devices/enrol"
HEALTH = "/health"
METRICS = "/metrics"

IDEMPOTENCY_KEY = "Idempotency-Key"

MAX_ITEMS = 200
"""Records in one batch."""
MAX_BODY_BYTES = 4 * 1024 * 1024
"""A request's body, before it is compressed."""
MAX_SEALED_BYTES = 1024 * 1024
"""One sealed record; a filled form is a few kilobytes."""

Outcome: TypeAlias = Literal[
    "stored",  # it is there now
    "duplicate",  # the same bytes were there already: delivered as well
    "refused",  # it will never be taken; somebody must look at it
    "retry",  # not now
    "upgrade_needed",  # this form's version, or this program, is not known to the registry
]

Hex64: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
KeyId: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
RecordId: TypeAlias = Annotated[
    str, Field(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
]
Revision: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


class _Sent(BaseModel):
    """What a device sends: an unknown key is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class _Answered(BaseModel):
    """What a registry answers: an unknown key is from a newer registry."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Item(_Sent):
    """One sealed record on its way. Only the registry's private key opens `sealed`."""

    record_id: RecordId
    revision: Revision
    form_id: Word
    form_version: Word
    key_id: KeyId
    """Of the public key that it is sealed to."""
    sha256: Hex64
    """Of the sealed bytes."""
    sealed: Annotated[str, Field(min_length=1, max_length=4 * (MAX_SEALED_BYTES // 3 + 1))]
    """The sealed bytes in standard base64, padded."""


class Batch(_Sent):
    """Some records at once."""

    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=MAX_ITEMS)]


class Result(_Answered):
    """What became of one item."""

    record_id: RecordId
    revision: Revision
    outcome: Outcome
    reason: Annotated[str, Field(max_length=2000)] = ""
    """For a worker, without a value of the record; empty where it is stored."""
    receipt: Annotated[str, Field(max_length=200)] = ""
    """The registry's own number of the stored record; empty where it is not stored."""


class BatchResults(_Answered):
    """What became of each item of a batch."""

    results: tuple[Result, ...]


class PublicKey(_Answered):
    """The key that records are sealed to."""

    key_id: KeyId
    public_key: Annotated[str, Field(min_length=44, max_length=44)]
    """32 bytes in base64."""


class Enrolment(_Sent):
    """A device asks to be let in, with the code that the registry's owner gave to its worker."""

    code: Annotated[str, Field(min_length=1, max_length=200)]


class Enrolled(_Answered):
    """The device is known from now on. The token is told once, and the registry keeps only its hash."""

    device_id: Word
    token: Annotated[str, Field(min_length=16, max_length=500, pattern=r"^[!-~]+$", repr=False)]


class Refusal(_Answered):
    """Why a request as a whole was not carried out. `detail` must be there: only a registry says it."""

    detail: Annotated[str, Field(max_length=2000)]


def idempotency_key(record_id: str, revision: int) -> str:
    """Value of the header `Idempotency-Key`: the same for every retry of the same bytes."""
    return f"{record_id}.{revision}"


def encode(sealed: bytes) -> str:
    """Sealed bytes as they stand in an `Item`."""
    return base64.b64encode(sealed).decode("ascii")


def digest(sealed: bytes) -> str:
    """SHA-256 of sealed bytes, as it stands in an `Item`."""
    return hashlib.sha256(sealed).hexdigest()


def sealed_bytes(item: Item) -> bytes:
    """The sealed bytes of an item, proven whole.

    Raises:
        ValueError: they are no base64, too long, or not those that `sha256` speaks of.
    """
    try:
        sealed = base64.b64decode(item.sealed, validate=True)
    except binascii.Error:
        raise ValueError("sealed: is no base64") from None
    if len(sealed) > MAX_SEALED_BYTES:
        raise ValueError(f"sealed: has {len(sealed)} bytes, at most {MAX_SEALED_BYTES} are taken")
    if digest(sealed) != item.sha256:
        raise ValueError("sha256: is not that of the sealed bytes; they were damaged on the way")
    return sealed
