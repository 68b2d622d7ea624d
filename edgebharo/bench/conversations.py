"""One question and what follows: the conversations of `bench turns`, as values that fit into JSON."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from edgebharo.types import Value

Category: TypeAlias = Literal["pause_handling", "turn_taking", "backchannel", "interruption", "own_voice"]
"""The four categories of IndicFDB (arXiv 2609.31967) on form-filling speech, and one of our own.

pause_handling: her answer holds pauses. turn_taking: it holds none. backchannel: she murmurs over the agent,
which must go on, and answers when she has been asked. interruption: she speaks over the agent, which must
fall silent and react. own_voice: she says nothing, and the agent hears itself from its loudspeaker.
"""
System: TypeAlias = Literal["edgebharo", "fixed"]
"""fixed: the same pipeline, but a turn is over after 0.2 s of silence and 0.4 s more, whatever was said."""
Meaning: TypeAlias = Literal["backchannel", "wait", "repeat", "explain", "answer"]

CATEGORIES: tuple[Category, ...] = (
    "pause_handling",
    "turn_taking",
    "backchannel",
    "interruption",
    "own_voice",
)
SHORT_PAUSE_MS = (500, 1500)
"""What IndicFDB calls a short pause inside one turn; its pause handling holds no other."""
PAUSE_MS = (300, 3000)
"""Ours. Drawn evenly by their logarithm: half are shorter than 0.95 s and one in twenty is longer than 2.7 s,
about what pauses inside the turns of real calls are like (95th percentile 2.5 s, livekit/agents, pull request
3640)."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Part(_Frozen):
    """A stretch of the caller's speech that is made or recorded in one piece."""

    say: str = ""
    """Text for her voice …"""
    clip: str = ""
    """… or the path of a recording."""
    gap_ms: int = 0
    """Silence before it."""


class Over(_Frozen):
    """What she says while the agent speaks."""

    parts: tuple[Part, ...]
    telling: Annotated[int, Field(ge=1)] = 1
    """After how many parts it is plain what she is doing."""
    meaning: Meaning
    at: Annotated[float, Field(ge=0, le=1)]
    """When she begins: a share of the time in which all of it still falls on the agent's question."""


class Conversation(_Frozen):
    """What is asked, and what the caller does."""

    id: str
    """Seeds its sound, too."""
    category: Category
    system: System = "edgebharo"
    asked: str
    """The field that the question is about."""
    about: str
    """What kind of answer it is, for the tables."""
    reads_back: bool | None = None
    """The value that the agent reads back and asks about; None where it asks for the field itself."""
    answer: tuple[Part, ...] = ()
    """Empty: she stays silent."""
    over: Over | None = None
    value: Value | None = None
    """What she means with her answer; None where she has no value to give, or judges a read-back."""
    affirmed: bool | None = None
    """Her judgement of a read-back."""
    pace: Annotated[float, Field(ge=0.5, le=2.0)] = 1.0
    """Tempo of her voice; recordings are left as they are."""
    reaction_ms: int = 400
    """Silence between the agent's last sound and her answer."""

    @property
    def pauses_ms(self) -> tuple[int, ...]:
        """The pauses inside her answer."""
        return tuple(part.gap_ms for part in self.answer[1:] if part.gap_ms >= PAUSE_MS[0])

    @property
    def texts(self) -> tuple[str, ...]:
        """All that her voice says."""
        parts = (*self.answer, *(self.over.parts if self.over else ()))
        return tuple(part.say for part in parts if part.say)
