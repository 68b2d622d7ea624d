import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import Token, span_of, tokenize
from edgebharo.types import Span

pytestmark = pytest.mark.unit

HINDI = st.text(
    st.one_of(st.characters(min_codepoint=0x900, max_codepoint=0x97F), st.sampled_from(" .,।-5aZ\u200d"))
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("हाँ", "हां"),
        ("ज़िला", "जिला"),
        ("\u0915\u093c\u0932\u092e", "\u0958\u0932\u092e"),
        ("डॉक्टर", "डोक्टर"),
        ("छः", "छ"),
        ("हाऽऽ", "हा"),
        ("क्\u200dष", "क्ष"),
        ("ल\u200cड", "लड"),
        ("९८", "98"),
        ("WhatsApp", "whatsapp"),
        ("98765। 43210", "98765 43210"),
        ("43,210", "43210"),
        ("1,20,000", "120000"),
        ("१,२०,०००", "120000"),
        ("15,04,2025", "15 04 2025"),
        ("3.5", "3 दशमलव 5"),
        ("३.५", "3 दशमलव 5"),
        ("15.4.25", "15 4 25"),
        ("98.76.54", "98 76 54"),
        ("98765.43210", "98765 43210"),
        ("2025.", "2025"),
        ("ਮੇਰਾ ਨਾਮ", "मेरा नाम"),
        ("৫", "5"),
        ("5वां", "5 वां"),
        ("पाँच-छह", "पांच छह"),
        ("  जी ,  हाँ।", "जी हां"),
        ("ऑफ़िस", "ओफिस"),
        ("सढ़क", "सढ\u093cक"),
    ],
)
def test_same_word_same_form(one: str, other: str) -> None:
    assert normalize(one) == normalize(other) == normalize(other.upper())


def test_flapped_letters_stay_apart() -> None:
    assert normalize("बड़ा") != normalize("बडा")
    assert normalize("पढ़") == unicodedata.normalize("NFC", "पढ़")


@given(st.one_of(st.text(), HINDI))
def test_idempotent_and_clean(text: str) -> None:
    once = normalize(text)
    assert normalize(once) == once
    assert once == " ".join(once.split())
    assert all(unicodedata.category(char)[0] in "LM" or char in "0123456789 " for char in once)


@given(HINDI)
def test_tokens_point_at_their_words(text: str) -> None:
    normal = normalize(text)
    tokens = tokenize(normal)
    assert [normal[token.start : token.end] for token in tokens] == [token.text for token in tokens]
    assert " ".join(token.text for token in tokens) == normal


def test_span_of() -> None:
    tokens = (Token("जी", 0, 2), Token("हां", 3, 6))
    assert span_of(tokens) == Span(0, 6)
    assert span_of(()) is None
    assert tokens[1].span == Span(3, 6)
