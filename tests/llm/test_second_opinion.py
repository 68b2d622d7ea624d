"""The packaged model points at the right words in most sentences, and only ever at heard words."""

from __future__ import annotations

import pytest

pytest.importorskip("llama_cpp", reason="the language model's extra is not installed")

from edgebharo.forms.load import load_form
from edgebharo.hindi.normalize import normalize
from edgebharo.llm.llama_cpp import LlamaCpp
from edgebharo.types import Transcript, never_cancelled
from edgebharo.understand.opinions import name_opinion

pytestmark = pytest.mark.model

SENTENCES = (
    ("name", "मेरा नाम कमला देवी है", "कमला देवी"),
    ("name", "उम्म वो लिखिए फूलमती कुमारी", "फूलमती कुमारी"),
    ("name", "नौरंगी बाई", "नौरंगी बाई"),
    ("name", "सास ने बिमला नाम धरा था", "बिमला"),
    ("name", "कार्ड पर तो सुमन लिखा है", "सुमन"),
    ("child_name", "दादी ने सोनाली रखा है", "सोनाली"),
    ("child_name", "अमन कुमार", "अमन कुमार"),
    ("clinic_name", "इमली टोला आंगनवाड़ी", "इमली टोला"),
    ("clinic_name", "मंदिर के पास वाली", "मंदिर के पास वाली"),
)
LEAST = 6
"""Of nine. Rounding differs between processors, so not every near tie can be held."""


def test_it_finds_most_names(llm: LlamaCpp) -> None:
    form = load_form("maternal-enrolment").form
    right = 0
    for name, text, expected in SENTENCES:
        transcript = Transcript(1, normalize(text))
        span = name_opinion(llm, form.field(name), transcript.text, never_cancelled)
        right += span is not None and transcript.text[span.start : span.end] == normalize(expected)
    assert right >= LEAST
