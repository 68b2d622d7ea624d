"""What the answer to the read-back of a name may be: a verdict, or after a no any name."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from edgebharo.asr.acoustic import Alphabet, LogProbs
from edgebharo.asr.grammars import grammar_of
from edgebharo.asr.graph import compile_grammar
from edgebharo.asr.search import search
from edgebharo.types import Expect, ExpectKind, never_cancelled

pytestmark = pytest.mark.unit
Spell = Callable[..., LogProbs]
LIKELY = -8.0
"""The prior of a short answer that the question expects."""


def prior(alphabet: Alphabet, spell: Spell, kind: ExpectKind, text: str) -> float:
    graph = compile_grammar(grammar_of(Expect(kind, confirming=True)), alphabet)
    paths = search(graph, spell(text, 0.95), 16, never_cancelled)
    return max((path.prior for path in paths if path.text == text), default=-inf)


@pytest.mark.parametrize("text", ["हां जी सही है", "नहीं", "नहीं गलत है", "बिल्कुल सही", "जी नहीं"])
def test_a_verdict_is_expected(alphabet: Alphabet, spell: Spell, text: str) -> None:
    assert prior(alphabet, spell, "name", text) > LIKELY


@pytest.mark.parametrize("text", ["नहीं दिया", "नहीं मेरा आंगनवाड़ी", "नहीं गया"])
def test_after_a_no_no_word_stands_in_the_way_of_a_name(alphabet: Alphabet, spell: Spell, text: str) -> None:
    assert prior(alphabet, spell, "yes_no", text) > -inf
    assert prior(alphabet, spell, "name", text) < prior(alphabet, spell, "yes_no", text) - 10
