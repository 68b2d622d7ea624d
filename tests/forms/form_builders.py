"""Small forms for tests, checked like files are."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from edgebharo.forms.check import findings
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Form
from edgebharo.types import Answer, Answers, Candidate, Extraction, Span, Value

TODAY = date(2026, 11, 29)


def field(name: str, **keys: Any) -> dict[str, Any]:
    """An optional open-text field, with `keys` on top."""
    return {"name": name, "label": "नाम", "type": "string", "required": False, "question": "क्या?", **keys}


def raw_form(*fields: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"id": "small", "version": "1", "title": "Small", "fields": list(fields), **keys}


def form_of(*fields: dict[str, Any], **keys: Any) -> LoadedForm:
    raw = raw_form(*fields, **keys)
    assert findings(raw, frozenset()) == ()
    return LoadedForm(Form.model_validate(raw))


def heard(name: str, value: Value, **keys: Any) -> Candidate:
    """A value that a rule read from the words."""
    return Candidate(name, value, Span(0, 1), "rules", **keys)


def says(*candidates: Candidate, **keys: Any) -> Extraction:
    return Extraction(intent=keys.pop("intent", "answer"), candidates=candidates, **keys)


def values(answers: Answers) -> dict[str, Value | None]:
    return {name: answer.value for name, answer in answers.fields.items() if answer.status == "answered"}


def without_risk(answer: Answer) -> Answer:
    """`answer` without the part of it that the calibration decides."""
    return replace(answer, risk=None, risk_reasons=())
