"""The small form that a task of `bench capture` is held with: its fields alone, asked for by all means.

Fields that the maternal enrolment has are taken from it as they are. A field that could not be filled goes to
the worker, so that every task can end well.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from edgebharo.bench.capture_tasks import Protocol, Task
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field, Form, Option, Retries

LARGEST_FAMILY, LARGEST_CARD = 30, 999

_OWN: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "village": {
            "label": "गांव का नाम",
            "type": "string",
            "meaning": "institution_name",
            "question": "आपके गांव का नाम क्या है?",
            "retry_messages": ("सिर्फ़ अपने गांव का नाम बोलिए।",),
            "read_back": {"before": "आपका गांव"},
            "topics": ("गांव", "गांव का नाम"),
            "not_words": ("यह", "वो", "जी", "हां", "नहीं", "नाम", "गांव", "अच्छा", "ठीक है"),
        },
        "household": {
            "label": "घर के लोग",
            "type": "number",
            "meaning": "count",
            "number_format": "integer",
            "question": "आपके घर में कुल कितने लोग रहते हैं?",
            "retry_messages": ("घर में कितने लोग हैं? सिर्फ़ गिनती बोलिए।",),
            "validation": ({"rule": "number_range", "min": 1, "max": LARGEST_FAMILY},),
            "read_back": {"before": "घर के लोग"},
        },
        "card": {
            "label": "कार्ड का नंबर",
            "type": "number",
            "meaning": "count",
            "number_format": "integer",
            "question": "आपके टीके वाले कार्ड पर कौन सा नंबर लिखा है?",
            "retry_messages": ("कार्ड का नंबर एक बार फिर बोलिए।",),
            "validation": ({"rule": "number_range", "min": 1, "max": LARGEST_CARD},),
            "read_back": {"before": "कार्ड का नंबर"},
        },
    }
)
_ADAPTED: Mapping[str, tuple[str, Mapping[str, object]]] = MappingProxyType(
    {
        "own_dob": (
            "child_dob",
            {
                "label": "आपकी जन्म तारीख",
                "question": ("आपका अपना जन्म किस तारीख को हुआ?",),
                "explain": (),
                "topics": ("जन्म तारीख", "तारीख"),
            },
        ),
        "spelled_name": (
            "name",
            {
                "spelled": True,
                "question": ("अपना नाम एक एक अक्षर करके लिखवाइए। जैसे, क से कमल, म से मछली।",),
                "retry_messages": ("अपना नाम फिर से, एक एक अक्षर करके बोलिए।",),
                "explain": (),
            },
        ),
    }
)
"""Fields of the enrolment with other words: what they are called here, and what differs."""


def form_of(enrolment: LoadedForm, task: Task, protocol: Protocol) -> LoadedForm:
    """The form of `task`, confirming as `protocol` says."""
    fields = tuple(_field(enrolment.form, task, item.field) for item in task.items)
    scripts = enrolment.form.scripts.model_copy(update={"intro": ("नमस्ते दीदी।",)})
    form = Form(
        id=f"capture-{task.kind.replace('_', '-')}",
        version="1",
        title="Capture",
        fields=fields,
        scripts=scripts,
        acknowledgements=enrolment.form.acknowledgements,
    )
    tables = {field.gazetteer for field in fields}
    used = {name: places for name, places in enrolment.gazetteers.items() if name in tables}
    return LoadedForm(form, used).confirming(protocol)


def _field(enrolment: Form, task: Task, name: str) -> Field:
    """The field called `name`: required, on no branch, and the worker's where nothing else helps."""
    field = _village(task) if name == "village" else _named(enrolment, name)
    needed = {
        "required": True,
        "branch": None,
        "confirm": "auto",
        "dont_know": None,
        "confirm_below": Field.model_fields["confirm_below"].default,
        "retries": Retries(max=2, exhausted="handoff"),
    }
    return field.model_copy(update=needed)


def _named(enrolment: Form, name: str) -> Field:
    if name in _OWN:
        return Field.model_validate({"name": name, **_OWN[name]})
    source, changed = _ADAPTED.get(name, (name, {}))
    return enrolment.field(source).model_copy(update={"name": name, **changed})


def _village(task: Task) -> Field:
    field = Field.model_validate({"name": "village", **_OWN["village"]})
    if not task.villages:
        return field
    options = tuple(Option(text=name) for name in task.villages)
    return field.model_copy(update={"type": "single_select", "meaning": "free", "options": options})
