"""What is known about a capture beside its value."""

from __future__ import annotations

from datetime import date
from math import log

import pytest

from edgebharo.forms.loaded import LoadedForm
from edgebharo.types import Answers, Candidate, Hypothesis, Transcript, Word, never_cancelled
from edgebharo.understand.extract import extract

TODAY = date(2026, 11, 29)


def captured(
    enrolment: LoadedForm, field: str, heard: Transcript, answers: Answers | None = None
) -> Candidate:
    answers = answers or Answers(asked=field)
    extraction = extract(enrolment, answers, heard, TODAY, None, never_cancelled)
    return next(candidate for candidate in extraction.candidates if candidate.field == field)


def texts(*pairs: tuple[str, float], snr_db: float | None = None) -> Transcript:
    hypotheses = tuple(Hypothesis(text, log(share)) for text, share in pairs)
    return Transcript(1, pairs[0][0], hypotheses, confidence=pairs[0][1], snr_db=snr_db)


def test_readings_that_give_the_same_value_count_together(enrolment: LoadedForm) -> None:
    heard = texts(("पांच महीने", 0.5), ("पांच महीना", 0.3), ("छह महीने", 0.15), ("पता नहीं", 0.05))
    known = captured(enrolment, "gestational_age_months", heard).evidence
    assert known.share == pytest.approx(0.8)
    assert known.margin == pytest.approx(0.65)
    assert known.alternatives == (6,)
    assert known.shares == pytest.approx((0.15,))


def test_names_that_sound_alike_are_one_value(enrolment: LoadedForm) -> None:
    heard = texts(("सुनीता देवी", 0.5), ("सुनिता देवी", 0.3), ("सुमित्रा देवी", 0.2))
    known = captured(enrolment, "name", heard).evidence
    assert known.share == pytest.approx(0.8)
    assert known.alternatives == ("सुमित्रा देवी",)


def test_one_reading_alone_is_compared_with_nothing(enrolment: LoadedForm) -> None:
    known = captured(enrolment, "name", texts(("सुनीता देवी", 0.9), snr_db=17.0)).evidence
    assert (known.share, known.margin, known.alternatives, known.snr_db) == (None, None, (), 17.0)


@pytest.mark.parametrize(
    ("field", "name", "unfamiliar"),
    [
        ("name", "सुनीता देवी", False),
        ("name", "टिम्बकटू देवी", True),
        ("name", "गोमती तालाब", True),
        ("clinic_name", "गोमती तालाब", False),
        ("clinic_name", "इमलीपुर", False),
        ("clinic_name", "टिम्बकटू टोला", True),
    ],
)
def test_a_word_that_is_no_known_name(enrolment: LoadedForm, field: str, name: str, unfamiliar: bool) -> None:
    assert captured(enrolment, field, texts((name, 0.9))).evidence.unfamiliar == unfamiliar


def test_a_place_of_the_list_is_always_known(enrolment: LoadedForm) -> None:
    assert not captured(enrolment, "district", texts(("पटना", 0.9))).evidence.unfamiliar


def test_what_an_earlier_turn_gave_is_remembered(enrolment: LoadedForm) -> None:
    answers = Answers(asked="aadhaar_last4", heard={"aadhaar_last4": ("1234", "1235")})
    heard = texts(("एक दो तीन चार", 0.9))
    assert captured(enrolment, "aadhaar_last4", heard, answers).evidence.heard_before
    assert not captured(
        enrolment, "aadhaar_last4", texts(("एक दो तीन सात", 0.9)), answers
    ).evidence.heard_before


# ---------------------------------------------------------------- a yes or a no to a read-back


@pytest.mark.parametrize(
    ("heard", "affirmed"),
    [
        (texts(("ना", 0.26), ("हां", 0.25), ("हां हां", 0.2), ("जी हां", 0.1)), None),
        (texts(("हां", 0.3), ("ना", 0.28), ("नहीं", 0.2)), None),
        (texts(("ना", 0.26), ("नहीं", 0.25), ("हां", 0.2)), False),
        (texts(("हां सही है", 0.2), ("हां जी सही है", 0.15), ("यहीं", 0.05)), True),
        (texts(("ना", 0.26)), False),
        (texts(("नहीं, एक दो तीन सात", 0.3), ("हां, एक दो तीन चार", 0.4)), False),
    ],
    ids=["torn no", "torn yes", "no", "yes", "one reading", "another value"],
)
def test_a_judgement_that_the_ear_is_torn_about_is_none(
    enrolment: LoadedForm, heard: Transcript, affirmed: bool | None
) -> None:
    answers = Answers(asked="aadhaar_last4", held=(Candidate("aadhaar_last4", "1234", None, "rules"),))
    said = extract(enrolment, answers, heard, TODAY, None, never_cancelled)
    assert said.affirmed is affirmed
    if affirmed is None:
        assert (said.intent, said.problem) == ("none", "unclear")


# ---------------------------------------------------------------- groups


def spoken(*words: tuple[str, int]) -> Transcript:
    """Words of 200 ms, each after so many milliseconds of silence."""
    timed, at = [], 0
    for text, gap in words:
        at += gap
        timed.append(Word(text, at, at + 200, 0.9))
        at += 200
    return Transcript(1, " ".join(text for text, _ in words), words=tuple(timed))


def test_a_pause_and_a_pair_part_groups(enrolment: LoadedForm) -> None:
    digits = [("नौ", 0), ("आठ", 20), ("सात", 400), ("छह", 20), ("पांच", 20), ("चार", 400), ("तीन", 20)]
    heard = spoken(*digits, ("दो", 400), ("एक", 20), ("शून्य", 20))
    assert captured(enrolment, "linked_number", heard).evidence.groups == (2, 3, 2, 3)
    pairs = spoken(("अट्ठानवे", 0), ("छिहत्तर", 20), ("चौवन", 20), ("बत्तीस", 20), ("दस", 20))
    assert captured(enrolment, "linked_number", pairs).evidence.groups == (2, 2, 2, 2, 2)


def test_one_breath_or_digits_one_by_one_have_no_groups(enrolment: LoadedForm) -> None:
    digits = ["नौ", "आठ", "सात", "छह", "पांच", "चार", "तीन", "दो", "एक", "शून्य"]
    for gap in (20, 500):
        heard = spoken(*((digit, gap) for digit in digits))
        assert captured(enrolment, "linked_number", heard).evidence.groups == ()
    assert captured(enrolment, "linked_number", Transcript(1, " ".join(digits))).evidence.groups == ()


@pytest.mark.parametrize(
    ("words", "doubtful"),
    [("बाईस दिसंबर बीस ट्वेंटी", True), ("बाईस दिसंबर बीस बीस", True), ("बाईस दिसंबर दो हजार बीस", False)],
)
def test_twenty_twenty_may_be_a_year_that_was_cut(enrolment: LoadedForm, words: str, doubtful: bool) -> None:
    candidate = captured(enrolment, "child_dob", texts((words, 0.9)))
    assert (candidate.value, candidate.doubtful) == ("2020-12-22", doubtful)
