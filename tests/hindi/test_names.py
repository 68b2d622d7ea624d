from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.name_words import NOT_NAMES
from edgebharo.hindi.names import Kind, NameReading, display, read_name
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit

SURE_PERSON = (
    ("सुनीता, सुनीता देवी", "सुनीता देवी"),
    ("मेरा नाम सुनीता है और पति का नाम राजेश", "सुनीता"),
    ("सुनीता कुमारी उम्र बाईस साल", "सुनीता कुमारी"),
    ("मेरा शुभ नाम गीता देवी", "गीता देवी"),
    ("गीता देवी मेरा नाम है", "गीता देवी"),
    ("गीता बोला ना", "गीता"),
    ("गीता देवी, गांव रामपुर", "गीता देवी"),
    ("गीता देवी, नालंदा से", "गीता देवी"),
    ("मैं सीता देवी, गया ज़िला से", "सीता देवी"),
    ("मैं रुखसाना बोलती हूँ", "रुखसाना"),
    ("जीवंती देवी", "जीवंती देवी"),
    ("एकता कुमारी", "एकता कुमारी"),
    ("नौमी देवी", "नौमी देवी"),
    ("बेबी देवी", "बेबी देवी"),
    ("गीता, ग से गमला", "गीता"),
    ("सीता देवी, एक मिनट", "सीता देवी"),
    ("सीता देवी, गीता नहीं", "सीता देवी"),
    ("हमार नाम फुलवा बा", "फुलवा"),
    ("माया, माया देवी नाम है", "माया देवी"),
    ("मेरा नाम कमला देवी है।", "कमला देवी"),
    ("जी, कमला जी, कमला देवी।", "कमला देवी"),
    ("नौरंगी बाई।", "नौरंगी बाई"),
    ("उम्म... वो... लिखिए, फूलमती कुमारी।", "फूलमती कुमारी"),
    ("मेरा नाम फूलवती है और मैं गया से हूँ।", "फूलवती"),
    ("श्रीमती सीता देवी", "सीता देवी"),
    ("सीता देवी", "सीता देवी"),
    ("सीता देवी नाम है मेरा", "सीता देवी"),
    ("नाम है सीता", "सीता"),
    ("मेरा पूरा नाम सीता कुमारी है", "सीता कुमारी"),
    ("पूजा", "पूजा"),
    ("पूजा देवी", "पूजा देवी"),
    ("मैं पूजा हूं", "पूजा"),
    ("मेरे पति का नाम रामदीन है और मेरा नाम सीता है", "सीता"),
    ("सब मुझे मुन्नी कहते हैं पर नाम सुनीता है", "सुनीता"),
    ("सीता सीता देवी", "सीता देवी"),
    ("नालंदा से कमला देवी बोल रही हूं", "कमला देवी"),
    ("आधार में सीता देवी लिखा है", "सीता देवी"),
    ("सीता लिख दीजिए", "सीता"),
    ("कमला... उम्म... देवी", "कमला देवी"),
    ("जी मेरा नाम तो गीता है जी", "गीता"),
    ("हां जी मैं गीता कुमारी बोल रही हूं", "गीता कुमारी"),
    ("गीता", "गीता"),
    ("एक मिनट, सीता देवी", "सीता देवी"),
    ("रुबीना खातून", "रुबीना खातून"),
    ("मेरा नाम आशा देवी है", "आशा देवी"),
    ("मैं आशा हूं", "आशा"),
    ("मेरा नाम मेरी एक्का है", "मेरी एक्का"),
    ("मैं मेरी एक्का बोल रही हूं", "मेरी एक्का"),
    ("मेरी एक्का नाम है मेरा", "मेरी एक्का"),
    ("मेरी नाम विमला है", "विमला"),
    ("मै विमला देवी बोल रही हु", "विमला देवी"),
    ("मेरा नम विमला हे", "विमला"),
    ("विमला नाम है मेर", "विमला"),
    ("विमला लिखे", "विमला"),
    ("मेरा नाम मेरी सास ने विमला रखा", "विमला"),
    ("मेरा नाम रानी है", "रानी"),
    ("नाम सीता, पति का नाम राम", "सीता"),
)
DOUBTFUL_PERSON = (
    ("सुनीता वाइफ ऑफ राजेश", "सुनीता"),
    ("राजेश की घरवाली सुनीता", "सुनीता"),
    ("गीता नहीं नहीं सीता देवी", "सीता देवी"),
    ("मेरा नाम प्रिया है, पी आर आई वाई ए", "प्रिया"),
    ("मैं रामदीन की पत्नी सीता बोल रही हूँ।", "सीता"),
    ("आर ए डी एच ए, राधा।", "राधा"),
    ("कमला नहीं, विमला", "विमला"),
    ("कमला देवी नहीं, विमला देवी", "विमला देवी"),
    ("नहीं, विमला", "विमला"),
    ("क से कमल म से मछली ला", "कमला"),
    ("सीता, पति रामदीन", "सीता"),
    ("कमला सॉरी विमला", "विमला"),
    ("मेरा नाम कमला नहीं विमला है", "विमला"),
)
NO_PERSON = (
    "98765 43210",
    "kamla devi",
    "मैं आशा दीदी के साथ आई हूँ",
    "मैं तो खाना बना रही थी",
    "कौन बोल रहा है",
    "जी मैं ठीक हूँ, आप कैसे हैं",
    "मेरा नंबर नौ आठ सात है",
    "ये वाला",
    "अभी पूजा कर रही हूँ, थोड़ा रुकिए।",
    "नाम नहीं बताना मुझे।",
    "पता नहीं",
    "हां",
    "मैं रामदीन की पत्नी हूं",
    "क्या नाम बताऊं",
    "यह है",
    "मेरा नाम",
    "घर पर मेहमान आए हैं",
    "बच्चा रो रहा है",
    "मैं ठीक हूं",
    "मेरी सास का नाम गीता है",
    "रामदीन की बहू",
    "मैं तो अनपढ़ हूं",
    "मैं अकेली हूं",
    "विमला मेरी बेटी का नाम है",
)
SURE_INSTITUTION = (
    ("आंगनवाड़ी केंद्र नंबर 3", "नंबर 3"),
    ("इमली टोला आंगनवाड़ी।", "इमली टोला"),
    ("हमारी आंगनवाड़ी का नाम इमली टोला है", "इमली टोला"),
    ("आंगनवाड़ी केंद्र इमली टोला", "इमली टोला"),
    ("इमली टोला का आंगनवाड़ी केंद्र", "इमली टोला"),
    ("इमली टोला", "इमली टोला"),
    ("इमली टोला है", "इमली टोला"),
    ("आंगनवाड़ी नंबर तीन", "नंबर तीन"),
    ("जी रामपुर आंगनवाड़ी केंद्र", "रामपुर"),
    ("हमारी आंगनवाड़ी बस अड्डा है", "बस अड्डा"),
    ("आंगनवाड़ी केंद्र स्कूल टोला", "स्कूल टोला"),
    ("अस्पताल रोड आंगनवाड़ी", "अस्पताल रोड"),
    ("भाई टोला", "भाई टोला"),
    ("बस, बरगद टोला", "बरगद टोला"),
    ("बस स्कूल मोहल्ला", "स्कूल मोहल्ला"),
    ("भाई, बरगद टोला", "बरगद टोला"),
    ("रामपुर लिखा है", "रामपुर"),
    ("हमारी आंगनवारी रामपुर ह", "रामपुर"),
    ("बरगद टोला आंगन वाड़ी केंद", "बरगद टोला"),
    ("बरगद टोला नम हे", "बरगद टोला"),
    ("बरगद टोला वाला केंद्र", "बरगद टोला"),
    ("रामपुर वाली", "रामपुर"),
)
DOUBTFUL_INSTITUTION = (
    ("मीना दीदी की आंगनवाड़ी", "मीना दीदी"),
    ("सीमा दीदी वाली आंगनवाड़ी।", "सीमा दीदी वाली"),
    ("इमली टोला नहीं, बरगद टोला", "बरगद टोला"),
)
DOUBTFUL_CHILD = (
    ("अभी नाम नहीं रखा, घर में गुड्डू बोलते हैं।", "गुड्डू"),
    ("सीता का बेटा मोहन", "मोहन"),
    ("राजू रखेंगे", "राजू"),
    ("घर में सब मुन्ना कहते हैं", "मुन्ना"),
    ("प्यार से छोटू बुलाते हैं", "छोटू"),
    ("इसके पापा राजू बुलाते हैं", "राजू"),
    ("घर मे चांद बुलाता हैं", "चांद"),
)
SURE_CHILD = (
    ("राजू", "राजू"),
    ("बेटे का नाम राजू है", "राजू"),
    ("उसका नाम राजू रखा है", "राजू"),
    ("बच्ची का नाम परी है", "परी"),
    ("मुन्ने का नाम सोमा है", "सोमा"),
    ("गुड़िया का नाम रोशनी है", "रोशनी"),
    ("इसका नाम चांद रखा है", "चांद"),
    ("बेटे का नाम सोमा ह", "सोमा"),
    ("बेटे का नाम सोमा हे", "सोमा"),
    ("बेटे की नाम सोमा", "सोमा"),
    ("बेटे का नम सोमा ह", "सोमा"),
    ("लड़के का नाम बाबू है", "बाबू"),
    ("चांद मेरे बेटे का नाम है", "चांद"),
)
NO_CHILD = (
    "छठी में रखेंगे",
    "पंडित जी बताएंगे",
    "नाम सोचा नहीं",
    "सीता का बेटा",
    "अभी नाम नहीं रखा",
    "नामकरण नहीं हुआ",
)
NO_INSTITUTION = (
    "imli tola",
    "यह है",
    "वही जो गांव में है",
    "नाम नहीं पता, सीमा दीदी चलाती हैं",
    "कौन सी आंगनवाड़ी",
    "आंगनवाड़ी जाती ही नहीं",
    "एक ही तो है",
    "पता नहीं",
    "हमारे गांव की आंगनवाड़ी",
    "स्कूल के पास वाली आंगनवाड़ी",
    "वही है गांव वाली",
    "बाहर बोर्ड पर नाम लिखा है",
    "बस",
)


def read(text: str, kind: Kind = "person") -> NameReading:
    return read_name(tokenize(normalize(text)), kind)


def told(reading: NameReading) -> tuple[str | None, bool]:
    return reading.value, reading.doubtful


@pytest.mark.parametrize(("text", "name"), SURE_PERSON)
def test_a_person(text: str, name: str) -> None:
    assert told(read(text)) == (normalize(name), False)


@pytest.mark.parametrize(("text", "name"), DOUBTFUL_PERSON)
def test_a_person_worth_reading_back(text: str, name: str) -> None:
    assert told(read(text)) == (normalize(name), True)


@pytest.mark.parametrize("text", NO_PERSON)
def test_nobody_is_named(text: str) -> None:
    assert read(text).value is None


@pytest.mark.parametrize(("text", "name"), SURE_CHILD)
def test_a_child(text: str, name: str) -> None:
    assert told(read(text, "child")) == (normalize(name), False)


@pytest.mark.parametrize(("text", "name"), DOUBTFUL_CHILD)
def test_a_child_worth_reading_back(text: str, name: str) -> None:
    assert told(read(text, "child")) == (normalize(name), True)


@pytest.mark.parametrize("text", NO_CHILD)
def test_no_child_is_named(text: str) -> None:
    assert read(text, "child").value is None


@pytest.mark.parametrize(("text", "name"), SURE_INSTITUTION)
def test_an_institution(text: str, name: str) -> None:
    assert told(read(text, "institution")) == (normalize(name), False)


@pytest.mark.parametrize(("text", "name"), DOUBTFUL_INSTITUTION)
def test_an_institution_worth_reading_back(text: str, name: str) -> None:
    assert told(read(text, "institution")) == (normalize(name), True)


@pytest.mark.parametrize("text", NO_INSTITUTION)
def test_no_institution_is_named(text: str) -> None:
    assert read(text, "institution").value is None


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("मेरा नाम कमला देवी है", "carrier"),
        ("कमला देवी", "bare"),
        ("मैं रामदीन की पत्नी सीता बोल रही हूँ", "relation"),
        ("कमला नहीं, विमला", "corrected"),
        ("आर ए डी एच ए, राधा", "spelled"),
        ("सब मुझे मुन्नी कहते हैं", "called"),
    ],
)
def test_how_it_was_read_is_told(text: str, how: str) -> None:
    assert read(text).how == how


@pytest.mark.parametrize("text", ["कमला नहीं, विमला", "नहीं, विमला", "कमला सॉरी विमला"])
def test_a_name_taken_back_is_marked(text: str) -> None:
    assert read(text).corrected


@pytest.mark.parametrize(
    "text",
    ["कमला विमला सीता गीता राधा मीरा", "घर पर मेहमान आए हैं", "कमला विमला नहीं", "mera naam kamla devi hai", "क"],
)
def test_a_puzzle_is_handed_on(text: str) -> None:
    assert not read(text).sure


@pytest.mark.parametrize("text", ["हाँ जी", "यह है", "मेरा नाम", "पता नहीं", ""])
def test_where_nothing_can_be_a_name_nobody_need_be_asked(text: str) -> None:
    assert read(text) == NameReading()


def test_letters_alone_give_a_guess_that_is_handed_on() -> None:
    reading = read("के ए एम एल ए")
    assert reading.value == "कमला"
    assert reading.doubtful
    assert not reading.sure


def test_display_restores_the_spelling_it_knows() -> None:
    assert display("गुडिया परवीन", {"गुडिया": "गुड़िया"}) == "गुड़िया परवीन"


NAMES = ("कमला", "सीता", "पूजा", "नौरंगी", "गुड़िया", "देवी", "रामदीन", "खातून")
WORDS = st.sampled_from([*NAMES, *sorted(NOT_NAMES)])


@given(st.lists(WORDS, max_size=8), st.sampled_from(["person", "child", "institution"]))
def test_every_letter_of_a_value_was_heard(said: list[str], kind: Kind) -> None:
    text = normalize(" ".join(said))
    reading = read(text, kind)
    assert (reading.value is None) == (reading.span is None)
    if reading.value is not None and reading.span is not None and reading.how != "spelled":
        heard = text[reading.span.start : reading.span.end].split()
        assert set(reading.value.split()) <= set(heard)


@given(st.sampled_from(NAMES[:5]), st.sampled_from(["देवी", "कुमारी", "खातून", ""]))
def test_carriers_never_change_a_name(first: str, second: str) -> None:
    name = f"{first} {second}".strip()
    carriers = ("मेरा नाम {} है", "जी {}", "{} नाम है मेरा", "मैं {} बोल रही हूँ", "लिखिए {}", "{}", "नाम है {}")
    assert {read(carrier.format(name)).value for carrier in carriers} == {name}
