"""Whose name the caller is giving: her own or her child's."""

from __future__ import annotations

from collections.abc import Sequence

from edgebharo.forms.expect import holds_a_person
from edgebharo.forms.schema import Field
from edgebharo.hindi.phrases import Match, find_all, phrases
from edgebharo.hindi.tokens import Token

OWN_NAME = phrases("मेरा|अपना|मेरे|हमारा नाम", "मैं .. बोल रही|रहा हूं?")
CHILD_NAME = phrases(
    "बच्चे|बच्ची|बेटे|बेटा|बेटी|मुन्ने|मुन्ना|मुन्नी|लड़के|लड़का|लड़की|बाबू|गुड़िया|पोते|पोती का|की|के? नाम",
    "उसका|इसका|उसके|इसके|उसकी|इसकी नाम",
)


def frames(field: Field, tokens: Sequence[Token]) -> tuple[Match, ...]:
    """Where the words say that the name of `field` follows."""
    return find_all(tokens, CHILD_NAME if field.meaning == "child_name" else OWN_NAME)


def is_of_another(field: Field, tokens: Sequence[Token]) -> bool:
    """True where the words name the other one only: "मेरा नाम …" when the child's name was asked."""
    if not holds_a_person(field):
        return False
    other = find_all(tokens, OWN_NAME if field.meaning == "child_name" else CHILD_NAME)
    return bool(other) and not frames(field, tokens)


def names_a_person(tokens: Sequence[Token]) -> bool:
    """True where the words say that a person's name follows: "मेरा नाम तारा है" is no place like it."""
    return bool(find_all(tokens, OWN_NAME) or find_all(tokens, CHILD_NAME))
