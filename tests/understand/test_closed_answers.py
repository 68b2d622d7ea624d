"""Yes/no questions and numbers: not knowing, refusing, having none, and which number is meant."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answers, Extraction, Transcript
from edgebharo.understand.extract_rules import read
from edgebharo.understand.number_words import KIN, OTHER, POINTING
from edgebharo.understand.rhetoric import spelt_out
from edgebharo.understand.which_number import read_which
from edgebharo.understand.wording import find, words_in, words_of

pytestmark = pytest.mark.unit
TODAY = date(2026, 11, 29)
DECLINING = ("dont_know", "refuse", "skip")
YES_NO = ("pregnant", "phone_linked", "whatsapp_same")
ABOUT = frozenset(map(normalize, ("व्हाट्सऐप", "जुड़ा")))


def heard(loaded: LoadedForm, field: str, text: str) -> Extraction:
    return read(loaded, Answers(asked=field), Transcript(0, normalize(text)), TODAY).extraction


NOT_KNOWN = (
    "व्हाट्सऐप के बारे में मुझे मालूम नहीं",
    "मोबाइल देवर चलाते हैं, मैं नहीं जानती",
    "शायद है, शायद नहीं है, मालूम नहीं",
    "हो सकता है, ना भी हो",
    "सास को पता है, हमको नहीं",
    "मुझे नहीं, ननद को मालूम होगा",
    "बेटे से पूछ के बताएंगे",
    "नंबर दूसरे पर है या इसी पर, याद नहीं",
    "लिखा है कि नहीं, क्या पता",
    "उन लोग के मालूम होई",
    "मन्नै कोनी बेरा",
    "कभी पूछा नहीं, ध्यान नहीं है",
    "हां, पता नहीं",
    "नहीं, मुझे मालूम नहीं",
)


@pytest.mark.parametrize("field", ["phone_linked", "whatsapp_same"])
@pytest.mark.parametrize("text", NOT_KNOWN)
def test_not_knowing_is_neither_yes_nor_no(enrolment: LoadedForm, field: str, text: str) -> None:
    extraction = heard(enrolment, field, text)
    assert extraction.candidates == ()
    assert extraction.intent == "dont_know"


@pytest.mark.parametrize(
    ("text", "value"),
    [("हां चलता है, पर पक्का पता नहीं", True), ("पता नहीं, शायद हां", True)],
)
def test_a_spoken_answer_beside_not_knowing_is_doubtful(
    enrolment: LoadedForm, text: str, value: bool
) -> None:
    [candidate] = heard(enrolment, "whatsapp_same", text).candidates
    assert (candidate.value, candidate.doubtful) == (value, True)


DECLINED = {
    "linked_number": (
        "मुझे अंक पढ़ने नहीं आते",
        "नंबर पढ़ नहीं पा रही",
        "नंबर दिखाई नहीं दे रहा",
        "पर्ची ढूंढनी पड़ेगी, मिल नहीं रही",
        "देवर से पूछ के बताना होगा",
        "दिमाग से उतर गया",
        "नंबर डायरी में है, डायरी मायके में रखी है",
        "बड़े बेटे को याद है, हमको नहीं",
    ),
    "aadhaar_last4": (
        "अभी बनवाया नहीं है",
        "बनने भेजा है, अभी मिला नहीं",
        "कार्ड कहीं गुम हो गया",
        "कार्ड अलमारी में बंद है",
        "सास बोली हैं किसी को मत बताना",
        "डर लगता है बताने में",
        "आजकल बहुत धोखा होता है",
        "अंक घिस गए हैं",
        "जेठ के पास रखा है",
    ),
}


@pytest.mark.parametrize(
    ("field", "text"), [(field, text) for field, said in DECLINED.items() for text in said]
)
def test_a_number_that_cannot_be_told_is_declined(enrolment: LoadedForm, field: str, text: str) -> None:
    extraction = heard(enrolment, field, text)
    assert extraction.candidates == ()
    assert extraction.intent in DECLINING


@pytest.mark.parametrize("text", ["मायके में रखा है नाम", "कार्ड मिल नहीं रहा"])
def test_the_same_words_decline_no_other_question(enrolment: LoadedForm, text: str) -> None:
    assert heard(enrolment, "clinic_name", text).intent not in ("dont_know", "refuse")


def test_a_number_that_is_told_counts_more_than_how_it_was_found(enrolment: LoadedForm) -> None:
    [candidate] = heard(enrolment, "aadhaar_last4", "बेटा पढ़ के बोल रहा है, चार तीन दो एक").candidates
    assert candidate.value == "4321"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ना, हम पेट से नइखीं", False),
        ("न, पेट से कोनी", False),
        ("नहीं है पेट में बच्चा", False),
        ("पेट में अब कुछ नहीं", False),
        ("हमारे यहां बिटिया हो चुकी", False),
        ("बेटे को जन्म दिया है", False),
        ("पेट से कहां, बेटा हो गया", False),
        ("दोबारा पेट से हूं", True),
        ("प्रेगनेंट हूं दीदी", True),
        ("गर्भ ठहर गया है", True),
        ("नहीं नहीं, हूं मैं", True),
    ],
)
def test_carrying_and_birth(enrolment: LoadedForm, text: str, value: bool) -> None:
    said = {candidate.field: candidate.value for candidate in heard(enrolment, "pregnant", text).candidates}
    assert said == {"pregnant": value}


@pytest.mark.parametrize("text", ["पेट में दर्द है", "बच्चे को बुखार है", "पेट खराब है"])
def test_other_talk_of_belly_and_child_answers_nothing(enrolment: LoadedForm, text: str) -> None:
    assert heard(enrolment, "pregnant", text).candidates == ()


@pytest.mark.parametrize("text", ["हां, तीसरा बच्चा पेट में है", "जी, दूसरा बच्चा आने वाला है"])
def test_an_ordinal_of_children_is_no_month(enrolment: LoadedForm, text: str) -> None:
    said = {candidate.field: candidate.value for candidate in heard(enrolment, "pregnant", text).candidates}
    assert said == {"pregnant": True}


@pytest.mark.parametrize(
    ("text", "value", "sure"),
    [
        ("यही चढ़ा है वहां", True, True),
        ("वहां तो यही नंबर है", True, True),
        ("पहले दूसरा था, अब यही लिखा है", True, True),
        ("यही है, दूसरा तो मेरे पास नहीं है", True, True),
        ("वहां कोई और नंबर लिखा है", False, True),
        ("पुराना वाला लिखा है, यह नहीं", False, True),
        ("नहीं, ननद का नंबर लिखा है", False, True),
        ("ननद का नंबर लिखा है", False, False),
        ("नहीं, सिम बदला था, पहले वाला ही लिखा है", False, True),
        ("यह तो भाई का फोन है, वहां मेरा लिखा है", False, False),
        ("यह नंबर थोड़े ही लिखा है", False, True),
        ("इस पर नहीं, बड़े बेटे के फोन में चलता है", False, False),
        ("बंद हो गया इस पर", False, False),
        ("नहीं, जो यह नंबर लिखा है", False, False),
    ],
)
def test_which_number_is_meant(text: str, value: bool, sure: bool) -> None:
    reading = read_which(spelt_out(words_of(text)), ABOUT)
    assert (reading.value, not reading.doubtful) == (value, sure)


@pytest.mark.parametrize(
    "text", ["यह तो भाई का फोन है", "यह नया नंबर है", "मेरा फोन नहीं है यह", "इस महीने नहीं", "हां", "वहां लिखा है"]
)
def test_what_says_nothing_about_the_number(text: str) -> None:
    assert read_which(words_of(text), ABOUT).value is None


WORDS = st.sampled_from(
    [
        *sorted(POINTING),
        *sorted(OTHER),
        *sorted(KIN)[:8],
        *words_in("का नंबर है नहीं लिखा चलता पर यह मेरा ना हां था"),
    ]
)


@given(st.lists(WORDS, max_size=9))
def test_any_words_about_numbers_give_a_span_of_their_own(said: list[str]) -> None:
    tokens = words_of(" ".join(said))
    reading = read_which(spelt_out(tokens), ABOUT)
    assert (reading.value is None) == (reading.span is None)
    if reading.span is not None:
        assert tokens[0].start <= reading.span.start < reading.span.end <= tokens[-1].end


@given(st.sampled_from(sorted(OTHER)), st.sampled_from(["नंबर है", "नंबर लिखा है", "वाला चलता है"]))
def test_naming_another_number_is_never_a_yes(other: str, told: str) -> None:
    assert read_which(words_of(f"{other} {told}"), ABOUT).value is False


@pytest.mark.parametrize(
    ("wording", "text", "negated"),
    [
        ("पति|बेटा चलाते|चलाता है", "बेटा चलाता है", False),
        ("लिखा हुआ? है", "लिखा हुआ है", False),
        ("लिखा हुआ? है", "लिखा है", False),
        ("लिखा हुआ? है", "लिखा तो नइखे है", True),
        ("पेट से हूं", "पेट से कोनी", True),
    ],
)
def test_a_wording_has_alternatives_and_places_that_may_stay_empty(
    wording: str, text: str, negated: bool
) -> None:
    match = find(words_of(text), wording)
    assert match is not None
    assert match.negated is negated


@pytest.mark.parametrize("text", ["लिखा", "हुआ है", "पेट में दर्द"])
def test_a_wording_is_not_found_in_part(text: str) -> None:
    assert find(words_of(text), "लिखा हुआ? है") is None
    assert find(words_of(text), "पेट में है|पल") is None
