from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wishes import ANSWERS, SAID

from edgebharo.hindi.intents import IntentReading, find_wishes, read_intent
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import Intent

pytestmark = pytest.mark.unit


def read(text: str) -> IntentReading:
    return read_intent(tokenize(normalize(text)))


@pytest.mark.parametrize(
    ("intent", "text"), [(intent, text) for intent, texts in SAID.items() for text in texts]
)
def test_a_wish_is_read(intent: Intent, text: str) -> None:
    assert read(text).intent == intent


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_is_no_wish(text: str) -> None:
    assert read(text).intent is None


@pytest.mark.parametrize("text", ["आधार बना ही नहीं है", "आधार नहीं है", "मेरे पास फोन ही नहीं है", "आधार खो गया"])
def test_what_does_not_exist_is_not_available(text: str) -> None:
    assert read(text).not_available


@pytest.mark.parametrize("text", ["छोड़ दीजिए", "आधार नहीं बताऊँगी", "याद नहीं है", "पता नहीं है"])
def test_skipping_refusing_and_not_knowing_are_not_absence(text: str) -> None:
    assert not read(text).not_available


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("पता नहीं, एक मिनट देख के बताती हूँ", "wait"),
        ("एक मिनट... नहीं, मुझे याद नहीं", "dont_know"),
        ("समझ नहीं आया, फिर से बोलिए", "repeat"),
        ("पता नहीं, छोड़ दीजिए", "dont_know"),
        ("नहीं बताना, बंद करो", "stop"),
        ("याद नहीं और बताऊँगी भी नहीं", "refuse"),
    ],
)
def test_of_several_wishes_the_heaviest_then_the_last_counts(text: str, intent: Intent) -> None:
    assert read(text).intent == intent


def test_the_span_is_the_words_of_the_wish() -> None:
    text = normalize("मई की... रुको... हाँ, नौ मई")
    span = read(text).span
    assert span is not None
    assert text[span.start : span.end] == "रुको"


def test_rehne_do_ends_the_call_only_alone() -> None:
    assert read("अच्छा रहने दो").intent == "stop"
    assert read("ये आधार रहने दो").intent == "skip"


LITTLE = "नहीं पता याद बताना बंद करो एक मिनट फिर से बोलिए क्या समझ आया छोड़ दो है ही बना मेरे आदमी के पास"
WORDS = st.sampled_from([token.text for token in tokenize(normalize(LITTLE))])


@given(st.lists(WORDS, max_size=9))
def test_any_words_give_spans_inside_the_text(said: list[str]) -> None:
    tokens = tokenize(normalize(" ".join(said)))
    found = read_intent(tokens)
    assert (found.intent is None) == (found.span is None)
    assert not found.not_available or found.intent == "skip"
    for wish in find_wishes(tokens):
        assert 0 <= wish.at.start < wish.at.end <= len(tokens)
