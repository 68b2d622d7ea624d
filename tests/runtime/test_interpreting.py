"""Whether the words so far are a whole answer, weighed with all that may have been heard instead."""

from __future__ import annotations

from datetime import date
from math import log

import pytest
from toy_speech import Codec, CodecAsr, ShortTts

from edgebharo.forms.expect import expect_of
from edgebharo.forms.load import find_form, load_form
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.interpreting import interpret
from edgebharo.runtime.parts import Parts
from edgebharo.types import Answers, Hypothesis, Transcript

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def parts() -> Parts:
    form = load_form(find_form("maternal-enrolment"))
    return Parts(form, CodecAsr(Codec()), ShortTts(), None, date(2026, 11, 30))


def whole(parts: Parts, field: str, *heard: tuple[str, float]) -> float:
    hypotheses = tuple(Hypothesis(normalize(text), log(share)) for text, share in heard)
    said = Transcript(0, hypotheses[0].text, hypotheses)
    found = interpret(parts, Answers(asked=field), 1, said, expect_of(parts.loaded, field))
    assert found.complete
    return round(found.whole, 2)


def test_readings_of_fewer_digits_speak_against_a_whole_number(parts: Parts) -> None:
    """Half a number whose last word may be two: "सात" and a breath, or "छह सात"."""
    heard = [("पांच दो छह सात", 0.6), ("पांच दो सात", 0.3), ("पांच दस सात", 0.1)]
    assert whole(parts, "aadhaar_last4", *heard) == 0.6


def test_a_digit_without_a_place_of_its_own_speaks_against_a_whole_number(parts: Parts) -> None:
    """Three digits, the second one drawn out, and four were asked for: the fourth may stand anywhere."""
    heard = [("आठ छह छह पांच", 0.9), ("आठ छह पांच छह", 0.06), ("छह आठ छह पांच", 0.04)]
    assert whole(parts, "aadhaar_last4", *heard) == 0.0
    assert whole(parts, "aadhaar_last4", ("आठ छह छह पांच", 0.96), ("आठ छह पांच छह", 0.04)) == 1.0
    swapped = [("आठ छह सात पांच", 0.8), ("सात छह आठ पांच", 0.2)]
    assert whole(parts, "aadhaar_last4", *swapped) == 1.0, "two digits in each other's place are two errors"


def test_a_pair_among_single_digits_must_be_heard_surely(parts: Parts) -> None:
    """Three digits, "एक नौ आठ", of which the first sounds like a pair."""
    assert whole(parts, "aadhaar_last4", ("इकसठ नौ आठ", 0.89), ("इक्कीस नौ आठ", 0.11)) == 0.89
    assert whole(parts, "aadhaar_last4", ("शून्य पांच अड़सठ", 0.99), ("शून्य पांच इकसठ", 0.01)) == 0.99
    assert whole(parts, "aadhaar_last4", ("बाईस चौदह", 0.7), ("बाईस चौंसठ", 0.3)) == 1.0


def test_the_count_of_the_digits_is_none_of_them(parts: Parts) -> None:
    """The "चार" of "चार अंक" beside two pairs is no single digit among pairs."""
    told = "आखिरी के चार अंक हैं चौहत्तर"
    assert whole(parts, "aadhaar_last4", (f"{told} उन्नीस", 0.85), (f"{told} उनतीस", 0.15)) == 1.0
    assert whole(parts, "aadhaar_last4", ("चार चौहत्तर एक", 0.85), ("चार चौहत्तर दो", 0.15)) == 0.85


def test_a_date_that_cannot_be_is_whole_all_the_same(parts: Parts) -> None:
    """A year that was misheard for one in the future is no half of a date; a month without its day is."""
    told = "सात जुलाई दो हजार"
    assert whole(parts, "child_dob", (f"{told} चौबीस", 0.9), (f"{told} चौंतीस", 0.1)) == 1.0
    assert whole(parts, "child_dob", (f"{told} चौबीस", 0.9), ("जुलाई दो हजार चौबीस", 0.1)) == 0.9


def test_another_digit_in_the_same_place_does_not(parts: Parts) -> None:
    heard = [("आठ पांच एक चार", 0.7), ("आठ सात एक चार", 0.2), ("आठ पांच एक छह", 0.1)]
    assert whole(parts, "aadhaar_last4", *heard) == 1.0


def test_a_word_that_only_begins_an_answer_speaks_against_a_place(parts: Parts) -> None:
    assert whole(parts, "district", ("मऊ", 0.4), ("मेरठ", 0.3), ("मैं", 0.3)) == 0.7
    assert whole(parts, "district", ("मेरठ जिला", 0.9), ("मेरठ", 0.1)) == 1.0


def test_a_reading_without_alternatives_and_an_open_answer_are_not_weighed(parts: Parts) -> None:
    expect = expect_of(parts.loaded, "aadhaar_last4")
    alone = Transcript(0, normalize("पांच दो छह सात"))
    assert interpret(parts, Answers(asked="aadhaar_last4"), 1, alone, expect).whole == 1.0
    assert whole(parts, "name", ("सुनीता देवी", 0.5), ("सुनीता", 0.5)) == 1.0


def test_nothing_is_weighed_while_she_still_speaks(parts: Parts) -> None:
    heard = (Hypothesis(normalize("पांच दो छह सात"), log(0.5)), Hypothesis(normalize("पांच दो सात"), log(0.5)))
    said = Transcript(0, heard[0].text, heard)
    assert interpret(parts, Answers(asked="aadhaar_last4"), 1, said, None).whole == 1.0
