"""Words with their places: what every reader in this room works on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.types import Span


@dataclass(frozen=True)
class Token:
    """One word or one ASCII digit run of a normalised text."""

    text: str
    start: int
    """Code point offset of its first character in the normalised text."""
    end: int
    """Offset just after its last character."""

    @property
    def span(self) -> Span:
        """The token's range as a Span."""
        return Span(self.start, self.end)


def tokenize(normalised: str) -> tuple[Token, ...]:
    """Split text that has passed `normalize` at its spaces.

    Regular expressions are kept out: vowel signs are no word characters to them, so they cut Hindi words.
    """
    tokens: list[Token] = []
    start = 0
    for word in normalised.split(" "):
        if word:
            tokens.append(Token(word, start, start + len(word)))
        start += len(word) + 1
    return tuple(tokens)


def span_of(tokens: Sequence[Token]) -> Span | None:
    """The range from the first to the last of `tokens`; None where there are none."""
    return Span(tokens[0].start, tokens[-1].end) if tokens else None
