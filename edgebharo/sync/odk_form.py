"""A form as an ODK XForm, for ODK Central to take records of. Pure: builds XML text.

Follows the ODK XForms specification (getodk.github.io/xforms-spec). The questions, types, choices, branches
and those guards that XForms can say are carried over; wording of retries and read-backs stays here.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from edgebharo.forms.guards import (
    DateFuture,
    DateTodayOrPast,
    ExactDigits,
    Guard,
    MinLength,
    NumberRange,
    PhoneNumber,
)
from edgebharo.forms.schema import Branch, Field, Form

YES, NO = "yes", "no"
CALL = "_call"
"""Group of what a record holds beside its answers. No field's name begins with an underscore."""
HEADS = ("start", "end", "deviceid", "username", "caller_number")
"""What that is, in the order in which the instance holds it."""
_HEAD_TYPES = {"start": "dateTime", "end": "dateTime"}

_NAMESPACES = {
    "xmlns": "http://www.w3.org/2002/xforms",
    "xmlns:h": "http://www.w3.org/1999/xhtml",
    "xmlns:jr": "http://openrosa.org/javarosa",
}


def xform(form: Form) -> str:
    """The XForm of this very version of the form."""
    page = Element("h:html", _NAMESPACES)
    head = SubElement(page, "h:head")
    SubElement(head, "h:title").text = form.title
    model = SubElement(head, "model")
    _instance(SubElement(model, "instance"), form)
    for name in HEADS:
        SubElement(model, "bind", nodeset=f"/data/{CALL}/{name}", type=_HEAD_TYPES.get(name, "string"))
    branches = {branch.id: branch for branch in form.branches}
    for field in form.fields:
        SubElement(model, "bind", _bind(field, branches))
    SubElement(model, "bind", {"nodeset": "/data/meta/instanceID", "type": "string", "jr:preload": "uid"})
    body = SubElement(page, "h:body")
    for field in form.fields:
        _question(body, field)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(page, encoding="unicode")


def choice(option: str) -> str:
    """How an option is stored: a choice of several is a list parted by spaces, so that none may hold one."""
    return "_".join(option.split())


def _instance(parent: Element, form: Form) -> None:
    data = SubElement(parent, "data", id=form.id, version=form.version)
    call = SubElement(data, CALL)
    for name in HEADS:
        SubElement(call, name)
    for field in form.fields:
        SubElement(data, field.name)
    SubElement(SubElement(data, "meta"), "instanceID")


def _bind(field: Field, branches: dict[str, Branch]) -> dict[str, str]:
    attributes = {"nodeset": f"/data/{field.name}", "type": _bind_type(field)}
    if field.branch is not None:
        attributes["relevant"] = _relevance(branches[field.branch])
    if field.required:
        attributes["required"] = "true()"
    constraints = [said for guard in field.validation if (said := _constraint(guard))]
    if constraints:
        attributes["constraint"] = " and ".join(f"({said})" for said in constraints)
        message = next((guard.message for guard in field.validation if guard.message), "")
        if message:
            attributes["jr:constraintMsg"] = message
    return attributes


def _bind_type(field: Field) -> str:
    match field.type:
        case "number":
            return "int" if field.number_format == "integer" else "decimal"
        case "date":
            return "date"
        case _:
            return "string"


def _relevance(branch: Branch) -> str:
    node = f"/data/{branch.when.field}"
    if branch.when.equals is not None:
        return f"{node} = '{YES if branch.when.equals else NO}'"
    return f"{node} != ''" if branch.when.present else f"{node} = ''"


def _constraint(guard: Guard) -> str:
    """What XForms can say of a guard; empty for what it cannot."""
    match guard:
        case PhoneNumber():
            first = f"[{guard.first_digits}]" if guard.first_digits else "[0-9]"
            return f"regex(., '^{first}[0-9]{{{guard.digits - 1}}}$')"
        case ExactDigits():
            return f"regex(., '^[0-9]{{{guard.digits}}}$')"
        case MinLength():
            return f"string-length(.) >= {guard.min_length}"
        case NumberRange():
            low = [f". >= {guard.min:g}"] if guard.min is not None else []
            high = [f". <= {guard.max:g}"] if guard.max is not None else []
            return " and ".join(low + high)
        case DateTodayOrPast():
            return ". <= today()"
        case DateFuture():
            return ". > today()"
        case _:
            return ""


def _question(body: Element, field: Field) -> None:
    choices = _choices(field)
    kind = "select" if field.type == "multi_select" else "select1" if choices else "input"
    control = SubElement(body, kind, ref=f"/data/{field.name}")
    SubElement(control, "label").text = field.label
    for value, label in choices:
        item = SubElement(control, "item")
        SubElement(item, "label").text = label
        SubElement(item, "value").text = value


def _choices(field: Field) -> list[tuple[str, str]]:
    if field.type == "boolean":
        labels = field.boolean_labels
        return [(YES, labels.when_true if labels else "हां"), (NO, labels.when_false if labels else "नहीं")]
    return [(choice(option.text), option.text) for option in field.options]
