"""Twelve digits in a row are found however they are written, and nothing shorter is taken for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.records.privacy import LONG, SHORTEST, holds_long_number

TIMES = {"डबल": 2, "दोहरा": 2, "ट्रिपल": 3, "तिहरा": 3}
WORDS = {"एक": "1", "छ": "6", "छह": "6", "दस": "10", "नव": "9", "निन्यानवे": "99"}
units = st.one_of(
    st.sampled_from(sorted(WORDS)).map(lambda word: (word, WORDS[word])),
    st.text("0123456789", min_size=1, max_size=6).map(lambda digits: (digits, digits)),
)
groups = st.tuples(st.sampled_from([None, *TIMES]), units)


@given(st.lists(groups, min_size=1, max_size=8), st.sampled_from([" ", "-", ", "]))
def test_digits_are_counted_as_they_are_said(
    said: list[tuple[str | None, tuple[str, str]]], gap: str
) -> None:
    text = gap.join(f"{times} {word}" if times else word for times, (word, _digits) in said)
    count = sum(len(digits) * (TIMES[times] if times else 1) for times, (_word, digits) in said)
    assert holds_long_number(text) == (count >= LONG)


@pytest.mark.parametrize("text", ["डबल123456", "तिहरा1234", "ट्रिपल 1234", "१२३४५६७८९०१२"])
def test_the_shortest_ways_are_long_enough_to_be_looked_at(text: str) -> None:
    assert len(text) >= SHORTEST
    assert holds_long_number(text)
