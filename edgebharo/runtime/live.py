"""A call on this machine's microphone and speaker."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial

from edgebharo.audio.devices import (
    Microphone,
    PortAudio,
    Speaker,
    candidates,
    load,
    open_microphone,
    open_speaker,
)
from edgebharo.errors import EdgeBharoError
from edgebharo.ports import Tts
from edgebharo.reply.templates import trouble
from edgebharo.runtime.app import App, new_segmenter
from edgebharo.runtime.config import Settings
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal, Watcher
from edgebharo.runtime.stage_live import LiveStage
from edgebharo.types import CallStatus, Cancelled, Speech, Value, never_cancelled

APOLOGY_S = 15.0
"""The longest that a call which breaks off waits for its last words to be heard."""


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


def live_call(
    app: App,
    watcher: Watcher,
    read_line: Callable[[str], str],
    caller_number: str | None = None,
    portaudio: PortAudio | None = None,
) -> tuple[str, CallStatus | None]:
    """Hold one call; returns the record's id and how it ended (None: broken off, the record is kept).

    `read_line` asks the worker at a handoff.

    Raises:
        DeviceError: there is no microphone or speaker, or one of them stopped.
        BackendError: a model failed.
        StoreError: an answer could not be saved. What was written before is kept in every case, and the
            caller hears that the call is over, as far as the speaker still works.
    """
    journal = Journal(watcher)
    segmenter = new_segmenter()
    voice = StoppableVoice(app.parts.tts)
    with closing(app.open_store()) as store:
        microphone, speaker = _open(app.settings, portaudio)
        stage = LiveStage(
            microphone,
            speaker,
            segmenter,
            voice,
            journal,
            app.clock,
            on_handoff=partial(_ask, read_line),
        )
        with closing(stage):
            form = app.parts.loaded.form
            record_id = store.begin(form, app.settings.device, app.settings.worker, caller_number)
            engine = Engine(app.parts, stage, store, record_id, journal)
            stage.dispatch = engine.dispatch
            try:
                engine.begin(caller_number)
                stage.run()
            except KeyboardInterrupt:
                return record_id, None
            except Exception:
                voice.stop()
                _apologise(app, speaker)
                raise
    return record_id, stage.status


def _open(settings: Settings, portaudio: PortAudio | None) -> tuple[Microphone, Speaker]:
    microphone = open_microphone(settings.microphone, portaudio=portaudio)
    try:
        speaker = open_speaker(settings.speaker, portaudio=portaudio)
    except EdgeBharoError:
        microphone.close()
        raise
    return microphone, speaker


def _apologise(app: App, speaker: Speaker) -> None:
    """Tell the caller that the call is over; a dead speaker or voice must not hide the first error."""
    with suppress(EdgeBharoError):
        speaker.stop()
        for line in trouble(app.parts.loaded.form):
            for speech in app.parts.tts.synthesize(line, never_cancelled):
                speaker.play(speech)
        speaker.finish()
        speaker.wait_drained(APOLOGY_S)


def _ask(read_line: Callable[[str], str], field: str) -> Value | None:
    try:
        return read_line(f"[worker] {field}: ").strip() or None
    except EOFError:  # nobody sits at the keyboard
        return None
