"""What the worker is asked when a field is handed to her, and what she may type."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.capture import Evidence
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, worker_entry
from edgebharo.runtime.worker_prompt import ask_worker, entered, prompt
from edgebharo.types import Answers, Candidate, Extraction, Handoff, Span

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def loaded() -> LoadedForm:
    return load_form("maternal-enrolment").consented()


def handed_over(loaded: LoadedForm) -> tuple[Answers, Handoff]:
    """A name was heard, refused, and nothing came after it."""
    other = Evidence(share=0.6, margin=0.4, alternatives=("सुमित्रा देवी",), shares=(0.1,))
    heard = Candidate("name", "सुनीता देवी", Span(0, 1), "rules", doubtful=True, evidence=other)
    decision = decide(loaded, Answers(asked="name"), Extraction("answer", (heard,)), TODAY)
    decision = decide(loaded, decision.answers, Extraction(affirmed=False), TODAY)
    decision = on_silence(loaded, decision.answers, 3)
    assert isinstance(decision.step, Handoff)
    return decision.answers, decision.step


def test_what_was_heard_is_listed_the_refused_value_last(loaded: LoadedForm) -> None:
    answers, step = handed_over(loaded)
    assert step.heard == ("सुमित्रा देवी", "सुनीता देवी")
    shown = prompt(loaded.form.field("name"), step.heard)
    assert "आपका नाम" in shown
    assert shown.index("1. सुमित्रा देवी") < shown.index("2. सुनीता देवी")
    typed = iter(["1"])
    assert ask_worker(lambda _: next(typed), loaded.form, answers, "name") == "सुमित्रा देवी"


def test_her_entry_goes_on_with_the_call_and_is_kept_as_hers(loaded: LoadedForm) -> None:
    answers, _ = handed_over(loaded)
    decision = worker_entry(loaded, answers, "name", "सुनीति देवी", TODAY)
    answer = decision.answers.get("name")
    assert (answer.value, answer.source, answer.confirmed) == ("सुनीति देवी", "worker", True)
    assert decision.answers.history["name"][-2:] == ("handed_over", "worker")
    assert decision.answers.asked == "district"


def test_a_value_that_the_guards_refuse_is_asked_for_again_with_the_list(loaded: LoadedForm) -> None:
    answers, _ = handed_over(loaded)
    decision = worker_entry(loaded, answers, "name", "स", TODAY)
    assert isinstance(decision.step, Handoff)
    assert decision.step.heard == ("सुमित्रा देवी", "सुनीता देवी")
    assert decision.rejections


@pytest.mark.parametrize(
    ("field", "heard", "typed", "value"),
    [
        ("name", ("सीता",), "", None),
        ("name", ("सीता",), "2", "2"),
        ("name", (), "गीता", "गीता"),
        ("linked_number", ("9876543210",), "1", "9876543210"),
        ("gestational_age_months", ("5",), "1", "1"),
        ("child_dob", ("2025-04-15",), " 1 ", "2025-04-15"),
    ],
)
def test_a_number_of_the_list_picks_unless_it_may_be_the_value(
    loaded: LoadedForm, field: str, heard: tuple[str, ...], typed: str, value: str | None
) -> None:
    assert entered(loaded.form.field(field), heard, typed) == value
