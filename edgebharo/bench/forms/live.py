"""A call of `bench forms` from the greeting to the goodbye, on the simulated clock."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal
from zlib import crc32

from edgebharo.bench.capture_call import LEAVES_MS
from edgebharo.bench.forms.behaviours import PAUSE
from edgebharo.bench.forms.caller import FormCaller
from edgebharo.bench.forms.calls import FormCall
from edgebharo.bench.forms.room import FormRoom
from edgebharo.bench.forms.sound import CallerSounds
from edgebharo.clock import SystemClock
from edgebharo.dialogue.events import Event
from edgebharo.records.store import Store
from edgebharo.runtime.app import new_segmenter
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal, Turn
from edgebharo.runtime.room import Room, voiced_ms
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.runtime.timeline import Timeline
from edgebharo.types import Answers, CallStatus, Pcm, Step, Value

BACKGROUND_S = 300
"""Seconds of the room's sounds; hardly any call lasts longer."""


@dataclass(frozen=True)
class Said:
    """One thing that the caller said."""

    step: Step
    """What she answered."""
    text: str
    start_ms: int
    end_ms: int


@dataclass(frozen=True)
class Part:
    """A stretch of the call in which one side is heard."""

    side: Literal["caller", "agent"]
    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True)
class Live:
    """A call that was held."""

    answers: Answers
    status: CallStatus | None
    turns: tuple[Turn, ...]
    said: tuple[Said, ...]
    parts: tuple[Part, ...]
    timeline: Timeline
    refused: dict[str, list[Value]]
    left: bool
    """She gave up: the agent said nothing any more."""


@dataclass
class _Other:
    """The caller, and no worker. Implements `stage_simulated.Other`."""

    caller: FormCaller
    sounds: CallerSounds
    stage: SimulatedStage | None = None
    said: list[Said] = field(default_factory=list)

    def answer(self, step: Step) -> Pcm | None:
        """What she says, as her microphone gives it."""
        text = self.caller.reply(step)
        if not text or self.stage is None:
            return None
        call = self.caller.call
        pcm = self.sounds.say(call, text, len(self.said) + 1)
        begin, end = voiced_ms(pcm)
        at_ms = self.stage.now_ms() + call.reaction_ms
        self.said.append(Said(step, text.replace(PAUSE, " "), at_ms + begin, at_ms + end))
        return pcm

    def reaction_ms(self) -> int:
        """Silence before she begins."""
        return self.caller.call.reaction_ms

    def has_left(self) -> bool:
        """Whether she has waited too long for any sound of the agent's after her last word."""
        if not self.said or self.stage is None:
            return False
        said_ms, stretches = self.said[-1].end_ms, self.stage.timeline.stretches
        answered = any(item.side == "agent" and item.end_ms > said_ms for item in stretches)
        return not answered and self.stage.now_ms() > said_ms + LEAVES_MS

    def entry(self, field: str) -> Value | None:  # noqa: ARG002 - as the protocol says
        """Nobody types anything."""
        return None


def hold_live(room: FormRoom, call: FormCall, folder: Path) -> tuple[Live, Room]:
    """Hold one call; what it stored goes with `folder`. Returns the call and its air.

    Raises:
        EdgeBharoError: a model failed, or something cannot be written.
    """
    parts, journal, air = room.parts(call.system), Journal(), _air(room, call)
    other = _Other(FormCaller(call, lambda: engine.answers.partial), room.sounds)
    stage = SimulatedStage(other, parts.tts, new_segmenter(), journal, air, stopwatch=room.clock.now_ns)
    lines: list[str] = []
    stage.on_speak = lambda _turn, spoken, _begin, _end: lines.extend(spoken)
    other.stage = stage
    settings = room.settings
    with closing(Store(folder / "records.sqlite", SystemClock())) as store:
        number = call.caller.caller_number
        record_id = store.begin(parts.loaded.form, settings.device, settings.worker, number)
        engine = Engine(parts, stage, store, record_id, journal, start=room.start(call.system))
        stage.dispatch = partial(_dispatch, engine, other, stage)
        engine.begin(number)
        stage.run()
    live = Live(
        answers=engine.answers,
        status=stage.status,
        turns=tuple(journal.turns),
        said=tuple(other.said),
        parts=_parts(stage.timeline, other.said, lines),
        timeline=stage.timeline,
        refused=other.caller.refused,
        left=other.has_left(),
    )
    return live, air


def _air(room: FormRoom, call: FormCall) -> Room:
    """The room, with what else is heard in it."""
    air = Room(seed=crc32(call.id.encode()))
    background = room.sounds.background(call, BACKGROUND_S)
    if background is not None:
        air.caller_says(0, background)
    return air


def _dispatch(engine: Engine, other: _Other, stage: SimulatedStage, event: Event) -> None:
    engine.dispatch(event)
    if other.has_left():
        stage.hangup("failed")


def _parts(timeline: Timeline, said: list[Said], lines: list[str]) -> tuple[Part, ...]:
    """Who was heard when, saying what. Each line of the agent's is one stretch, and so is each of hers."""
    texts = {"caller": iter([line.text for line in said]), "agent": iter(lines)}
    return tuple(
        Part(item.side, item.start_ms, item.end_ms, next(texts[item.side], "")) for item in timeline.stretches
    )
