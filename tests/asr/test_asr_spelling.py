"""The word grammar of a name told letter by letter, on log-probabilities that are made, not measured."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgebharo.asr.acoustic import Alphabet, LogProbs
from edgebharo.asr.grammars import asks_letters, grammar_of
from edgebharo.asr.graph import Graph, compile_grammar
from edgebharo.asr.search import search
from edgebharo.bench import people
from edgebharo.bench.capture_words import spelled
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.spelling_words import SPELLING
from edgebharo.types import Expect, never_cancelled

pytestmark = pytest.mark.unit
Spell = Callable[..., LogProbs]
FIRST = sorted({name for community in people.COMMUNITIES for name in community.first})


@pytest.fixture(scope="module")
def letters(alphabet: Alphabet) -> Graph:
    return compile_grammar(grammar_of(Expect("name", options=SPELLING)), alphabet)


def heard(letters: Graph, said: LogProbs) -> str:
    return search(letters, said, 1, never_cancelled)[0].text


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(FIRST), st.booleans())
def test_every_name_is_heard_letter_by_letter(
    letters: Graph, spell: Spell, name: str, by_example: bool
) -> None:
    text = normalize(spelled(name, by_example=by_example))
    assert heard(letters, spell(text, 0.8)) == text


@pytest.mark.parametrize(
    ("sounds", "text"),
    [
        ("म आ क मात्रा न", "म आ की मात्रा न"),
        ("त ब ड़ी इ की मात्रा", "त बड़ी ई की मात्रा"),
        ("य से यग आ की मात्रा", "य से यज्ञ आ की मात्रा"),
        ("च उपर बिंदी प आ की मात्रा", "च ऊपर बिंदी प आ की मात्रा"),
        ("म आण छोटी इ की मात्रा", "म ण छोटी इ की मात्रा"),
        ("क से कविता म से मछली", "क से कविता म से मछली"),
    ],
)
def test_what_sounds_otherwise_is_written_as_it_is_spelt(
    letters: Graph, spell: Spell, sounds: str, text: str
) -> None:
    assert heard(letters, spell(sounds, 0.7)) == text


@pytest.mark.parametrize(
    "text",
    [
        "सुनीता देवी",
        "सुनीता स छोटे उ की मात्रा न बड़ी ई की मात्रा त आ की मात्रा",
        "लिखिए र से रथ आ की मात्रा ध से धनुष आ की मात्रा",
        "र आ की मात्रा ध आ की मात्रा राधा",
        "टि म री",
        "आर ए डी एच ए",
        "ल आधा क ष आधा म बड़ी ई",
        "पता नहीं",
        "फिर से बोलिए",
    ],
)
def test_what_else_is_said_to_a_question_for_letters(letters: Graph, spell: Spell, text: str) -> None:
    assert heard(letters, spell(text, 0.8)) == text


def test_the_last_letters_are_no_name_that_sounds_like_them(letters: Graph, spell: Spell) -> None:
    """Where the voice is as likely to have said either."""
    told = "ह ए की मात्रा आधा म आधा ब"
    one, other = (spell(f"{told} {ends}", 0.8) for ends in ("र म", "राम"))
    assert heard(letters, np.logaddexp(one, other) - np.float32(np.log(2))) == f"{told} र म"


def test_a_half_letter_ends_no_name(letters: Graph, spell: Spell) -> None:
    assert not heard(letters, spell("र म आधा ब", 0.6)).endswith("आधा ब")


def test_a_no_may_stand_before_the_letters_that_correct_a_read_back(alphabet: Alphabet, spell: Spell) -> None:
    graph = compile_grammar(grammar_of(Expect("name", options=SPELLING, confirming=True)), alphabet)
    for text in ("नहीं र से रथ आ की मात्रा ध से धनुष आ की मात्रा", "हां जी सही है", "नहीं"):
        assert heard(graph, spell(text, 0.8)) == text


def test_only_a_name_is_asked_for_by_its_letters() -> None:
    assert asks_letters(Expect("name", options=SPELLING))
    assert not asks_letters(Expect("name"))
    assert not asks_letters(Expect("choice", options=SPELLING))
