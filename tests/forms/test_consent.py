"""Before anything else she is asked whether her answers may be kept; only a clear yes lets the call go on."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.forms import rules
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import CONSENT
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answers, Ask, Close, Decision, Transcript, Wait, never_cancelled
from edgebharo.understand.extract import extract

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def asking() -> LoadedForm:
    return load_form("maternal-enrolment")


def say(loaded: LoadedForm, answers: Answers, text: str, confidence: float = 1.0) -> Decision:
    heard = Transcript(0, normalize(text), confidence=confidence)
    extraction = extract(loaded, answers, heard, TODAY, None, never_cancelled)
    return rules.decide(loaded, answers, extraction, TODAY)


@pytest.mark.parametrize(
    "text",
    ["हाँ", "जी", "ठीक है", "लिख लीजिए", "पूछिए", "हाँ हाँ लिखो", "कोई बात नहीं, पूछो", "हाँ बोलिए", "शुरू करो"],
)
def test_a_yes_leads_to_the_first_question(asking: LoadedForm, text: str) -> None:
    first = rules.start(asking)
    assert first.step == Ask(CONSENT)
    given = say(asking, first.answers, text)
    assert (given.step, given.fired) == (Ask("name"), ("consent_given",))


@pytest.mark.parametrize(
    "text", ["नहीं", "ना", "मत लिखो", "नहीं लिखना", "रहने दो", "मुझे नहीं बताना", "बंद करो", "मैं नहीं बताऊंगी"]
)
def test_a_no_ends_the_call_with_nothing_kept(asking: LoadedForm, text: str) -> None:
    refused = say(asking, rules.start(asking).answers, text)
    assert refused.step == Close("withdrawn")
    assert refused.fired == ("consent_refused",)
    assert not refused.answers.fields


@pytest.mark.parametrize("text", ["हाँ नहीं", "शायद", "मेरा नाम सुनीता देवी है", "पता नहीं"])
def test_what_is_neither_is_asked_once_more_and_then_counts_as_not_given(
    asking: LoadedForm, text: str
) -> None:
    again = say(asking, rules.start(asking).answers, text)
    assert again.step == Ask(CONSENT, "retry", 1)
    ended = say(asking, again.answers, text)
    assert (ended.step, ended.fired) == (Close("withdrawn"), ("consent_unanswered",))


def test_a_yes_that_was_hardly_heard_is_asked_for_again(asking: LoadedForm) -> None:
    assert say(asking, rules.start(asking).answers, "हाँ", confidence=0.3).step == Ask(CONSENT, "retry", 1)


def test_silence_is_not_consent(asking: LoadedForm) -> None:
    answers, steps = rules.start(asking).answers, []
    for count in (1, 2, 3):
        decision = rules.on_silence(asking, answers, count)
        answers = decision.answers
        steps.append(decision.step)
    assert steps == [Ask(CONSENT, "silence", 0), Ask(CONSENT, "silence", 1), Close("withdrawn")]
    assert "consent_unanswered" in decision.fired


def test_what_is_said_with_the_yes_is_asked_for_afterwards(asking: LoadedForm) -> None:
    given = say(asking, rules.start(asking).answers, "हाँ, मेरा नाम सुनीता देवी है")
    assert given.step == Ask("name")
    assert not given.answers.fields


def test_she_may_ask_what_it_is_for_ask_to_wait_and_hear_it_again(asking: LoadedForm) -> None:
    answers = rules.start(asking).answers
    assert say(asking, answers, "क्यों").step == Ask(CONSENT, "explain", 0)
    assert say(asking, answers, "दोबारा बोलिए").step == Ask(CONSENT, "repeat", 0)
    assert say(asking, answers, "एक मिनट रुकिए").step == Wait(CONSENT)
    for _ in range(asking.form.patience):
        answers = say(asking, answers, "दोबारा बोलिए").answers
    assert say(asking, answers, "दोबारा बोलिए").step == Ask(CONSENT, "retry", 1)


def test_the_worker_does_not_answer_for_her(asking: LoadedForm) -> None:
    answers = rules.start(asking).answers
    typed = rules.worker_entry(asking, answers, CONSENT, True, TODAY)
    assert typed.step == Ask(CONSENT, "resume")
    assert not typed.answers.fields


def test_a_caller_who_consented_elsewhere_is_not_asked(asking: LoadedForm) -> None:
    assert rules.start(asking.consented()).step == Ask("name")
