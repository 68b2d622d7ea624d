"""A call on this machine's microphone and speaker."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial

from edgebharo.audio.devices import PortAudio, Speaker, candidates, load
from edgebharo.errors import DeviceFaultError, EdgeBharoError
from edgebharo.forms.schema import Form
from edgebharo.ports import Tts
from edgebharo.records.store import Store
from edgebharo.reply.templates import microphone_lost, trouble
from edgebharo.runtime.advice import Advice
from edgebharo.runtime.app import App, new_segmenter
from edgebharo.runtime.config import Settings
from edgebharo.runtime.engine import Engine, OnStep, unobserved
from edgebharo.runtime.hardware import Hardware, Wishes
from edgebharo.runtime.journal import Journal, Watcher
from edgebharo.runtime.recovery import Recovery
from edgebharo.runtime.sound_keeping import sound_keeping
from edgebharo.runtime.stage_live import LiveStage
from edgebharo.runtime.storing import Entry, enter
from edgebharo.runtime.worker_prompt import ask_worker
from edgebharo.types import Answers, CallStatus, Cancelled, Speech, Value, never_cancelled

RENDER_MS = 5000
"""The longest that a call which stands still renders words about it: the devices may be back before."""

LAST_WORDS_S = 15.0
"""The longest that a call which breaks off, or stands still, waits for its words to be heard."""


@dataclass
class StoppableVoice:
    """A Tts that can be told to say no more. One thread at a time speaks through it. Implements Tts."""

    tts: Tts
    _stopped: bool = False
    _speaking: threading.Lock = field(default_factory=threading.Lock)

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """Speak `line`, or nothing once stopped."""
        with self._speaking:
            if not self._stopped:
                yield from self.tts.synthesize(line, lambda: self._stopped or cancelled())

    def stop(self) -> None:
        """Return when the sentence that is being made is done; nothing comes after it."""
        self._stopped = True
        with self._speaking:
            return


def require_devices(settings: Settings, portaudio: PortAudio | None = None) -> None:
    """Find out before any model is loaded that a call cannot be held.

    Raises:
        DeviceError: there is no microphone or no speaker, or the sound system is not installed.
    """
    system = portaudio or load()
    candidates(system, "input", settings.microphone)
    candidates(system, "output", settings.speaker)


def live_call(  # noqa: PLR0917
    app: App,
    watcher: Watcher,
    read_line: Callable[[str], str],
    caller_number: str | None = None,
    portaudio: PortAudio | None = None,
    tell: Callable[[Advice], None] = lambda _advice: None,
    *,
    on_step: OnStep = unobserved,
    resume: str | None = None,
) -> tuple[str, CallStatus | None]:
    """Hold one call; returns the record's id and how it ended (None: broken off, the record is kept).

    `resume` names a record that was cut off, to go on with. `read_line` asks the worker at a handoff. Where a
    device fails in mid-call, the call stands still until it is there again, and `tell` shows the worker what
    to do, from another thread.

    Raises:
        DeviceError: there is no microphone or speaker to begin with.
        BackendError: a model failed.
        StoreError: an answer could not be saved. What was written before is kept in every case, and the
            caller hears that the call is over, as far as the speaker still works.
    """
    journal, voice, form = Journal(watcher), StoppableVoice(app.parts.tts), app.parts.loaded.form
    wishes = Wishes(app.settings.microphone, app.settings.speaker)
    with ExitStack() as afterwards:
        store = afterwards.enter_context(closing(app.open_store()))
        hardware = afterwards.enter_context(closing(Hardware(portaudio or load(), wishes)))
        recovery = Recovery(hardware, partial(_say_lost, app, voice, hardware), tell)
        afterwards.callback(recovery.stop)
        stage = LiveStage(
            hardware.microphone,
            hardware.speaker,
            new_segmenter(),
            voice,
            journal,
            app.clock,
            on_handoff=lambda name: _ask(read_line, form, engine.answers, name),
            recover=recovery,
        )
        afterwards.enter_context(closing(stage))
        entry = enter(store, app.parts.loaded, app.settings, caller_number, resume)
        engine = _engine(app, stage, store, entry, journal, on_step)
        try:
            return entry.record_id, _hold(engine, stage, entry)
        except Exception:
            voice.stop()
            _say(app.parts.tts, hardware.speaker, trouble(form))
            raise


def _engine(  # noqa: PLR0917
    app: App, stage: LiveStage, store: Store, entry: Entry, journal: Journal, on_step: OnStep
) -> Engine:
    keep = sound_keeping(store, entry.record_id, app.parts.loaded.form, app.settings)
    record_id, start = entry.record_id, app.start
    return Engine(app.parts, stage, store, record_id, journal, start=start, on_step=on_step, keep_sound=keep)


def _hold(engine: Engine, stage: LiveStage, entry: Entry) -> CallStatus | None:
    """How the call ended; None where it was broken off."""
    stage.dispatch = engine.dispatch
    try:
        entry.start(engine)
        stage.run()
    except KeyboardInterrupt:
        return None
    return stage.status


def _say_lost(app: App, voice: StoppableVoice, hardware: Hardware, error: DeviceFaultError) -> None:
    """Tell the caller and the worker beside her that the microphone gives nothing, and wait for the words."""
    until_ms = app.clock.now_ms() + RENDER_MS
    lines = microphone_lost(app.parts.loaded.form, silent=error.fault == "silent")
    _say(voice, hardware.speaker, lines, lambda: app.clock.now_ms() > until_ms)


def _say(tts: Tts, speaker: Speaker, lines: tuple[str, ...], cancelled: Cancelled = never_cancelled) -> None:
    """Speak past the call; a dead speaker or voice must not hide what happened before."""
    with suppress(EdgeBharoError):
        speaker.stop()
        speaker.wait_drained(0)  # nothing is synthesised for a speaker that is gone, too
        for line in lines:
            for speech in tts.synthesize(line, cancelled):
                speaker.play(speech)
        speaker.finish()
        speaker.wait_drained(LAST_WORDS_S)


def _ask(read_line: Callable[[str], str], form: Form, answers: Answers, name: str) -> Value | None:
    try:
        return ask_worker(read_line, form, answers, name)
    except EOFError:  # nobody sits at the keyboard
        return None
