"""What the reader of one field made of some words."""

from __future__ import annotations

from dataclasses import dataclass

from edgebharo.types import Candidate, Problem, Source, Span, Value


@dataclass(frozen=True)
class Heard:
    """A reading of one field. `value` None and `problem` None mean that the words say nothing about it."""

    value: Value | None = None
    span: Span | None = None
    how: str = ""
    doubtful: bool = False
    corrected: bool = False
    estimated: bool = False
    problem: Problem | None = None
    hints: tuple[str, ...] = ()
    partial: str = ""
    """Digits so far, what was kept before included, where they are not enough."""
    unsettled: str = ""
    """The name of a place, where only the state is still wanted."""
    sure: bool = True
    """Open text only: False asks for the language model's opinion."""
    strong: bool = False
    """A carrier phrase, a unit or a cue made it unmistakable, so it holds even beside "पता नहीं"."""
    absent: bool = False
    """Yes/no only: the no says that there is no such thing at all."""
    source: Source = "rules"

    def candidate(self, field: str, confidence: float = 1.0, *, correction: bool = False) -> Candidate:
        """This reading as a proposal for `field`; `value` must not be None."""
        assert self.value is not None, "only a reading with a value can be proposed"  # noqa: S101
        return Candidate(
            field=field,
            value=self.value,
            span=self.span,
            source=self.source,
            confidence=confidence,
            doubtful=self.doubtful,
            correction=self.corrected or correction,
            estimated=self.estimated,
            reading=self.how,
        )


NOTHING = Heard()
