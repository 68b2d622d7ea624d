"""How a reply judges what was read back, and which of its words may bring a value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.judging import edits, judge
from edgebharo.hindi.judging_words import VOCABULARY
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.tokens import tokenize
from edgebharo.hindi.unjudged import read_rest
from edgebharo.hindi.verb_forms import forms

RIGHT = (
    "जैसा मैंने कहा वैसा ही है",
    "जो आपने पढ़ा वह ठीक है",
    "इसमें कोई कमी नहीं है",
    "गलत क्यों होगा",
    "बदलने की ज़रूरत नहीं",
    "ऐसा ही है",
    "मेल खाता है",
    "सही लग रहा है",
    "रउआ ठीक सुनले बानी",
)
WRONG = (
    "आपके सुनने में चूक हुई",
    "मैं ऐसा नहीं बोली",
    "ऐसा मैंने कब कहा",
    "यह वाला नहीं",
    "जो कहा था वह नहीं लिखा",
    "ठीक कर दीजिए",
    "ठीक से लिखिए",
    "ज़रा ध्यान से सुनिए, गलत है",
    "मैं दुबारा बोलती हूं",
    "यह आपने क्या सुन लिया",
    "मिलता नहीं है",
    "गलत कैसे हो गया",
    "हम अइसन ना कहनी",
    "सही किधर है",
    "अच्छे से सुनिए, मैंने ये नहीं कहा",
)
NEITHER = ("सही क्या है", "मैंने तो सही बताया था", "फिर से बोलिए", "मैंने ठीक से नहीं सुना", "दूसरा सवाल पूछिए")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        *((text, True) for text in RIGHT),
        *((text, False) for text in WRONG),
        *((text, None) for text in NEITHER),
    ],
)
def test_a_reply_is_judged_by_the_roles_of_its_words(text: str, answer: bool | None) -> None:
    tokens = tokenize(normalize(text))
    assert judge([token.text for token in tokens]).answer is answer
    assert not read_rest(tokens).core, "every word judges"


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("गलत है, गया है", "गया"),
        ("गलत लिखा गया है", ""),
        ("ठीक छै", ""),
        ("नै छै", ""),
        ("नहीं, छै", "छै"),
        ("ठीक कर दो", ""),
        ("लिख दो दो चार", "दो दो चार"),
        ("एक अंक छूट गया है", ""),
        ("आपने गलत सुना, सुनीता देवी", "सुनीता देवी"),
    ],
)
def test_words_that_are_values_elsewhere_judge_only_in_their_role(text: str, core: str) -> None:
    assert " ".join(token.text for token in read_rest(tokenize(normalize(text))).core) == core


@pytest.mark.parametrize("text", ["ध्यान से सुनिए", "कविता गलत है", "कविता सही नहीं है", "सुनीता बोला मैंने कविता"])
def test_what_is_judged_is_not_offered(text: str) -> None:
    assert not read_rest(tokenize(normalize(text))).offered


@pytest.mark.parametrize(
    ("text", "edited"),
    [("इसे काट दीजिए", True), ("फोन काट दीजिए", False), ("बदलाव नहीं करना", True), ("बंद कीजिए", False)],
)
def test_cutting_out_a_value_is_not_hanging_up(text: str, edited: bool) -> None:
    assert edits(normalize(text).split()) is edited


def test_no_number_judges_by_itself() -> None:
    assert not VOCABULARY & frozenset(CARDINALS) - {normalize("छौ")}


def test_verbs_have_their_dialect_forms() -> None:
    assert {normalize(word) for word in ("लिखलीं", "लिखे", "लिख्यो", "बतवनी", "बताइए", "बताऊंगी")} <= forms(
        "लिख बता"
    )


@given(st.lists(st.sampled_from(sorted(VOCABULARY)), max_size=12))
def test_judging_is_total_and_a_no_is_never_called_right(said: list[str]) -> None:
    judged = judge(said)
    assert judged.answer in (True, False, None)
    assert not (judged.denied and judged.weighed and judged.answer is True)
    tokens = tokenize(" ".join(said))
    assert set(read_rest(tokens).beside) <= set(tokens)
