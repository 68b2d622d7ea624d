"""A call of `bench forms` replayed turn by turn from an empty form: on her words, or on what is heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np

from edgebharo.bench.forms.behaviours import PAUSE
from edgebharo.bench.forms.caller import FormCaller
from edgebharo.bench.forms.calls import FormCall
from edgebharo.bench.forms.sound import CallerSounds
from edgebharo.bench.transcripts import CallOnPaper
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime import thinking
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.room import ROOM_TONE
from edgebharo.types import (
    SAMPLE_RATE,
    Answers,
    Confirm,
    Pcm,
    Step,
    Transcript,
    Utterance,
    never_cancelled,
)

Hear: TypeAlias = Callable[[Step, str], Transcript]
EDGE_S = 0.3
"""Of the room before and after her words, as the detector keeps it."""
LONGEST_S = 30
"""Of the sounds of the room: each answer is heard over another stretch of them."""


@dataclass(frozen=True)
class PaperTurn:
    """One answer of hers, and what came of it."""

    field: str
    step: Literal["ask", "confirm"]
    said: str
    """As it was spoken."""
    heard: str
    right: bool
    """The values, the yes or no, or the refusal that she meant were read from what was heard."""


@dataclass(frozen=True)
class Paper:
    """A replayed call."""

    answers: Answers
    turns: tuple[PaperTurn, ...]

    @property
    def read_backs(self) -> int:
        """How often values were read back."""
        return sum(turn.step == "confirm" for turn in self.turns)


@dataclass
class _Speaking:
    """She speaks; what is said and heard is kept, turn by turn."""

    caller: FormCaller
    listen: Hear
    steps: list[Step] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    heard: list[Transcript] = field(default_factory=list)

    def speak(self, step: Step) -> str:
        return self.caller.reply(step) or ""

    def hear(self, step: Step, said: str) -> Transcript:
        heard = self.listen(step, said) if said else Transcript(len(self.said), "")
        self.steps.append(step)
        self.said.append(said.replace(PAUSE, " "))
        self.heard.append(heard)
        return heard


def replay(parts: Parts, call: FormCall, listen: Hear) -> Paper:
    """Replay `call`, whose consent was given before; `listen` turns what she says into a transcript."""
    paper = CallOnPaper(parts.loaded.consented(), call.caller, parts.llm)
    speaking = _Speaking(FormCaller(call, lambda: paper.answers.partial), listen)
    paper.speak, paper.hear = speaking.speak, speaking.hear
    paper.hold()
    rows = zip(paper.turns, speaking.steps, speaking.said, speaking.heard, strict=True)
    turns = tuple(
        PaperTurn(
            field=str(row["field"]),
            step="confirm" if isinstance(step, Confirm) else "ask",
            said=said,
            heard=heard.text,
            right=bool(row["right"]),
        )
        for row, step, said, heard in rows
    )
    return Paper(paper.answers, turns)


def every_word(_step: Step, said: str) -> Transcript:
    """The reference transcript. Is a Hear."""
    return Transcript(0, normalize(said.replace(PAUSE, " ")))


@dataclass
class Listening:
    """Speaks each line and hears it; calling it is a Hear."""

    parts: Parts
    call: FormCall
    sounds: CallerSounds
    _count: int = 0
    _background: Pcm | None = None

    def __call__(self, step: Step, said: str) -> Transcript:
        """What the ear hears of `said`, told what `step` expects; InferenceError where it failed."""
        self._count += 1
        pcm = self._in_the_room(self.sounds.say(self.call, said, self._count))
        utterance = Utterance(self._count, 0, len(pcm), pcm, "silence")
        expect = thinking.expect_after(self.parts, step)
        heard = thinking.hear(self.parts, self._count, (utterance,), expect, never_cancelled)
        return replace(heard.transcript, utterance_id=self._count)

    def _in_the_room(self, pcm: Pcm) -> Pcm:
        """Her sound and the room's, the next stretch of it each time."""
        rng = np.random.default_rng(self._count)
        edge = int(EDGE_S * SAMPLE_RATE)
        sound = np.pad(pcm.astype(np.float64), edge) + rng.normal(0.0, ROOM_TONE, len(pcm) + 2 * edge)
        if self._background is None:
            self._background = self.sounds.background(self.call, LONGEST_S)
        if self._background is not None:
            start = int(rng.integers(len(self._background)))
            sound += np.resize(np.roll(self._background, -start), len(sound))
        heard: Pcm = np.clip(np.rint(sound), -32768, 32767).astype(np.int16)
        return heard
