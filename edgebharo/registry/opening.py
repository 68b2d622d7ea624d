"""Opening what a device sent: the record in it, or why it is not taken. No database here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from hashlib import sha256

from edgebharo.errors import PayloadError, SealError
from edgebharo.records.payload import SCHEMA_VERSION, Record, thaw
from edgebharo.registry.blind import district_of
from edgebharo.registry.custody import Custody
from edgebharo.sync.wire import Item, Outcome, sealed_bytes

INDIA = timezone(timedelta(hours=5, minutes=30))
"""A day is a day in India, whose clock is the same everywhere and all year."""
FARTHEST = datetime(9999, 12, 30, tzinfo=timezone.utc)
"""The calendar ends a day later; a device's clock may show anything."""


@dataclass(frozen=True)
class Opened:
    """An item that can be taken."""

    item: Item
    device: str
    """That brought it."""
    sealed: bytes
    record: Record
    payload_sha256: bytes

    @property
    def key(self) -> tuple[str, int]:
        """What it is stored under, once."""
        return self.item.record_id, self.item.revision

    @property
    def sealed_sha256(self) -> bytes:
        """Of the sealed bytes."""
        return bytes.fromhex(self.item.sha256)


@dataclass(frozen=True)
class Unopened:
    """An item that cannot be taken, and why; `reason` names no value."""

    item: Item
    device: str
    """That brought it."""
    sealed: bytes
    outcome: Outcome
    """`refused`: it goes into quarantine. `upgrade_needed`: this registry is too old for it."""
    reason: str

    @property
    def sealed_sha256(self) -> bytes:
        """Of the bytes that came, whatever the envelope says."""
        return sha256(self.sealed).digest()


def open_item(item: Item, device: str, custody: Custody) -> Opened | Unopened:
    """Unseal, read and check one item. Total: whatever came, it is one or the other."""
    try:
        sealed = sealed_bytes(item)
    except ValueError as error:
        return Unopened(item, device, item.sealed.encode(errors="replace"), "refused", str(error))
    try:
        payload = custody.open(sealed, item.key_id)
    except SealError as error:
        return Unopened(item, device, sealed, "refused", str(error))
    try:
        record = thaw(payload)
    except PayloadError as error:
        if _is_newer(payload):
            reason = f"this registry reads records up to schema {SCHEMA_VERSION}: it must be upgraded first"
            return Unopened(item, device, sealed, "upgrade_needed", reason)
        return Unopened(item, device, sealed, "refused", str(error))
    problem = _contradiction(item, record) or _unstorable(record)
    if problem:
        return Unopened(item, device, sealed, "refused", problem)
    return Opened(item, device, sealed, record, sha256(payload).digest())


def moment(text: str) -> datetime:
    """A payload's time. Raises ValueError where the calendar does not have it."""
    return datetime.fromisoformat(text)


def day_in_india(when: datetime) -> date:
    """The calendar day of a call."""
    return when.astimezone(INDIA).date()


def _is_newer(payload: bytes) -> bool:
    """Whether the payload says of itself that it is of a schema this program does not know yet."""
    try:
        version = json.loads(payload)["schema_version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    return isinstance(version, int) and version > SCHEMA_VERSION


def _contradiction(item: Item, record: Record) -> str | None:
    """An envelope that speaks of another record than the one inside."""
    outside = (item.record_id, item.revision, item.form_id, item.form_version)
    inside = (record.record_id, record.revision, record.form_id, record.form_version)
    names = ("record_id", "revision", "form_id", "form_version")
    wrong = [name for name, one, other in zip(names, outside, inside, strict=True) if one != other]
    return f"{', '.join(wrong)}: not the same outside and inside the seal" if wrong else None


def _unstorable(record: Record) -> str | None:
    """What no database takes: a day that the calendar has not, a NUL, half a surrogate pair."""
    try:
        if not datetime(1, 1, 2, tzinfo=timezone.utc) <= moment(record.started) <= FARTHEST:
            return "started: out of the calendar"
    except ValueError:
        return "started: the calendar has no such time"
    columns = {
        "device": record.device,
        "form_id": record.form_id,
        "form_version": record.form_version,
        "district": district_of(record) or "",
    }
    for name, text in columns.items():
        if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
            return f"{name}: holds a character that cannot be stored"
    return None
