"""Read-backs say a value in words, and nothing that a synthesiser would stumble over."""

from __future__ import annotations

from typing import Any

import pytest

from edgebharo.capture import Evidence
from edgebharo.forms.schema import BooleanLabels, Field
from edgebharo.forms.spoken import unspeakable
from edgebharo.reply import phrases
from edgebharo.reply.confirm import number, read_back, value_lines
from edgebharo.types import Candidate, Span, Value


def made(**keys: object) -> Field:
    return Field.model_validate({"name": "a", "label": "रंग", "type": "string", "question": "क्या?", **keys})


def heard(name: str, value: Value, **keys: Any) -> Candidate:
    return Candidate(name, value, Span(0, 1), "rules", **keys)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "शून्य"),
        (7, "सात"),
        (7.5, "सात दशमलव पाँच"),
        (7.05, "सात दशमलव शून्य पाँच"),
        (-3, "माइनस तीन"),
        (7.0, "सात"),
    ],
)
def test_numbers_in_words(value: float, words: str) -> None:
    assert number(value) == words


@pytest.mark.parametrize(
    ("keys", "value", "lines"),
    [
        ({"type": "number", "meaning": "months"}, 1, ("एक महीना",)),
        ({"type": "number", "meaning": "months"}, 9, ("नौ महीने",)),
        ({"type": "number"}, 9, ("नौ",)),
        ({"type": "multi_select"}, ("लाल", "हरा"), ("लाल और हरा",)),
        ({"type": "multi_select"}, ("लाल",), ("लाल",)),
        ({}, "कमला देवी", ("कमला देवी",)),
    ],
)
def test_values_in_words(keys: dict[str, object], value: Value, lines: tuple[str, ...]) -> None:
    assert value_lines(made(**keys), value) == lines


@pytest.mark.parametrize("value", ["WhatsApp 24", "वार्ड 12", "A-4", "२४"])
def test_latin_and_digits_never_reach_the_synthesiser(value: str) -> None:
    for line in value_lines(made(), value):
        assert unspeakable(line, placeholders=()) is None, line


def test_the_house_frame_stands_in() -> None:
    assert read_back(made(), heard("a", "लाल")) == (phrases.HEARD, "लाल", phrases.IS_IT_RIGHT)


def test_the_forms_frame_wins() -> None:
    own = made(read_back={"before": "आपने कहा", "after": "ठीक?"})
    assert read_back(own, heard("a", "लाल")) == ("आपने कहा", "लाल", "ठीक?")


def test_a_yes_no_without_statements_uses_its_labels() -> None:
    plain = made(type="boolean")
    labelled = plain.model_copy(update={"boolean_labels": BooleanLabels(when_true="पसंद", when_false="नापसंद")})
    assert read_back(plain, heard("a", value=True))[0] == "रंग: हां।"
    assert read_back(labelled, heard("a", value=False))[0] == "रंग: नापसंद।"


def test_digits_are_read_back_in_the_callers_own_groups() -> None:
    phone = made(meaning="phone", digits=10)
    in_pairs = heard("a", "9876543210", evidence=Evidence(groups=(2, 2, 3, 3)))
    assert read_back(phone, in_pairs)[1:-1] == ("नौ आठ, सात छह, पाँच चार तीन, दो एक शून्य",)
    assert read_back(phone, heard("a", "9876543210"))[1:-1] == ("नौ आठ सात छह पाँच", "चार तीन दो एक शून्य")


def test_a_name_that_was_spelled_is_read_back_letter_by_letter() -> None:
    assert read_back(made(), heard("a", "राधा देवी", reading="spelled"))[1] == "रा, धा, दे, वी"
