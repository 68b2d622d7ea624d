"""What a finished record says, and its frozen bytes: the same bytes on every retry, on every machine.

The first revision of a record holds every field that the form asked. A correction is a new revision of the
same `record_id` that names the one it replaces; it holds the corrected fields only, for a device cannot read
what it has sealed. Whoever may read both puts them together with `merged`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
    field_validator,
    model_validator,
)

from edgebharo.errors import PayloadError
from edgebharo.records.privacy import KEPT, holds_long_number, is_identity
from edgebharo.types import SkipReason, Source

SCHEMA_VERSION: Literal[1] = 1
"""Of the payload. A reader refuses a higher one and reads every lower one."""

MAX_BYTES = 1 << 20
"""Longest payload that is read: a form with hundreds of long answers is far below it."""

Utc: TypeAlias = Annotated[
    str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?\+00:00$")
]
"""ISO 8601 with offset, always UTC: `2026-11-30T06:30:00.000+00:00`. Sorts as text."""

Finite: TypeAlias = Annotated[StrictFloat, Field(allow_inf_nan=False)]
Stored: TypeAlias = StrictStr | StrictBool | StrictInt | Finite | tuple[StrictStr, ...]
"""A value: text (dates as YYYY-MM-DD, identifiers as digits), a yes/no, a number, or several texts."""

Ended: TypeAlias = Literal["complete", "screened_out", "failed"]
"""How the call ended; `failed` is incomplete."""

State: TypeAlias = Literal["answered", "skipped", "empty"]


class Model(BaseModel):
    """Frozen, strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Consent(Model):
    """What the caller said to the consent question before anything else was asked."""

    version: str
    """Of the form's consent text; empty where the form asks for none."""
    answer: Literal["given", "not_asked"]
    """A record without consent does not exist, where the form asks for it."""
    utc: Utc | None
    """When she gave it."""


class Evidence(Model):
    """What a value rests on."""

    who: Source | None = None
    """Hindi rules, the language model (grounded), the worker's hands, an earlier answer; None: no value."""
    reading: str = ""
    """How it was read: `day-month-year`, `pairs`, `gazetteer` …"""


class Risk(Model):
    """How likely the value is wrong, as it was judged in the call."""

    score: float = Field(ge=0.0, le=1.0)
    reasons: tuple[str, ...] = ()


class Happening(Model):
    """One thing that happened to a field's value."""

    at: Utc
    what: str = Field(pattern="^[a-z_]{1,40}$")
    """`held`, `confirmed`, `refused`, `corrected`, `written`, `worker`, `skipped` …; a reader takes any."""


class FieldRecord(Model):
    """One field of the form as it stood at the end."""

    name: str = Field(min_length=1)
    label: str
    type: str
    """The form's own: string, number, date, boolean, single_select, multi_select."""
    state: State
    value: Stored | None = None
    """None exactly where the state is not `answered`."""
    skip_reason: SkipReason | None = None
    evidence: Evidence = Evidence()
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    risk: Risk | None = None
    confirmed: bool = False
    estimated: bool = False
    """Computed from what was said (an age, "last month")."""
    history: tuple[Happening, ...] = ()

    @model_validator(mode="after")
    def _value_fits(self) -> FieldRecord:
        if (self.state == "answered") != (self.value is not None):
            raise ValueError("a field has a value exactly where its state is 'answered'")
        texts = _texts(self.value)
        if any(holds_long_number(text) for text in texts):
            raise ValueError("twelve digits or more: of an identity number only the last four are kept")
        digits = sum(character.isdecimal() for text in texts for character in text)
        if is_identity(self.name) and digits > KEPT:
            raise ValueError("of an Aadhaar number only the last four digits are kept")
        return self


def _texts(value: Stored | None) -> tuple[str, ...]:
    """What of a value may hold digits that were said: its texts, or the whole part of a number."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, bool) or value is None:
        return ()
    return (value if isinstance(value, str) else str(abs(int(value))),)


class Record(Model):
    """One revision of one filled form."""

    schema_version: Literal[1] = SCHEMA_VERSION
    record_id: str
    """UUID, given when the call began."""
    revision: int = Field(ge=1)
    replaces: str | None = None
    """`record_id@revision` of the revision that this one corrects; None for the first."""
    form_id: str = Field(min_length=1)
    form_version: str = Field(min_length=1)
    form_sha256: str = Field(pattern="^([0-9a-f]{64})?$")
    """Of the form file's bytes; empty for a form that came from no file."""
    device: str
    worker: str
    """Who sat beside the caller; of a correction, who made it."""
    consent: Consent
    caller_number: str | None = None
    """Typed by the worker before the call, where known: what "this phone" means."""
    status: Ended
    started: Utc
    ended: Utc
    sequence: int = Field(ge=1)
    """Counts the revisions of this device upwards. Order by this: an offline clock may be wrong."""
    clock_suspect: bool = False
    """The device's clock stood earlier than a time saved before: the times cannot be relied on."""
    fields: tuple[FieldRecord, ...]
    """In question order; of a correction, only what was corrected."""

    @field_validator("record_id")
    @classmethod
    def _is_uuid(cls, text: str) -> str:
        if str(UUID(text)) != text:
            raise ValueError("write the UUID in its usual form, lower case with dashes")
        return text

    @field_validator("caller_number")
    @classmethod
    def _is_no_identity(cls, text: str | None) -> str | None:
        if text is not None and holds_long_number(text):
            raise ValueError("twelve digits or more: this is no phone number")
        return text

    @model_validator(mode="after")
    def _hangs_together(self) -> Record:
        names = [field.name for field in self.fields]
        if len(set(names)) != len(names):
            raise ValueError("a field comes twice")
        expected = None if self.revision == 1 else key_of(self.record_id, self.revision - 1)
        if self.replaces != expected:
            raise ValueError("a revision names the one before it, and the first names none")
        return self

    def get(self, name: str) -> FieldRecord | None:
        """The field called `name`, where the revision holds it."""
        return next((field for field in self.fields if field.name == name), None)


def key_of(record_id: str, revision: int) -> str:
    """How one revision is named: `record_id@revision`."""
    return f"{record_id}@{revision}"


def freeze(record: Record) -> bytes:
    """Canonical JSON: UTF-8, keys sorted, no spaces. Equal records give equal bytes.

    Raises:
        PayloadError: it is longer than MAX_BYTES.
    """
    plain = record.model_dump(mode="json")
    frozen = json.dumps(
        plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode()
    if len(frozen) > MAX_BYTES:
        raise PayloadError(f"record {record.record_id}: longer than {MAX_BYTES} bytes: shorten its answers")
    return frozen


def thaw(frozen: bytes) -> Record:
    """Inverse of `freeze`.

    Raises:
        PayloadError: it is no record, or one of a newer EdgeBharo. Names keys, never values.
    """
    if len(frozen) > MAX_BYTES:
        raise PayloadError(f"a record is at most {MAX_BYTES} bytes long")
    try:
        return Record.model_validate_json(frozen)
    except ValidationError as error:
        raise PayloadError(f"not a record that this EdgeBharo can read ({problems(error)})") from None


def problems(error: ValidationError) -> str:
    """What does not fit, by key: never a value."""
    return "; ".join(
        f"{'.'.join(str(part) for part in problem['loc']) or 'payload'}: {problem['type']}"
        for problem in error.errors(include_url=False, include_input=False, include_context=False)[:5]
    )


def merged(revisions: Sequence[Record]) -> Record:
    """One record as it stands after its corrections: each field is from the newest revision that holds it.

    `revisions` may come in any order and may lack some; they share one record_id. The first one's field order
    stays, and what only a correction holds comes behind it.

    Raises:
        ValueError: there are none, or they belong to different records.
    """
    ordered = sorted(revisions, key=lambda record: record.revision)
    if len({record.record_id for record in ordered}) != 1:
        raise ValueError("give the revisions of one record")
    fields = {field.name: field for record in ordered for field in record.fields}
    first, last = ordered[0], ordered[-1]
    return last.model_copy(
        update={
            "fields": tuple(fields.values()),
            "consent": first.consent,
            "caller_number": first.caller_number,
            "started": first.started,
        }
    )
