"""A form as a FHIR R4 Questionnaire. Pure: plain JSON data; `to_fhir` has it checked by a FHIR library."""

from __future__ import annotations

from typing import TypeAlias

from edgebharo.forms.schema import Branch, Field, Form

FhirJson: TypeAlias = dict[str, object]

CALLER_NUMBER = "caller_number"
"""Link id of the number that the worker typed before the call; no form asks for it."""


def canonical(base: str, form_id: str) -> str:
    """The address by which a form is known on the FHIR server at `base`."""
    return f"{base.rstrip('/')}/Questionnaire/{form_id}"


def questionnaire(form: Form, base: str) -> FhirJson:
    """The form's questions with their types, choices, limits of length and branches."""
    url = canonical(base, form.id)
    branches = {branch.id: branch for branch in form.branches}
    return {
        "resourceType": "Questionnaire",
        "url": url,
        "version": form.version,
        "name": _computer_name(form.id),
        "title": form.title,
        "status": "draft" if form.status == "draft" else "active",
        "subjectType": ["Patient"],
        "language": form.language,
        "item": [
            {"linkId": CALLER_NUMBER, "text": "Number typed before the call", "type": "string"},
            *(_item(field, url, branches) for field in form.fields),
        ],
    }


def item_type(field: Field) -> str:
    """What R4 calls the kind of a field's answers."""
    match field.type:
        case "number":
            return "integer" if field.number_format == "integer" else "decimal"
        case "date" | "boolean":
            return field.type
        case "single_select" | "multi_select":
            return "choice"
        case _:
            return "string"


def coding(url: str, field: str, option: str) -> FhirJson:
    """One choice. A form gives its options no codes of their own, so the text is the code."""
    return {"system": f"{url}/{field}", "code": " ".join(option.split()), "display": option}


def _item(field: Field, url: str, branches: dict[str, Branch]) -> FhirJson:
    item: FhirJson = {
        "linkId": field.name,
        "text": field.label,
        "type": item_type(field),
        "required": field.required and field.branch is None,
    }
    if field.type == "multi_select":
        item["repeats"] = True
    if field.options:
        item["answerOption"] = [
            {"valueCoding": coding(url, field.name, option.text)} for option in field.options
        ]
    if field.digits is not None:
        item["maxLength"] = field.digits
    if field.branch is not None:
        item["enableWhen"] = [_condition(branches[field.branch])]
    return item


def _condition(branch: Branch) -> FhirJson:
    when = branch.when
    if when.equals is not None:
        return {"question": when.field, "operator": "=", "answerBoolean": when.equals}
    return {"question": when.field, "operator": "exists", "answerBoolean": bool(when.present)}


def _computer_name(form_id: str) -> str:
    """`maternal-enrolment` becomes `MaternalEnrolment`: R4 asks for a name that programs can use."""
    return "".join(part.capitalize() for part in form_id.split("-"))
