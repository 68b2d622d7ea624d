"""The stage in quickened real time: slow speakers, dead and silent microphones, an agent that is hushed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from scenes import NUMBER, PHONE, TODAY, YES_NO, form_of
from toy_speech import Codec, CodecAsr, CodecCaller, EnergyVad, QuickClock, ShortTts

from edgebharo.audio.segmenter import Segmenter
from edgebharo.clock import SystemClock
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.errors import DeviceError, DeviceFaultError
from edgebharo.records.store import Store
from edgebharo.runtime.brain import Brain
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.intake import DEAD_MS
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.paced import PacedRoom
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.stage_live import GUARD_MS, LiveStage, Recover
from edgebharo.types import Answers, Frame, Speech, Step, Transcript
from edgebharo.understand.extract_rules import read

pytestmark = pytest.mark.unit

PACE = 4
"""Times as fast as real."""


@dataclass
class Microphone:
    """The room's microphone until it fails in one way or another. Implements intake.Microphone."""

    air: PacedRoom
    fails: str = ""
    closed: bool = False

    def read(self, timeout_s: float) -> tuple[Frame, ...]:
        frames = self.air.read(timeout_s)
        if self.fails == "raises":
            raise DeviceFaultError("microphone", "gone", "the microphone has gone")
        if self.fails == "dies":
            return ()
        if self.fails == "is silent":
            return tuple(Frame(frame.start, np.zeros_like(frame.pcm)) for frame in frames)
        return frames

    def close(self) -> None:
        self.closed = True


@dataclass
class SlowSpeaker:
    """Begins late and tells of its end late. Implements voice.Speaker."""

    air: PacedRoom
    late_ms: int = 0
    lag_ms: int = 0
    breaks: bool = False
    _until_ms: int = 0

    def play(self, speech: Speech) -> None:
        if self.breaks:
            raise DeviceFaultError("speaker", "gone", "the speaker has gone")
        begins = max(self._until_ms, self.air.now_ms() + self.late_ms)
        self._until_ms = begins + len(speech.pcm) * 1000 // speech.rate

    def finish(self) -> None:
        pass

    def stop(self) -> None:
        self._until_ms = 0

    def wait_drained(self, timeout_s: float) -> bool:
        return self.air.now_ms() >= self._until_ms + self.lag_ms

    def close(self) -> None:
        pass


@dataclass
class Held:
    """A call that is over, and what happened in it."""

    stage: LiveStage
    answers: Answers = field(default_factory=Answers)
    happened: list[tuple[int, events.Event, tuple[do.Command, ...]]] = field(default_factory=list)

    def at(self, kind: type) -> list[int]:
        rows = ((at_ms, (event, *commands)) for at_ms, event, commands in self.happened)
        return [at_ms for at_ms, row in rows for it in row if isinstance(it, kind)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "records.sqlite", SystemClock())) as store:
        yield store


@pytest.fixture
def air() -> PacedRoom:
    read(
        form_of(YES_NO), Answers(), Transcript(0, "हां"), TODAY
    )  # the reader's tables are made once a process
    return PacedRoom(QuickClock(PACE))


Meanwhile = Callable[[int, events.Event], None]


def answering(air: PacedRoom, codec: Codec) -> Callable[[Step], None]:
    """A caller who answers both questions."""
    said = {"pregnant": CallerAnswer(say=("जी नहीं",)), "number": CallerAnswer(say=(PHONE,))}
    other = CodecCaller(Brain(Caller(id="c", answers=said, today=TODAY)), codec)

    def answer(step: Step) -> None:
        pcm = other.answer(step)
        if pcm is not None:
            air.caller_says(400, pcm)

    return answer


def hold(  # noqa: PLR0917
    store: Store,
    air: PacedRoom,
    microphone: object,
    speaker: object,
    recover: Recover | None = None,
    meanwhile: Meanwhile = lambda _now_ms, _event: None,
    *,
    line_ms: int = 200,
    headset: bool = False,
    codec: Codec | None = None,
) -> Held:
    form, codec = form_of(YES_NO, NUMBER), codec or Codec()
    parts = Parts(form, CodecAsr(codec), ShortTts(line_ms), None, TODAY)
    journal = Journal()
    stage = LiveStage(
        microphone,  # type: ignore[arg-type]
        speaker,  # type: ignore[arg-type]
        Segmenter(EnergyVad()),
        parts.tts,
        journal,
        QuickClock(PACE),
        on_listen=answering(air, codec),
        recover=recover,
    )
    held = Held(stage)

    def watch(now_ms: int, event: events.Event, _before: object, commands: tuple[do.Command, ...]) -> None:
        held.happened.append((now_ms, event, commands))
        meanwhile(now_ms, event)

    record = store.begin(form.form, "device", "worker", None)
    start = DialogueState(headset=headset)
    engine = Engine(parts, stage, store, record, journal, start=start, on_step=watch)
    stage.dispatch = engine.dispatch
    with closing(stage):
        engine.begin()
        stage.run()
    held.answers = engine.answers
    return held


@pytest.mark.parametrize(("late_ms", "lag_ms"), [(3000, 0), (0, 2000)])
def test_the_gate_opens_only_when_a_slow_speaker_has_drained(
    store: Store, air: PacedRoom, late_ms: int, lag_ms: int
) -> None:
    """A6: a start latency of 3 s, and a drain that comes 2 s after the last sound."""
    held = hold(store, air, air, SlowSpeaker(air, late_ms, lag_ms))
    asked, listened = held.at(do.Speak)[0], held.at(do.Listen)[0]
    assert listened - asked >= late_ms + 200 + lag_ms + GUARD_MS - 40
    assert held.answers.get("number").value == "9876543210"


@pytest.mark.parametrize("how", ["dies", "raises", "is silent"])
def test_a_microphone_that_fails_in_the_middle_of_a_word_is_recovered_and_the_call_goes_on(
    store: Store, air: PacedRoom, how: str
) -> None:
    """A12, H2, H8: the turn is closed within two seconds, the device is seen to, the form is kept."""
    broken = Microphone(air)
    threads: list[str] = []
    failed: list[int] = []

    def meanwhile(now_ms: int, event: events.Event) -> None:
        if isinstance(event, events.SpeechGrew) and not broken.fails and event.so_far.id == 2:
            broken.fails = how
            failed.append(now_ms)

    def recover(error: DeviceError) -> tuple[Microphone, PacedRoom]:
        threads.append(threading.current_thread().name)
        threading.Event().wait(5 / PACE)  # she has stopped speaking by then
        return Microphone(air), air

    held = hold(store, air, broken, air, recover, meanwhile)
    lost, back = held.at(events.DeviceLost), held.at(events.DeviceBack)
    assert (len(lost), len(back), threads) == (1, 1, ["recover"])
    closed = next(
        at_ms
        for at_ms, event, _ in held.happened
        if at_ms >= failed[0] and isinstance(event, events.DeviceLost | events.SpeechPaused)
    )
    assert closed - failed[0] <= 2000
    assert held.stage.status == "complete"
    assert held.answers.get("pregnant").value is False
    assert held.answers.get("number").value == "9876543210"
    assert held.answers.retries == {}
    times = [at_ms for at_ms, _, _ in held.happened]
    assert times == sorted(times), "the call's clock ran backwards"


def test_a_speaker_that_fails_is_recovered_and_the_question_is_put_again(
    store: Store, air: PacedRoom
) -> None:
    broken = SlowSpeaker(air)

    def meanwhile(_now_ms: int, event: events.Event) -> None:
        broken.breaks = broken.breaks or isinstance(event, events.SpeechPaused)

    held = hold(store, air, air, broken, lambda _error: (air, air), meanwhile)
    assert len(held.at(events.DeviceLost)) == 1
    assert held.stage.status == "complete"
    assert held.answers.get("pregnant").value is False


def test_without_a_way_to_recover_a_dead_microphone_ends_the_call(store: Store, air: PacedRoom) -> None:
    begun_ms = air.now_ms()
    with pytest.raises(DeviceFaultError, match="microphone has stopped"):
        hold(store, air, Microphone(air, "dies"), air)
    assert air.now_ms() - begun_ms >= DEAD_MS


def test_what_cannot_be_recovered_ends_the_call(store: Store, air: PacedRoom) -> None:
    def recover(error: DeviceError) -> tuple[Microphone, PacedRoom]:
        raise error

    with pytest.raises(DeviceFaultError, match="has gone"):
        hold(store, air, Microphone(air, "raises"), air, recover)


def test_an_interrupted_agent_is_silent_within_two_hundred_milliseconds(store: Store, air: PacedRoom) -> None:
    said, codec = threading.Event(), Codec()

    def meanwhile(_now_ms: int, event: events.Event) -> None:
        if isinstance(event, events.Decided) and not said.is_set():
            said.set()
            air.caller_says(600, codec.speak("रुकिए सुनिए जी"))

    held = hold(store, air, air, air, None, meanwhile, line_ms=6000, headset=True, codec=codec)
    stopped = held.at(do.StopSpeaking)[0]
    first = next(s for s in air.timeline.stretches if s.side == "agent")
    assert first.end_ms - stopped <= 200
    assert first.end_ms < 3000
