"""A rewording is spoken only where it is the same question."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

import pytest

from edgebharo.errors import InferenceError
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, start
from edgebharo.reply.rephrase import refusal, rephrase
from edgebharo.reply.templates import render
from edgebharo.types import Answer, Answers, Cancelled, Candidate, Extraction, Reply, Span, never_cancelled

TODAY = date(2026, 11, 29)
KNOWN = Answers(
    fields={
        "name": Answer("answered", "सीता देवी", "rules"),
        "district": Answer("answered", "गया", "rules"),
        "gestational_age_months": Answer("answered", 7, "rules"),
    },
    held=(Candidate("linked_number", "9876543210", Span(0, 1), "rules"),),
)

GOOD = [
    ("district", "आप कौन से ज़िले में रहती हैं?"),
    ("district", "आपका ज़िला कौन सा है?"),
    ("pregnant", "क्या इस समय आप गर्भवती हैं?"),
    ("gestational_age_months", "आपको गर्भ के कितने महीने हो गए?"),
    ("child_name", "बच्चे का नाम क्या रखा है?"),
    ("aadhaar_last4", "आधार के आख़िरी चार अंक बता दीजिए। पूरा नंबर मत बोलिए।"),
    ("whatsapp_same", "आपके इसी नंबर पर व्हाट्सऐप चलता है क्या?"),
]

BAD = [
    ("district", "", "empty"),
    ("district", "ज़िला " * 30 + "?", "too long"),
    ("district", "Which district do you live in?", "Devanagari"),
    ("district", "आप किस district में रहती हैं?", "Devanagari"),
    ("district", "आप किस ज़िले में रहती हैं 1?", "Devanagari"),
    ("district", "आप किस ज़िले में रहती हैं? आपका ज़िला कौन सा है?", "one question"),
    ("district", "आप ज़िले में रहती हैं।", "one question"),
    ("district", "अपने ज़िले का नाम बताइए।", "one question"),
    ("pregnant", "क्या आप अभी गर्भवती नहीं हैं?", "negation"),
    ("aadhaar_last4", "आधार के सारे बारह अंक बताइए। पूरा नंबर मत बोलिए।", "number"),
    ("aadhaar_last4", "आधार के अंक बताइए। पूरा नंबर मत बोलिए।", "number"),
    ("aadhaar_last4", "आधार के आख़िरी चार अंक बताइए।", "negation"),
    ("district", "आप कहां रहती हैं?", "lost"),
    ("district", "क्या आप किसी ज़िले में रहती हैं?", "became a yes/no"),
    ("district", "तुम किस ज़िले में रहती हो?", "addressed"),
    ("child_dob", "क्या आपका बच्चा जन्म के दिन किस तारीख को आया?", "became a yes/no"),
    ("pregnant", "आप अभी कैसे गर्भवती हैं?", "no longer a yes/no"),
    ("pregnant", "क्या आपका अभी गर्भवती हैं?", "addressed"),
    ("whatsapp_same", "क्या आपके इसी नंबर पर आपके फ़ोन में व्हाट्सऐप चलता है?", "addressed"),
    ("whatsapp_same", "क्या आपके पास व्हाट्सऐप है?", "lost"),
    ("pregnant", "क्या आप अभी ठीक हैं?", "lost"),
    ("child_name", "आपका ज़िला और बच्चे का नाम क्या है?", "another field"),
    ("clinic_name", "सीता देवी, आपकी आंगनवाड़ी का नाम क्या है?", "value"),
    ("clinic_name", "गया में आपकी आंगनवाड़ी का नाम क्या है?", "value"),
    ("child_name", "धन्यवाद, बच्चे का नाम क्या है?", "acknowledges"),
    ("pregnant", "ठीक है, क्या आप अभी गर्भवती हैं?", "acknowledges"),
]


@dataclass
class Says:
    """A language model that completes every prompt with one text, or fails."""

    text: str | None
    prompts: list[str] = field(default_factory=list)

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
        self.prompts.append(prompt)
        if self.text is None:
            raise InferenceError("llm", "failed")
        return self.text


def judged(loaded: LoadedForm, name: str, text: str) -> str | None:
    asked = loaded.form.field(name)
    return refusal(text, asked.question[-1], asked, loaded.form, KNOWN)


@pytest.mark.parametrize(("name", "text"), GOOD)
def test_the_same_question_in_other_words_passes(enrolment: LoadedForm, name: str, text: str) -> None:
    assert judged(enrolment, name, text) is None


@pytest.mark.parametrize(("name", "text", "why"), BAD)
def test_anything_else_is_refused(enrolment: LoadedForm, name: str, text: str, why: str) -> None:
    assert why in (judged(enrolment, name, text) or "")


def test_every_question_of_the_form_passes_as_it_stands(enrolment: LoadedForm) -> None:
    for asked in enrolment.form.fields:
        assert judged(enrolment, asked.name, asked.question[-1]) is None, asked.name


def reworded(loaded: LoadedForm, llm: Says, *turns: Extraction) -> tuple[Reply, Reply]:
    """The template's reply after `turns`, and what is spoken instead."""
    before, decision = Answers(), start(loaded)
    for extraction in turns:
        before = decision.answers
        decision = decide(loaded, before, extraction, TODAY)
    reply = render(loaded, decision, before)
    return reply, rephrase(llm, reply, decision, loaded, never_cancelled)


SKIPPED_NAME = Extraction(intent="refuse")


def test_only_the_question_is_reworded(enrolment: LoadedForm) -> None:
    template, spoken = reworded(enrolment, Says("आपका ज़िला कौन सा है?\n"), SKIPPED_NAME)
    assert spoken.lines == (*template.lines[:-1], "आपका ज़िला कौन सा है?")
    assert spoken.source == "model"


@pytest.mark.parametrize("text", ["आप कहां रहती हैं?", "", None])
def test_a_refused_or_failed_rewording_leaves_the_template(enrolment: LoadedForm, text: str | None) -> None:
    template, spoken = reworded(enrolment, Says(text), SKIPPED_NAME)
    assert spoken == template


def test_a_cancelled_turn_leaves_the_template(enrolment: LoadedForm) -> None:
    decision = decide(enrolment, start(enrolment).answers, SKIPPED_NAME, TODAY)
    reply = render(enrolment, decision, Answers(asked="name"))
    llm = Says("आपका ज़िला कौन सा है?")
    assert rephrase(llm, reply, decision, enrolment, lambda: True) == reply


@pytest.mark.parametrize("intent", ["wait", "stop", "explain"])
def test_other_steps_never_reach_the_model(enrolment: LoadedForm, intent: str) -> None:
    llm = Says("आपका ज़िला कौन सा है?")
    template, spoken = reworded(enrolment, llm, Extraction(intent=intent))  # type: ignore[arg-type]
    assert spoken == template
    assert llm.prompts == []


def test_the_consent_question_is_asked_word_for_word() -> None:
    asking = load_form("maternal-enrolment")
    decision = start(asking)
    template = render(asking, decision, Answers())
    llm = Says(template.lines[-1])
    assert rephrase(llm, template, decision, asking, never_cancelled) == template
    assert llm.prompts == []
