"""Yes/no questions of the enrolment form: whose no it is, what it denies, and what is only polite."""

from __future__ import annotations

import pytest
from spoken_cases import Utterance, answers_before, outcome, run

from edgebharo.forms.loaded import LoadedForm
from edgebharo.types import Answers, Decision, Extraction, Value

WRITTEN_NO = (
    ("phone_linked", "मेरा वाला नंबर नहीं लिखा है"),
    ("phone_linked", "नहीं लिखा हुआ है"),
    ("phone_linked", "हमारा नंबर वहां नहीं लिखा है"),
    ("phone_linked", "ये वाला नहीं जुड़ा हुआ है"),
    ("phone_linked", "नहीं, मेरी सास का नंबर लिखा है"),
    ("phone_linked", "नहीं दीदी, सुनीता का नंबर लिखा है"),
    ("phone_linked", "नहीं जी, पुराना नंबर लिखा है"),
    ("phone_linked", "नहीं, भाई का लिंक है"),
    ("phone_linked", "जी नहीं, वहां दूसरा लिखा है"),
    ("phone_linked", "नहीं, यही नंबर नहीं है"),
    ("whatsapp_same", "नहीं, देवर के फोन पर है"),
    ("whatsapp_same", "दूसरा वाला है"),
    ("whatsapp_same", "दूसरा है"),
    ("whatsapp_same", "नहीं चलता है"),
    ("whatsapp_same", "दूसरे फोन में है"),
    ("phone_linked", "वहां लिखा ना है"),
    ("pregnant", "बच्चा हो गया ना"),
    ("pregnant", "बेटी हुई है"),
    ("pregnant", "बिल्कुल नहीं"),
    ("pregnant", "बिलकुल भी नहीं"),
    ("pregnant", "पेट में बच्चा नहीं है"),
    ("pregnant", "मेरी डिलीवरी हुई है"),
    ("pregnant", "अभी तो बच्चा पैदा हुआ है"),
)
READ_BACK_NO = (
    ("whatsapp_same", "मेरे देवर के में चलता है"),
    ("phone_linked", "मेरे ससुर का नंबर लिखा है"),
    ("whatsapp_same", "बेटे के फोन पर है"),
    ("whatsapp_same", "हां, पर दूसरे फोन में"),
    ("whatsapp_same", "मेरे पास बटन वाला फोन है"),
    ("phone_linked", "वहां तो मेरे पति का है"),
    ("phone_linked", "उनका नंबर लिखा है"),
    ("whatsapp_same", "मेरे पति चलाते हैं"),
    ("pregnant", "जांच में पॉज़िटिव नहीं आया"),
)
WRITTEN_YES = (
    ("phone_linked", "पति का नहीं, यही नंबर है"),
    ("phone_linked", "मेरा ही नंबर लिखा है"),
    ("phone_linked", "जी लिखा हुआ है"),
    ("phone_linked", "हां लिखा है ना"),
    ("whatsapp_same", "चलता है"),
    ("whatsapp_same", "है ना दीदी, इसी नंबर पर"),
    ("pregnant", "बच्चा होने वाला है"),
    ("pregnant", "पेट में बच्चा है"),
    ("pregnant", "अभी बच्चा पेट में है"),
)
READ_BACK_YES = (
    ("phone_linked", "नहीं नहीं, यही नंबर लिखा है"),
    ("phone_linked", "हां, मेरे देवर का नंबर लिखा है"),
    ("pregnant", "नहीं, मैं तो पेट से हूं"),
    ("pregnant", "जांच में पॉज़िटिव आया है"),
    ("pregnant", "पहले बेटी हुई थी, अब फिर पेट से हूं"),
    ("phone_linked", "मुझे लगता है लिखा है"),
    ("phone_linked", "लिखा होगा"),
)
ABSENT = (
    "मेरे पास तो व्हाट्सऐप नहीं है",
    "व्हाट्सऐप है ही नहीं",
    "हम व्हाट्सऐप नहीं चलाती",
    "है ही नहीं",
    "मेरे पास स्मार्टफोन नहीं है",
)
ELSEWHERE = (
    "इस पर नहीं है",
    "इसमें तो नहीं है",
    "मेरे वाले में नहीं है",
    "नहीं है",
    "इस पर व्हाट्सऐप नहीं है",
    "व्हाट्सऐप नहीं चलता",
)
NOT_KNOWN = ("मालूम नहीं जी", "पता नहीं जी", "याद नहीं, जी हां", "पता नहीं हां जी", "मुझे याद नहीं दीदी जी")
NEITHER = ("अभी डिलीवरी नहीं हुई", "बच्चा पैदा नहीं हुआ")
ABOUT_SOMETHING_ELSE = (
    ("clinic_name", "बोर्ड पर लिखा हुआ है"),
    ("child_dob", "टीके वाले कार्ड में लिखा है"),
    ("child_name", "यह दूसरा है"),
)


def said(loaded: LoadedForm, field: str, text: str, **state: Value) -> tuple[Extraction, Decision]:
    before = answers_before(loaded, Utterance("", field, text, {}, frozenset(), state))
    return run(loaded, text, before)


@pytest.mark.parametrize(("field", "text"), WRITTEN_NO)
def test_a_no_is_written(enrolment: LoadedForm, field: str, text: str) -> None:
    _, decision = said(enrolment, field, text)
    assert decision.answers.get(field).value is False


@pytest.mark.parametrize(("field", "text"), WRITTEN_YES)
def test_a_yes_is_written(enrolment: LoadedForm, field: str, text: str) -> None:
    _, decision = said(enrolment, field, text)
    assert decision.answers.get(field).value is True


@pytest.mark.parametrize(("field", "text"), READ_BACK_NO)
def test_a_doubtful_no_is_read_back(enrolment: LoadedForm, field: str, text: str) -> None:
    _, decision = said(enrolment, field, text)
    assert [(held.field, held.value) for held in decision.answers.held] == [(field, False)]


@pytest.mark.parametrize(("field", "text"), READ_BACK_YES)
def test_a_doubtful_yes_is_read_back(enrolment: LoadedForm, field: str, text: str) -> None:
    _, decision = said(enrolment, field, text)
    assert [(held.field, held.value) for held in decision.answers.held] == [(field, True)]


@pytest.mark.parametrize("text", ABSENT)
def test_who_has_none_at_all_is_not_asked_for_its_number(enrolment: LoadedForm, text: str) -> None:
    _, decision = said(enrolment, "whatsapp_same", text)
    assert decision.answers.get("whatsapp_same").value is False
    assert decision.answers.get("whatsapp_number").skip_reason == "not_available"


@pytest.mark.parametrize("text", ELSEWHERE)
def test_who_has_none_here_is_asked_for_its_number(enrolment: LoadedForm, text: str) -> None:
    extraction, decision = said(enrolment, "whatsapp_same", text)
    assert decision.answers.get("whatsapp_same").value is False
    assert not extraction.not_available
    assert decision.answers.asked == "whatsapp_number"


@pytest.mark.parametrize("text", NOT_KNOWN)
def test_politeness_after_not_knowing_is_no_yes(enrolment: LoadedForm, text: str) -> None:
    extraction, decision = said(enrolment, "whatsapp_same", text)
    assert extraction.intent == "dont_know"
    assert decision.skipped == ("whatsapp_same",)


@pytest.mark.parametrize("text", ["एक मिनट जी", "रुकिए दीदी"])
def test_politeness_after_a_wish_is_no_yes(enrolment: LoadedForm, text: str) -> None:
    extraction, decision = said(enrolment, "pregnant", text)
    assert extraction.intent == "wait"
    assert outcome(decision) == {}


@pytest.mark.parametrize("text", NEITHER)
def test_no_birth_yet_is_neither_yes_nor_no(enrolment: LoadedForm, text: str) -> None:
    extraction, decision = said(enrolment, "pregnant", text)
    assert extraction.problem == "unclear"
    assert outcome(decision) == {}


@pytest.mark.parametrize(("field", "text"), ABOUT_SOMETHING_ELSE)
def test_words_that_may_be_about_anything_answer_no_other_question(
    enrolment: LoadedForm, field: str, text: str
) -> None:
    extraction, _ = said(enrolment, field, text)
    assert extraction.candidates == ()


def test_an_answer_called_wrong_is_asked_again(enrolment: LoadedForm) -> None:
    _, decision = said(enrolment, "clinic_name", "ज़िला बदल दो")
    assert decision.answers.asked == "district"
    assert decision.answers.get("district").value == "पटना"
    _, decision = run(enrolment, "नालंदा ज़िला", decision.answers)
    assert decision.answers.get("district").value == "नालंदा"
    assert decision.answers.asked == "clinic_name"


@pytest.mark.parametrize(
    ("text", "affirmed"), [("सही लिखा है", True), ("हां, सही लिखा है", True), ("गलत लिखा है", False)]
)
def test_an_answer_to_a_read_back_does_not_turn_around_the_question_before(
    enrolment: LoadedForm, text: str, affirmed: bool
) -> None:
    extraction, _ = said(enrolment, "linked_number", text, held="9876543210")
    assert (extraction.affirmed, extraction.candidates) == (affirmed, ())


def test_a_name_in_its_frame_is_no_district_that_sounds_alike(enrolment: LoadedForm) -> None:
    extraction, decision = run(enrolment, "मेरा नाम तारा है", Answers(asked="district"))
    assert all(candidate.field == "name" for candidate in extraction.candidates)
    assert all(candidate.field != "district" for candidate in decision.answers.held)
