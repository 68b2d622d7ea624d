import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi import loan_words, say
from edgebharo.hindi.dates import read_date
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import read_cardinal
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit

UNSPEAKABLE = re.compile(r"[0-9०-९A-Za-z%&₹+@]")


def parse(words: str) -> int:
    tokens = tokenize(normalize(words))
    number = read_cardinal(tokens, 0)
    assert number is not None
    assert number[1] == len(tokens), words
    return int(number[0])


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "शून्य"),
        (6, "छह"),
        (99, "निन्यानवे"),
        (100, "एक सौ"),
        (1009, "एक हज़ार नौ"),
        (2025, "दो हज़ार पच्चीस"),
        (123456, "एक लाख तेईस हज़ार चार सौ छप्पन"),
        (999999999, "निन्यानवे करोड़ निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे"),
        (-5, "माइनस पाँच"),
        (10_000_000_000, "एक हज़ार करोड़"),
    ],
)
def test_number_words(number: int, words: str) -> None:
    assert say.number_words(number) == words


def test_every_number_below_one_lakh_comes_back() -> None:
    assert [number for number in range(100_000) if parse(say.number_words(number)) != number] == []


@given(st.integers(100_000, 999_999_999))
def test_larger_numbers_come_back(number: int) -> None:
    assert parse(say.number_words(number)) == number


def test_phone_is_read_in_two_halves() -> None:
    groups = say.digit_words("9876543210")
    assert groups == ("नौ आठ सात छह पाँच", "चार तीन दो एक शून्य")


@given(st.from_regex(r"[0-9]{0,16}", fullmatch=True))
def test_digit_words_come_back(digits: str) -> None:
    groups = say.digit_words(digits)
    assert read_digits(tokenize(normalize(" ".join(groups))), None).digits == digits
    sizes = [len(group.split()) for group in groups]
    assert sum(sizes) == len(digits)
    if len(digits) != 10:
        assert all(size <= 4 for size in sizes)
        assert len(digits) < 2 or all(size >= 2 for size in sizes)


def test_digit_words_skip_separators() -> None:
    assert say.digit_words("१२-34") == ("एक दो तीन चार",)


@given(st.dates(date(1900, 1, 1), date(2026, 11, 29)))
def test_date_words_come_back(day: date) -> None:
    words = say.date_words(day.isoformat())
    assert read_date(tokenize(normalize(words)), date(2026, 11, 29)).value == day.isoformat()
    assert not UNSPEAKABLE.search(words)


def test_date_words() -> None:
    assert say.date_words("2025-04-15") == "पंद्रह अप्रैल दो हज़ार पच्चीस"
    assert say.date_words("1999-02-01") == "एक फ़रवरी उन्नीस सौ निन्यानवे"
    assert say.date_words("1900-02-01") == "एक फ़रवरी उन्नीस सौ"
    with pytest.raises(ValueError, match="isoformat"):
        say.date_words("15 April")


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("क्या इसी नंबर पर WhatsApp है?", "क्या इसी नंबर पर व्हाट्सऐप है?"),
        ("Aadhaar के 4 अंक", "आधार के चार अंक"),
        ("OK, phone", "ओके, फ़ोन"),
        ("Dr. मीरा से मिलिए।", "डॉक्टर मीरा से मिलिए।"),
        ("डॉ. मीरा से मिलिए।", "डॉक्टर मीरा से मिलिए।"),
        ("ANM दीदी", "ए एन एम दीदी"),
        ("98765 43210", "नौ आठ सात, छह पाँच चार तीन दो, एक शून्य"),
        ("9876543210", "नौ आठ सात छह पाँच, चार तीन दो एक शून्य"),
        ("0042", "शून्य शून्य चार दो"),
        ("43,210 लोग", "तैंतालीस हज़ार दो सौ दस लोग"),
        ("1,23,456", "एक लाख तेईस हज़ार चार सौ छप्पन"),
        ("7.5 महीने", "सात दशमलव पाँच महीने"),
        ("5वाँ महीना", "पाँचवाँ महीना"),
        ("९महीने", "नौ महीने"),
        ("2025-04-15 को", "पंद्रह अप्रैल दो हज़ार पच्चीस को"),
        ("2025 में", "दो हज़ार पच्चीस में"),
        ("50% छूट", "पचास प्रतिशत छूट"),
        ("+91", "प्लस इक्यानवे"),
        ("café", "सी ए एफ़ ई"),
        ("नमस्ते।", "नमस्ते।"),
        ("", ""),
    ],
)
def test_speakable(text: str, spoken: str) -> None:
    assert say.speakable(text) == spoken


MIXED = st.text(st.sampled_from("09५०aZ é.,-:+%वांनौ क़\u0901ﬁªⅣ२٣½"), max_size=40)


@given(st.one_of(st.text(), MIXED))
def test_nothing_unspeakable_is_left(text: str) -> None:
    spoken = say.speakable(text)
    assert not UNSPEAKABLE.search(spoken)
    assert say.speakable(spoken) == spoken


def test_loan_tables_are_in_devanagari() -> None:
    said = [*loan_words.LATIN_WORDS.values(), *loan_words.LETTER_NAMES.values(), *loan_words.SYMBOLS.values()]
    assert not [word for word in said if UNSPEAKABLE.search(word)]
    assert all(key == key.lower() and key.isascii() for key in loan_words.LATIN_WORDS)
