"""Values that stand beside words which belong to something else: an offer, another's knowing, a count."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.forms.load import load_form
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answer, Answers, Candidate, Extraction, Span, Transcript, Value, never_cancelled
from edgebharo.understand.extract import extract

pytestmark = pytest.mark.unit
FORM = load_form("maternal-enrolment")
KNOWN = {"phone_linked": Answer("answered", value=False), "whatsapp_same": Answer("answered", value=False)}


def read(field: str, text: str, held: Value | None = None) -> Extraction:
    waiting = (Candidate(field, held, Span(0, 1), "rules"),) if held is not None else ()
    answers = Answers(fields=KNOWN, asked=field, held=waiting, caller_number="9123456780")
    return extract(FORM, answers, Transcript(0, normalize(text)), date(2026, 11, 30), None, never_cancelled)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("name", "नाम बताऊं, गीता देवी", "गीता देवी"),
        ("name", "अपना नाम बता देती हूं, सीता मुर्मू", "सीता मुर्मू"),
        ("name", "मेरा नाम गीता देवी है, आप कौन बोल रही हैं", "गीता देवी"),
        ("name", "मैं जानो मुर्मू हूं", "जानो मुर्मू"),
        ("name", "नाम पूछ रही हो ना, बिंदु देवी", "बिंदु देवी"),
        ("child_name", "बच्ची का, पायल है", "पायल"),
        ("child_name", "टीके के कार्ड में मोहन है", "मोहन"),
        ("aadhaar_last4", "आखिरी के चार, छह सात आठ नौ", "6789"),
        ("aadhaar_last4", "छह सात आठ नौ, यही चार हैं", "6789"),
        ("aadhaar_last4", "चार छह सात आठ", "4678"),
        ("linked_number", "नौ आठ सात छह पांच, चार तीन दो एक शून्य, यही नंबर लिखा है", "9876543210"),
        ("whatsapp_number", "कागज पर लिखा है, नौ आठ सात छह पांच चार तीन दो एक शून्य", "9876543210"),
        ("whatsapp_same", "हां जी, हैं", True),
        ("whatsapp_same", "ना, हमारे यहां किसी के पास व्हाट्सऐप नहीं है", False),
        ("pregnant", "नहीं नहीं, हो चुका है मेरा बच्चा", False),
    ],
)
def test_the_value_is_read_and_nothing_else(field: str, text: str, value: Value) -> None:
    reading = read(field, text)
    assert {item.field: item.value for item in reading.candidates} == {field: value}


@pytest.mark.parametrize(
    ("field", "text", "intent"),
    [
        ("name", "नाम बताऊं क्या", "explain"),
        ("whatsapp_same", "इनको पता होगा, ये अभी घर पर नहीं हैं", "dont_know"),
        ("whatsapp_same", "देखना नहीं आता मुझे कि है या नहीं", "dont_know"),
        ("linked_number", "इसी फोन में लिखा है, पर याद नहीं है", "dont_know"),
        ("linked_number", "यहां कोई है नहीं जो नंबर पढ़ दे", "dont_know"),
        ("aadhaar_last4", "इस समय नहीं बता सकती मैं", "refuse"),
        ("pregnant", "हैं?", "repeat"),
    ],
)
def test_no_value_is_made_out_of_a_wish(field: str, text: str, intent: str) -> None:
    reading = read(field, text)
    assert (reading.candidates, reading.intent) == ((), intent)


@pytest.mark.parametrize(
    ("text", "affirmed", "intent"),
    [
        ("आप ठीक बोल रही हैं", True, "answer"),
        ("सई है", True, "answer"),
        ("काट दीजिए इसको", False, "answer"),
        ("फोन काट दीजिए", None, "stop"),
    ],
)
def test_a_read_back_is_judged(text: str, affirmed: bool | None, intent: str) -> None:
    reading = read("linked_number", text, "9876543210")
    assert (reading.affirmed, reading.intent, reading.candidates) == (affirmed, intent, ())
