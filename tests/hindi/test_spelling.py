from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.spelling import SpellingReading, from_latin, read_spelling, spell
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit


def read(text: str) -> SpellingReading:
    return read_spelling(tokenize(normalize(text)))


@pytest.mark.parametrize(
    ("name", "aksharas"),
    [
        ("कमला", ("क", "म", "ला")),
        ("कृष्णा", ("कृ", "ष्णा")),
        ("मुन्नी", ("मु", "न्नी")),
        ("संध्या", ("सं", "ध्या")),
        ("गुड़िया", ("गु", "ड़ि", "या")),
        ("कमला देवी", ("क", "म", "ला", "दे", "वी")),
        ("", ()),
    ],
)
def test_a_name_is_spelt_by_akshara(name: str, aksharas: tuple[str, ...]) -> None:
    assert spell(name) == aksharas


@given(st.text(st.characters(min_codepoint=0x905, max_codepoint=0x94D)))
def test_aksharas_join_to_the_name(name: str) -> None:
    assert "".join(spell(name)) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("के ए एम एल ए", "कमला"),
        ("एल ए के एस एच एम आई", "लक्ष्मी"),
        ("एम यू डबल एन आई", "मुन्नी"),
        ("s i t a", "सिता"),
        ("क से कमल म से मछली ला से लड्डू", "कमला"),
        ("क म ल आ की मात्रा", "कमला"),
        ("स ई की मात्रा त आ की मात्रा", "सीता"),
        ("म उ की मात्रा आधा न न बड़ी ई की मात्रा", "मुन्नी"),
        ("च बिंदी प आ की मात्रा", "चंपा"),
    ],
)
def test_a_spelt_name_is_put_together(text: str, name: str) -> None:
    assert read(text).text == name


@pytest.mark.parametrize(
    "text", ["मेरा नाम सीता है", "जी कमला जी", "ए जी के", "हाँ जी", "पाँच छह सात", "का की के", ""]
)
def test_common_words_are_no_spelling(text: str) -> None:
    assert read(text).text is None


def test_the_tokens_that_spell_are_told_from_the_name_beside_them() -> None:
    reading = read("आर ए डी एच ए, राधा")
    assert (reading.start, reading.end, reading.latin) == (0, 5, True)


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12))
def test_any_latin_letters_become_devanagari(letters: str) -> None:
    assert all("\u0900" <= char <= "\u097f" for char in from_latin(letters))
