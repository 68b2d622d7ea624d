from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.tts.sentences import split_sentences

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        ("नमस्ते। आपका नाम क्या है?", ("नमस्ते।", "आपका नाम क्या है?")),
        ("पहला॥ दूसरा! तीसरा\nचौथा", ("पहला॥", "दूसरा!", "तीसरा", "चौथा")),
        ("डॉ. मीरा से मिलिए।", ("डॉक्टर मीरा से मिलिए।",)),
        ("श्री. राम और जि. सीतापुर।", ("श्री राम और ज़िला सीतापुर।",)),
        ("यह एक वाक्य है. यह दूसरा है.", ("यह एक वाक्य है.", "यह दूसरा है.")),
        ("वज़न 3.5 किलो है।", ("वज़न 3.5 किलो है।",)),
        ("अच्छा... ठीक है", ("अच्छा...", "ठीक है")),
        ("सच?! हाँ", ("सच?!", "हाँ")),
        ("मुद्रा. ठीक", ("मुद्रा.", "ठीक")),
        ("बिना निशान के", ("बिना निशान के",)),
        ("", ()),
        (" । ?? \n. ", ()),
    ],
)
def test_split(line: str, sentences: tuple[str, ...]) -> None:
    assert split_sentences(line) == sentences


@given(st.text(alphabet="कखिीं123 .।?!\n", max_size=40))
def test_no_word_is_lost_and_no_sentence_is_empty(line: str) -> None:
    sentences = split_sentences(line)
    kept = "".join(letter for letter in "".join(sentences) if letter.isalnum())
    assert kept == "".join(letter for letter in line if letter.isalnum())
    assert all(any(map(str.isalnum, sentence)) for sentence in sentences)
