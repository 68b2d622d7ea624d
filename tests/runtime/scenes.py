"""Short calls in which turn-taking is hard, on toy speech and an exact clock.

`python tests/runtime/scenes.py` writes their traces anew, where they are meant to have changed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from toy_speech import COUGH, Codec, CodecAsr, CodecCaller, EnergyVad, ShortTts, Stopwatch, TimedAsr

from edgebharo.audio.segmenter import Segmenter
from edgebharo.clock import SystemClock
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import BY_MEANING, Policy
from edgebharo.dialogue.state import DialogueState
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Form
from edgebharo.records.store import Store
from edgebharo.runtime.brain import Brain
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.config import Settings
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.room import Room
from edgebharo.runtime.sound_keeping import sound_keeping
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.runtime.trace import open_tracer
from edgebharo.types import Answers, CallStatus

GOLDEN = Path(__file__).parent / "golden"
TODAY = date(2026, 11, 30)
PHONE = "नौ आठ सात छह पाँच चार तीन दो एक शून्य"
YES_NO: dict[str, Any] = {"name": "pregnant", "label": "गर्भवती", "type": "boolean", "question": "क्या?"}
NUMBER: dict[str, Any] = {
    "name": "number",
    "label": "नंबर",
    "type": "string",
    "meaning": "digits",
    "digits": 10,
    "question": "नंबर?",
}


def form_of(*fields: Mapping[str, Any]) -> LoadedForm:
    optional = [{"required": False, "confirm": "never", **raw} for raw in fields]
    scripts = {"silence": ["सुन रही हैं?", "आवाज़ नहीं आई।"], "wait": ["रुकी हूं।"], "outro": ["धन्यवाद।"]}
    raw = {"id": "small", "version": "1", "title": "Small", "fields": optional, "scripts": scripts}
    return LoadedForm(Form.model_validate(raw))


@dataclass
class Live:
    """A call that is going on, and all that has happened in it."""

    stage: SimulatedStage
    codec: Codec
    happened: list[tuple[int, events.Event, tuple[do.Command, ...]]] = field(default_factory=list)
    status: CallStatus | None = None
    answers: Answers = field(default_factory=Answers)

    def say(self, at_ms: int, line: str) -> None:
        """The caller speaks at a time of her own."""
        self.stage.caller_says(at_ms, self.codec.speak(line))

    def happens(self, at_ms: int, event: events.Event) -> None:
        self.stage._post(at_ms, event)

    def at(self, kind: type) -> list[int]:
        """When events or commands of a kind came."""
        return [
            at_ms
            for at_ms, event, commands in self.happened
            for it in (event, *commands)
            if isinstance(it, kind)
        ]


@dataclass(frozen=True)
class Scene:
    """What is asked, what she says to it, and what else happens while the agent speaks for the n-th time."""

    form: LoadedForm
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    worker: Mapping[str, Any] = field(default_factory=dict)
    headset: bool = False
    line_ms: int = 200
    meanwhile: Callable[[Live, int, int], None] = lambda _call, _count, _start_ms: None
    policy: Policy = BY_MEANING
    echo_db: float | None = None
    partial_ms: int | None = 60
    keep_audio_days: int = 0

    def play(self, folder: Path, trace: Path | None = None) -> Live:
        """Hold the call; `folder` is for its record."""
        codec, stopwatch = Codec(), Stopwatch()
        said = {name: CallerAnswer(say=lines) for name, lines in self.answers.items()}
        other = CodecCaller(Brain(Caller(id="c", answers=said, worker=dict(self.worker), today=TODAY)), codec)
        asr = TimedAsr(CodecAsr(codec), stopwatch, self.partial_ms)
        parts = Parts(self.form, asr, ShortTts(self.line_ms), None, TODAY)
        room = Room(echo_db=self.echo_db)
        segmenter = Segmenter(EnergyVad())
        stage = SimulatedStage(other, parts.tts, segmenter, Journal(), room=room, stopwatch=stopwatch)
        call, count = Live(stage, codec), iter(range(1000))
        stage.on_speak = lambda _turn, _lines, start_ms, _end_ms: self.meanwhile(call, next(count), start_ms)
        start = DialogueState(policy=self.policy, headset=self.headset)
        tracer = open_tracer(trace, "small 1", start) if trace else None

        def watch(
            now_ms: int, event: events.Event, before: DialogueState, commands: tuple[do.Command, ...]
        ) -> None:
            call.happened.append((now_ms, event, commands))
            if tracer:
                tracer(now_ms, event, before, commands)

        with closing(Store(folder / "records.sqlite", SystemClock())) as store:
            record = store.begin(self.form.form, "device", "worker", None)
            settings = Settings(keep_audio_days=self.keep_audio_days)
            keep = sound_keeping(store, record, self.form.form, settings)
            engine = Engine(
                parts, stage, store, record, stage.journal, start=start, on_step=watch, keep_sound=keep
            )
            stage.dispatch = engine.dispatch
            engine.begin()
            stage.run()
        if tracer:
            tracer.close()
        call.status, call.answers = stage.status, engine.answers
        return call


def _nod_then_stop(call: Live, count: int, start_ms: int) -> None:
    if count == 0:
        call.say(start_ms + 400, "हूं")
    elif count == 1:
        call.say(start_ms + 500, "रुकिए")


def _early_answer(call: Live, count: int, start_ms: int) -> None:
    if count == 0:
        call.say(start_ms + 600, "जी नहीं मैं नहीं")


def _unplugged(call: Live, count: int, start_ms: int) -> None:
    if count == 1:
        call.happens(start_ms + 2000, events.DeviceLost("unplugged"))
        call.happens(start_ms + 9000, events.DeviceBack())


def _cough(call: Live, count: int, start_ms: int) -> None:
    if count == 0:
        call.say(start_ms + 2000, COUGH)


SCENES: dict[str, Scene] = {
    "pauses": Scene(
        form_of(YES_NO, NUMBER),
        {"pregnant": ("हाँ",), "number": ("नौ आठ सात छह पाँच | चार तीन दो | एक शून्य",)},
    ),
    "silence": Scene(form_of(YES_NO), worker={"pregnant": True}),
    "requests": Scene(form_of(YES_NO), {"pregnant": ("फिर से बोलिए", "एक मिनट", "हाँ")}),
    "cough": Scene(form_of(YES_NO), meanwhile=_cough, worker={"pregnant": True}),
    "nod-and-stop": Scene(
        form_of(YES_NO, NUMBER),
        {"pregnant": ("हाँ",), "number": (PHONE,)},
        headset=True,
        line_ms=2500,
        meanwhile=_nod_then_stop,
    ),
    "early-answer": Scene(
        form_of(YES_NO, NUMBER), {"number": (PHONE,)}, headset=True, line_ms=2500, meanwhile=_early_answer
    ),
    "unplugged": Scene(
        form_of(YES_NO, NUMBER), {"pregnant": ("हाँ",), "number": (PHONE,)}, meanwhile=_unplugged
    ),
}


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        with tempfile.TemporaryDirectory() as folder:
            held = scene.play(Path(folder), GOLDEN / f"{name}.jsonl")
        sys.stdout.write(f"{name}: {held.status}\n")
