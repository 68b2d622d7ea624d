"""A device fails in the middle of a call: it stands still, says so, and goes on with the form intact.

The sound system is a stand-in that runs far faster than a real one; threads, gate, dialogue, rules and store
are the real ones, and a caller with a toy voice fills the whole form.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from fake_portaudio import FakePortAudio, device, host, running
from toy_speech import Codec, CodecAsr, EnergyVad, ShortTts

from edgebharo.audio.devices import refresh
from edgebharo.audio.segmenter import Segmenter
from edgebharo.clock import SystemClock
from edgebharo.errors import InferenceError
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.records.rows import StoredCall
from edgebharo.records.store import Store
from edgebharo.reply import phrases
from edgebharo.reply.templates import back, trouble
from edgebharo.runtime import live
from edgebharo.runtime.advice import BACK, Advice
from edgebharo.runtime.app import App
from edgebharo.runtime.brain import Brain
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.config import Settings
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.report import field_reports
from edgebharo.runtime.stage_live import LiveStage
from edgebharo.types import Cancelled, Expect, Speech, Step, Transcript, Utterance

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 30)
FORM_TEXT = """
id: short
version: "1"
title: A short form
scripts: {intro: [नमस्ते।], outro: [धन्यवाद।], silence: ["क्या आप सुन रही हैं?"]}
fields:
  - {name: pregnant, label: गर्भवती, type: boolean, required: true, question: "क्या आप गर्भवती हैं?",
     confirm: never, retries: {max: 2, exhausted: end}}
  - {name: child_dob, label: जन्म तारीख, type: date, meaning: date_of_birth, required: false,
     question: "बच्चे का जन्म कब हुआ?", confirm: never}
  - {name: number, label: नंबर, type: string, meaning: digits, digits: 4, required: false,
     question: "चार अंक बताइए।", confirm: never}
"""
ANSWERS = {
    "pregnant": ("जी नहीं", False),
    "child_dob": ("पंद्रह अप्रैल दो हज़ार पच्चीस", "2025-04-15"),
    "number": ("चार तीन दो एक", "4321"),
}
WHO = Caller(
    id="mother",
    today=TODAY,
    answers={name: CallerAnswer(say=(text,), value=value) for name, (text, value) in ANSWERS.items()},
)
MICROPHONE = device("Microphone", inputs=1, rate=16_000.0)
SPEAKER = device("Speaker", outputs=1, rate=16_000.0)
HEADSET = device("Headset", inputs=1, outputs=1, rate=16_000.0)


class Voice(ShortTts):
    """Remembers what it said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        self.said.append(line)
        return super().synthesize(line, cancelled)


class SlowVoice(Voice):
    """Renders what it says of the microphone so slowly that it never ends by itself."""

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        piece = Speech(np.full(32, 9000, np.int16), 16_000)
        while line == phrases.MICROPHONE_GONE and not cancelled():
            threading.Event().wait(0.005)
            yield piece
        yield from super().synthesize(line, cancelled)


class DeafAsr(CodecAsr):
    """Fails at the first word."""

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        raise InferenceError("asr", "the session died")


@dataclass
class Scene:
    """One call, and what goes wrong in it. Implements journal.Watcher and live_call's `tell`."""

    audio: FakePortAudio
    folder: Path
    loaded: LoadedForm
    mishaps: dict[str, Callable[[], None]] = field(default_factory=dict)
    """By field: happens when it is asked for the first time, in place of an answer or in the middle of it."""
    over_the_agent: dict[int, Callable[[], None]] = field(default_factory=dict)
    """By the number of the reply: happens while the agent begins to say it."""
    mend: Callable[[], None] = lambda: None
    """What the worker does when she is told something for the `mend_at`-th time."""
    mend_at: int = 1
    told: list[Advice] = field(default_factory=list)
    voice: Voice = field(default_factory=Voice)
    replies: int = 0
    codec: Codec = field(default_factory=Codec)
    brain: Brain = field(default_factory=lambda: Brain(WHO))
    ear: type[CodecAsr] = CodecAsr

    def hold(self) -> StoredCall:
        parts = Parts(self.loaded, self.ear(self.codec), self.voice, None, TODAY)
        settings = Settings(store=self.folder / "records.sqlite")
        app = App(settings, parts, SystemClock())
        record_id, _ = live.live_call(app, self, no_line, portaudio=self.audio, tell=self.tell)
        assert all(stream.closed for stream in self.audio.streams)
        with closing(Store(self.folder / "records.sqlite", SystemClock())) as store:
            return store.load(record_id)

    def listen(self, step: Step) -> None:
        mishap = self.mishaps.pop(getattr(step, "field", ""), None)
        if mishap:
            mishap()
        if not mishap or self.audio.in_mid_word:
            line = self.brain.answer(step)
            if line:
                self.audio.says.append(self.codec.speak(line.text))

    def tell(self, advice: Advice) -> None:
        self.told.append(advice)
        if len(self.told) == self.mend_at:
            self.mend()

    def said(self, text: str) -> None:
        self.replies += 1
        self.over_the_agent.get(self.replies, lambda: None)()

    def began(self, record_id: str) -> None:
        pass

    def hears(self, transcript: Transcript) -> None:
        pass

    def heard(self, transcript: Transcript) -> None:
        pass


def no_line(prompt: str) -> str:
    raise EOFError


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    audio = FakePortAudio([MICROPHONE, SPEAKER], [host("ALSA", microphone=0, speaker=1)])
    (tmp_path / "short").mkdir()
    (tmp_path / "short" / "form.yaml").write_text(FORM_TEXT, encoding="utf-8")
    scene = Scene(audio, tmp_path, load_form(tmp_path / "short"))
    monkeypatch.setattr(live, "LiveStage", partial(LiveStage, on_listen=scene.listen))
    monkeypatch.setattr(live, "new_segmenter", lambda: Segmenter(EnergyVad()))
    monkeypatch.setattr("edgebharo.runtime.recovery.WAITS_S", ())
    monkeypatch.setattr("edgebharo.runtime.recovery.LAST_WAIT_S", 0.02)
    with running(audio):
        yield scene


def assert_whole(scene: Scene, call: StoredCall) -> None:
    assert call.head.status == "complete"
    reports = field_reports(scene.loaded, WHO, call.answers)
    assert [name for name, report in reports.items() if not report.right] == []


def assert_interrupted(scene: Scene, call: StoredCall, asked: str, *lines: str) -> None:
    """The call is whole; `lines` were said while it stood still, and the question came again at no cost."""
    assert_whole(scene, call)
    assert scene.told[-1] == BACK
    question = scene.loaded.form.field(asked).question
    expected = [*question, *lines, *back(scene.loaded.form), *question]
    said = scene.voice.said
    start = said.index(question[0])
    assert said[start : start + len(expected)] == expected
    assert not call.answers.retries
    assert not any(turn.row.retry_used for turn in call.turns)


def test_without_a_mishap_the_call_fills_the_form(scene: Scene) -> None:
    assert_whole(scene, scene.hold())
    assert scene.told == []


def test_the_agents_own_voice_in_the_microphone_makes_no_turn(scene: Scene) -> None:
    """A4: the loudspeaker comes back at -10 dB, loud enough for the detector."""
    scene.audio.echo = 10 ** (-10 / 20)
    call = scene.hold()
    assert_whole(scene, call)
    assert [turn.row.asked for turn in call.turns if turn.row.asked] == list(ANSWERS)


def test_a_microphone_is_pulled_out_before_an_answer_and_comes_back(scene: Scene) -> None:
    """H2: said aloud and shown; the index of every device has moved when it is plugged in again."""
    scene.mishaps["pregnant"] = lambda: scene.audio.unplug("Microphone")
    scene.mend = lambda: scene.audio.plug(MICROPHONE)
    assert_interrupted(scene, scene.hold(), "pregnant", phrases.MICROPHONE_GONE)


def test_a_microphone_that_dies_in_mid_word_loses_the_turn_and_nothing_else(scene: Scene) -> None:
    """A12: the frames stop; the words before do not make an answer of their own."""

    def mishap() -> None:
        scene.audio.in_mid_word = lambda: scene.audio.dead.add("Microphone")

    scene.mishaps["child_dob"] = mishap
    scene.mend = scene.audio.dead.clear
    assert_interrupted(scene, scene.hold(), "child_dob", phrases.MICROPHONE_GONE)


def test_a_microphone_that_gives_zeros_is_not_a_caller_who_says_nothing(scene: Scene) -> None:
    """H8: she is told that the microphone is silent, and not asked whether she is there."""
    scene.mishaps["pregnant"] = lambda: scene.audio.muted.add("Microphone")
    scene.mend = scene.audio.muted.clear
    assert_interrupted(scene, scene.hold(), "pregnant", phrases.MICROPHONE_SILENT)
    assert not set(scene.loaded.form.scripts.silence) & set(scene.voice.said)


def test_a_speaker_is_pulled_out_while_it_asks_and_the_question_is_asked_again(scene: Scene) -> None:
    scene.over_the_agent[2] = lambda: scene.audio.unplug("Speaker")
    scene.mend = lambda: scene.audio.plug(SPEAKER)
    assert_whole(scene, scene.hold())
    assert scene.told[-1] == BACK
    assert phrases.MICROPHONE_GONE not in scene.voice.said
    question = scene.loaded.form.field("child_dob").question
    after = scene.voice.said[scene.voice.said.index(phrases.BACK) :]
    assert after[1 : 1 + len(question)] == list(question)


@pytest.mark.parametrize("entry", [MICROPHONE, SPEAKER])
@pytest.mark.parametrize("reply", [1, 4], ids=["greeting", "goodbye"])
def test_a_device_is_pulled_out_over_the_first_or_the_last_words(
    scene: Scene, entry: dict[str, object], reply: int
) -> None:
    """A goodbye that cannot be heard ends the call; the form was whole before."""
    scene.over_the_agent[reply] = lambda: scene.audio.unplug(str(entry["name"]))
    scene.mend = lambda: scene.audio.plug(entry)
    assert_whole(scene, scene.hold())


def test_a_slow_voice_does_not_keep_the_devices_from_coming_back(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RENDER_MS", 100)
    scene.voice = SlowVoice()
    scene.mishaps["pregnant"] = lambda: scene.audio.unplug("Microphone")
    scene.mend = lambda: scene.audio.plug(MICROPHONE)
    assert_whole(scene, scene.hold())


def test_a_headset_is_pulled_out_and_no_other_loudspeaker_speaks(scene: Scene) -> None:
    """H3: the devices of the room are there all the time, and stay unused."""
    scene.audio.plug(HEADSET)
    scene.audio.hosts[0].update(default_input_device=0, default_output_device=0)
    refresh(scene.audio)
    scene.mishaps["child_dob"] = lambda: scene.audio.unplug("Headset")
    scene.mend_at = 2  # once it was found that there is no headset
    scene.mend = lambda: scene.audio.plug(HEADSET)
    assert_whole(scene, scene.hold())
    assert {stream.name for stream in scene.audio.streams if stream.kind == "output"} == {"Headset"}
    assert len(scene.told) == 3
    assert phrases.MICROPHONE_GONE not in scene.voice.said, "its speaker is gone, too"


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C raises, also where the tests were started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_breaking_off_while_the_call_stands_still_keeps_the_record(scene: Scene) -> None:
    scene.mishaps["child_dob"] = lambda: scene.audio.unplug("Microphone")
    scene.mend = _thread.interrupt_main
    call = scene.hold()
    assert call.head.status == "in_progress"
    assert call.answers.get("pregnant").value is False


def test_a_recogniser_that_dies_ends_the_call_and_the_caller_is_told(scene: Scene) -> None:
    scene.ear = DeafAsr
    with pytest.raises(InferenceError, match="the session died"):
        scene.hold()
    assert tuple(scene.voice.said[-1:]) == trouble(scene.loaded.form)
    assert all(stream.closed for stream in scene.audio.streams)
