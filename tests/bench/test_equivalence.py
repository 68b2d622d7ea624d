"""The forgiving word error rate: what it forgives, what it must not, and its laws."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.bench.equivalence import SPELLINGS, forgiving_errors, same_words, word_errors
from edgebharo.bench.meaning import fold
from edgebharo.hindi.month_words import STANDARD
from edgebharo.hindi.numbers import CARDINALS, SPOKEN_VARIANTS
from edgebharo.hindi.say import date_words, digit_words, number_words

FORGIVEN = [
    ("25", "पच्चीस"),
    ("२५", "पच्चीस"),
    ("ट्वेंटी फाइव", "25"),
    ("2025", "बीस पच्चीस"),
    ("उन्नीस सौ निन्यानवे", "1999"),
    ("पंद्रह सौ", "1500"),
    ("1,20,000", "एक लाख बीस हज़ार"),
    ("9876543210", "नौ आठ सात छह पांच चार तीन दो एक शून्य"),
    ("98765 43210", "अट्ठानवे छिहत्तर चौवन बत्तीस दस"),
    ("डबल सात", "77"),
    ("ट्रिपल चार", "चार चार चार"),
    ("0042", "शून्य शून्य चार दो"),
    ("0042", "ज़ीरो ज़ीरो फोर टू"),
    ("साढ़े तीन", "3.5"),
    ("पांचवां महीना", "5वां महीना"),
    ("15/08/2025", "पंद्रह अगस्त दो हज़ार पच्चीस"),
    ("2025-08-15", "15 अगस्त बीस पच्चीस"),
    ("5 august", "पांच अगस्त"),
    ("Lakshmi Devi", "लक्ष्मी देवी"),
    ("mera naam sita hai", "मेरा नाम सीता है"),
    ("میرا نام", "मेरा नाम"),
    ("हाँ", "हां"),
    ("ज़िला", "जिला"),
    ("विमला", "वीमला"),
    ("शशि", "शशी"),
    ("नही", "नहीं"),
    ("आंगन वाड़ी", "आंगनबाड़ी"),
    ("व्हाट्स ऐप", "WhatsApp"),
    ("मेरा नाम, सीता।", "मेरा नाम सीता"),
    ("गई", "गयी"),
]
NOT_FORGIVEN = [
    ("दो", "तीन", 1),
    ("पच्चीस", "पचास", 1),
    ("9876", "9867", 1),
    ("0042", "42", 2),
    ("पांचवां", "पांच", 1),
    ("15 अगस्त 2025", "15 सितंबर 2025", 1),
    ("डबल सात", "सात", 1),
    ("हां", "नहीं", 1),
    ("है", "नहीं है", 1),
    ("कहां", "कहा", 1),
    ("सीता देवी", "गीता देवी", 1),
    ("सीता देवी", "सीता", 1),
    ("तीन", "", 1),
    ("", "तीन चार", 2),
    ("साढ़े तीन", "तीन", 1),
]

WORDS = st.sampled_from(
    [
        "मेरा", "नाम", "है", "हां", "नहीं", "ज़िला", "पटना", "आंगनवाड़ी", "आंगन", "वाड़ी", "sita", "सीता", "में",
        "पच्चीस", "सौ", "हज़ार", "डबल", "साढ़े", "अगस्त", "पांचवां", "7", "42", "2025", "0", "दो", "शून्य", "ीं", "३",
    ]
)  # fmt: skip
TEXTS = st.lists(WORDS, max_size=7).map(" ".join)


@pytest.mark.parametrize(("said", "heard"), FORGIVEN)
def test_forgives_another_writing(said: str, heard: str) -> None:
    assert same_words(said, heard)
    assert same_words(heard, said)


@pytest.mark.parametrize(("said", "heard", "errors"), NOT_FORGIVEN)
def test_forgives_no_other_words(said: str, heard: str, errors: int) -> None:
    assert forgiving_errors(said, heard) == errors


def test_counts_words_errors_and_forgiven_ones() -> None:
    found = word_errors("मेरा नाम लक्ष्मी देवी है", "मेरा नाम Laxmi देवि")
    assert (found.words, found.errors, found.forgiving) == (5, 3, 1)


def test_holds_all_numbers_apart() -> None:
    """Every known word of a number is that number and no other."""
    standard = [SPOKEN_VARIANTS(number)[0] for number in range(100)]
    for word, number in CARDINALS.items():
        assert same_words(word, standard[number])
        assert not same_words(word, standard[(number + 1) % 100])
    for one in standard:
        assert sum(same_words(one, other) for other in standard) == 1


def test_each_row_of_spellings_is_one_word_and_no_other_rows() -> None:
    firsts = [row.split()[0] for row in SPELLINGS]
    for row in SPELLINGS:
        for word in row.split():
            assert [first for first in firsts if same_words(word, first)] == [row.split()[0]]


def test_never_forgives_a_yes_for_a_no() -> None:
    for yes in ("हां", "जी हां", "बिल्कुल", "है", "सही है"):
        for no in ("नहीं", "ना", "जी नहीं", "मत", "नहीं है", "गलत है"):
            assert not same_words(yes, no)


@settings(max_examples=80, deadline=None)
@given(TEXTS, TEXTS)
def test_is_a_symmetric_measure_below_the_plain_one(said: str, heard: str) -> None:
    found = word_errors(said, heard)
    assert 0 <= found.forgiving <= found.errors
    assert forgiving_errors(heard, said) == found.forgiving
    assert found.words == len(fold(said).split())


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=20) | TEXTS)
def test_nothing_lies_between_a_text_and_its_normal_form(text: str) -> None:
    assert same_words(text, text)
    assert same_words(text, fold(text))


@settings(max_examples=80, deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_the_same_words_after_both_cost_nothing(said: str, heard: str, more: str) -> None:
    assert forgiving_errors(f"{said} {more}", f"{heard} {more}") <= forgiving_errors(said, heard)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 99_999_999))
def test_a_number_is_its_words(number: int) -> None:
    assert same_words(str(number), number_words(number))
    assert not same_words(str(number), number_words(number + 1))


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="0123456789", min_size=1, max_size=12))
def test_an_identifier_is_its_digits(digits: str) -> None:
    assert same_words(digits, " ".join(digit_words(digits)))


@settings(max_examples=60, deadline=None)
@given(st.dates(min_value=date(1000, 1, 1)), st.integers(1, 27))
def test_a_date_is_its_figures_and_no_other_day(told: date, days: int) -> None:
    spoken = date_words(told.isoformat())
    assert same_words(spoken, f"{told:%d/%m/%Y}")
    assert same_words(spoken, f"{told.day} {STANDARD[told.month - 1]} {told.year}")
    other = told.replace(day=(told.day + days - 1) % 28 + 1)
    if other != told:
        assert not same_words(spoken, f"{other:%d/%m/%Y}")
