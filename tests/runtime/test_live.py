"""A call on a microphone and a speaker: the sound system is a stand-in, the threads and the call are real."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from fake_portaudio import FakePortAudio, FakeStream, device, host
from toy_speech import Codec, CodecAsr, ShortTts

from edgebharo.clock import SystemClock
from edgebharo.errors import DeviceError, InferenceError
from edgebharo.forms.load import load_form
from edgebharo.records.rows import StoredCall
from edgebharo.records.store import Store
from edgebharo.reply.templates import trouble
from edgebharo.runtime.app import App
from edgebharo.runtime.config import Settings
from edgebharo.runtime.live import live_call, require_devices
from edgebharo.runtime.parts import Parts
from edgebharo.types import Cancelled, Speech, Transcript

pytestmark = pytest.mark.unit

FORM = load_form("maternal-enrolment")
BLOCK = 480


class RunningPortAudio(FakePortAudio):
    """A sound system whose devices run, about fifty times as fast as real ones, until `unplug`."""

    def run(self) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._drive, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._thread.join()

    def unplug_microphone(self) -> None:
        self._of("input")[0].active = False

    def _of(self, kind: str) -> list[FakeStream]:
        heard = self._first_block
        return [stream for stream in self.streams if (stream.on_start == heard) == (kind == "input")]

    def _drive(self) -> None:
        while not self._over.wait(0.0002):
            for stream in self.streams:
                if not stream.active:
                    continue
                if stream.on_start == self._first_block:
                    stream.hear(np.zeros((BLOCK, stream.channels), np.int16))
                else:
                    stream.pull(BLOCK)


class Voice(ShortTts):
    """Remembers what it said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        self.said.append(line)
        return super().synthesize(line, cancelled)


class BrokenVoice(Voice):
    """Fails at its first line."""

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        raise InferenceError("tts", "the session died")


class Watcher:
    """Implements journal.Watcher; `on_said` happens as the agent begins to speak."""

    def __init__(self, on_said: object = None) -> None:
        self.record_id = ""
        self._on_said = on_said

    def began(self, record_id: str) -> None:
        self.record_id = record_id

    def said(self, text: str) -> None:
        if callable(self._on_said):
            self._on_said()

    def hears(self, transcript: Transcript) -> None:
        pass

    def heard(self, transcript: Transcript) -> None:
        pass


@pytest.fixture
def portaudio() -> Iterator[RunningPortAudio]:
    there = [device("Headset", inputs=1, outputs=1, rate=16_000.0)]
    system = RunningPortAudio(there, [host("ALSA", microphone=0, speaker=0)])
    system.run()
    yield system
    system.end()


def app_with(voice: Voice, folder: Path) -> App:
    settings = Settings(store=folder / "records.sqlite")
    return App(settings, Parts(FORM, CodecAsr(Codec()), voice, None, date(2026, 11, 30)), SystemClock())


def no_line(prompt: str) -> str:
    raise EOFError


def kept(folder: Path, record_id: str) -> StoredCall:
    with closing(Store(folder / "records.sqlite", SystemClock())) as store:
        return store.load(record_id)


def test_a_microphone_that_dies_ends_the_call_and_the_caller_is_told(
    portaudio: RunningPortAudio, tmp_path: Path
) -> None:
    voice = Voice()
    watcher = Watcher(portaudio.unplug_microphone)
    with pytest.raises(DeviceError, match="microphone 'Headset' has stopped"):
        live_call(app_with(voice, tmp_path), watcher, no_line, portaudio=portaudio)
    assert tuple(voice.said[-3:]) == trouble(FORM.form)
    assert voice.said[-3].startswith("माफ़ कीजिए")
    assert all(stream.closed for stream in portaudio.streams)
    assert kept(tmp_path, watcher.record_id).head.status == "in_progress"


def test_a_voice_that_dies_is_the_error_that_is_told(portaudio: RunningPortAudio, tmp_path: Path) -> None:
    watcher = Watcher()
    with pytest.raises(InferenceError, match="the session died"):
        live_call(app_with(BrokenVoice(), tmp_path), watcher, no_line, portaudio=portaudio)
    assert kept(tmp_path, watcher.record_id).head.status == "in_progress"
    assert all(stream.closed for stream in portaudio.streams)


def test_breaking_off_keeps_the_record(portaudio: RunningPortAudio, tmp_path: Path) -> None:
    def break_off() -> None:
        raise KeyboardInterrupt

    watcher = Watcher(break_off)
    ended = live_call(app_with(Voice(), tmp_path), watcher, no_line, "9876543210", portaudio)
    assert ended == (watcher.record_id, None)
    assert kept(tmp_path, watcher.record_id).head.status == "in_progress"
    assert all(stream.closed for stream in portaudio.streams)


def test_a_store_that_cannot_be_opened_leaves_the_devices_alone(
    portaudio: RunningPortAudio, tmp_path: Path
) -> None:
    (tmp_path / "records.sqlite").mkdir()
    with pytest.raises(Exception, match=r"records\.sqlite"):
        live_call(app_with(Voice(), tmp_path), Watcher(), no_line, portaudio=portaudio)
    assert portaudio.streams == []


def test_devices_are_looked_for_by_a_part_of_their_name(portaudio: RunningPortAudio) -> None:
    require_devices(Settings(microphone="head", speaker="SET"), portaudio)
    with pytest.raises(DeviceError, match=r"no speaker is called 'Jabra'.*EDGEBHARO_SPEAKER.*Headset"):
        require_devices(Settings(speaker="Jabra"), portaudio)
