"""Holds one call of `bench capture`, from the greeting to the goodbye, on the simulated clock."""

from __future__ import annotations

import ast
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import edgebharo
from edgebharo.bench.callers import TODAY
from edgebharo.bench.capture_caller import CaptureCaller
from edgebharo.bench.capture_forms import form_of
from edgebharo.bench.capture_memory import Memory, NominalClock, RememberedEar, RememberedLlm, TimedVoice
from edgebharo.bench.capture_sound import Rooms, Voices
from edgebharo.bench.capture_tasks import Environment, Protocol, Task
from edgebharo.bench.talker import Said, Talker
from edgebharo.clock import SystemClock
from edgebharo.forms.loaded import LoadedForm
from edgebharo.models import bundled
from edgebharo.records.store import Store
from edgebharo.runtime.app import new_segmenter, open_asr, open_form, open_llm
from edgebharo.runtime.config import Settings
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal, Turn
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.room import Room
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.types import Answers, CallStatus, Pcm, Step, Value

BACKGROUND_S = 150
"""Seconds of the room's sounds; hardly any call lasts longer."""
PATIENT_MS = 10_000
"""The language model always answers: how long it takes is not measured here."""


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
    def _clock(self) -> NominalClock:
        return NominalClock()

    @cached_property
    def _memory(self) -> Memory:
        return Memory(self.heard)

    @cached_property
    def _ear(self) -> RememberedEar:
        alone = self.settings.model_copy(update={"threads": 1})
        return RememberedEar(lambda: open_asr(alone), ear_identity(self.settings), self._memory, self._clock)

    @cached_property
    def _llm(self) -> RememberedLlm | None:
        patient = self.settings.model_copy(update={"llm_limit_ms": PATIENT_MS})
        llm, _notes = open_llm(patient, self.enrolment)
        if llm is None:
            return None
        return RememberedLlm(llm, code_digest("llm"), self._memory, self._clock)

    def hold(self, task: Task, environment: Environment, protocol: Protocol) -> Call:
        """Hold one call; what it stored goes with the folder of the store.

        Raises:
            EdgeBharoError: a model failed, or something cannot be written.
        """
        loaded = form_of(self.enrolment, task, protocol)
        parts = Parts(loaded, self._ear, TimedVoice(self._clock), self._llm, TODAY)
        journal, room = Journal(), self._air(task, environment)
        caller = CaptureCaller(task, lambda: engine.answers.partial, lambda: journal.question)
        worker: list[str] = []
        other = Talker(partial(self._spoken, task, caller), task.reaction_ms, partial(_typed, task, worker))
        stage = SimulatedStage(other, parts.tts, new_segmenter(), journal, room, stopwatch=self._clock.now_ns)
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


def ear_identity(settings: Settings) -> str:
    """Names the ear, its files, and the code that its answers rest on."""
    chosen = settings.asr_dir or bundled.root("models") / settings.asr
    digest = sha256()
    for path in sorted(chosen.rglob("*")) if chosen.is_dir() else ():
        if path.is_file():
            digest.update(sha256(path.read_bytes()).digest())
    return f"{settings.asr} {digest.hexdigest()} {code_digest('asr')}"


def code_digest(room: str) -> str:
    """Hash of the code of a room, and of what it imports from other rooms.

    What lies outside the rooms (types, errors, ports) decides nothing.
    """
    package = Path(edgebharo.__file__).parent
    found: set[Path] = set()
    waiting = list((package / room).rglob("*.py"))
    while waiting:
        path = waiting.pop()
        if path in found or path.parent == package or not path.is_file():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("edgebharo."):
                module = package.parent / str(node.module).replace(".", "/")
                parts = [module / f"{alias.name}.py" for alias in node.names]
                waiting += [module.with_suffix(".py"), module / "__init__.py", *parts]
    digest = sha256()
    for path in sorted(found):
        digest.update(f"{path.relative_to(package)}\0".encode() + path.read_bytes())
    return digest.hexdigest()
