"""What a centre is called, in the sentences that mothers say around it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.hindi.institutions import LONGEST
from edgebharo.hindi.name_reading import NameReading
from edgebharo.hindi.names import read_name
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit

NAMES = (
    "महुआ टोला",
    "सोनपुर",
    "शिव मंदिर वाली गली",
    "वार्ड नंबर पांच",
    "नई बस्ती",
    "बस अड्डा",
    "भोला की ढाणी",
    "बी ब्लॉक",
    "शनिवार बाज़ार",
    "बरगद चौराहा",
)
SENTENCES = (
    # the noun beside the name
    "{} आंगनबाड़ी",
    "बच्चे का वजन {} वाले केंद्र पे होता है",
    "दलिया {} की आंगनवाड़ी से लाती हूं",
    "लोग सारे {} आंगनवाड़ी कहा करते हैं उसको",
    "दीदी जी {} वाली आंगनवाड़ी में बैठा करती हैं",
    "{} टीकाकरण केंद्र में मेरा पंजीकरण है",
    "मैं सेंटर {} वाले से जुड़ी हूं",
    "केंद्र हमारा {} है मैम",
    # the word name
    "आंगनवाड़ी का जो नाम है वो {} है",
    "{} के नाम से चलता है",
    "{} ही नाम पड़ा हुआ है जी",
    "शुभ नाम {}",
    "नाम में {} लिख दीजिए",
    # where it is
    "{} में पड़ता है हम लोगों का",
    "हमारी तो {} में लगती है",
    "{} में जो बनी है वही",
    "{} के अंदर आता है हमारा केंद्र",
    # what it is called
    "सब {} बोलते हैं उसे",
    "{} करके बुलाते हैं",
    "कार्ड पे {} लिखा हुआ है",
    "{} लिख लो",
    # which one
    "अपनी {} वाली है",
    "हम {} वाले में जाया करते हैं",
    "मेरी वाली {} है",
    # the languages beside Hindi
    "हमर आंगनबाड़ी {} मं हवय",
    "{} में पड़ेला हमार आंगनबाड़ी",
    "आंगनबाड़ी के नाम {} अछि",
    "म्हारी आंगनबाड़ी {} म्ह पड़ै सै",
    "{} आली आंगनवाड़ी सै",
    "आंगणवाड़ी रो नाम {} है सा",
    "हमाई आंगनवाड़ी {} में परत है",
    "{} कहाला",
)
KNOWN_BY = (
    ("शिवाला के पीछे वाली", "शिवाला के पीछे वाली"),
    ("वो नहर के किनारे है", "नहर के किनारे"),
    ("रीना मैडम वाली आंगनवाड़ी", "रीना मैडम वाली"),
    ("रीना जी वाली", "रीना जी वाली"),
    ("रीना दीदी की", "रीना दीदी"),
    ("मस्जिद वाली", "मस्जिद वाली"),
    ("पुरानी वाली आंगनवाड़ी", "पुरानी वाली"),
)
TAKEN_BACK = (
    ("सोनपुर वाली नहीं, महुआ टोला वाली", "महुआ टोला"),
    ("महुआ टोला है, सोनपुर नहीं", "महुआ टोला"),
    ("सोनपुर में नहीं जाते, महुआ टोला में जाते हैं", "महुआ टोला"),
)
NOTHING = (
    # everybody's own neighbourhood
    "मोहल्ले की आंगनवाड़ी",
    "टोले में ही है",
    "हमारे घर के बगल में है",
    "नई आंगनवाड़ी",
    # people
    "मेरा नाम रीना है",
    "नाम है मेरा रीना",
    "सेविका दीदी का नाम रीना है",
    "मेरे पति सूरत में काम करते हैं",
    "मैं सोनपुर में रहती हूं",
    "मैं रीना बोल रही हूं",
    "रीना दीदी चलाती हैं",
    # other matters
    "आंगनवाड़ी बहुत दूर है",
    "केंद्र बंद है",
    "दाल चावल मिलता है",
    "पेट में बच्चा है",
    "पांच मई को हुआ",
    "लास्ट में चार है",
    "सेम नंबर है",
    "गलत है",
    "नालंदा ज़िले में है",
    # puzzles
    "सोनपुर या महुआ टोला",
    "सोनपुर नहीं है",
)


def read(text: str) -> NameReading:
    return read_name(tokenize(normalize(text)), "institution")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_whole_name_is_read_and_nothing_else(sentence: str) -> None:
    for name in NAMES:
        reading = read(sentence.format(name))
        assert (reading.value, reading.doubtful) == (normalize(name), False), name


@pytest.mark.parametrize(("text", "value"), KNOWN_BY)
def test_what_stands_in_for_a_name_is_kept_whole_and_read_back(text: str, value: str) -> None:
    reading = read(text)
    assert (reading.value, reading.doubtful, reading.how) == (normalize(value), True, "description")


@pytest.mark.parametrize(("text", "value"), TAKEN_BACK)
def test_of_two_names_the_one_taken_back_is_dropped(text: str, value: str) -> None:
    reading = read(text)
    assert (reading.value, reading.doubtful, reading.corrected) == (normalize(value), True, True)


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_is_read_into_other_sentences(text: str) -> None:
    assert read(text).value is None


def test_a_pause_and_a_repeat_change_no_name() -> None:
    assert read("महुआ उम्म टोला आंगनवाड़ी").value == normalize("महुआ टोला")
    assert read("हां सोनपुर, सोनपुर").value == "सोनपुर"


SYLLABLES = st.sampled_from(["कम", "रघु", "सिम", "धन", "बेल", "मोह", "ठूं", "खैर"])
VILLAGE = st.builds("{}{}{}".format, SYLLABLES, SYLLABLES, st.sampled_from(["पुर", "गढ़", "वाड़ा", "गंज"]))
KIND = st.sampled_from(["", " टोला", " नगर", " चौक", " कॉलोनी", " खुर्द", " वार्ड दो"])


@settings(max_examples=60, deadline=None)
@given(st.builds("{}{}".format, VILLAGE, KIND), st.sampled_from(SENTENCES))
def test_any_village_is_read_in_any_sentence(name: str, sentence: str) -> None:
    assert read(sentence.format(name)).value == normalize(name)


SAID = st.sampled_from(
    [*(word for line in (*SENTENCES, *NOTHING) for word in line.replace("{}", "").split()), *NAMES]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(SAID, max_size=10))
def test_a_value_is_a_short_part_of_what_was_said(words: list[str]) -> None:
    text = normalize(" ".join(words))
    reading = read(text)
    assert (reading.value is None) == (reading.span is None)
    if reading.value is not None and reading.span is not None:
        heard = iter(text[reading.span.start : reading.span.end].split())
        assert all(word in heard for word in reading.value.split())
        assert 0 < len(reading.value.split()) <= LONGEST
