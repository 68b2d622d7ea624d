"""Where the model decides: whose answer it is, which wish, and the benchmark's reading by the model alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import pytest
from spoken_cases import TODAY

from edgebharo.errors import InferenceError, TooSlowError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.types import (
    Answers,
    Cancelled,
    Candidate,
    Extraction,
    Span,
    Transcript,
    Value,
    never_cancelled,
)
from edgebharo.understand.by_model import extract_by_model
from edgebharo.understand.extract import extract
from edgebharo.understand.opinions import grammars

pytestmark = pytest.mark.unit

TELLS = {"इरादा": "intent", "खाना": "field", "नाम": "name", "जवाब": "words", "मतलब": "yes_no"}
"""The last word of a prompt, and what it asks for."""


@dataclass
class Scripted:
    """An Llm that gives a prepared answer to each kind of question, and remembers which it was asked."""

    answers: Mapping[str, str | InferenceError]
    asked: list[str] = field(default_factory=list)
    offered: list[tuple[str, ...]] = field(default_factory=list)

    def complete(
        self,
        prompt: str,
        cancelled: Cancelled,
        *,
        grammar: str | None = None,
        literals: tuple[str, ...] = (),
        max_tokens: int = 64,
        stop: tuple[str, ...] = (),
    ) -> str:
        kind = TELLS[prompt.rstrip(":").rsplit("\n", 1)[-1]]
        self.asked.append(kind)
        self.offered.append(literals)
        assert grammar is not None
        answer = self.answers[kind]
        if isinstance(answer, InferenceError):
            raise answer
        return answer


def hear(loaded: LoadedForm, asked: str, text: str, model: Scripted | None) -> Extraction:
    heard = Transcript(1, normalize(text))
    return extract(loaded, Answers(asked=asked), heard, TODAY, model, never_cancelled)


def read(loaded: LoadedForm, asked: str, text: str, model: Scripted, held: Value | None = None) -> Extraction:
    before = Answers(
        fields=MappingProxyType({}),
        asked=asked,
        held=() if held is None else (Candidate(asked, held, Span(0, 1), "rules"),),
    )
    return extract_by_model(loaded, before, Transcript(1, normalize(text)), TODAY, model, never_cancelled)


NOTHING_FOR_RULES = ("gestational_age_months", "गाना बज रहा है")


def test_the_model_may_tell_a_wish_that_costs_nothing(enrolment: LoadedForm) -> None:
    model = Scripted({"intent": " दोबारा"})
    assert hear(enrolment, *NOTHING_FOR_RULES, model) == Extraction(intent="repeat")
    assert model.asked == ["intent"]


@pytest.mark.parametrize("wish", [" बंद", " इनकार", " अज्ञात", " सुधार", " जवाब", ""])
def test_no_word_of_the_model_alone_ends_a_call_or_skips_a_question(enrolment: LoadedForm, wish: str) -> None:
    model = Scripted({"intent": wish, "field": " null"})
    assert hear(enrolment, *NOTHING_FOR_RULES, model) == hear(enrolment, *NOTHING_FOR_RULES, None)


@pytest.mark.parametrize("error", [InferenceError("llm", "broken"), TooSlowError("llm", "no answer in time")])
def test_a_model_that_fails_or_is_too_slow_leaves_the_rules_reading(
    enrolment: LoadedForm, error: InferenceError
) -> None:
    model = Scripted({"intent": error})
    assert hear(enrolment, *NOTHING_FOR_RULES, model) == hear(enrolment, *NOTHING_FOR_RULES, None)


def test_the_model_says_whose_answer_a_value_is_and_it_is_read_back(enrolment: LoadedForm) -> None:
    text = "पंद्रह अप्रैल दो हज़ार पच्चीस"
    model = Scripted({"intent": " जवाब", "field": " " + normalize("बच्चे की जन्म तारीख")})
    alone, found = hear(enrolment, "phone_linked", text, None), hear(enrolment, "phone_linked", text, model)
    assert alone.candidates == ()
    (candidate,) = found.candidates
    assert (candidate.field, candidate.value, candidate.doubtful) == ("child_dob", "2025-04-15", True)
    assert (found.intent, found.problem) == ("answer", "wrong_field")
    offered = model.offered[model.asked.index("field")]
    labels = (enrolment.form.field(name).label for name in ("phone_linked", "child_dob"))
    assert set(offered) == {" null", *(f" {normalize(label)}" for label in labels)}


def test_a_bare_number_is_never_put_into_another_field(enrolment: LoadedForm) -> None:
    model = Scripted({"intent": " जवाब", "field": " " + normalize("गर्भ के महीने")})
    assert hear(enrolment, "phone_linked", "पांच", model).candidates == ()


@pytest.mark.parametrize(
    ("asked", "text", "answers", "value"),
    [
        ("pregnant", "हां जी", {"yes_no": " हां"}, True),
        ("pregnant", "नहीं", {"yes_no": " नहीं"}, False),
        ("name", "सास ने बिमला नाम धरा था", {"name": " बिमला"}, "बिमला"),
        ("aadhaar_last4", "वो चार तीन दो एक है", {"words": " चार तीन दो एक"}, "4321"),
        ("gestational_age_months", "पांच महीने हुए", {"words": " पांच महीने"}, 5),
        ("district", "हम नालंदा में रहते हैं", {"words": " नालंदा"}, "नालंदा"),
    ],
)
def test_the_model_alone_points_and_rules_read_what_it_points_at(
    enrolment: LoadedForm, asked: str, text: str, answers: dict[str, str], value: Value
) -> None:
    found = read(enrolment, asked, text, Scripted({"intent": " जवाब", **answers}))
    (candidate,) = found.candidates
    assert (candidate.field, candidate.value, candidate.source) == (asked, value, "model")


def test_what_the_model_alone_makes_up_is_dropped(enrolment: LoadedForm) -> None:
    for asked, text, answers in (
        ("pregnant", "गाना बज रहा है", {"yes_no": " हां"}),
        ("name", "गाना बज रहा है", {"name": " सुनीता"}),
        ("aadhaar_last4", "गाना बज रहा है", {"words": " चार तीन दो एक"}),
    ):
        found = read(enrolment, asked, text, Scripted({"intent": " जवाब", **answers}))
        assert (found.candidates, found.intent) == ((), "none")


def test_the_model_alone_tells_intents_and_answers_read_backs(enrolment: LoadedForm) -> None:
    assert read(enrolment, "name", "बंद करो", Scripted({"intent": " बंद"})).intent == "stop"
    held = read(enrolment, "district", "बिल्कुल", Scripted({"yes_no": " हां"}), held="गया")
    assert (held.intent, held.affirmed) == ("answer", True)
    unsure = read(enrolment, "district", "उम्म", Scripted({"yes_no": " null"}), held="गया")
    assert (unsure.intent, unsure.affirmed) == ("none", None)


def test_the_grammars_of_a_form_hold_its_own_words(enrolment: LoadedForm) -> None:
    found = grammars(enrolment.form)
    assert len(found) == len(enrolment.form.fields) + 3
    assert all(grammar.startswith('root ::= "') for grammar in found)
    assert any(normalize("आंगनवाड़ी का नाम") in grammar for grammar in found)
