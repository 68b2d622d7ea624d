"""Hindi in Latin and Urdu letters, as recognisers and typists write it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi import foreign_words, numbers
from edgebharo.hindi.dates import read_date
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.fold import fold
from edgebharo.hindi.month_words import MONTHS, STANDARD
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import read_numbers
from edgebharo.hindi.romanise import romanised
from edgebharo.hindi.tokens import tokenize
from edgebharo.hindi.urdu import spellings

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("written", "hindi"),
    [
        ("haan ji, bilkul", "हां जी बिल्कुल"),
        ("mujhe nahin pata", "मुझे नहीं पता"),
        ("nahi bataungi", "नहीं बताऊंगी"),
        ("paanch mahine ho gaye", "पांच महीने हो गए"),
        ("saadhe saat mahine", "साढ़े सात महीने"),
        ("kya bola? phir se boliye", "क्या बोला फिर से बोलिए"),
        ("band karo", "बंद करो"),
        ("WhatsApp nahi chalati", "व्हाट्सऐप नहीं चलाती"),
        ("tera naam", "तेरा नाम"),
        ("tera mahine", "तेरह महीने"),
        ("mere saath", "मेरे साथ"),
        ("saath paanch", "साठ पांच"),
        ("mai yahan hoon", "मैं यहां हूं"),
        ("15 mai", "15 मई"),
        ("me", "में"),
        ("ہاں جی", "हां जी"),
        ("مجھے نہیں پتا", "मुझे नहीं पता"),
        ("نہیں بتاؤں گی", "नहीं बताऊंगी"),
        ("پانچ مہینے ہو گئے", "पांच महीने हो गए"),
        ("ڈیڑھ مہینہ", "डेढ़ महीना"),
        ("میں گیا سے ہوں", "मैं गया से हूं"),
        ("گھر میں", "घर में"),
        ("ghar mein", "घर में"),
        ("paanv bhaari hain", "पांव भारी हैं"),
        ("ਪੰਜ", "पंज"),
        ("নাম", "नाम"),
    ],
)
def test_everyday_words_become_devanagari(written: str, hindi: str) -> None:
    assert normalize(written) == hindi
    assert normalize(hindi) == hindi


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("mera naam Kamla Devi hai", "मेरा नाम kamalaa devee है"),
        ("मेरा नाम Sunita है", "मेरा नाम suneetaa है"),
        ("Lakshmi", "lakshmee"),
        ("Laxmi", "lakshmee"),
        ("Sagarika", "sagarika"),
        ("Rakhi Jain", "raakhee jain"),
        ("میرا نام سنیتا دیوی ہے", "मेरा नाम suneetaa devee है"),
        ("ضلع نالندہ", "जिला nalanda"),
        ("x", "x"),
    ],
)
def test_names_stay_a_guess_in_latin_letters(written: str, left: str) -> None:
    assert normalize(written) == left


@pytest.mark.parametrize("number", range(100))
def test_every_number_in_every_script(number: int) -> None:
    word = fold(numbers.SPOKEN_VARIANTS(number)[0])
    full = romanised(word)[0]
    short = full.replace("aa", "a").replace("ee", "i").replace("oo", "u")
    for written in (full, full.title(), f"{short} mahine", f"ek {short}", *spellings(word)):
        said = [int(reading.high or reading.value) for reading in read_numbers(tokenize(normalize(written)))]
        if written in ("saath", "Saath", "اسی"):  # "with" and "this very", where no number stands beside them
            continue
        assert said[-1:] == [number] or said[-1:] == [int(f"1{number}")], written


@pytest.mark.parametrize(
    ("written", "digits"),
    [
        ("nau aath saat chhah paanch chaar teen do ek shoonya", "9876543210"),
        ("nau aath, saath, saat, paanch, chaar, teen, do, ek", "9860754321"),
        ("nine eight seven six, five four, three two one zero", "9876543210"),
        ("double nau, double aath, double saat, double chhah, double paanch", "9988776655"),
        ("atthaanve chhihattar chauvan battees das", "9876543210"),
        ("unyaasi navaasi unsath untaalees unchaas", "7989593949"),
        ("ninety eight seventy six fifty four thirty two ten", "9876543210"),
        ("نو آٹھ سات چھ پانچ چار تین دو ایک صفر", "9876543210"),
        ("ڈبل نو آٹھ سات چھ پانچ چار تین دو ایک", "9987654321"),
    ],
)
def test_phone_numbers(written: str, digits: str) -> None:
    reading = read_digits(tokenize(normalize(written)), 10)
    assert (reading.digits, reading.complete) == (digits, True)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("pandrah April do hazaar pachchees", "2025-04-15"),
        ("15th of April 2025", "2025-04-15"),
        ("April 15, 2025", "2025-04-15"),
        ("3rd march 2025", "2025-03-03"),
        ("paanch May bees pachchees", "2025-05-05"),
        ("pichhle mahine ki das taarikh ko", "2026-10-10"),
        ("parson raat ko", "2026-11-27"),
        ("twenty first june two thousand twenty five", "2025-06-21"),
        ("پندرہ اپریل دو ہزار پچیس", "2025-04-15"),
        ("پرسوں", "2026-11-27"),
        ("15.4.2025", "2025-04-15"),
        ("15.4", "2026-04-15"),
    ],
)
def test_dates(written: str, value: str) -> None:
    assert read_date(tokenize(normalize(written)), TODAY).value == value


def test_months_in_every_script() -> None:
    for number, name in enumerate(STANDARD, start=1):
        word = normalize(name)
        said = {normalize(f"15 {written}").split()[1] for written in (*romanised(word), *spellings(word))}
        assert {MONTHS.get(one) for one in said} == {number}, said


def test_most_of_the_vocabulary_comes_back() -> None:
    words = fold(foreign_words.ORDINARY).split()
    latin = sum(normalize(f"x {romanised(word)[0]}") == f"x {word}" for word in words)
    urdu = sum(normalize(f"x {spellings(word)[0]}") == f"x {word}" for word in words)
    assert latin > 0.96 * len(words)
    assert urdu > 0.94 * len(words)


SCRIPTS = st.text(
    st.one_of(
        st.characters(min_codepoint=0x600, max_codepoint=0x6FF),
        st.characters(min_codepoint=0x980, max_codepoint=0xD7F),
        st.sampled_from("abcdehiknorstuz 15थनमाी"),
    ),
    max_size=24,
)


@given(SCRIPTS)
def test_idempotent_and_only_devanagari_or_latin(text: str) -> None:
    once = normalize(text)
    assert normalize(once) == once
    assert not [char for char in once if "\u0600" <= char <= "\u06ff" or "\u0980" <= char <= "\u0d7f"]


@given(st.lists(st.sampled_from(fold(f"{foreign_words.ORDINARY} {foreign_words.NAMES}").split()), max_size=5))
def test_urdu_is_idempotent(words: list[str]) -> None:
    once = normalize(" ".join(spellings(word)[0] for word in words))
    assert normalize(once) == once
