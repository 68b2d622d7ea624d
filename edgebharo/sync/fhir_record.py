"""A record as a FHIR R4 QuestionnaireResponse, and records as one transaction. Pure: plain JSON data.

Equal records give equal bytes: every id is derived from the record's own, so a retry is the same request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote
from uuid import UUID, uuid5

from edgebharo.forms.schema import Form
from edgebharo.records.payload import FieldRecord, Record
from edgebharo.sync.fhir_form import CALLER_NUMBER, FhirJson, canonical, coding, questionnaire

RECORD_SYSTEM = "urn:uuid:2c5d4f4e-7a0e-4d0c-9a53-6f1f0d8b7a11"
"""Namespace of the identifier `<record id>.<revision>`: the server's conditional create looks for it."""
DEVICE_SYSTEM = "urn:uuid:0c0e6d0a-33c1-4b5b-8f9e-5f6c6f4b2d27"
"""Namespace of a device's id."""
_NAMESPACE = UUID(RECORD_SYSTEM.removeprefix("urn:uuid:"))

ABSENT = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
_ABSENT_CODES = {
    "dont_know": "asked-unknown",
    "refused": "asked-declined",
    "not_available": "not-applicable",
    "retries": "unknown",
    "worker": "unknown",
}
"""Why a field was skipped, as HL7's code system `data-absent-reason` says it."""


def response(record: Record, base: str, form: Form | None) -> FhirJson:
    """The answers of one revision. `form` is the record's own version where the device still has it."""
    url = canonical(base, record.form_id)
    items: list[FhirJson] = []
    if record.caller_number:
        items.append({"linkId": CALLER_NUMBER, "answer": [{"valueString": record.caller_number}]})
    items.extend(_item(field, url, form) for field in record.fields if field.state != "empty")
    whole: FhirJson = {
        "resourceType": "QuestionnaireResponse",
        "identifier": {"system": RECORD_SYSTEM, "value": identifier(record)},
        "questionnaire": f"{url}|{record.form_version}",
        "status": _status(record),
        "authored": record.ended,
        "author": {
            "type": "Device",
            "identifier": {"system": DEVICE_SYSTEM, "value": record.device or "unknown"},
        },
    }
    if items:
        whole["item"] = items
    return whole


def identifier(record: Record) -> str:
    """How a revision is known outside this device."""
    return f"{record.record_id}.{record.revision}"


def transaction(records: Sequence[Record], base: str, forms: Mapping[tuple[str, str], Form]) -> FhirJson:
    """Forms (by id and version) and then records, each to be created where it is not there yet."""
    entries = [_form_entry(forms[key], base) for key in sorted(forms)]
    entries += [
        _entry(
            f"urn:uuid:{uuid5(_NAMESPACE, identifier(record))}",
            response(record, base, forms.get((record.form_id, record.form_version))),
            f"identifier={_term(RECORD_SYSTEM)}%7C{_term(identifier(record))}",
        )
        for record in records
    ]
    return {"resourceType": "Bundle", "type": "transaction", "entry": entries}


def _form_entry(form: Form, base: str) -> FhirJson:
    url = canonical(base, form.id)
    return _entry(
        f"urn:uuid:{uuid5(_NAMESPACE, f'{url}|{form.version}')}",
        questionnaire(form, base),
        f"url={_term(url)}&version={_term(form.version)}",
    )


def _entry(full_url: str, resource: FhirJson, if_none_exist: str) -> FhirJson:
    return {
        "fullUrl": full_url,
        "resource": resource,
        "request": {"method": "POST", "url": resource["resourceType"], "ifNoneExist": if_none_exist},
    }


def _term(text: str) -> str:
    return quote(text, safe=":/-._~")


def _status(record: Record) -> str:
    if record.status != "complete":
        return "stopped"
    return "completed" if record.revision == 1 else "amended"


def _item(field: FieldRecord, url: str, form: Form | None) -> FhirJson:
    if field.state == "skipped":
        code = _ABSENT_CODES.get(field.skip_reason or "", "unknown")
        return {"linkId": field.name, "extension": [{"url": ABSENT, "valueCode": code}]}
    values = field.value if isinstance(field.value, tuple) else (field.value,)
    decimal = form is not None and _is_decimal(form, field.name)
    answers = [_answer(field, value, url, decimal=decimal) for value in values]
    return {"linkId": field.name, "text": field.label, "answer": answers}


def _answer(field: FieldRecord, value: object, url: str, *, decimal: bool) -> FhirJson:
    match field.type, value:
        case "boolean", bool():
            return {"valueBoolean": value}
        case "number", int() if not decimal:
            return {"valueInteger": value}
        case "number", int() | float():
            return {"valueDecimal": value}
        case "date", str():
            return {"valueDate": value}
        case "single_select" | "multi_select", str():
            return {"valueCoding": coding(url, field.name, value)}
        case _:
            return {"valueString": str(value)}


def _is_decimal(form: Form, name: str) -> bool:
    return any(field.name == name and field.number_format != "integer" for field in form.fields)
