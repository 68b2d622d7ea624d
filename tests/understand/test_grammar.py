from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize
from edgebharo.understand.grammar import MAX_TOKENS, MAX_WORDS, NULL, choices

WORDS = st.lists(st.sampled_from(("मेरा", "नाम", "कमला", "देवी", "है", "null", "की", "सीता")), max_size=40)
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def language_of(gbnf: str) -> set[str]:
    """Every text that a one-rule grammar of alternatives accepts, by its own reading of the syntax."""
    head, body = gbnf.split(" ::= ")
    assert head == "root"
    literals = LITERAL.findall(body)
    assert body == " | ".join(f'"{literal}"' for literal in literals)
    return {literal.replace('\\"', '"').replace("\\\\", "\\") for literal in literals}


@given(WORDS)
def test_grammar_and_literals_are_one_language(words: list[str]) -> None:
    allowed = choices(tokenize(" ".join(words)), frozenset({"है"}), frozenset({"की"}))
    assert language_of(allowed.gbnf) == set(allowed.literals)
    assert len(allowed.literals) == len(set(allowed.literals))


@given(WORDS)
def test_every_literal_but_null_was_heard_where_it_says(words: list[str]) -> None:
    text = " ".join(words)
    for literal, span in choices(tokenize(text)).spans.items():
        assert literal == " " + text[span.start : span.end]
        assert 1 <= len(literal.split()) <= MAX_WORDS


def test_stop_words_part_the_words_and_joiners_stand_inside_only() -> None:
    tokens = tokenize(normalize("मेरा नाम कमला है राम का पुरवा"))
    allowed = choices(tokens, frozenset({"मेरा", "नाम", "है"}), frozenset({"का"}))
    assert set(allowed.literals) == {" कमला", " राम", " पुरवा", " राम का पुरवा", NULL}


def test_nothing_heard_leaves_null_alone() -> None:
    assert choices(()).literals == (NULL,)


def test_a_long_utterance_gives_a_bounded_number_of_choices() -> None:
    tokens = tokenize(" ".join(f"शब्द{chr(0x915 + n % 30)}{chr(0x915 + n // 30)}" for n in range(200)))
    assert len(choices(tokens).literals) <= MAX_TOKENS * MAX_WORDS + 1
