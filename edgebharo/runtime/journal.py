"""What happened in a call, turn by turn, for whoever watches it. Lives in memory only: it holds words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from edgebharo.dialogue.events import Decided
from edgebharo.types import Transcript


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


class Watcher(Protocol):
    """Is told of each thing as it happens: a terminal, a page."""

    def began(self, record_id: str) -> None:
        """The record is open; from now on every turn is kept."""

    def said(self, text: str) -> None:
        """The agent begins to say `text`."""

    def heard(self, transcript: Transcript) -> None:
        """The turn is over; this is what was heard in it."""


@dataclass
class Journal:
    """All turns of a call so far, and the words of the one that is going on."""

    watcher: Watcher | None = None
    turns: list[Turn] = field(default_factory=list)
    question: str = ""
    compute_ms: dict[str, int] = field(default_factory=dict)

    def computed(self, stage: str, milliseconds: int) -> None:
        """Add to the computing time of the turn that is going on."""
        self.compute_ms[stage] = self.compute_ms.get(stage, 0) + milliseconds

    def add(self, asked: str | None, heard: Transcript | None, decided: Decided, at_ms: int) -> None:
        """Close the turn that was going on, and start the next with the agent's new words."""
        if self.question:
            self.turns.append(Turn(self.question, asked, heard, decided, at_ms, self.compute_ms))
        self.question = decided.reply.text
        self.compute_ms = {}
        if self.watcher:
            if heard:
                self.watcher.heard(heard)
            self.watcher.said(decided.reply.text)
