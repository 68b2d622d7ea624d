from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.place_index import LONGEST
from edgebharo.hindi.places import Place, PlaceReading, parse_table, read_place, read_state, settled_by_state
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import Problem

pytestmark = pytest.mark.unit

TABLE = Path(__file__).parents[2] / "forms" / "gazetteers" / "india-districts.tsv"
DISTRICTS = parse_table(TABLE.read_text(encoding="utf-8"))


def read(text: str) -> PlaceReading:
    return read_place(tokenize(normalize(text)), DISTRICTS)


def where(reading: PlaceReading) -> tuple[str, str] | None:
    return (reading.place.name, reading.place.state) if reading.place else None


@pytest.mark.parametrize(
    ("text", "name", "state"),
    [
        ("ज़िला नालंदा।", "नालंदा", "बिहार"),
        ("नालन्दा", "नालंदा", "बिहार"),
        ("मैं गया से हूँ", "गया", "बिहार"),
        ("गया", "गया", "बिहार"),
        ("इलाहाबाद", "प्रयागराज", "उत्तर प्रदेश"),
        ("गुड़गांव", "गुरुग्राम", "हरियाणा"),
        ("मुजफरपुर", "मुजफ्फरपुर", "बिहार"),
        ("मोतिहारी", "पूर्वी चंपारण", "बिहार"),
        ("ईस्ट चंपारण", "पूर्वी चंपारण", "बिहार"),
        ("पूर्वी चम्पारण ज़िला", "पूर्वी चंपारण", "बिहार"),
        ("कामरूप मेट्रोपॉलिटन", "कामरूप महानगर", "असम"),
        ("कामरूप", "कामरूप", "असम"),
        ("दक्षिण कन्नड़", "दक्षिण कन्नड़", "कर्नाटक"),
        ("उत्तर 24 परगना", "उत्तर चौबीस परगना", "पश्चिम बंगाल"),
        ("लखीमपुर खीरी", "लखीमपुर खीरी", "उत्तर प्रदेश"),
        ("औरंगाबाद, बिहार", "औरंगाबाद", "बिहार"),
        ("चंपारण, पूर्वी वाला", "पूर्वी चंपारण", "बिहार"),
        ("मुज़फ़्फ़र पुर", "मुजफ्फरपुर", "बिहार"),
        ("किसनगंज", "किशनगंज", "बिहार"),
        ("वो पटना गया है", "पटना", "बिहार"),
        ("गाँव सिलाव, ब्लॉक राजगीर, नालंदा ज़िला", "नालंदा", "बिहार"),
        ("बिहार का औरंगाबाद", "औरंगाबाद", "बिहार"),
        ("औरंगाबाद, महाराष्ट्र वाला", "छत्रपति संभाजीनगर", "महाराष्ट्र"),
        ("प्रतापगढ़ यूपी", "प्रतापगढ़", "उत्तर प्रदेश"),
        ("चंडीगढ़", "चंडीगढ़", "चंडीगढ़"),
        ("पटना नहीं, नालंदा", "नालंदा", "बिहार"),
        ("पटना में नहीं, नालंदा में", "नालंदा", "बिहार"),
        ("पटना के पास नालंदा", "नालंदा", "बिहार"),
        ("गाँव रामपुर, ज़िला नालंदा", "नालंदा", "बिहार"),
        ("ज़िला नालंदा, गाँव रामपुर", "नालंदा", "बिहार"),
        ("नालंदा ज़िला, रामपुर गाँव", "नालंदा", "बिहार"),
        ("मेरा गाँव नालंदा ज़िले में है", "नालंदा", "बिहार"),
        ("मेरा गाँव नालंदा में है", "नालंदा", "बिहार"),
        ("राजगीर ब्लॉक, नालंदा", "नालंदा", "बिहार"),
        ("एक मिनट, ज़िला गलत बोला, ज़िला नालंदा है", "नालंदा", "बिहार"),
        ("पता नहीं, शायद नालंदा", "नालंदा", "बिहार"),
    ],
)
def test_a_district_is_found(text: str, name: str, state: str) -> None:
    reading = read(text)
    assert where(reading) == (name, state)
    assert not reading.doubtful


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("औरंगाबाद", {"बिहार", "महाराष्ट्र"}),
        ("हमीरपुर", {"उत्तर प्रदेश", "हिमाचल प्रदेश"}),
        ("बिलासपुर", {"छत्तीसगढ़", "हिमाचल प्रदेश"}),
        ("प्रतापगढ़", {"राजस्थान", "उत्तर प्रदेश"}),
        ("बलरामपुर", {"छत्तीसगढ़", "उत्तर प्रदेश"}),
        ("बीजापुर", {"छत्तीसगढ़", "कर्नाटक"}),
        ("रायगढ़", {"छत्तीसगढ़", "महाराष्ट्र"}),
        ("लखीमपुर", {"असम", "उत्तर प्रदेश"}),
    ],
)
def test_one_name_in_two_states_is_asked_about(text: str, states: set[str]) -> None:
    reading = read(text)
    assert reading.place is None
    assert reading.problem == "ambiguous_place"
    assert {place.state for place in reading.candidates} == states


def test_a_name_without_its_direction_means_any_of_them() -> None:
    assert {place.name for place in read("चंपारण").candidates} == {"पूर्वी चंपारण", "पश्चिमी चंपारण"}
    assert read("चंपारण").problem == "ambiguous_place"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ब्लॉक पूछ रही हैं? ब्लॉक तो फूलपुर है", "wrong_level"),
        ("फूलपुर ब्लॉक", "wrong_level"),
        ("गाँव रामपुर", "wrong_level"),
        ("मेरा गाँव रामपुर है", "wrong_level"),
        ("बिहार", "wrong_level"),
        ("यूपी", "wrong_level"),
        ("फूलपुर", "unknown_place"),
        ("रामगंज", "unknown_place"),
        ("नालंदा नहीं", "unclear"),
        ("ज़िला तो नहीं पता, गाँव बता दूँ?", None),
        ("अभी पूजा कर रही हूँ, थोड़ा रुकिए", None),
        ("हाँ", None),
        ("", None),
    ],
)
def test_no_district_and_why(text: str, problem: Problem | None) -> None:
    reading = read(text)
    assert reading.place is None
    assert reading.problem == problem


@pytest.mark.parametrize(
    "text", ["अरे नहीं, बच्चा तो हो गया", "मैं भूल गया", "फोन खो गया", "कमला देवी", "नौ आठ सात"]
)
def test_words_that_name_no_place(text: str) -> None:
    assert read(text).place is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("नलन्दा", "नालंदा"),
        ("बेगूसराए", "बेगूसराय"),
        ("पटना के पास", "पटना"),
        ("खगरिया", "खगड़िया"),
        ("नालंदा, महाराष्ट्र", "नालंदा"),
    ],
)
def test_a_near_hearing_is_doubtful(text: str, name: str) -> None:
    reading = read(text)
    assert reading.place is not None
    assert reading.place.name == name
    assert reading.doubtful


@pytest.mark.parametrize(
    "text",
    [
        "हमारा गांव नालंदा ज़िले में आता है",
        "गांव रामपुर ज़िला नालंदा",
        "मेरा गांव पटना के पास नालंदा ज़िले में है",
        "गांव हमारा नालंदा जिला में पड़ता है",
    ],
)
def test_a_district_with_a_postposition_is_the_name_before_it(text: str) -> None:
    reading = read(text)
    assert reading.place is not None
    assert reading.place.name == "नालंदा"


@pytest.mark.parametrize("text", ["ज़िला नालंदा", "मैं गया से हूँ", "नालंदा की रहने वाली हूँ", "नालंदा में रहती हूँ"])
def test_where_somebody_is_from_is_anchored(text: str) -> None:
    assert read(text).anchored


@pytest.mark.parametrize("text", ["नालंदा", "मेरा नाम पूजा है, गया"])
def test_a_bare_name_is_not_anchored(text: str) -> None:
    assert not read(text).anchored


def test_a_place_taken_back_is_marked_and_the_span_is_the_place() -> None:
    text = normalize("पटना नहीं, नालंदा ज़िला")
    reading = read(text)
    assert reading.corrected
    assert reading.span is not None
    assert text[reading.span.start : reading.span.end] == "नालंदा"


@pytest.mark.parametrize(("text", "state"), [("बिहार वाला", "बिहार"), ("यूपी", "उत्तर प्रदेश"), ("नालंदा", None)])
def test_a_state_is_read(text: str, state: str | None) -> None:
    assert read_state(tokenize(normalize(text)), DISTRICTS) == state


STATES = {
    "उत्तर प्रदेश": 75, "मध्य प्रदेश": 55, "राजस्थान": 41, "बिहार": 38, "तमिलनाडु": 38, "महाराष्ट्र": 36, "असम": 35,
    "गुजरात": 34, "छत्तीसगढ़": 33, "तेलंगाना": 33, "कर्नाटक": 31, "ओडिशा": 30, "झारखंड": 24, "पंजाब": 23, "केरल": 14,
    "उत्तराखंड": 13, "हिमाचल प्रदेश": 12, "मेघालय": 12, "त्रिपुरा": 8, "सिक्किम": 6,
}  # fmt: skip


def test_the_table_holds_every_state_and_union_territory() -> None:
    counts = Counter(place.state for place in DISTRICTS)
    assert len(counts) == 28 + 8
    assert {state: counts[state] for state in STATES} == STATES


def test_the_table_is_clean() -> None:
    for place in DISTRICTS:
        spellings = (place.name, place.state, *place.aliases)
        assert all(text == " ".join(text.split()) for text in spellings)
        assert all(not any("a" <= char.lower() <= "z" for char in text) for text in spellings)
        assert len(set(place.aliases)) == len(place.aliases)
        assert max(len(normalize(text).split()) for text in spellings[::2]) <= LONGEST
        assert place.code == "" or (place.code.isascii() and place.code.isdigit())
    assert len({(place.name, place.state) for place in DISTRICTS}) == len(DISTRICTS)


@pytest.mark.parametrize("state", sorted({place.state for place in DISTRICTS}))
def test_every_spelling_with_its_state_gives_the_district(state: str) -> None:
    said = {
        (spelling, place.name)
        for place in DISTRICTS
        for spelling in (place.name, *place.aliases)
        if place.state == state
    }
    assert {spelling: where(read(f"ज़िला {spelling} {state}")) for spelling, _ in said} == {
        spelling: (name, state) for spelling, name in said
    }


def test_columns_are_found_by_their_heading() -> None:
    (place,) = parse_table("# source\ncode\tstate\tname\taliases\n7\tबिहार\tगया\tगया जी | गयाजी\n")
    assert place == Place("गया", "बिहार", ("गया जी", "गयाजी"), "7")


@pytest.mark.parametrize("text", ["", "# only a comment", "a\tb\nगया\tबिहार", "name\tstate\nगया\t"])
def test_a_bad_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="name"):
        parse_table(text)


BLOCKS = "राजगीर हिलसा दानापुर मसौढ़ी मोकामा फतुहा सिलाव बोधगया टिकारी सोरांव हंडिया करछना सुगौली रक्सौल ढाका अरेराज"


@pytest.mark.parametrize("name", [token.text for token in tokenize(normalize(BLOCKS))])
def test_a_towns_name_is_not_bent_into_a_district(name: str) -> None:
    assert read(name).place is None


LITTLE = "ज़िला गाँव ब्लॉक नालंदा गया औरंगाबाद बिहार नहीं में से हूँ के पास कमला हो"
WORDS = st.sampled_from([token.text for token in tokenize(normalize(LITTLE))])


@given(st.lists(WORDS, max_size=8))
def test_any_words_are_read(said: list[str]) -> None:
    reading = read(" ".join(said))
    assert reading.place is None or reading.span is not None
    assert reading.place is None or reading.problem is None
    assert reading.problem != "ambiguous_place" or len(reading.candidates) > 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ईस्ट मेदिनीपुर", "पूर्व मेदिनीपुर"),
        ("मेदिनीपुर पश्चिमी", "पश्चिम मेदिनीपुर"),
        ("साउथ 24 परगना", "दक्षिण चौबीस परगना"),
        ("नॉर्थ चौबीस परगना", "उत्तर चौबीस परगना"),
        ("वेस्ट सिंहभूम", "पश्चिमी सिंहभूम"),
        ("साउथ दिल्ली", "दक्षिणी दिल्ली"),
        ("हमार ज़िला नालंदा बा", "नालंदा"),
        ("डिस्ट्रिक नालंदा", "नालंदा"),
        ("मायका सहरसा है, ससुराल मधेपुरा", "मधेपुरा"),
        ("ससुराल मधेपुरा है, मायका सहरसा", "मधेपुरा"),
        ("मधेपुरा में रहती हूँ, मायका सहरसा", "मधेपुरा"),
        ("पहले सहरसा अब मधेपुरा", "मधेपुरा"),
        ("ब्लॉक हिलसा, ज़िला नालंदा", "नालंदा"),
        ("नालंदा ज़िला, हिलसा प्रखंड", "नालंदा"),
        ("फैजाबाद", "अयोध्या"),
        ("होशंगाबाद", "नर्मदापुरम"),
        ("उस्मानाबाद", "धाराशिव"),
        ("बनारस", "वाराणसी"),
        ("अहमदनगर", "अहिल्यानगर"),
        ("महामाया नगर", "हाथरस"),
        ("ज्योतिबा फुले नगर", "अमरोहा"),
        ("मेवात", "नूंह"),
        ("बेलगाम", "बेलगावी"),
        ("त्रिवेंद्रम", "तिरुवनंतपुरम"),
    ],
)
def test_other_ways_of_naming_a_district(text: str, name: str) -> None:
    place = read(text).place
    assert place is not None
    assert place.name == name


@pytest.mark.parametrize("text", ["हिलसा ब्लॉक", "थाना हिलसा", "ब्लॉक नालंदा", "मेरा ब्लॉक गया है", "प्रखंड टिकारी"])
def test_a_block_alone_is_no_district(text: str) -> None:
    assert read(text).problem == "wrong_level"


SHARED = sorted({place.name for place in DISTRICTS if place.shared})


def test_districts_of_one_name_are_stored_with_their_state() -> None:
    assert SHARED == ["प्रतापगढ़", "बलरामपुर", "बिलासपुर", "रायगढ़", "हमीरपुर"]
    assert len({place.value for place in DISTRICTS}) == len(DISTRICTS)
    assert {place.value for place in DISTRICTS if place.name == "बिलासपुर"} == {
        "बिलासपुर, छत्तीसगढ़",
        "बिलासपुर, हिमाचल प्रदेश",
    }


@pytest.mark.parametrize(
    "place", [place for place in DISTRICTS if place.shared], ids=lambda place: f"{place.name}-{place.state}"
)
def test_the_state_alone_settles_which(place: Place) -> None:
    said = tokenize(normalize(f"{place.state} वाला"))
    assert settled_by_state(place.name, said, DISTRICTS) == place
    assert settled_by_state(place.name, tokenize(normalize("केरल")), DISTRICTS) is None
    assert settled_by_state("", said, DISTRICTS) is None


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(DISTRICTS))
def test_what_is_stored_means_the_same_district_when_read_again(place: Place) -> None:
    assert read(f"ज़िला {place.value} {place.state}").place == place


def test_codes_are_those_of_the_directory_each_once() -> None:
    codes = sorted(int(place.code) for place in DISTRICTS if place.code)
    assert codes == list(range(1, 764))
    known = {(place.name, place.state): place.code for place in DISTRICTS}
    assert known["नालंदा", "बिहार"] == "209"
    assert known["पश्चिम मेदिनीपुर", "पश्चिम बंगाल"] == "318"
    assert known["बिलासपुर", "छत्तीसगढ़"] == "375"
    assert known["बिलासपुर", "हिमाचल प्रदेश"] == "15"
