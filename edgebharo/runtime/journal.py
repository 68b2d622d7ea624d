"""What happened in a call, turn by turn, for whoever watches it. Lives in memory only: it holds words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from edgebharo.dialogue.events import Decided
from edgebharo.types import Transcript


@dataclass(frozen=True)
class PartialTime:
    """When a partial result came, and how far it had listened; milliseconds on the call's clock. No words."""

    until_ms: int
    at_ms: int


@dataclass(frozen=True)
class Turn:
    """One question of the agent's and what came of it."""

    question: str
    """What the agent had said."""
    asked: str | None
    """The field that it was about."""
    heard: Transcript | None
    """None where the caller said nothing."""
    decided: Decided
    at_ms: int
    """When it was decided, on the call's clock."""
    compute_ms: dict[str, int]
    """Milliseconds of computing, by stage."""
    partials: tuple[PartialTime, ...] = ()
    """The partial results of the turn, in order."""


class Watcher(Protocol):
    """Is told of each thing as it happens: a terminal, a page."""

    def began(self, record_id: str) -> None:
        """The record is open; from now on every turn is kept."""

    def said(self, text: str) -> None:
        """The agent begins to say `text`."""

    def hears(self, transcript: Transcript) -> None:
        """The caller is speaking; these are her words so far, and they may be revised."""

    def heard(self, transcript: Transcript) -> None:
        """The turn is over; this is what was heard in it."""


@dataclass
class Journal:
    """All turns of a call so far, and the words of the one that is going on."""

    watcher: Watcher | None = None
    turns: list[Turn] = field(default_factory=list)
    question: str = ""
    compute_ms: dict[str, int] = field(default_factory=dict)
    partials: list[PartialTime] = field(default_factory=list)

    def hears(self, transcript: Transcript, until_ms: int, at_ms: int) -> None:
        """Note when a partial result came; its words are shown and not kept."""
        self.partials.append(PartialTime(until_ms, at_ms))
        if self.watcher:
            self.watcher.hears(transcript)

    def computed(self, stage: str, milliseconds: int) -> None:
        """Add to the computing time of the turn that is going on."""
        self.compute_ms[stage] = self.compute_ms.get(stage, 0) + milliseconds

    def add(self, asked: str | None, heard: Transcript | None, decided: Decided, at_ms: int) -> None:
        """Close the turn that was going on, and start the next with the agent's new words."""
        if self.question:
            partials = tuple(self.partials)
            self.turns.append(Turn(self.question, asked, heard, decided, at_ms, self.compute_ms, partials))
        self.question = decided.reply.text
        self.compute_ms = {}
        self.partials = []
        if self.watcher:
            if heard:
                self.watcher.heard(heard)
            self.watcher.said(decided.reply.text)
