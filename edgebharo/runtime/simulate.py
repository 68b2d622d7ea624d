"""One simulated call from its first sound to its report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import soxr

from edgebharo.audio.pcm import read_audio
from edgebharo.clock import process_age_s
from edgebharo.ports import Tts
from edgebharo.runtime import report
from edgebharo.runtime.app import App, new_segmenter, open_voice
from edgebharo.runtime.brain import Brain
from edgebharo.runtime.callers import Caller
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal, Watcher
from edgebharo.runtime.room import Room
from edgebharo.runtime.simulated import SimulatedStage
from edgebharo.types import SAMPLE_RATE, Pcm, Step, Value, never_cancelled


@dataclass
class SpokenCaller:
    """A Brain with a voice. Implements `simulated.Other`."""

    brain: Brain
    voice: Callable[[], Tts]
    _tts: Tts | None = field(default=None, repr=False)

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

    def reaction_ms(self) -> int:
        """Silence before she begins."""
        return self.brain.caller.reaction_ms

    def entry(self, field: str) -> Value | None:
        """Nobody sits at the screen of a simulated call: what is handed over stays open."""
        return None


@dataclass(frozen=True)
class Simulation:
    """A finished call: its report and its sound."""

    report: report.CallReport
    room: Room


def simulate(app: App, caller: Caller, watcher: Watcher | None = None) -> Simulation:
    """Hold one call with `caller` on the simulated clock; the record is kept in the device's store."""
    journal = Journal(watcher)
    stage = SimulatedStage(
        other=SpokenCaller(Brain(caller), lambda: open_voice(app.settings, caller.voice, caller.speed)),
        tts=app.parts.tts,
        segmenter=new_segmenter(),
        journal=journal,
    )
    with app.open_store() as store:
        form = app.parts.loaded.form
        record_id = store.begin(form, app.settings.device, app.settings.worker, caller.caller_number)
        engine = Engine(app.parts, stage, store, record_id, journal)
        stage.dispatch = engine.dispatch
        engine.begin(caller_number=caller.caller_number)
        cold_start_s = process_age_s()
        stage.run()
        return Simulation(_report(app, caller, engine, stage, record_id, cold_start_s), stage.room)


def _report(
    app: App, caller: Caller, engine: Engine, stage: SimulatedStage, record_id: str, cold_start_s: float
) -> report.CallReport:
    turns = report.turn_reports(stage.journal, stage.timeline)
    median, p95 = report.median_and_p95(turns)
    return report.CallReport(
        caller=caller.id,
        form=app.parts.loaded.form.id,
        status=stage.status or "in_progress",
        fields=report.field_reports(app.parts.loaded, caller, engine.answers),
        turns=turns,
        latency_median_ms=median,
        latency_p95_ms=p95,
        call_s=round(stage.now_ms() / 1000, 1),
        cold_start_s=round(cold_start_s, 2),
        rss_mb=round(report.peak_rss_mb(), 1),
        pace="fast",
        record=record_id,
        store=str(app.settings.store_path),
        machine=report.machine_name(),
        notes=app.notes,
    )
