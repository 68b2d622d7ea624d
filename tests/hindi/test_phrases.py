from __future__ import annotations

import pytest

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.phrases import Match, find_all, match_at, phrases
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit

TABLE = phrases("पता|मालूम तो? नहीं है?", "नहीं पता", "आवाज़ .. नहीं आ|आई")


def found(text: str) -> list[str]:
    tokens = tokenize(normalize(text))
    return [" ".join(token.text for token in tokens[m.start : m.end]) for m in find_all(tokens, TABLE)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("पता नहीं", ["पता नहीं"]),
        ("मुझे मालूम तो नहीं है जी", ["मालूम तो नहीं है"]),
        ("नहीं पता नहीं", ["नहीं पता"]),
        ("आवाज नहीं आ", ["आवाज नहीं आ"]),
        ("आवाज़ साफ़ भी नहीं आई", ["आवाज साफ भी नहीं आई"]),
        ("आवाज बहुत साफ भी नहीं आई", []),
        ("पता नहीं और नहीं पता", ["पता नहीं", "नहीं पता"]),
        ("लापता नहीं", []),
        ("", []),
    ],
)
def test_phrases_are_found_whole_longest_first_and_apart(text: str, said: list[str]) -> None:
    assert found(text) == said


def test_a_phrase_is_matched_where_it_begins() -> None:
    tokens = tokenize("मुझे पता नहीं")
    assert match_at(tokens, 0, TABLE) is None
    assert match_at(tokens, 1, TABLE) == Match(1, 3)
    assert match_at(tokens, 3, TABLE) is None
