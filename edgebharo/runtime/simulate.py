"""One simulated call from its first sound to its report."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np
import soxr

from edgebharo.audio.pcm import read_audio
from edgebharo.clock import process_age_s
from edgebharo.errors import CallerError
from edgebharo.records.store import Store
from edgebharo.runtime import report
from edgebharo.runtime.app import App, new_segmenter, open_voice
from edgebharo.runtime.brain import Brain
from edgebharo.runtime.callers import Caller
from edgebharo.runtime.engine import Engine, OnStep, unobserved
from edgebharo.runtime.journal import Journal, Watcher
from edgebharo.runtime.paced import PacedRoom
from edgebharo.runtime.room import Room
from edgebharo.runtime.sound_keeping import sound_keeping
from edgebharo.runtime.stage import Stage
from edgebharo.runtime.stage_live import LiveStage
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.runtime.timeline import Timeline
from edgebharo.tts.cache import PromptCache
from edgebharo.types import SAMPLE_RATE, Answers, CallStatus, Pcm, Step, Value, never_cancelled


@dataclass
class SpokenCaller:
    """A Brain with a voice. Implements `stage_simulated.Other`."""

    brain: Brain
    voice: Callable[[], PromptCache]
    _tts: PromptCache | None = field(default=None, repr=False)

    def answer(self, step: Step) -> Pcm | None:
        """Her answer as 16 kHz sound."""
        line = self.brain.answer(step)
        if line is None:
            return None
        if line.clip:
            return read_audio(line.clip)
        self._tts = self._tts or self.voice()
        pieces = [
            soxr.resample(piece.pcm, piece.rate, SAMPLE_RATE)
            for piece in self._tts.synthesize(line.text, never_cancelled)
        ]
        return np.concatenate(pieces) if pieces else None

    def prepare(self) -> float:
        """Render all her lines beforehand, so that none is made in real time; returns the seconds it took."""
        begun_s = process_age_s()
        self._tts = self._tts or self.voice()
        self._tts.warm(self.brain.lines(), lambda _done, _total: None)
        return process_age_s() - begun_s

    def reaction_ms(self) -> int:
        """Silence before she begins."""
        return self.brain.caller.reaction_ms

    def entry(self, field: str) -> Value | None:
        """What the worker types when `field` is handed over; None where nobody does."""
        return self.brain.caller.worker.get(field)


@dataclass(frozen=True)
class Simulation:
    """A finished call: its report and its sound."""

    report: report.CallReport
    room: Room


def simulate(
    app: App,
    caller: Caller,
    watcher: Watcher | None = None,
    *,
    real_pace: bool = False,
    on_step: OnStep = unobserved,
) -> Simulation:
    """Hold one call with `caller`; the record is kept in the device's store.

    On the simulated clock unless `real_pace`: then the call lasts as long as it would, with real threads.

    Raises:
        CallerError: the caller answers a field that the form does not have.
    """
    _require_fields(app, caller)
    backend = "piper" if caller.voice.endswith(".onnx") else "kokoro"
    speaks = app.settings.model_copy(update={"tts": backend})
    other = SpokenCaller(Brain(caller), lambda: open_voice(speaks, caller.voice, caller.speed))
    journal = Journal(watcher)
    hold = _hold_live if real_pace else _hold_fast
    with closing(app.open_store()) as store:
        form = app.parts.loaded.form
        record_id = store.begin(form, app.settings.device, app.settings.worker, caller.caller_number)
        engines = _Engines(app, store, record_id, journal, on_step)
        held = hold(app, other, journal, engines)
    summary = make_report(app, caller, journal, held, record_id, pace="real" if real_pace else "fast")
    return Simulation(summary, held.room)


def _require_fields(app: App, caller: Caller) -> None:
    names = [field.name for field in app.parts.loaded.form.questions]
    unknown = [name for name in (*caller.answers, *caller.worker) if name not in names]
    if unknown:
        message = f"caller {caller.id}: the form has no field {unknown[0]!r}; it has: {', '.join(names)}"
        raise CallerError(message)


@dataclass(frozen=True)
class _Held:
    """What is left of a call that was held."""

    answers: Answers
    status: CallStatus | None
    room: Room
    timeline: Timeline
    cold_start_s: float


@dataclass(frozen=True)
class _Engines:
    """Makes the engine of the call for whichever stage it is held on."""

    app: App
    store: Store
    record_id: str
    journal: Journal
    on_step: OnStep

    def on(self, stage: Stage) -> Engine:
        parts, store = self.app.parts, self.store
        return Engine(
            parts,
            stage,
            store,
            self.record_id,
            self.journal,
            start=self.app.start,
            on_step=self.on_step,
            keep_sound=sound_keeping(store, self.record_id, parts.loaded.form, self.app.settings),
        )


def _hold_fast(app: App, other: SpokenCaller, journal: Journal, engines: _Engines) -> _Held:
    stage = SimulatedStage(other, app.parts.tts, new_segmenter(), journal)
    engine = engines.on(stage)
    stage.dispatch = engine.dispatch
    engine.begin(caller_number=other.brain.caller.caller_number)
    cold_start_s = process_age_s()
    stage.run()
    return _Held(engine.answers, stage.status, stage.room, stage.timeline, cold_start_s)


def _hold_live(app: App, other: SpokenCaller, journal: Journal, engines: _Engines) -> _Held:
    prepared_s = other.prepare()
    air = PacedRoom(app.clock)
    stage = LiveStage(
        air,
        air,
        new_segmenter(),
        app.parts.tts,
        journal,
        app.clock,
        on_listen=lambda step: _speak_up(air, other, step),
        on_handoff=other.entry,
    )
    engine = engines.on(stage)
    stage.dispatch = engine.dispatch
    try:
        engine.begin(caller_number=other.brain.caller.caller_number)
        cold_start_s = process_age_s() - prepared_s
        stage.run()
    finally:
        stage.close()
    return _Held(engine.answers, stage.status, air.room, air.timeline, cold_start_s)


def _speak_up(air: PacedRoom, other: SpokenCaller, step: Step) -> None:
    pcm = other.answer(step)
    if pcm is not None:
        air.caller_says(other.reaction_ms(), pcm)


def make_report(  # noqa: PLR0917
    app: App, caller: Caller, journal: Journal, held: _Held, record_id: str, pace: str
) -> report.CallReport:
    """Sum up a call."""
    turns = report.turn_reports(journal, held.timeline)
    median, p95 = report.median_and_p95(turns)
    return report.CallReport(
        caller=caller.id,
        form=app.parts.loaded.form.id,
        status=held.status or "in_progress",
        fields=report.field_reports(app.parts.loaded, caller, held.answers),
        turns=turns,
        latency_median_ms=median,
        latency_p95_ms=p95,
        call_s=round(max((s.end_ms for s in held.timeline.stretches), default=0) / 1000, 1),
        cold_start_s=round(held.cold_start_s, 2),
        rss_mb=round(report.peak_rss_mb(), 1),
        pace=pace,
        record=record_id,
        store=str(app.settings.store_path),
        machine=report.machine_name(),
        notes=app.notes,
    )
