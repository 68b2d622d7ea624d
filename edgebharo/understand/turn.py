"""One utterance with everything that helps to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from edgebharo.forms.expect import kind_of
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field
from edgebharo.hindi.intents import IntentReading, find_wishes, read_intent
from edgebharo.hindi.judging import edits
from edgebharo.hindi.tokens import Token, tokenize
from edgebharo.types import Answers, ExpectKind, Span, Transcript
from edgebharo.understand.latin import respelled


@dataclass(frozen=True)
class Turn:
    """What was heard, in answer to what, on which day."""

    loaded: LoadedForm
    answers: Answers
    transcript: Transcript
    today: date

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The words heard."""
        return respelled(tokenize(self.transcript.text))

    @cached_property
    def wish(self) -> IntentReading:
        """What the caller wants instead of answering; "इसे काट दीजिए" is about what was read back."""
        wish = read_intent(self.tokens, self._kind)
        edited = wish.intent == "stop" and self.answers.held and edits([token.text for token in self.tokens])
        return IntentReading() if edited else wish

    @cached_property
    def plain(self) -> tuple[Token, ...]:
        """The words that carry no wish: "एक मिनट" must not start a number."""
        return unwished(self.tokens, self._kind)

    @property
    def _kind(self) -> ExpectKind | None:
        """The kind of answer that was asked for; None for a read-back, which any words may answer."""
        return kind_of(self.asked) if self.asked is not None and not self.answers.held else None

    @property
    def asked(self) -> Field | None:
        """The field that the last question was about."""
        return self.field(self.answers.asked)

    def field(self, name: str | None) -> Field | None:
        """The field called `name`; None where the form has none."""
        return self.loaded.form.find(name)

    def unsettled(self, field: Field) -> str:
        """The name of a place that was said for `field` in the last turn and whose state was asked for."""
        return self.answers.unsettled if self.answers.asked == field.name else ""

    def is_empty(self, field: Field) -> bool:
        """True where nothing stands in `field` yet, held values included."""
        held = any(candidate.field == field.name for candidate in self.answers.held)
        return self.answers.get(field.name).status == "empty" and not held

    def is_answered(self, field: Field) -> bool:
        """True where `field` has a value."""
        return self.answers.get(field.name).status == "answered"

    def confidence(self, span: Span | None) -> float:
        """How sure the ear was of the words in `span`, 0..1: the least sure of them counts."""
        words = self.transcript.words
        if span is None or len(words) != len(self.tokens):
            return self.transcript.confidence
        pairs = zip(words, self.tokens, strict=True)
        inside = [word.confidence for word, token in pairs if span.start <= token.start < span.end]
        return min(inside, default=self.transcript.confidence)


def unwished(tokens: Sequence[Token], asked: ExpectKind | None = None) -> tuple[Token, ...]:
    """The tokens that carry no wish, where an answer of kind `asked` was asked for."""
    inside = {i for wish in find_wishes(tokens, asked) for i in range(wish.at.start, wish.at.end)}
    return tuple(token for i, token in enumerate(tokens) if i not in inside)


def within(tokens: Sequence[Token], span: Span) -> tuple[Token, ...]:
    """The tokens inside `span`."""
    return tuple(token for token in tokens if span.start <= token.start and token.end <= span.end)


def outside(tokens: Sequence[Token], span: Span | None) -> tuple[Token, ...]:
    """The tokens outside `span`."""
    if span is None:
        return tuple(tokens)
    return tuple(token for token in tokens if token.end <= span.start or token.start >= span.end)


def overlap(a: Span | None, b: Span | None) -> bool:
    """True where the two ranges share a character."""
    return a is not None and b is not None and a.start < b.end and b.start < a.end
