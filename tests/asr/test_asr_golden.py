"""The real model on short clips of a synthetic voice that it was not trained on (hm_psi)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from edgebharo.ports import Asr
from edgebharo.types import Expect, Utterance, never_cancelled

pytestmark = pytest.mark.model
DISTRICTS = ("नालंदा", "नांदेड़", "नालगोंडा", "गया", "पटना", "नासिक", "पूर्वी चंपारण")
PHONE = Expect("digits", digits=10)

CASES = (
    ("yes", Expect("yes_no"), "जी हां"),
    ("no", Expect("yes_no"), "नहीं नहीं"),
    ("no", Expect("date", confirming=True), "नहीं नहीं"),
    ("months", Expect("months", low=1, high=9), "पांच महीने हो गए"),
    ("date", Expect("date"), "पंद्रह अप्रैल दो हजार पच्चीस"),
    ("date", Expect("date", confirming=True), "पंद्रह अप्रैल दो हजार पच्चीस"),
    ("phone", PHONE, "नौ आठ सात छह पांच चार तीन दो एक शून्य"),
    ("nines", PHONE, "नौ नौ नौ नौ नौ आठ आठ आठ आठ आठ"),
    ("aadhaar", Expect("digits", digits=4), "चार डबल तीन दो"),
    ("place", Expect("place", options=DISTRICTS), "जिला नालंदा"),
    ("name", Expect("name"), "मेरा नाम सुनीता देवी है"),
    ("dont_know", Expect("yes_no"), "मुझे नहीं पता"),
    ("dont_know", PHONE, "मुझे नहीं पता"),
    ("dont_know", Expect("date"), "मुझे नहीं पता"),
    ("dont_know", Expect("place", options=DISTRICTS), "मुझे नहीं पता"),
    ("months", PHONE, "पांच महीने हो गए"),
    ("phone", Expect("yes_no"), "नौ आठ सात छह पांच चार तीन दो एक शून्य"),
    ("name", PHONE, "मेरा नाम सुनीता देवी है"),
    ("no", Expect("place", options=DISTRICTS), "नहीं नहीं"),
)


@pytest.mark.parametrize(("clip", "expect", "text"), CASES)
def test_golden_clip(
    asr: Asr, golden: Callable[[str], Utterance], clip: str, expect: Expect, text: str
) -> None:
    heard = asr.transcribe(golden(clip), expect, never_cancelled)
    assert heard.text == text
    assert heard.confidence > 0.5


def test_half_a_phone_number_is_heard_as_it_is(asr: Asr, golden: Callable[[str], Utterance]) -> None:
    whole = golden("phone")
    middle = whole.pcm.size // 2
    half = Utterance(1, 0, middle, whole.pcm[:middle], "silence")
    heard = asr.transcribe(half, PHONE, never_cancelled)
    assert heard.text == "नौ आठ सात छह पांच"
