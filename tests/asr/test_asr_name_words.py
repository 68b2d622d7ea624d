"""Which names the free search knows, and how likely it takes them to be."""

from __future__ import annotations

import pytest

from edgebharo.asr.hindi_ctc import NAME_WORD, free_words
from edgebharo.hindi.common_names import GIVEN
from edgebharo.hindi.known_names import PEOPLE, PLACE_WORDS

pytestmark = pytest.mark.unit

COMMON, RARER = GIVEN.split()[0], next(name for name in PEOPLE if name not in GIVEN and len(name) > 6)
PLACE = next(word for word in PLACE_WORDS if len(word) > 5 and word not in PEOPLE)
STRANGE = "टिम्बकटू"


def test_a_listed_name_is_likelier_than_a_strange_one_and_a_common_one_likelier_still() -> None:
    words = free_words((), is_open=True, ngram=None)

    assert words.prior(COMMON) == NAME_WORD
    assert words.prior(COMMON) > words.prior(RARER) > words.prior(PLACE)
    assert words.prior(PLACE) > words.prior(STRANGE)
    assert words.hope(RARER[:3]) >= words.prior(RARER)


def test_where_a_known_few_may_be_said_the_rarer_names_are_as_strange_as_any() -> None:
    closed = free_words(("पटना", "गया"), is_open=False, ngram=None)

    assert RARER not in closed.words
    assert PLACE not in closed.words
    assert COMMON in closed.words
