"""Names inside free sentences, with the verbs of every dialect, and sentences without a name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.hindi.name_roles import Kind
from edgebharo.hindi.name_words import NOT_NAMES
from edgebharo.hindi.names import read_name
from edgebharo.hindi.naming_forms import ALSO_NAMES, every_form, having_done, ordered, told
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit

HERS = (
    "हमर नाम {} छी", "हमार नाव {} हउवे", "मोर नाम {} हवय",
    "म्हारो नाम {} छै", "हमाओ नाम {} हतो", "मोर नाम {} हेके",
    "मैं {} बोलत हंव", "हम {} बोलइत ही", "लोग मन्नै {} कहवै सैं", "मोला सब {} कहिथें", "हमरा के {} कहल जाला",
    "{} कहकर पुकारते हैं मुझे सब", "मुझे {} के नाम से पुकारते हैं", "{} नाम से जानते हैं", "{} कहलाती हूं",
    "पासबुक में {} नाम चढ़ा है", "मार्कशीट पे {} छपा है", "वोटर आईडी में {} आता है", "पैन कार्ड में {} लिखवाया था",
    "{} ही नाम है मेरा", "{}, यही नाम है", "{}, इतना ही नाम है", "{} ही है मेरा पूरा नाम", "{} तो मैं ही हूं",
    "आप {} ही लिखो", "{} डाल दीजिए", "{} करके लिख दीजिए", "नाम लिखिए मेरा {}", "मेरा नाम लिख लीजिए {} है",
    "नाम मेरे बाप ने रखा था {}", "मेरा नाम पड़ा {}", "{} नाम पड़ा मेरा", "नमस्ते मैम {} बोल रही हूं",
)  # fmt: skip
CHILDS = (
    "हम {} कहके बुलाते हैं", "{} बोलकर बुलाते हैं सब", "सब {} कहि के बोलावत हैं", "अभी तो {} ही बोलते हैं सब",
    "मामा ने {} नाम रखवाया", "पंडित जी ने {} निकाला", "{} नाम पड़ गया", "नाम {} धरे हन", "नाम {} राखल गेलै",
    "{} नाम धइले बानी", "बुआ {} नाम रखलथिन", "फूफा जी {} नाम काढ़े हैं", "{} नाम फाइनल किया है", "{} नाम चुना है",
    "हाफिज़ साहब से पूछकर {} रखा", "{}, दादी ने रखा है", "नाम अभी नया रखा है, {}", "राशि से {} निकला",
    "अस्पताल में {} लिखवा दिया था", "बर्थ सर्टिफिकेट पर {} नाम है", "{} करके नाम है", "एकर नाम {} छै",
    "{}, मेरा बेटा है वो", "{} मेरी लाड़ली बेटी है", "टाबर को नाम {} है", "{} है मेरा लाल", "{}, घर की गुड़िया है",
    "मेरी डॉटर है, नेम {}", "बच्चे का नाम, एक मिनट रुकिए, {}", "मेरा बेटा {} नाम का है",
)  # fmt: skip
NOT_HERS = (
    "नाम बोलने में डर लगता है", "नाम बहुत लंबा है", "सब अलग अलग नाम से बुलाते हैं", "मैं उनकी ननद बोल रही हूं",
    "शादी के बाद नाम बदल गया", "राशन कार्ड में नाम चढ़ा है", "मेरा नाम पढ़ लो कार्ड से", "जो नाम है वही लिख लो",
    "नाम पड़ा", "नाम निकाला था", "नाम रखवाए हैं",
)  # fmt: skip
NOT_CHILDS = (
    "नाम रखने वाले हैं अगले महीने", "नाम के लिए पत्रा दिखाएंगे", "हम नाम देख रहे हैं गूगल पर", "नाम दादा ने रखा है",
    "नाम तो रख दिया है", "नाम राशि से निकलवाएंगे", "मेरी बेटी छोटी है", "बुआ सोच रही हैं नाम", "पंडित जी निकालेंगे",
    "नामकरण की रस्म बाकी है", "दादी ने नाम धरा है", "टीका कार्ड में नाम चढ़ा हुआ है",
)  # fmt: skip


def value(text: str, kind: Kind) -> str | None:
    return read_name(tokenize(normalize(text)), kind).value


@pytest.mark.parametrize("frame", HERS)
@pytest.mark.parametrize("name", ["फूलमती देवी", "नगमा", "सुगिया मुर्मू"])
def test_her_name_in_a_sentence(frame: str, name: str) -> None:
    assert value(frame.format(name), "person") == normalize(name)


@pytest.mark.parametrize("frame", CHILDS)
@pytest.mark.parametrize("name", ["अंकुश", "तन्नू"])
def test_a_childs_name_in_a_sentence(frame: str, name: str) -> None:
    assert value(frame.format(name), "child") == normalize(name)


@pytest.mark.parametrize("text", NOT_HERS)
def test_a_sentence_without_her_name(text: str) -> None:
    assert value(text, "person") is None


@pytest.mark.parametrize("text", NOT_CHILDS)
def test_a_sentence_without_a_childs_name(text: str) -> None:
    assert value(text, "child") is None


def test_forms_of_a_verb() -> None:
    assert word_set("रखा रखे रखी रखते रखल रखलकै राख्यो") <= told("रख राख")
    assert word_set("रखिए रखो रखिएगा") <= ordered("रख")
    assert word_set("बुलाया बुलाते बुलाएंगे बुलाकर बुलावत") <= every_form("बुला")
    assert word_set("कहकर कहके कहिके") <= having_done("कह")


def test_names_that_look_like_forms_stay_names() -> None:
    assert not ALSO_NAMES & every_form("भर राख धर पा")


NAMING = sorted(every_form("कह बुला पुकार रख निकाल धर चढ़ पड़ लिखवा") - word_set("ना"))


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(NAMING), st.sampled_from(("नाम {}", "{} नाम है", "मेरा नाम {} है", "{}", "दादी ने नाम {} था"))
)
def test_a_verb_is_never_stored_as_a_name(verb: str, frame: str) -> None:
    assert verb in NOT_NAMES
    assert value(frame.format(verb), "child") is None
