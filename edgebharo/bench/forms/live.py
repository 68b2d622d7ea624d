"""A call of `bench forms` from the greeting to the goodbye, on the simulated clock."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal
from zlib import crc32

from edgebharo.bench.forms.behaviours import PAUSE
from edgebharo.bench.forms.caller import FormCaller
from edgebharo.bench.forms.calls import FormCall
from edgebharo.bench.forms.room import FormRoom
from edgebharo.bench.talker import Said, Talker
from edgebharo.clock import SystemClock
from edgebharo.records.store import Store
from edgebharo.runtime.app import new_segmenter
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal, Turn
from edgebharo.runtime.room import Room
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.runtime.timeline import Timeline
from edgebharo.types import Answers, CallStatus, Pcm, Step, Value

BACKGROUND_S = 300
"""Seconds of the room's sounds; hardly any call lasts longer."""


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


def hold_live(room: FormRoom, call: FormCall, folder: Path) -> tuple[Live, Room]:
    """Hold one call; what it stored goes with `folder`. Returns the call and its air.

    Raises:
        EdgeBharoError: a model failed, or something cannot be written.
    """
    parts, journal, air = room.parts(call.system), Journal(), _air(room, call)
    caller = FormCaller(call, lambda: engine.answers.partial)
    other = Talker(partial(_spoken, room, caller), call.reaction_ms)
    now_ns = room.remembered.clock.now_ns
    stage = SimulatedStage(other, parts.tts, new_segmenter(), journal, air, stopwatch=now_ns)
    lines: list[str] = []
    stage.on_speak = lambda _turn, spoken, _begin, _end: lines.extend(spoken)
    settings = room.settings
    with closing(Store(folder / "records.sqlite", SystemClock())) as store:
        number = call.caller.caller_number
        record_id = store.begin(parts.loaded.form, settings.device, settings.worker, number)
        engine = Engine(parts, stage, store, record_id, journal, start=room.start(call.system))
        stage.dispatch = other.patiently(stage, engine.dispatch)
        engine.begin(number)
        stage.run()
    live = Live(
        answers=engine.answers,
        status=stage.status,
        turns=tuple(journal.turns),
        said=tuple(other.said),
        parts=_parts(stage.timeline, other.said, lines),
        timeline=stage.timeline,
        refused=caller.refused,
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


def _spoken(room: FormRoom, caller: FormCaller, step: Step, number: int) -> tuple[str, Pcm] | None:
    """What she says, as her microphone gives it."""
    text = caller.reply(step)
    return (text.replace(PAUSE, " "), room.sounds.say(caller.call, text, number)) if text else None


def _parts(timeline: Timeline, said: list[Said], lines: list[str]) -> tuple[Part, ...]:
    """Who was heard when, saying what. Each line of the agent's is one stretch, and so is each of hers."""
    texts = {"caller": iter([line.text for line in said]), "agent": iter(lines)}
    return tuple(
        Part(item.side, item.start_ms, item.end_ms, next(texts[item.side], "")) for item in timeline.stretches
    )
