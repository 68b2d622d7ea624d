"""A call on a microphone and a speaker: the sound system is a stand-in, the threads and the call are real."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from fake_portaudio import FakePortAudio, device, host, running
from toy_speech import Codec, CodecAsr, ShortTts

from edgebharo.clock import SystemClock
from edgebharo.errors import DeviceError, InferenceError
from edgebharo.forms.load import load_form
from edgebharo.records.rows import StoredCall
from edgebharo.records.store import Store
from edgebharo.runtime.app import App
from edgebharo.runtime.config import Settings
from edgebharo.runtime.live import live_call, require_devices
from edgebharo.runtime.parts import Parts
from edgebharo.types import Cancelled, Speech, Transcript

pytestmark = pytest.mark.unit

FORM = load_form("maternal-enrolment")


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
def portaudio() -> Iterator[FakePortAudio]:
    there = [device("Microphone", inputs=1, rate=16_000.0), device("Speaker", outputs=1, rate=16_000.0)]
    system = FakePortAudio(there, [host("ALSA", microphone=0, speaker=1)])
    with running(system):
        yield system


def app_with(voice: Voice, folder: Path) -> App:
    settings = Settings(store=folder / "records.sqlite")
    return App(settings, Parts(FORM, CodecAsr(Codec()), voice, None, date(2026, 11, 30)), SystemClock())


def no_line(prompt: str) -> str:
    raise EOFError


def kept(folder: Path, record_id: str) -> StoredCall:
    with closing(Store(folder / "records.sqlite", SystemClock())) as store:
        return store.load(record_id)


def test_a_voice_that_dies_is_the_error_that_is_told(portaudio: FakePortAudio, tmp_path: Path) -> None:
    watcher = Watcher()
    with pytest.raises(InferenceError, match="the session died"):
        live_call(app_with(BrokenVoice(), tmp_path), watcher, no_line, portaudio=portaudio)
    assert kept(tmp_path, watcher.record_id).head.status == "in_progress"
    assert all(stream.closed for stream in portaudio.streams)


def test_breaking_off_keeps_the_record(portaudio: FakePortAudio, tmp_path: Path) -> None:
    def break_off() -> None:
        raise KeyboardInterrupt

    watcher = Watcher(break_off)
    ended = live_call(app_with(Voice(), tmp_path), watcher, no_line, "9876543210", portaudio)
    assert ended == (watcher.record_id, None)
    assert kept(tmp_path, watcher.record_id).head.status == "in_progress"
    assert all(stream.closed for stream in portaudio.streams)


def test_a_store_that_cannot_be_opened_leaves_the_devices_alone(
    portaudio: FakePortAudio, tmp_path: Path
) -> None:
    (tmp_path / "records.sqlite").mkdir()
    with pytest.raises(Exception, match=r"records\.sqlite"):
        live_call(app_with(Voice(), tmp_path), Watcher(), no_line, portaudio=portaudio)
    assert portaudio.streams == []


def test_devices_are_looked_for_by_a_part_of_their_name(portaudio: FakePortAudio) -> None:
    require_devices(Settings(microphone="micro", speaker="PEAK"), portaudio)
    with pytest.raises(DeviceError, match=r"no speaker is called 'Jabra'.*EDGEBHARO_SPEAKER.*Speaker"):
        require_devices(Settings(speaker="Jabra"), portaudio)
