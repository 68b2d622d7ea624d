"""Finished records to send and to export."""

from __future__ import annotations

from uuid import UUID

from edgebharo.records.payload import Consent, FieldRecord, Record, key_of

FORM_SHA256 = "ab" * 32


def record_id(number: int) -> str:
    return str(UUID(int=number, version=4))


def answered(name: str, value: object, kind: str = "string") -> FieldRecord:
    return FieldRecord.model_validate(
        {"name": name, "label": name, "type": kind, "state": "answered", "value": value}
    )


def skipped(name: str, reason: str) -> FieldRecord:
    return FieldRecord.model_validate(
        {"name": name, "label": name, "type": "string", "state": "skipped", "skip_reason": reason}
    )


def record(
    number: int = 1, *fields: FieldRecord, revision: int = 1, version: str = "1.0.0", **changes: object
) -> Record:
    identity = record_id(number)
    return Record(
        record_id=identity,
        revision=revision,
        replaces=None if revision == 1 else key_of(identity, revision - 1),
        form_id="maternal-enrolment",
        form_version=version,
        form_sha256=FORM_SHA256,
        device="clinic-7",
        worker="asha",
        consent=Consent(version="1", answer="given", utc="2026-11-30T06:30:00.000+00:00"),
        status="complete",
        started="2026-11-30T06:30:00.000+00:00",
        ended="2026-11-30T06:35:00.000+00:00",
        sequence=number,
        fields=fields or FIELDS,
    ).model_copy(update=changes)


FIELDS = (
    answered("name", "सुनीता देवी"),
    answered("pregnant", value=False, kind="boolean"),
    FieldRecord(name="gestational_age_months", label="महीने", type="number", state="empty"),
    answered("child_dob", "2026-01-02", "date"),
    skipped("linked_number", "refused"),
    answered("aadhaar_last4", "0042"),
)
