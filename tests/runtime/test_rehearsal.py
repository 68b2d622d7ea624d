"""Sound that is made ahead: used once, whole, and never twice; given up without harm."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from toy_speech import EnergyVad, Stopwatch

from edgebharo.audio.segmenter import Segmenter
from edgebharo.errors import InferenceError
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.rehearsal import Rehearsal
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.runtime.voice import Failed, Rendered, Spoken, Voice
from edgebharo.types import SAMPLE_RATE, Cancelled, Pcm, Speech, Step, Value, never_cancelled

pytestmark = pytest.mark.unit


@dataclass
class SentenceTts:
    """Two sentences a line, told apart by their level; waits for `go` before the second. Implements Tts."""

    go: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)
    spoken: list[str] = field(default_factory=list)
    breaks: bool = False

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        self.spoken.append(line)
        for level in (1000, 2000):
            if cancelled():
                return
            if self.breaks:
                raise InferenceError("tts", "the voice broke")
            yield Speech(np.full(SAMPLE_RATE // 10, level, np.int16), SAMPLE_RATE, last=level == 2000)
            self.begun.set()
            self.go.wait(10)


@dataclass
class Tape:
    """Implements voice.Speaker: keeps what it plays."""

    played: list[int] = field(default_factory=list)

    def play(self, speech: Speech) -> None:
        self.played.append(int(speech.pcm[0]))

    def finish(self) -> None:
        """Nothing is buffered."""

    def stop(self) -> None:
        """Nothing is buffered."""

    def wait_drained(self, timeout_s: float) -> bool:
        return True

    def close(self) -> None:
        """Nothing is open."""


def free() -> SentenceTts:
    tts = SentenceTts()
    tts.go.set()
    return tts


def test_a_line_that_was_made_ahead_is_handed_over_once() -> None:
    tts = free()
    rehearsal = Rehearsal(tts)
    rehearsal.prepare(("क", "ख", "क"), never_cancelled)
    made = rehearsal.take("क")
    assert made is not None
    assert [speech.last for speech in made] == [False, True]
    assert rehearsal.take("क") is None
    assert rehearsal.take("ग") is None
    assert rehearsal.take("ख") is not None or tts.spoken == ["क"], "begun or given up, never both"
    rehearsal.close()


def test_a_line_that_is_being_made_is_waited_for_and_one_that_is_not_begun_is_given_up() -> None:
    tts = SentenceTts()
    rehearsal = Rehearsal(tts)
    rehearsal.prepare(("क", "ख"), never_cancelled)
    assert tts.begun.wait(10)
    assert rehearsal.take("ख") is None, "whoever needs it renders it: it is not begun"
    tts.go.set()
    assert len(rehearsal.take("क") or ()) == 2
    rehearsal.close()
    assert tts.spoken == ["क"]


def test_half_a_line_and_a_broken_voice_are_worth_nothing() -> None:
    stop = threading.Event()
    tts = SentenceTts()
    rehearsal = Rehearsal(tts)
    rehearsal.prepare(("क",), stop.is_set)
    assert tts.begun.wait(10)
    stop.set()
    tts.go.set()
    assert rehearsal.take("क") is None
    tts.breaks = True
    rehearsal.prepare(("ख",), never_cancelled)
    assert rehearsal.take("ख") is None
    rehearsal.close()


def test_the_voice_speaks_what_was_made_ahead_and_renders_the_rest() -> None:
    tts, tape = free(), Tape()
    told: queue.Queue[Rendered | Spoken | Failed] = queue.Queue()
    voice = Voice(tts, tape, told.put)
    voice.prepare(("क",), never_cancelled)
    assert tts.begun.wait(10)
    voice.say(3, ("क", "ख"), final=True)
    happened = []
    while not isinstance(item := told.get(timeout=10), Spoken):
        happened.append(item)
    assert item == Spoken(3, 400)
    assert len(happened) == 4
    assert tape.played == [1000, 2000, 1000, 2000]
    assert sorted(tts.spoken) == ["क", "ख"]
    voice.close(10)


@dataclass
class Nobody:
    """Implements stage_simulated.Other."""

    def answer(self, step: Step) -> Pcm | None:
        return None

    def reaction_ms(self) -> int:
        return 0

    def entry(self, field: str) -> Value | None:
        return None


@dataclass
class DearTts:
    """300 ms of computing a line, on a stopwatch. Implements Tts."""

    stopwatch: Stopwatch

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        self.stopwatch.spend(300, cancelled)
        yield Speech(np.full(SAMPLE_RATE, 9000, np.int16), SAMPLE_RATE, last=True)


@pytest.mark.parametrize(("later_ms", "waits_ms"), [(0, 300), (200, 100), (300, 0), (900, 0)])
def test_on_the_simulated_clock_only_what_is_left_of_the_rendering_is_waited_for(
    later_ms: int, waits_ms: int
) -> None:
    stopwatch = Stopwatch()
    stage = SimulatedStage(
        Nobody(), DearTts(stopwatch), Segmenter(EnergyVad()), Journal(), stopwatch=stopwatch
    )
    stage.prepare(("क",), never_cancelled)
    stage._now_ms = later_ms
    stage.speak(1, ("क",), final=True)
    assert [s.start_ms for s in stage.timeline.stretches] == [later_ms + waits_ms]
