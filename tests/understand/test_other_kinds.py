"""Kinds of fields that the enrolment form does not have: options, counts, free text."""

from __future__ import annotations

from typing import Any

import pytest
from spoken_cases import TODAY

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Form
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answers, Extraction, Transcript, Value, never_cancelled
from edgebharo.understand.extract import extract

FIELDS: list[dict[str, Any]] = [
    {
        "name": "place_of_birth",
        "type": "single_select",
        "options": [
            {"text": "घर", "aliases": ["घर पर"]},
            {"text": "अस्पताल"},
            {"text": "सरकारी अस्पताल", "aliases": ["सरकारी"]},
        ],
    },
    {
        "name": "aids",
        "type": "multi_select",
        "options": [{"text": "राशन"}, {"text": "टीका"}, {"text": "दवा"}],
    },
    {"name": "children", "type": "number", "meaning": "count", "number_format": "integer"},
    {"name": "weight", "type": "number", "number_format": "decimal"},
    {"name": "remark", "type": "string", "not_words": ["कुछ नहीं"]},
]


@pytest.fixture(scope="module")
def small() -> LoadedForm:
    fields = [{"label": "बात", "question": "क्या?", "required": False, **keys} for keys in FIELDS]
    return LoadedForm(
        Form.model_validate({"id": "small", "version": "1", "title": "Small", "fields": fields})
    )


def say(loaded: LoadedForm, asked: str, text: str) -> Extraction:
    heard = Transcript(1, normalize(text))
    return extract(loaded, Answers(asked=asked), heard, TODAY, None, never_cancelled)


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        ("place_of_birth", "घर पर ही हुआ था", "घर"),
        ("place_of_birth", "सरकारी अस्पताल में", "सरकारी अस्पताल"),
        ("place_of_birth", "सरकारी में", "सरकारी अस्पताल"),
        ("place_of_birth", "खेत में", None),
        ("aids", "राशन और दवा", ("राशन", "दवा")),
        ("aids", "सिर्फ़ टीका", ("टीका",)),
        ("children", "तीन बच्चे हैं", 3),
        ("children", "दो नहीं, तीन", 3),
        ("children", "दो या तीन", None),
        ("weight", "साढ़े तीन किलो", 3.5),
        ("weight", "चार किलो", 4),
        ("remark", "जी, मुझे खून की कमी है", "मुझे खून की कमी है"),
        ("remark", "कुछ नहीं", None),
    ],
)
def test_value(small: LoadedForm, asked: str, text: str, value: Value | None) -> None:
    values = [candidate.value for candidate in say(small, asked, text).candidates]
    assert values == ([] if value is None else [value if not isinstance(value, str) else normalize(value)])


def test_two_options_of_one_are_named_in_the_repair(small: LoadedForm) -> None:
    extraction = say(small, "place_of_birth", "घर या अस्पताल")
    assert (extraction.problem, set(extraction.hints)) == ("unclear", {"घर", "अस्पताल"})


def test_a_form_without_the_asked_field_is_no_error(small: LoadedForm) -> None:
    assert say(small, "gone", "तीन").candidates == ()
