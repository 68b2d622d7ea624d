"""When two texts count as the same answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.bench.meaning import ClosedSet, closed_set, fold, read_value, same_value
from edgebharo.hindi.numbers import SPOKEN_VARIANTS
from edgebharo.types import Expect, ExpectKind

pytestmark = pytest.mark.unit

PLACES = (("पटना",), ("पटना सिटी",), ("रामपुर", "रामपूर"), ("गया", "बोधगया"))


def place_set() -> ClosedSet:
    return closed_set(PLACES, Expect("place"), "candidates")


@pytest.mark.parametrize("spelling", ["छह", "छः", "छे", "छै"])
def test_spellings_of_a_number_word_are_one_word(spelling: str) -> None:
    assert fold(spelling) == "छह"


def test_english_digits_are_other_words_of_the_same_value() -> None:
    assert fold("टू") != fold("दो")
    assert read_value("टू", Expect("number")) == read_value("दो", Expect("number")) == "2"


@pytest.mark.parametrize(
    ("written", "words"),
    [("25", "पच्चीस"), ("105", "एक सौ पांच"), ("007", "शून्य शून्य सात"), ("१५ अप्रैल", "पंद्रह अप्रैल"), ("0", "शून्य")],
)
def test_digits_are_compared_as_words(written: str, words: str) -> None:
    assert fold(written) == words


def test_a_long_run_of_digits_is_said_singly() -> None:
    assert fold("9876543210").split() == [SPOKEN_VARIANTS(int(digit))[0] for digit in "9876543210"]


def test_matras_are_kept() -> None:
    assert len({fold("दिन"), fold("दीन"), fold("दान"), fold("दन")}) == 4


@given(st.text(alphabet="कखगदपछः ािी्ंँ०5 7,.", max_size=20))
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("yes_no", "जी हाँ बिल्कुल", "yes"),
        ("yes_no", "नहीं नहीं", "no"),
        ("yes_no", "पटना", None),
        ("number", "पच्चीस", "25"),
        ("number", "पांच नहीं छह", "6"),
        ("number", "सात सात", "7"),
        ("number", "पांच छह", "5-6"),
        ("number", "बीस और पांच बच्चे", None),
        ("number", "जी", None),
        ("months", "सातवां महीना चल रहा है", "7"),
        ("months", "साढ़े सात महीने", "7.5"),
        ("digits", "डबल नौ आठ", "998"),
        ("digits", "हां", None),
        ("date", "पंद्रह अप्रैल दो हज़ार पच्चीस", "2025-04-15"),
        ("place", "पटना", "पटना"),
        ("text", "", None),
    ],
)
def test_the_value_of_an_answer(kind: ExpectKind, text: str, value: str | None) -> None:
    assert read_value(text, Expect(kind)) == value


def test_places_and_names_are_the_same_where_they_are_read_aloud_alike() -> None:
    assert same_value("रामपुर", "रामपूर", "place")
    assert same_value("लक्ष्मी", "लछमी", "name") is same_value("लछमी", "लक्ष्मी", "name")
    assert not same_value("रामपुर", "रामपूर", "text")
    assert not same_value("रामपुर", "श्यामपुर", "place")


# ---------------------------------------------------------------- closed sets


@pytest.mark.parametrize(
    ("heard", "index"),
    [
        ("पटना", 0),
        ("पटना सिटी", 1),
        ("रामपूर", 2),
        ("बोधगया", 3),
        ("ज़िला पटना है", 0),
        ("हम पटना सिटी में हैं", 1),
        ("पटना या गया", None),
        ("नालंदा", None),
        ("", None),
    ],
)
def test_what_is_heard_is_mapped_to_an_answer_of_the_set(heard: str, index: int | None) -> None:
    assert place_set().identify(heard) == index


def test_the_best_hypothesis_that_names_an_answer_counts() -> None:
    answers = place_set()
    assert answers.best(("पता नहीं", "नालंदा", "गया", "पटना")) == 3
    assert answers.best(("पटना", "गया")) == 0
    assert answers.best(("पता नहीं", "")) is None


def test_equal_answers_are_one_entry() -> None:
    numbers = closed_set((("छह",), ("छः",), ("छे",), ("सात",)), Expect("number"), "manifest")
    assert len(numbers.entries) == 2
    alike = closed_set((("रामपुर",), ("गया",), ("रामपूर", "रामनगर"), ("रामनगर",)), Expect("place"), "manifest")
    assert sorted(map(sorted, alike.entries)) == [["गया"], sorted(["रामपुर", "रामपूर", "रामनगर"])]
    assert closed_set((("दिन",), ("दीन",)), Expect("choice"), "candidates").identify("दीन") == 1


def test_a_number_among_the_candidates_is_found_by_value() -> None:
    numbers = closed_set((("पांच",), ("25",)), Expect("number"), "candidates")
    assert (numbers.identify("5"), numbers.identify("पच्चीस बच्चे"), numbers.identify("चार")) == (0, 1, None)


@given(st.permutations(range(len(PLACES))))
def test_the_order_of_the_entries_changes_nothing(order: list[int]) -> None:
    shuffled = closed_set([PLACES[index] for index in order], Expect("place"), "candidates")
    for heard in ("पटना", "रामपूर", "जिला पटना सिटी", "नालंदा"):
        found, usual = shuffled.identify(heard), place_set().identify(heard)
        named = None if found is None else set(shuffled.entries[found])
        assert named == (None if usual is None else set(place_set().entries[usual]))
