"""What counts as a known word of a name, of a person and of a place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.common_names import GIVEN, SURNAMES
from edgebharo.hindi.known_names import PEOPLE, PLACE_WORDS, all_known, ends_like_a_place
from edgebharo.hindi.listed_places import ENDINGS, STEMS
from edgebharo.hindi.normalize import normalize

pytestmark = pytest.mark.unit


@given(st.lists(st.sampled_from(PEOPLE), max_size=3), st.booleans())
def test_people_are_known_in_both_kinds_of_name(words: list[str], places: bool) -> None:
    assert all_known(words, places=places)


@given(st.lists(st.sampled_from(PLACE_WORDS), max_size=3))
def test_words_of_places_are_known_in_the_name_of_a_place(words: list[str]) -> None:
    assert all_known(words, places=True)


@given(st.sampled_from(STEMS.split()), st.sampled_from(ENDINGS.split()))
def test_a_first_and_a_last_half_may_be_written_together(first: str, last: str) -> None:
    assert all_known([first + last], places=True)


@pytest.mark.parametrize("name", ["सुनिता देवि", "पारवती कुमारी", "ज़रीना"])
def test_a_name_is_known_by_its_sound(name: str) -> None:
    assert all_known(name.split(), places=False)


@pytest.mark.parametrize(
    "name", ["वार्ड नंबर तीन", "मंदिर टोला", "फूलपुर", "रामनगर कॉलोनी", "स्टेशन रोड", "सुनीता दीदी वाली"]
)
def test_names_of_places(name: str) -> None:
    assert all_known(name.split(), places=True)
    assert not all_known(name.split(), places=False)


@pytest.mark.parametrize("name", ["टिम्बकटू", "सुनीता टिम्बकटू", "क्वक्वपुर", "पुर्रठ"])
@pytest.mark.parametrize("places", [False, True])
def test_one_unknown_word_makes_a_name_unknown(name: str, places: bool) -> None:
    assert not all_known(name.split(), places=places)


@pytest.mark.parametrize(("word", "does"), [("फूलटोली", True), ("टोला", True), ("पुर", True), ("इमली", False)])
def test_villages_are_told_by_how_they_end(word: str, does: bool) -> None:
    assert ends_like_a_place(word) is does


def test_no_name_of_a_person_ends_like_a_place() -> None:
    assert not any(map(ends_like_a_place, PEOPLE))


def test_every_word_is_in_normal_form_and_stands_once() -> None:
    for words in (PEOPLE, PLACE_WORDS):
        assert tuple(dict.fromkeys(map(normalize, words))) == words


def test_the_common_names_come_first() -> None:
    assert set(normalize(f"{GIVEN} {SURNAMES}").split()) <= set(PEOPLE)
    assert PEOPLE[0] == GIVEN.split()[0]
