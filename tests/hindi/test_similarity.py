from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.similarity import key_similarity, phonetic_key, same_name, similarity

pytestmark = pytest.mark.unit

SAME = (
    ("Lakshmi", "Laxmi"),
    ("लक्ष्मी", "Laxmi"),
    ("सीता", "सिता"),
    ("Sita", "Seeta"),
    ("सीता", "Sita"),
    ("Seeta", "सीता"),
    ("कमला", "Kamla"),
    ("कमला", "Kamala"),
    ("विमला", "Wimla"),
    ("राम", "Ram"),
    ("चंपा", "चम्पा"),
    ("शांति", "शान्ती"),
    ("शांति", "सांति"),
    ("मुन्नी", "मुनी"),
    ("Mamta", "ममता"),
    ("ममता", "Mamata"),
    ("राम दीन", "रामदीन"),
    ("ज्ञानवती", "ग्यानवती"),
    ("कृष्णा", "क्रिष्णा"),
    ("अनीता", "Anita"),
    ("गुड़िया", "Gudiya"),
    ("गुड़िया", "गुडिया"),
    ("फूलमती", "Phoolmati"),
    ("फूलमती", "Fulmati"),
    ("आयी", "आई"),
    ("राधा", "Radha"),
    ("Pinky", "पिंकी"),
    ("अच्छेलाल", "अछेलाल"),
    ("मक्खन", "मखन"),
    ("सिंह", "Singh"),
    ("देवी", "Devi"),
    ("संध्या", "सन्ध्या"),
    ("Tina", "टीना"),
    ("गया", "Gaya"),
    ("हिना", "हीना"),
    ("ज़रीना", "जरीना"),
    ("Zareena", "ज़रीना"),
    ("कमल लता", "कमललता"),
    ("प्रिया", "Priya"),
    ("प्रिया", "Pria"),
    ("खगड़िया", "Khagaria"),
    ("गढ़वा", "Garhwa"),
    ("गढ़वा", "Gadhwa"),
    ("प्रतापगढ़", "Pratapgarh"),
    ("नगांव", "Nagaon"),
    ("जलगांव", "Jalgaon"),
    ("एटा", "Etah"),
    ("जोरहाट", "Jorhat"),
    ("रायगढ़", "Raigarh"),
    ("रायपुर", "Raipur"),
    ("शैला", "Shaila"),
    ("फातिमा", "Fatimah"),
    ("शाह", "Shah"),
    ("बिजनौर", "Bijnor"),
    ("ज्ञानी", "Gyani"),
    ("ज्ञानी", "Jnani"),
    ("सातारा", "Satara"),
    ("ममित", "Mamit"),
    ("लक्ष्मी", "Lakshmi"),
    ("लक्ष्मी", "lakshmi"),
    ("रक्षा", "Raksha"),
    ("Raxa", "रक्षा"),
    ("विद्या", "Vidya"),
    ("विद्या", "Widya"),
    ("आयशा", "Aysha"),
    ("रुखसाना", "Rukhsana"),
    ("शबनम", "Shabnam"),
    ("मुन्नी", "Munni"),
    ("बब्लू", "बबलू"),
    ("रज़्ज़ाक", "रजाक"),
    ("सुंदरी", "सुन्दरी"),
    ("गंगा", "गङ्गा"),
    ("बीबी", "Bibi"),
)
OTHER = (
    ("लक्ष्मी", "लछमी"),
    ("कमला", "विमला"),
    ("राम", "रम"),
    ("कमल", "कमला"),
    ("ममता", "मता"),
    ("अनीता", "नीता"),
    ("टीना", "तीना"),
    ("गांव 3", "गांव 4"),
    ("मई", "मैं"),
    ("विमला", "बिमला"),
    ("फूल", "पूल"),
    ("Sita", "Gita"),
    ("गढ़", "गर्ह"),
    ("Satara", "सत्रह"),
)
NAMES = st.one_of(
    st.sampled_from([name for pair in SAME + OTHER for name in pair]),
    st.text(st.characters(min_codepoint=0x900, max_codepoint=0x97F), max_size=12),
    st.text("abcdefghijklmnopqrstuvwxyzAKLS ", max_size=12),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_name_read_aloud(one: str, other: str) -> None:
    assert same_name(one, other)
    assert similarity(one, other) == 1.0


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_two_names(one: str, other: str) -> None:
    assert not same_name(one, other)
    assert similarity(one, other) < 1.0


@given(NAMES)
def test_reflexive(name: str) -> None:
    assert same_name(name, name)
    assert similarity(name, name) == 1.0


@given(NAMES, NAMES)
def test_symmetric_and_bounded(one: str, other: str) -> None:
    assert same_name(one, other) == same_name(other, one)
    assert similarity(one, other) == similarity(other, one)
    assert 0.0 <= similarity(one, other) <= 1.0


@given(NAMES, NAMES)
def test_equal_keys_mean_one_name(one: str, other: str) -> None:
    if phonetic_key(one) == phonetic_key(other):
        assert same_name(one, other)


@given(NAMES)
def test_case_and_spaces_change_nothing(name: str) -> None:
    assert phonetic_key(name.upper()) == phonetic_key(name.lower())
    assert phonetic_key(f"  {name} ") == phonetic_key(name)


def test_a_near_name_is_nearer_than_a_far_one() -> None:
    assert similarity("कमला", "विमला") > similarity("कमला", "रुबीना")
    assert key_similarity(phonetic_key("टीना"), phonetic_key("तीना")) > 0.8


@pytest.mark.parametrize(
    ("said", "alike", "other"),
    [
        ("विमला", "बिमला", "निमला"),
        ("फूलमती", "पूलमती", "मूलमती"),
        ("शांति", "सांती", "कांति"),
        ("रुखसाना", "रुकसाना", "रुबसाना"),
        ("टीना", "तीना", "मीना"),
        ("गुड़िया", "गुरिया", "गुमिया"),
    ],
)
def test_a_dialects_sound_is_nearer_than_another_name(said: str, alike: str, other: str) -> None:
    assert similarity(said, alike) > similarity(said, other)
