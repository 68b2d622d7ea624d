"""How a second opinion is weighed. The model itself is tested where it runs."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from spoken_cases import TODAY

from edgebharo.errors import InferenceError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answers, Cancelled, Extraction, Transcript, never_cancelled
from edgebharo.understand.extract import extract
from edgebharo.understand.extract_llm import consult
from edgebharo.understand.extract_rules import read

UNCLEAR = "बिमला रामदीन की पत्नी"
"""A sentence whose name the rules cannot be sure of."""


@dataclass
class Chooser:
    """An Llm that always chooses `answer`, allowed or not, and remembers what it was offered."""

    answer: str
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
        self.offered.append(literals)
        if self.answer == "fail":
            raise InferenceError("llm", "broken")
        return self.answer


def say(loaded: LoadedForm, text: str, llm: Chooser | None, asked: str = "name") -> Extraction:
    transcript = Transcript(1, normalize(text))
    return extract(loaded, Answers(asked=asked), transcript, TODAY, llm, never_cancelled)


def test_the_model_is_not_asked_where_the_rules_are_sure(enrolment: LoadedForm) -> None:
    model = Chooser(" null")
    for text, asked in (("मेरा नाम कमला देवी है", "name"), ("पांच महीने", "gestational_age_months")):
        assert say(enrolment, text, model, asked) == say(enrolment, text, None, asked)
    assert model.offered == []


def test_the_model_is_asked_where_they_are_not(enrolment: LoadedForm) -> None:
    model = Chooser(" बिमला")
    found = say(enrolment, UNCLEAR, model)
    assert len(model.offered) == 1
    assert " बिमला" in model.offered[0]
    assert all(candidate.doubtful for candidate in found.candidates)


def test_words_that_were_not_heard_never_become_a_value(enrolment: LoadedForm) -> None:
    found = say(enrolment, UNCLEAR, Chooser(" सुनीता"))
    assert "सुनीता" not in {candidate.value for candidate in found.candidates}


@pytest.mark.parametrize("answer", [" null", "", "fail"])
def test_no_opinion_leaves_the_rules_reading_doubtful(enrolment: LoadedForm, answer: str) -> None:
    alone, found = say(enrolment, UNCLEAR, None), say(enrolment, UNCLEAR, Chooser(answer))
    assert [item.value for item in found.candidates] == [item.value for item in alone.candidates]
    assert all(candidate.doubtful for candidate in found.candidates)


def weighed(loaded: LoadedForm, text: str, answer: str) -> Extraction:
    transcript = Transcript(1, normalize(text))
    own = read(loaded, Answers(asked="name"), transcript, TODAY).extraction
    return consult(Chooser(answer), loaded.form.field("name"), own, transcript, never_cancelled)


def test_agreement_changes_nothing(enrolment: LoadedForm) -> None:
    transcript = Transcript(1, normalize("कमला देवी"))
    own = read(enrolment, Answers(asked="name"), transcript, TODAY).extraction
    assert weighed(enrolment, "कमला देवी", " कमला देवी") == own


def test_a_different_opinion_makes_the_value_doubtful_but_keeps_it(enrolment: LoadedForm) -> None:
    (candidate,) = weighed(enrolment, "कमला देवी", " कमला").candidates
    assert (candidate.value, candidate.doubtful, candidate.source) == ("कमला देवी", True, "rules")


def test_a_proposal_where_the_rules_found_nothing_is_the_models_and_doubtful(enrolment: LoadedForm) -> None:
    found = weighed(enrolment, "हेलो हेलो आवाज आ रही है", " आवाज")
    (candidate,) = found.candidates
    assert (candidate.value, candidate.source, candidate.doubtful) == ("आवाज", "model", True)
    assert (found.intent, found.problem) == ("answer", None)


def test_a_cancelled_call_leaves_the_extraction_alone(enrolment: LoadedForm) -> None:
    transcript = Transcript(1, normalize("कमला देवी"))
    own = read(enrolment, Answers(asked="name"), transcript, TODAY).extraction
    assert consult(Chooser(""), enrolment.form.field("name"), own, transcript, lambda: True) == own
