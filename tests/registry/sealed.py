"""Records as devices send them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from itertools import count
from typing import Any
from uuid import UUID

from edgebharo.records.payload import Consent, FieldRecord, Record, freeze, key_of
from edgebharo.records.sealing import key_id, seal
from edgebharo.sync.wire import Item, digest, encode

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=timezone.utc)
NUMBERS = count(1)


def new_id() -> str:
    return str(UUID(int=(0xEDB << 116) + next(NUMBERS)))


def answered(name: str, value: Any, kind: str = "string") -> FieldRecord:
    return FieldRecord(name=name, label=name, type=kind, state="answered", value=value)


def skipped(name: str) -> FieldRecord:
    return FieldRecord(name=name, label=name, type="string", state="skipped", skip_reason="dont_know")


def record(
    *,
    name: str | None = "सुनीता देवी",
    phone: str | None = "9876543210",
    district: str | None = "नालंदा",
    record_id: str | None = None,
    revision: int = 1,
    **changes: Any,
) -> Record:
    values = {"name": name, "district": district, "linked_number": phone}
    number = record_id or new_id()
    started = NOW - timedelta(hours=1)
    given: dict[str, Any] = {
        "record_id": number,
        "revision": revision,
        "replaces": None if revision == 1 else key_of(number, revision - 1),
        "form_id": "maternal-enrolment",
        "form_version": "1.0.0",
        "form_sha256": "0" * 64,
        "device": "laptop-1",
        "worker": "w-1",
        "consent": Consent(version="1", answer="given", utc=started.isoformat()),
        "status": "complete",
        "started": started.isoformat(),
        "ended": NOW.isoformat(),
        "sequence": revision,
        "fields": tuple(
            skipped(field) if value is None else answered(field, value) for field, value in values.items()
        ),
    }
    return Record.model_validate(given | changes)


def item_of(what: Record | bytes, public_key: bytes, **changes: Any) -> Item:
    """Sealed and wrapped; `changes` are made to the envelope alone."""
    payload = what if isinstance(what, bytes) else freeze(what)
    sealed = seal(payload, public_key)
    given: dict[str, Any] = {
        "record_id": what.record_id if isinstance(what, Record) else new_id(),
        "revision": what.revision if isinstance(what, Record) else 1,
        "form_id": what.form_id if isinstance(what, Record) else "maternal-enrolment",
        "form_version": what.form_version if isinstance(what, Record) else "1.0.0",
        "key_id": key_id(public_key),
        "sha256": digest(sealed),
        "sealed": encode(sealed),
    }
    return Item.model_validate(given | changes)
