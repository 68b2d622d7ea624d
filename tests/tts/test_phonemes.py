from __future__ import annotations

import json
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.errors import InferenceError
from edgebharo.hindi.say import date_words, number_words
from edgebharo.models.resolve import path_of
from edgebharo.tts.phonemes import Phonemizer

pytestmark = pytest.mark.model

HINDI = Phonemizer("hi")

PINNED = {
    "गर्भवती": "ɡˈʌɾbʰəʋti",
    "समाप्त": "səmˈaːpt",
    "अन्य": "ˈʌnjə",
    "जन्म": "ɟˈʌnm",
    "तारीख़": "taːɾˈiːx",
    "मोबाइल": "moːbˈaːɪl",
    "नंबर": "nˈʌmbəɾ",
    "ज़िला": "zˈɪlaː",
    "अस्पताल": "ˌʌspətˈaːl",
    "प्रसव": "pɾˈʌsəʋ",
    "महीना": "məhˈiːnaː",
    "आधार": "aːdʰˈaːɾ",
    "पति": "pˈʌtɪ",
    "उम्र": "ˈʊmɾə",
    "डॉक्टर": "ɖˈɔkʈəɾ",
    "स्वास्थ्य": "sʋˈaːstʰjə",
    "बताइए": "bətˈaːɪʲˌeː",
    "सही": "sˈʌhi",
    "ग़लत": "ɣˈʌlət",
    "धन्यवाद": "dʰˌənjəʋˈaːd",
    "नमस्ते": "nəmˈʌsteː",
    "हाँ": "hˈã",
    "नहीं": "nˈʌhĩ",
    "आठ": "ˈaːʈʰ",
    "तूफ़ान": "tuːfˈaːn",
    "अक्टूबर": "ʌkʈˈuːbəɾ",
}
"""Words of the prompts as espeak-ng 1.52 says them: a change of espeak-ng must be listened to."""


def said(text: str) -> str:
    return "".join(HINDI.phonemes(text))


@pytest.mark.parametrize("word", PINNED)
def test_words_of_the_prompts_keep_their_pronunciation(word: str) -> None:
    assert said(word) == unicodedata.normalize("NFD", PINNED[word])


def test_every_number_and_month_is_pronounced() -> None:
    words = [number_words(number) for number in range(100)]
    words += [date_words(f"2026-{month:02}-11") for month in range(1, 13)]
    assert all(any(map(str.isalpha, said(word))) for word in words)
    assert len({said(number_words(number)) for number in range(100)}) == 100


def test_digits_are_said_as_hindi_words() -> None:
    assert said("4") == said("४") == said("चार")


@pytest.mark.parametrize("text", ["WhatsApp खोलिए", "आप (अभी) कहाँ हैं", "[[kəm]] ठीक", "यह <b>नहीं</b> {है}"])
def test_no_bracket_and_no_marker_of_another_language_is_left(text: str) -> None:
    phonemes = said(text)
    assert phonemes
    assert not set(phonemes) & set("()[]{}<>")


def test_latin_words_are_said_in_the_hindi_voice() -> None:
    english = "".join(Phonemizer("en-us").phonemes("WhatsApp"))
    assert said("WhatsApp") != english


@pytest.mark.parametrize("text", ["", " ", "।", "?!", "()", "…", "\n"])
def test_nothing_to_say_gives_nothing(text: str) -> None:
    assert HINDI.phonemes(text) == []


def test_stress_and_punctuation_reach_the_voice() -> None:
    assert said("आप कैसे हैं?").endswith("?")
    assert "," in said("जी, बताइए।")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_any_text_gives_known_symbols_or_none(text: str) -> None:
    assert not set(HINDI.phonemes(text)) & set("()0123456789०१२३४५६७८९")


def test_the_hindi_phonemes_are_in_the_voice_models_vocabulary() -> None:
    vocab = json.loads(path_of("kokoro-vocab").read_text(encoding="utf-8"))["vocab"]
    line = " ".join([*PINNED, *(number_words(number) for number in range(100))])
    assert set(said(line)) <= set(vocab)


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(InferenceError, match="xx-none"):
        Phonemizer("xx-none").phonemes("hello")


def test_two_languages_at_once_do_not_mix() -> None:
    english = Phonemizer("en-us")
    alone = (said("आपका नाम क्या है?"), "".join(english.phonemes("What is your name?")))

    def speak(_: int) -> tuple[str, str]:
        return said("आपका नाम क्या है?"), "".join(english.phonemes("What is your name?"))

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(speak, range(100))) == {alone}
