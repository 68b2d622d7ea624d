"""Values are brought to their field's type and judged by its guards."""

from __future__ import annotations

from typing import Any

import pytest
from form_builders import TODAY, field, form_of

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules.guards import refusal_of
from edgebharo.forms.rules.values import to_type
from edgebharo.forms.schema import Field
from edgebharo.types import Value

PHONE: dict[str, Any] = {"meaning": "phone", "digits": 10, "validation": [{"rule": "phone_number"}]}
LAST4: dict[str, Any] = {
    "meaning": "digits",
    "digits": 4,
    "validation": [{"rule": "exact_num_digits", "digits": 4}],
}
COLOUR = {"type": "single_select", "options": [{"text": "लाल", "aliases": ["सुर्ख़"]}, {"text": "हरा"}]}
COLOURS = {**COLOUR, "type": "multi_select"}
YES_NO = {"type": "boolean", "boolean_labels": {"true": "जुड़ा है", "false": "नहीं जुड़ा"}}


def made(**keys: Any) -> Field:
    return form_of(field("a", **keys)).form.fields[0]


@pytest.mark.parametrize(
    ("keys", "value", "expected"),
    [
        ({"type": "number"}, "5", 5),
        ({"type": "number"}, "५", 5),
        ({"type": "number"}, 5.0, 5),
        ({"type": "number"}, "5.5", 5.5),
        ({"type": "number", "number_format": "integer"}, 5.5, None),
        ({"type": "number"}, True, None),
        ({"type": "number"}, "पांच", None),
        ({"type": "number"}, float("nan"), None),
        ({"type": "number"}, float("inf"), None),
        ({"type": "number"}, "9" * 400, None),
        (YES_NO, True, True),
        (YES_NO, "जुड़ा है", True),
        (YES_NO, "नहीं जुड़ा", False),
        (YES_NO, "true", True),
        (YES_NO, 1, None),
        (YES_NO, "शायद", None),
        (COLOUR, 1, "हरा"),
        (COLOUR, "हरा", "हरा"),
        (COLOUR, "सुर्ख", "लाल"),
        (COLOUR, 2, None),
        (COLOUR, -1, None),
        (COLOUR, True, None),
        (COLOUR, "नीला", None),
        (COLOURS, ("हरा", "लाल", "हरा"), ("लाल", "हरा")),
        (COLOURS, "हरा, लाल", ("लाल", "हरा")),
        (COLOURS, 0, ("लाल",)),
        (COLOURS, (1, "लाल"), ("लाल", "हरा")),
        (COLOURS, ("नीला",), None),
        (COLOURS, (), None),
        ({"type": "date"}, "2025-04-15", "2025-04-15"),
        ({"type": "date"}, "15-04-2025", "2025-04-15"),
        ({"type": "date"}, "2025-04-31", None),
        ({"type": "date"}, "15 अप्रैल", None),
        (PHONE, "+91 98765 43210", "9876543210"),
        (PHONE, "09876543210", "9876543210"),
        (PHONE, "919876543210", "9876543210"),
        (PHONE, "९८७६५४३२१०", "9876543210"),
        (PHONE, 9876543210, "9876543210"),
        (PHONE, "9198765432", "9198765432"),
        (PHONE, "नंबर", None),
        (LAST4, "0042", "0042"),
        ({}, "  कमला   देवी ", "कमला देवी"),
        ({}, "।", None),
        ({}, 5, None),
    ],
)
def test_types(keys: dict[str, Any], value: Value, expected: Value | None) -> None:
    typed = to_type(made(**keys), value, {})
    assert typed == expected
    assert type(typed) is type(expected)
    if typed is not None:
        assert to_type(made(**keys), typed, {}) == typed


@pytest.mark.parametrize(
    ("said", "stored"),
    [("गया", "गया"), ("इलाहाबाद", "प्रयागराज"), ("नालंदा", "नालंदा"), ("नालन्दा", "नालंदा"), ("फूलपुर टोला", None)],
)
def test_a_place_is_stored_under_its_own_name(enrolment: LoadedForm, said: str, stored: str | None) -> None:
    district = enrolment.form.field("district")
    assert to_type(district, said, enrolment.place_phrases(district)) == stored


@pytest.mark.parametrize(
    ("keys", "value", "problem"),
    [
        (PHONE, "9876543210", None),
        (PHONE, "6000000001", None),
        (PHONE, "987654321", "wrong_length"),
        (PHONE, "98765432101", "wrong_length"),
        (PHONE, "9999999999", "invalid"),
        (PHONE, "5876543210", "invalid"),
        (PHONE, "0876543210", "invalid"),
        (
            {**PHONE, "validation": [{"rule": "phone_number", "first_digits": ""}]},
            "1876543210",
            None,
        ),
        (LAST4, "0042", None),
        (LAST4, "42", "wrong_length"),
        (LAST4, "00420", "wrong_length"),
        ({"type": "number", "validation": [{"rule": "number_range", "min": 1, "max": 9}]}, 1, None),
        ({"type": "number", "validation": [{"rule": "number_range", "min": 1, "max": 9}]}, 9, None),
        ({"type": "number", "validation": [{"rule": "number_range", "min": 1, "max": 9}]}, 0, "invalid"),
        ({"type": "number", "validation": [{"rule": "number_range", "min": 1, "max": 9}]}, 10, "invalid"),
        ({"type": "number", "validation": [{"rule": "number_range", "min": 1}]}, 1000, None),
        ({"validation": [{"rule": "min_length", "min_length": 2}]}, "ऊ", "invalid"),
        ({"validation": [{"rule": "min_length", "min_length": 2}]}, "ऊषा", None),
        ({"validation": [{"rule": "regex", "pattern": "क+", "message": "क"}]}, "ककक", None),
        ({"validation": [{"rule": "regex", "pattern": "क+", "message": "क"}]}, "ककख", "invalid"),
        ({"type": "date", "validation": [{"rule": "date_today_or_past"}]}, "2026-11-29", None),
        ({"type": "date", "validation": [{"rule": "date_today_or_past"}]}, "2026-11-30", "future_date"),
        ({"type": "date", "validation": [{"rule": "date_future"}]}, "2026-11-29", "invalid"),
        ({"type": "date", "validation": [{"rule": "date_future"}]}, "2026-11-30", None),
        ({"validation": [{"rule": "free_text", "description": "x"}]}, "कुछ भी", None),
    ],
)
def test_guards(keys: dict[str, Any], value: Value, problem: str | None) -> None:
    refusal = refusal_of(made(**keys), value, TODAY)
    assert (refusal.problem if refusal else None) == problem
