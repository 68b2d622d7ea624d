"""A record as the instance XML of an OpenRosa submission. Pure; equal records give equal bytes."""

from __future__ import annotations

from uuid import UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from edgebharo.records.payload import FieldRecord, Record
from edgebharo.sync.odk_form import CALL, NO, YES, choice

_NAMESPACE = UUID("7a3a3f0e-52b6-4a0e-8a59-0a1d6c3d9f55")


def instance(record: Record) -> bytes:
    """The whole submission file. A later revision names the one that it takes the place of."""
    data = Element("data", id=record.form_id, version=record.form_version)
    heads = {
        "start": record.started,
        "end": record.ended,
        "deviceid": record.device,
        "username": record.worker,
        "caller_number": record.caller_number or "",
    }
    call = SubElement(data, CALL)
    for name, text in heads.items():
        SubElement(call, name).text = _clean(text)
    for field in record.fields:
        SubElement(data, field.name).text = _clean(_text(field))
    meta = SubElement(data, "meta")
    SubElement(meta, "instanceID").text = instance_id(record.record_id, record.revision)
    if record.revision > 1:
        SubElement(meta, "deprecatedID").text = instance_id(record.record_id, record.revision - 1)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(data, encoding="unicode")}'.encode()


def instance_id(record_id: str, revision: int) -> str:
    """The record's own UUID for the first revision, one derived from it for each later one."""
    if revision == 1:
        return f"uuid:{record_id}"
    return f"uuid:{uuid5(_NAMESPACE, f'{record_id}.{revision}')}"


def _text(field: FieldRecord) -> str:
    match field.value:
        case None:
            return ""
        case bool():
            return YES if field.value else NO
        case tuple():
            return " ".join(choice(value) for value in field.value)
        case str() if field.type == "single_select":
            return choice(field.value)
        case _:
            return str(field.value)


def _clean(text: str) -> str:
    """Without the control characters that XML 1.0 cannot hold."""
    return "".join(character for character in text if character in "\t\n" or _allowed(ord(character)))


def _allowed(code: int) -> bool:
    return 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
