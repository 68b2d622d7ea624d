"""Holds one call of `bench capture`, from the greeting to the goodbye, on the simulated clock."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from zlib import crc32

from edgebharo.bench.callers import TODAY
from edgebharo.bench.capture_caller import CaptureCaller
from edgebharo.bench.capture_forms import form_of
from edgebharo.bench.capture_memory import TimedVoice
from edgebharo.bench.capture_sound import Rooms, Voices
from edgebharo.bench.capture_tasks import Environment, Protocol, Task
from edgebharo.bench.remembered import Remembered
from edgebharo.bench.talker import Said, Talker
from edgebharo.clock import SystemClock
from edgebharo.forms.loaded import LoadedForm
from edgebharo.records.store import Store
from edgebharo.runtime.app import new_segmenter, open_form
from edgebharo.runtime.config import Settings
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal, Turn
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.room import Room
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.types import Answers, CallStatus, Pcm, Step, Value

BACKGROUND_S = 150
"""Seconds of the room's sounds; hardly any call lasts longer."""


@dataclass(frozen=True)
class Call:
    """A call that was held."""

    task: Task
    loaded: LoadedForm
    turns: tuple[Turn, ...]
    said: tuple[Said, ...]
    refused: dict[str, list[Value]]
    """By field, the read-backs that the caller called wrong."""
    worker: tuple[str, ...]
    """Fields that the worker filled."""
    answers: Answers
    status: CallStatus | None
    left: bool
    """She gave up: the agent said nothing any more."""
    seconds: float


@dataclass
class CallRoom:
    """All that calls are held with. Belongs to one thread; models are loaded when they are first needed."""

    settings: Settings
    folder: Path
    """Where the records of the calls are; they go with it."""
    heard: Path
    """The file of what was heard before."""

    @cached_property
    def enrolment(self) -> LoadedForm:
        """The form whose fields the tasks use."""
        return open_form(self.settings)

    @cached_property
    def voices(self) -> Voices:
        """The callers' voices."""
        return Voices(self.settings)

    @cached_property
    def _rooms(self) -> Rooms:
        return Rooms(self.voices)

    @cached_property
    def _remembered(self) -> Remembered:
        return Remembered(self.settings, self.enrolment, self.heard)

    def hold(self, task: Task, environment: Environment, protocol: Protocol) -> Call:
        """Hold one call; what it stored goes with the folder of the store.

        Raises:
            EdgeBharoError: a model failed, or something cannot be written.
        """
        loaded = form_of(self.enrolment, task, protocol)
        remembered = self._remembered
        parts = Parts(loaded, remembered.ear, TimedVoice(remembered.clock), remembered.llm, TODAY)
        journal, room = Journal(), self._air(task, environment)
        caller = CaptureCaller(task, lambda: engine.answers.partial, lambda: journal.question)
        worker: list[str] = []
        other = Talker(partial(self._spoken, task, caller), task.reaction_ms, partial(_typed, task, worker))
        now_ns = remembered.clock.now_ns
        stage = SimulatedStage(other, parts.tts, new_segmenter(), journal, room, stopwatch=now_ns)
        with closing(Store(self.folder / "records.sqlite", SystemClock())) as store:
            record_id = store.begin(loaded.form, self.settings.device, self.settings.worker, None)
            engine = Engine(parts, stage, store, record_id, journal)
            stage.dispatch = other.patiently(stage, engine.dispatch)
            engine.begin()
            stage.run()
        return Call(
            task=task,
            loaded=loaded,
            turns=tuple(journal.turns),
            said=tuple(other.said),
            refused=caller.refused,
            worker=tuple(worker),
            answers=engine.answers,
            status=stage.status,
            left=other.has_left(),
            seconds=round(max((s.end_ms for s in stage.timeline.stretches), default=0) / 1000, 1),
        )

    def _spoken(self, task: Task, caller: CaptureCaller, step: Step, _number: int) -> tuple[str, Pcm] | None:
        text = caller.reply(step)
        return None if text is None else (text, self.voices.say(task.voice, text, task.pace))

    def _air(self, task: Task, environment: Environment) -> Room:
        """The room, with what else is heard in it."""
        number = crc32(task.id.encode())
        room = Room(seed=number)
        background = self._rooms.background(environment, number, BACKGROUND_S)
        if background is not None:
            room.caller_says(0, background)
        return room


def _typed(task: Task, worker: list[str], field: str) -> Value | None:
    """The worker knows the caller's papers, and types the truth when she is asked for it."""
    item = task.item(field)
    worker.append(field)
    return None if item is None else item.value
