"""The graph search and the free search on log-probabilities that are made, not measured."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgebharo.asr.acoustic import Alphabet, LogProbs
from edgebharo.asr.beam import free_texts, may_follow, word_list
from edgebharo.asr.ctc import sequence_log_probs
from edgebharo.asr.grammars import LETTER, grammar_of
from edgebharo.asr.graph import Entry, Grammar, Graph, compile_grammar
from edgebharo.asr.search import search
from edgebharo.types import Expect, never_cancelled

pytestmark = pytest.mark.unit
Spell = Callable[..., LogProbs]


def entries(*words: str) -> tuple[Entry, ...]:
    return tuple(Entry(word, word) for word in words)


def counted(alphabet: Alphabet, count: int, *words: str) -> Graph:
    """Exactly `count` words."""
    grammar = Grammar()
    states = [0, *(grammar.state() for _ in range(count))]
    for here, there in itertools.pairwise(states):
        grammar.say(here, there, entries(*words))
    grammar.end(states[-1])
    return compile_grammar(grammar, alphabet)


@pytest.mark.parametrize("count", [1, 3, 5])
def test_exactly_as_many_words_as_the_grammar_counts(alphabet: Alphabet, spell: Spell, count: int) -> None:
    graph = counted(alphabet, count, "नौ", "आठ", "छह")
    paths = search(graph, spell("नौ नौ नौ"), 5, never_cancelled)
    assert {len(path.entries) for path in paths} <= {count}
    if count == 3:
        assert paths[0].text == "नौ नौ नौ"


def test_repeated_letter_across_words_without_a_space(alphabet: Alphabet, spell: Spell) -> None:
    graph = counted(alphabet, 2, "तीन", "नौ")
    assert search(graph, spell("तीननौ"), 3, never_cancelled)[0].text == "तीन नौ"


def test_alternatives_are_distinct_ordered_and_scored(alphabet: Alphabet, spell: Spell) -> None:
    graph = counted(alphabet, 2, "दो", "दस", "सात", "साठ", "आठ")
    paths = search(graph, spell("दो सात", 0.6), 8, never_cancelled)
    assert len({path.text for path in paths}) == len(paths) == 8
    assert [path.score for path in paths] == sorted((path.score for path in paths), reverse=True)
    assert paths[0].text == "दो सात"
    assert "दो साठ" in [path.text for path in paths[:4]]


def test_viterbi_score_never_exceeds_the_exact_one(alphabet: Alphabet, spell: Spell) -> None:
    log_probs = spell("दो सात", 0.5)
    graph = counted(alphabet, 2, "दो", "दस", "सात", "साठ")
    for path in search(graph, log_probs, 6, never_cancelled):
        labels = alphabet.encode(path.spoken)
        assert labels is not None
        exact = float(sequence_log_probs(log_probs, [labels])[0])
        assert path.score - path.prior <= exact + 1e-3


def test_skips_and_weights_add_up(alphabet: Alphabet, spell: Spell) -> None:
    grammar = Grammar()
    middle, end = grammar.state(), grammar.state()
    grammar.say(0, middle, entries("जी"), -1.0)
    grammar.skip(0, middle, -2.0)
    grammar.say(middle, end, entries("हां"), -0.5)
    grammar.end(end, -0.25)
    graph = compile_grammar(grammar, alphabet)
    assert search(graph, spell("जी हां"), 1, never_cancelled)[0].prior == pytest.approx(-1.75)
    assert search(graph, spell("हां"), 1, never_cancelled)[0].prior == pytest.approx(-2.75)


def test_spelling_variant_is_written_in_the_standard_form(alphabet: Alphabet, spell: Spell) -> None:
    graph = compile_grammar(grammar_of(Expect("months", low=1, high=9)), alphabet)
    best = search(graph, spell("छे महीने"), 1, never_cancelled)[0]
    assert (best.text, best.spoken) == ("छह महीने", "छे महीने")


def test_a_long_option_in_noise_is_not_taken_for_a_short_one(alphabet: Alphabet, spell: Spell) -> None:
    graph = compile_grammar(grammar_of(Expect("choice", options=("लाल", "बंदरगाह"))), alphabet)
    priors = {text: search(graph, spell(text), 1, never_cancelled)[0].prior for text in ("लाल", "बंदरगाह")}
    assert priors["बंदरगाह"] - priors["लाल"] == pytest.approx(LETTER * 4)
    assert priors["लाल"] == pytest.approx(-1.0)


def test_cancelled_search_gives_nothing(alphabet: Alphabet, spell: Spell) -> None:
    graph = counted(alphabet, 1, "दो")
    assert search(graph, spell("दो"), 1, lambda: True) == ()
    assert free_texts(spell("दो"), alphabet, word_list([], -1.0), 1, lambda: True) == ()


SAID = (
    (Expect("yes_no"), "नहीं नहीं"),
    (Expect("months", low=1, high=9), "साढ़े सात महीने"),
    (Expect("months", low=1, high=9), "बीस हफ्ते"),
    (Expect("months", low=1, high=9), "पांच नहीं छह महीने"),
    (Expect("date"), "पंद्रह अप्रैल दो हजार पच्चीस"),
    (Expect("date"), "पांच मई बीस पच्चीस"),
    (Expect("date"), "तीन जून नहीं तेरह जून दो हजार चौबीस"),
    (Expect("date"), "पिछले महीने की दस तारीख को"),
    (Expect("date"), "परसों रात को"),
    (Expect("digits", digits=10), "अट्ठानवे छिहत्तर चौवन बत्तीस दस"),
    (Expect("digits", digits=10), "डबल नौ डबल आठ डबल सात डबल छह डबल पांच"),
    (Expect("digits", digits=10), "ट्रिपल नौ आठ सात छह ट्रिपल पांच एक"),
    (Expect("digits", digits=10), "नौ आठ सात छह पांच"),
    (Expect("digits", digits=4), "चार हजार तीन सौ इक्कीस"),
    (Expect("digits", digits=4), "आखिरी चार अंक आठ चार दो आठ"),
    (Expect("place", options=("गया", "पूर्वी चंपारण")), "मैं पूर्वी चंपारण से हूं"),
    (Expect("place", options=("गया", "पटना")), "गया नहीं पटना"),
    (Expect("digits", digits=10), "मेरे पास फोन नहीं है"),
    (Expect("place", options=("गया",)), "फिर से बोलिए"),
    (Expect("date", confirming=True), "हां जी"),
    (Expect("digits", digits=4, confirming=True), "नहीं चार तीन दो एक"),
)


@pytest.mark.parametrize(("expect", "text"), SAID)
def test_each_question_can_hear(alphabet: Alphabet, spell: Spell, expect: Expect, text: str) -> None:
    graph = compile_grammar(grammar_of(expect), alphabet)
    assert search(graph, spell(text, 0.8), 1, never_cancelled)[0].text == text


LETTERS = st.text(alphabet="कनमरसतदाीुेो्ं ", min_size=1, max_size=14)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=LETTERS)
def test_free_search_hears_any_well_spelled_text(alphabet: Alphabet, spell: Spell, text: str) -> None:
    said = " ".join(text.split())
    letters = " " + said
    if not said or not all(may_follow(a, b) for a, b in itertools.pairwise(letters)):
        return
    assert free_texts(spell(said, 0.999), alphabet, word_list([], -1.0), 1, never_cancelled)[0] == said


def test_free_search_prefers_a_known_word_where_the_sound_is_unclear(
    alphabet: Alphabet, spell: Spell
) -> None:
    log_probs = spell("मनजू", 0.35)
    known = word_list([("मंजू", -3.0)], -1.0)
    log_probs[:, (alphabet.encode("ं") or (0,))[0]] = -1.5
    assert free_texts(log_probs, alphabet, known, 1, never_cancelled)[0] == "मंजू"
