"""Which field the caller is talking about: the words that name it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.forms.schema import Field, Form
from edgebharo.hindi.tokens import Token
from edgebharo.understand.wording import words_in


@dataclass(frozen=True)
class Mention:
    """Tokens i to j (half-open) name `field`."""

    field: Field
    i: int
    j: int


def mentions(form: Form, tokens: Sequence[Token]) -> tuple[Mention, ...]:
    """Every naming of a field, left to right; of names that overlap only the longest counts."""
    found = [
        Mention(field, i, i + len(words))
        for field in form.fields
        for topic in field.topics
        if (words := words_in(topic))
        for i in range(len(tokens) - len(words) + 1)
        if all(token.text == word for token, word in zip(tokens[i:], words, strict=False))
    ]
    longest = [mention for mention in found if not any(_covers(other, mention) for other in found)]
    return tuple(sorted(longest, key=lambda mention: (mention.i, -mention.j)))


def _covers(other: Mention, mention: Mention) -> bool:
    """True where `other` is longer and lies over `mention`."""
    longer = other.j - other.i > mention.j - mention.i
    return longer and other.i < mention.j and mention.i < other.j


def names_own(asked: Field, tokens: Sequence[Token], mention: Mention) -> bool:
    """True where the words of `mention` are also part of the asked field's own name.

    Asked for the child's name, a bare "नाम" means that one, although it names the caller's own name too.
    """
    said = {token.text for token in tokens[mention.i : mention.j]}
    return any(said <= set(words_in(topic)) for topic in (*asked.topics, asked.label))
