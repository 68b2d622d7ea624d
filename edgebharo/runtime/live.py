"""A call on this machine's microphone and speaker."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial

from edgebharo.audio.devices import DeviceName, devices, open_microphone, open_speaker
from edgebharo.audio.portaudio import Kind, PortAudio
from edgebharo.errors import DeviceError
from edgebharo.runtime.app import App, new_segmenter
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal, Watcher
from edgebharo.runtime.stage_live import LiveStage
from edgebharo.types import CallStatus, Value


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
        BackendError: a model failed. What was written before is kept in either case.
    """
    journal = Journal(watcher)
    microphone = open_microphone(_named("input", app.settings.microphone, portaudio), portaudio=portaudio)
    try:
        speaker = open_speaker(_named("output", app.settings.speaker, portaudio), portaudio=portaudio)
    except DeviceError:
        microphone.close()
        raise
    stage = LiveStage(
        microphone,
        speaker,
        new_segmenter(),
        app.parts.tts,
        journal,
        app.clock,
        on_handoff=partial(_ask, read_line),
    )
    with closing(app.open_store()) as store, closing(stage):
        form = app.parts.loaded.form
        record_id = store.begin(form, app.settings.device, app.settings.worker, caller_number)
        engine = Engine(app.parts, stage, store, record_id, journal)
        stage.dispatch = engine.dispatch
        engine.begin(caller_number)
        with suppress(KeyboardInterrupt):
            stage.run()
    return record_id, stage.status


def _ask(read_line: Callable[[str], str], field: str) -> Value | None:
    return read_line(f"[worker] {field}: ").strip() or None


def _named(kind: Kind, part: str | None, portaudio: PortAudio | None) -> DeviceName | None:
    """The device whose name contains `part`; None for the system's default."""
    if part is None:
        return None
    there = devices(kind, portaudio)
    found = next((device.name for device in there if part.lower() in device.name.name.lower()), None)
    if found is None:
        names = ", ".join(device.name.name for device in there) or "none"
        raise DeviceError(f"no {kind} device is called {part!r}; there is: {names}")
    return found
