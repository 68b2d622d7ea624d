"""The language model's whole vocabulary for one turn: runs of words that were heard, or nothing.

The set is finite, so it is handed over twice: as GBNF for a backend that samples under a grammar, and as
literals for one that walks their tokens. Both describe the same language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgebharo.hindi.tokens import Token
from edgebharo.types import Span

NULL = " null"
"""The model's way to say that nothing was named."""
MAX_WORDS = 5
MIN_LETTERS = 2
"""Code points that the shortest answer has."""
MAX_TOKENS = 24
"""Later words of a long utterance are left out: five times this many spans is all a prompt can weigh."""


@dataclass(frozen=True)
class Choices:
    """What the model may answer in this turn."""

    spans: Mapping[str, Span]
    """Literal -> the first place where its words were heard. A literal starts with one space."""

    @property
    def literals(self) -> tuple[str, ...]:
        """Every allowed completion."""
        return (*self.spans, NULL)

    @property
    def gbnf(self) -> str:
        """The same language as a grammar."""
        return alternatives(self.literals)


def alternatives(literals: Sequence[str]) -> str:
    """GBNF that accepts each of `literals` and nothing else: one rule, no repetition, no free text."""
    return "root ::= " + " | ".join(_quoted(literal) for literal in literals)


def choices(
    tokens: Sequence[Token],
    stop_words: frozenset[str] = frozenset(),
    joiners: frozenset[str] = frozenset(),
    longest: int = MAX_WORDS,
) -> Choices:
    """Runs of 1 to `longest` neighbouring words without a stop word; `joiners` may stand inside only."""
    heard = tokens[:MAX_TOKENS]
    spans: dict[str, Span] = {}
    for i in range(len(heard)):
        for j in range(i + 1, min(len(heard), i + longest) + 1):
            run = heard[i:j]
            if any(token.text in stop_words and token.text not in joiners for token in run):
                break
            if {run[0].text, run[-1].text} & joiners:
                continue
            literal = " " + " ".join(token.text for token in run)
            if literal != NULL and len(literal) > MIN_LETTERS:
                spans.setdefault(literal, Span(run[0].start, run[-1].end))
    return Choices(spans)


def _quoted(literal: str) -> str:
    return '"' + literal.replace("\\", "\\\\").replace('"', '\\"') + '"'
