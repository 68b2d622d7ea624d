from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from village_words import ABOUT, SAID_NO, SAID_YES, WISHES

from edgebharo.hindi.intents import find_wishes, read_intent
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.phrases import NEGATIVES, phrase
from edgebharo.hindi.polarity import Polarity, read_polarity
from edgebharo.hindi.tokens import Token, tokenize
from edgebharo.types import Intent

pytestmark = pytest.mark.unit

NO = sorted(NEGATIVES)
IS = ["है", "हूं", "हैं", "बा", "बानी", "हे", "हवे", "छै", "छी", "सै"]


def words(text: str) -> tuple[Token, ...]:
    return tokenize(normalize(text))


def read(text: str) -> Polarity:
    return read_polarity(words(text), ABOUT)


@pytest.mark.parametrize("text", SAID_YES)
def test_yes_in_any_dialect(text: str) -> None:
    assert read(text).answer is True


@pytest.mark.parametrize("text", SAID_NO)
def test_no_in_any_dialect(text: str) -> None:
    assert read(text).answer is False


@pytest.mark.parametrize(
    ("intent", "text"), [(intent, text) for intent, texts in WISHES.items() for text in texts]
)
def test_a_wish_in_any_dialect(intent: Intent, text: str) -> None:
    assert read_intent(words(text)).intent == intent
    if intent in ("dont_know", "repeat", "wait", "explain"):
        assert read(text).answer is None


@pytest.mark.parametrize("text", ["नहीं तो क्या", "हाँ नहीं हाँ", "पहले थी", "ऐसा नहीं है कि नहीं हूँ", "मैं कहाँ हूँ"])
def test_a_roundabout_answer_is_doubtful(text: str) -> None:
    assert read(text).doubtful


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NO), st.sampled_from(IS), st.sampled_from(["", "मैं ", "हम ", "जी ", "अभी "]))
def test_a_no_before_the_verb_flips_the_answer_and_denying_that_flips_it_back(
    no: str, verb: str, lead: str
) -> None:
    assert read(f"{lead}गर्भवती {verb}").answer is True
    assert read(f"{lead}गर्भवती {no} {verb}").answer is False
    assert read(f"ऐसा नहीं है कि {lead}गर्भवती {no} {verb}").answer is True


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([*NO, "ना", "न"]), min_size=1, max_size=4))
def test_any_number_of_noes_is_a_no(said: list[str]) -> None:
    assert read(" ".join(said)).answer is False


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["पता", "मालूम", "याद", "खबर", "इयाद"]),
    st.sampled_from(NO),
    st.booleans(),
    st.sampled_from(["", "हाँ "]),
)
def test_not_knowing_is_never_a_no(know: str, no: str, first: bool, lead: str) -> None:
    said = f"{lead}{no} {know}" if first else f"{lead}{know} {no}"
    assert read_intent(words(said)).intent == "dont_know"
    assert read(said).answer is None


@pytest.mark.parametrize("text", ["फिर से बताना ना", "नाम बताना ना"])
def test_a_closing_na_asks_for_agreement_and_denies_nothing(text: str) -> None:
    assert read_intent(words(text)).intent != "refuse"


def test_a_wish_inside_a_longer_one_is_none_of_its_own() -> None:
    assert [wish.intent for wish in find_wishes(words("सुनाई नहीं दे रहा"))] == ["repeat"]


def test_the_no_of_a_phrase_stands_for_every_dialects() -> None:
    first, last = phrase("नहीं पता").slots[0], phrase("पता नहीं").slots[-1]
    assert first.words & last.words >= NEGATIVES
    assert first.words - last.words == {"ना", "न"}
