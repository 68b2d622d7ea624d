from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.polarity import NO, YES, Polarity, read_polarity
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit

SAID_YES = (
    "ना हाँ",
    "हाँ, यहाँ जुड़ा है",
    "मेरा ही है",
    "सब सही है",
    "गलत नहीं, सही है",
    "यहीं पर है",
    "ऐसा ही है",
    "बराबर है",
    "सही पकड़े",
    "नहीं मतलब हाँ",
    "मुझे लगता है हाँ",
    "अब हूँ",
    "हूँ तो",
    "हाँ ना",
    "हाँ",
    "हाँ जी, बिल्कुल",
    "जी",
    "जी हाँ",
    "नहीं नहीं, हूँ मैं",
    "पता नहीं, शायद हाँ",
    "नहीं, यही नाम है",
    "यही वाला है",
    "यही नंबर तो दिया था",
    "हूँ",
    "मैं हूँ",
    "है",
    "है ना",
    "ठीक है ना",
    "सही है",
    "हाँ सही है",
    "गलत नहीं है",
    "बिल्कुल",
    "क्यों नहीं",
    "हाँ क्यों नहीं",
    "नहीं हाँ",
    "नहीं, सही है",
    "नहीं नहीं सही है",
    "हाँ इसी नंबर पर है",
    "हाँ, सातवाँ महीना चल रहा है",
    "रुकिए, हाँ है",
    "हाँ हाँ",
    "नहीं, वही नंबर है",
    "हाँ बताया तो",
    "नहीं नहीं, मैं हूँ",
    "जी हाँ यही नंबर है",
    "जी सही है",
    "बिल्कुल सही",
    "नहीं अरे हाँ",
    "यस",
    "हाँ तो",
    "हाँ हूँ ना",
    "जी जी",
    "ओके",
    "हाँ ठीक है",
    "हाँ जी है",
    "पहले नहीं था, अब है",
    "नहीं थी पहले, अब हूँ",
    "नहीं, गलती से बोल दिया, हाँ है",
    "कोई शक नहीं है, हाँ",
    "कोई दिक्कत नहीं",
    "गलत थोड़ी है",
    "सही है ना, गलत थोड़ी है",
    "नाम में कोई गलती नहीं",
    "नहीं नहीं ऐसी बात नहीं है, सही है",
)
SAID_NO = (
    "न जी",
    "सही थोड़ी है",
    "नंबर अधूरा है",
    "नहीं, ऐसी बात नहीं है",
    "एक अंक गलत है",
    "मैंने नहीं बोला",
    "जी बिल्कुल नहीं",
    "नाम में गलती है",
    "हाँ पर आख़िरी अंक गलत है",
    "इस पर नहीं, दूसरे पर है",
    "यहाँ नहीं है",
    "ऐसा नहीं है",
    "हाँ मतलब नहीं",
    "नहीं मैडम जी",
    "अब नहीं हूँ, पहले थी",
    "पहले थी, अब नहीं",
    "जी नहीं",
    "नहीं",
    "ना",
    "ना जी",
    "नहीं, लिंक्ड नहीं है",
    "ठीक है पर नाम गलत है",
    "सही नहीं है",
    "हाँ, अभी तो नहीं हूँ",
    "व्हाट्सऐप तो चलाती ही नहीं",
    "अरे नहीं, बच्चा तो हो गया",
    "नहीं है",
    "गलत है",
    "बिल्कुल नहीं",
    "हाँ नहीं",
    "नहीं, गलत है",
    "नहीं मैं नहीं हूँ",
    "नहीं जी",
    "नहीं तो",
    "शायद नहीं",
    "इस नंबर पर नहीं है",
    "हाँ इस नंबर पर तो नहीं है",
    "नहीं वो दूसरे नंबर पर है",
    "नहीं अभी तो घर पर हूँ",
    "नहीं नहीं",
    "नाम सही है लेकिन नंबर गलत है",
    "हाँ लेकिन अभी नहीं",
    "नहीं ना",
    "नहीं, तेरह जून",
    "बिल्कुल गलत",
    "हाँ जी नहीं",
    "नो",
    "मत",
    "नहीं ठीक नहीं है",
    "ये सही नाम नहीं है",
    "जी नहीं ये मेरा नंबर नहीं है",
    "नहीं बदला",
    "अभी नहीं",
    "गर्भवती नहीं हूँ",
    "नंबर लिंक नहीं है",
    "पहले था, अब नहीं है",
)
NEITHER = (
    "मेरे पति का है",
    "हम्म",
    "नहीं सुना",
    "हाँ बताती हूँ",
    "हाँ सुन रही हूँ",
    "जी पूछिए",
    "हाँ बोलिए",
    "अभी पता नहीं चला",
    "पक्का नहीं",
    "हाँ, नहीं पता",
    "हाँ पता नहीं",
    "नहीं, मुझे नहीं पता",
    "यहाँ",
    "यहाँ पर",
    "कहाँ",
    "क्या बोला",
    "हाँ, क्या बोला",
    "समझ नहीं आया",
    "सुनाई नहीं दिया",
    "नहीं समझ नहीं आया",
    "मुझे नहीं करना ये, बंद करो",
    "कमला जी",
    "सही नंबर लिखिए",
    "कोई बात नहीं",
    "एक मिनट",
    "हाँ एक मिनट",
    "आधार नहीं बताऊँगी",
    "हाँ या ना",
    "कमला",
    "नौ आठ सात",
    "अच्छा",
)
DOUBTED = (
    "शायद हाँ",
    "पता नहीं, शायद हाँ",
    "नहीं नहीं, हूँ मैं",
    "हाँ नहीं",
    "नहीं हाँ",
    "हो सकता है",
    "यही नंबर तो दिया था",
)
PLAIN = (
    "हाँ",
    "जी नहीं",
    "हाँ ना",
    "नहीं, लिंक्ड नहीं है",
    "यही वाला है",
    "हाँ, अभी तो नहीं हूँ",
    "ठीक है पर नाम गलत है",
)


def read(text: str, *about: str) -> Polarity:
    return read_polarity(tokenize(normalize(text)), about)


@pytest.mark.parametrize("text", SAID_YES)
def test_yes(text: str) -> None:
    assert read(text).answer is True


@pytest.mark.parametrize("text", SAID_NO)
def test_no(text: str) -> None:
    assert read(text).answer is False


@pytest.mark.parametrize("text", NEITHER)
def test_neither(text: str) -> None:
    assert read(text) == Polarity()


@pytest.mark.parametrize("text", DOUBTED)
def test_a_maybe_or_a_change_of_mind_is_doubtful(text: str) -> None:
    assert read(text).doubtful


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_answer_is_not_doubtful(text: str) -> None:
    assert not read(text).doubtful


@pytest.mark.parametrize("text", ["नहीं नहीं, हूँ मैं", "नहीं, यही नाम है", "नहीं... अरे हाँ"])
def test_what_was_taken_back_is_marked(text: str) -> None:
    said = read(text)
    assert said.answer is True
    assert said.corrected


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("जुड़ा है", True),
        ("जुड़ा तो है", True),
        ("नहीं जुड़ा है", False),
        ("जुड़ा नहीं है", False),
        ("नहीं, मैं गर्भवती हूँ", True),
        ("नहीं, मैं गर्भवती नहीं हूँ", False),
        ("नहीं गर्भवती हूँ", False),
        ("मैं गर्भवती हूँ", True),
        ("नहीं, दूसरा नंबर जुड़ा है", False),
    ],
)
def test_words_of_the_question_affirm_it(text: str, answer: bool) -> None:
    assert read(text, "जुड़ा", "गर्भवती", "नंबर").answer is answer


def test_without_the_questions_words_a_statement_is_no_answer() -> None:
    assert read("मैं गर्भवती हूँ").answer is None


def test_the_span_covers_the_words_that_answer() -> None:
    text = normalize("अरे दीदी, जी नहीं")
    span = read(text).span
    assert span is not None
    assert "नहीं" in text[span.start : span.end]


LITTLE = tokenize(normalize("है हूं मैं पर लेकिन गलत सही यही नाम कमला पता क्यों ना जी शायद तो"))
WORDS = st.sampled_from([*sorted(YES | NO), *(token.text for token in LITTLE)])


@given(st.lists(WORDS, max_size=8))
def test_any_words_are_read_and_rest_on_a_span(said: list[str]) -> None:
    text = normalize(" ".join(said))
    found = read(text)
    assert (found.answer is None) == (found.span is None)
    if found.span is not None:
        assert 0 <= found.span.start < found.span.end <= len(text)


@given(st.lists(WORDS, max_size=8))
def test_reading_is_deterministic(said: list[str]) -> None:
    assert read(" ".join(said)) == read(" ".join(said))
