from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.bench import people
from edgebharo.bench.capture_words import spelled
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.spelling import SpellingReading, from_latin, read_spelling, spell
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit


def read(text: str) -> SpellingReading:
    return read_spelling(tokenize(normalize(text)))


@pytest.mark.parametrize(
    ("name", "aksharas"),
    [
        ("कमला", ("क", "म", "ला")),
        ("कृष्णा", ("कृ", "ष्णा")),
        ("मुन्नी", ("मु", "न्नी")),
        ("संध्या", ("सं", "ध्या")),
        ("गुड़िया", ("गु", "ड़ि", "या")),
        ("कमला देवी", ("क", "म", "ला", "दे", "वी")),
        ("", ()),
    ],
)
def test_a_name_is_spelt_by_akshara(name: str, aksharas: tuple[str, ...]) -> None:
    assert spell(name) == aksharas


@given(st.text(st.characters(min_codepoint=0x905, max_codepoint=0x94D)))
def test_aksharas_join_to_the_name(name: str) -> None:
    assert "".join(spell(name)) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("के ए एम एल ए", "कमला"),
        ("एल ए के एस एच एम आई", "लक्ष्मी"),
        ("एम यू डबल एन आई", "मुन्नी"),
        ("s i t a", "सिता"),
        ("क से कमल म से मछली ला से लड्डू", "कमला"),
        ("क म ल आ की मात्रा", "कमला"),
        ("स ई की मात्रा त आ की मात्रा", "सीता"),
        ("म उ की मात्रा आधा न न बड़ी ई की मात्रा", "मुन्नी"),
        ("च बिंदी प आ की मात्रा", "चंपा"),
        ("च पर बिंदी प आ की मात्रा", "चंपा"),
        ("स में बड़ी ई की मात्रा त में आ की मात्रा", "सीता"),
        ("स पर बड़ी ई त को बड़े आ की मात्रा", "सीता"),
        ("स छोटी इ की मात्रा त आ की मात्रा", "सिता"),
        ("ग बड़ी ई त आ", "गीता"),
        ("ग में बड़ी ई की मात्रा गी त में आ की मात्रा ता", "गीता"),
        ("ल आधा क ष आधा म बड़ी ई", "लक्ष्मी"),
        ("ल क्ष आधा म बड़ी ई की मात्रा", "लक्ष्मी"),
        ("प आधा र छोटी इ की मात्रा य आ की मात्रा", "प्रिया"),
        ("प में र की मात्रा छोटी इ की मात्रा य आ", "प्रिया"),
        ("म उ की मात्रा डबल न ई की मात्रा", "मुन्नी"),
        ("क ऋ की मात्रा ष्ण आ की मात्रा", "कृष्णा"),
        ("द एक मात्रा व बड़ी ई की मात्रा", "देवी"),
        ("स दो मात्रा फ", "सैफ"),
        ("ग छोटा उ की मात्रा ड नीचे बिंदी छोटी इ की मात्रा य आ", "गुड़िया"),
        ("ब आ की मात्रा ई", "बाई"),
        ("अ से अनार न से नल ई की मात्रा त आ की मात्रा", "अनीता"),
        ("र फॉर रानी ज जैसे जहाज नी", "रजनी"),
        ("कमल वाला क म से मछली ला", "कमला"),
        ("क म ला", "कमला"),
        ("एस फॉर सन यू एन आई टी ए", "सुनिता"),
        ("कैपिटल जी ई ई टी ए", "गीता"),
        ("पी डबल ओ जे ए", "पूजा"),
    ],
)
def test_a_spelt_name_is_put_together(text: str, name: str) -> None:
    assert read(text).text == name


@pytest.mark.parametrize(
    "text",
    [
        "मेरा नाम सीता है",
        "जी कमला जी",
        "ए जी के",
        "हाँ जी",
        "पाँच छह सात",
        "का की के",
        "था था था",
        "रा रा रा रमा",
        "",
    ],
)
def test_common_words_are_no_spelling(text: str) -> None:
    assert read(text).text is None


CONSONANTS = "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह"
SIGNS = {
    "": "", "ा": "आ की मात्रा", "ि": "छोटी इ की मात्रा", "ी": "बड़ी ई की मात्रा", "ु": "छोटा उ की मात्रा",
    "ू": "में बड़ा ऊ की मात्रा", "े": "ए की मात्रा", "ै": "पर ऐ की मात्रा", "ो": "ओ की मात्रा", "ौ": "औ की मात्रा",
}  # fmt: skip
HALVES = {"": "{}", "आधा": "आधा {}", "example": "आधा {0} से {0}मल"}


@st.composite
def spelt_names(draw: st.DrawFn) -> tuple[str, str]:
    """A name and a way of spelling it."""
    name, said = "", []
    for _ in range(draw(st.integers(2, 5))):
        letter = draw(st.sampled_from(CONSONANTS))
        if draw(st.booleans()):
            half = draw(st.sampled_from(CONSONANTS))
            name += half + "\u094d"
            said.append(HALVES[draw(st.sampled_from(["आधा", "example"]))].format(half))
        said.append(f"{letter} से {letter}मल" if draw(st.booleans()) else letter)
        sign = draw(st.sampled_from(list(SIGNS)))
        name += letter + sign
        said.append(SIGNS[sign])
        if draw(st.integers(0, 5)) == 0:
            name += "ं"
            said.append("बिंदी")
    return name, " ".join(part for part in [*said, "आ की मात्रा"] if part)


@settings(max_examples=150, deadline=None)
@given(spelt_names())
def test_every_name_is_read_from_its_spelling(spelt: tuple[str, str]) -> None:
    name, said = spelt
    last = (
        ""
        if name[-1] in "".join(SIGNS) + "ं" and name[-1] == "ा"
        else ("ा" if name[-1] in CONSONANTS else "आ")
    )
    assert read(said).text == normalize(name + last)


LITTLE = "क म ला ई आ की मात्रा बड़ी छोटी आधा न में से बिंदी नीचे र दो एक डबल कमल वाला है जी ए एम फॉर सीता नाम"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([token.text for token in tokenize(normalize(LITTLE))]), max_size=12))
def test_any_words_are_read_and_a_spelling_read_again_is_the_same(said: list[str]) -> None:
    text = normalize(" ".join(said))
    found = read(text)
    assert (found.text is None) == (found.span is None)
    if found.span is not None:
        again = read(text[found.span.start : found.span.end])
        assert again.text == found.text


def test_the_tokens_that_spell_are_told_from_the_name_beside_them() -> None:
    reading = read("आर ए डी एच ए, राधा")
    assert (reading.start, reading.end, reading.latin) == (0, 5, True)


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12))
def test_any_latin_letters_become_devanagari(letters: str) -> None:
    assert all("\u0900" <= char <= "\u097f" for char in from_latin(letters))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("फ से फल बड़े ऊ की मात्रा ल से ल ट म से मछली त से तरबूज बड़ी ई की मात्रा", "फूलमती"),
        ("र से र थ आ की मात्रा ध से धनुष आ की मात्रा", "राधा"),
    ],
)
def test_an_example_that_was_heard_letter_by_letter(words: str, name: str) -> None:
    assert read_spelling(tokenize(normalize(words))).text == normalize(name)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("र आधी मात्रा ध आधी मात्रा", "राधा"),
        ("स आ क मात्रा ह ब ड़ इ की मात्रा न", "साहीन"),
        ("प ब ड़ ई प ल", "पीपल"),
        ("फ ब ड़ ऊ की मात्रा ल", "फूल"),
        ("इ उ प र बिंदी द आ की मात्रा", "इंदा"),
        ("च उपर बिंदी प आ की मात्रा", "चंपा"),
        ("म आ की मात्रा ओ प र बिंदी झ बड़ी ई की मात्रा", "मांझी"),
        ("म आ की मात्रा उ पर बिंदी झ बड़ी ई की मात्रा", "मांझी"),
        ("ग छोटे उ की मात्रा द नीचे नुक्ता छोटी इ की मात्रा य आ की मात्रा", "गुड़िया"),
        ("च ध नीचे बिंदी आ की मात्रा", "चढ़ा"),
    ],
)
def test_vowel_signs_and_dots_as_they_are_misheard(words: str, name: str) -> None:
    assert read(words).text == normalize(name)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("ऋ ष से षट्कोण भ से भालू", "ऋषभ"),
        ("क म से मछली ल से लट्टू आ की मात्रा", "कमला"),
        ("श भा श से शलजम ओ की मात्रा भ से भालू आ की मात्रा", "शोभा"),
        ("ग से कमल म से मछली ल से लट्टू आ की मात्रा", "कमला"),
    ],
)
def test_letters_beside_those_with_examples(words: str, name: str) -> None:
    assert read(words).text == normalize(name)


PEOPLE = sorted(
    {
        *(name for community in people.COMMUNITIES for name in (*community.first, *community.second)),
        *people.SONS,
        *people.DAUGHTERS,
        *people.ANGANWADIS,
    }
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(PEOPLE),
    st.booleans(),
    st.sampled_from(["{letters}", "{name}, {letters}", "लिखिए, {letters}", "नहीं, {letters}"]),
)
def test_every_name_of_a_caller_is_read_from_the_letters_she_says(
    name: str, by_example: bool, frame: str
) -> None:
    said = frame.format(name=name, letters=spelled(name, by_example=by_example))
    assert normalize(read(said).text or "") == "".join(normalize(name).split())
