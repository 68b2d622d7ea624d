"""Following the caller while she speaks: when the ear is asked, what comes of it, that it delays nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from toy_speech import STEP_MS, Codec, CodecAsr, CodecCaller, EnergyVad, ShortTts, Stopwatch, TimedAsr

from edgebharo.audio.segmenter import Segmenter, SegmenterOptions
from edgebharo.clock import SystemClock
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import COMPLETE_MS, FORESEEN_MS, INCOMPLETE_MS, PARTIAL_MS, PAUSE_MS
from edgebharo.forms.load import load_form
from edgebharo.records.store import Store
from edgebharo.runtime.brain import Brain
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.report import turn_reports
from edgebharo.runtime.room import FRAME_MS
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.types import SAMPLE_RATE

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 30)
FORM = load_form("maternal-enrolment")
PHONE = "नौ आठ सात छह पाँच चार तीन दो एक शून्य"


@dataclass
class Call:
    """A call that is over, and everything that happened in it."""

    asr: TimedAsr
    journal: Journal
    stage: SimulatedStage
    happened: list[tuple[int, events.Event]]

    def at(self, *kinds: type) -> list[tuple[int, events.Event]]:
        return [(at_ms, event) for at_ms, event in self.happened if isinstance(event, kinds)]

    def latencies(self) -> list[int]:
        return [turn.latency_ms or 0 for turn in turn_reports(self.journal, self.stage.timeline)]


Play = Callable[..., Call]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Hold a call in which the mother gives her name and then her child's birthday, phone and so on."""
    store = Store(tmp_path / "records.sqlite", SystemClock())

    def hold(partial_ms: int | None = 0, whole_ms: int = 100, phone: str = PHONE) -> Call:
        said = {
            "name": "मेरा नाम सुनीता देवी है",
            "district": "नालंदा",
            "clinic_name": "इमली टोला आंगनवाड़ी",
            "pregnant": "जी नहीं",
            "child_name": "रोहन",
            "child_dob": "पंद्रह अप्रैल दो हज़ार पच्चीस",
            "phone_linked": "नहीं",
            "linked_number": phone,
            "whatsapp_same": "हाँ",
            "aadhaar_last4": "चार तीन दो एक",
        }
        right = {"linked_number": "9876543210", "aadhaar_last4": "4321"}
        answers = {name: CallerAnswer(say=text, value=right.get(name)) for name, text in said.items()}  # type: ignore[arg-type]
        codec, stopwatch, journal = Codec(), Stopwatch(), Journal()
        asr = TimedAsr(CodecAsr(codec), stopwatch, partial_ms, whole_ms)
        parts = Parts(FORM, asr, ShortTts(), None, TODAY)
        other = CodecCaller(Brain(Caller(id="test", answers=answers, today=TODAY)), codec)
        stage = SimulatedStage(other, parts.tts, Segmenter(EnergyVad()), journal, stopwatch=stopwatch)
        engine = Engine(parts, stage, store, store.begin(FORM.form, "device", "worker", None), journal)
        call = Call(asr, journal, stage, [])

        def dispatch(event: events.Event) -> None:
            call.happened.append((stage.now_ms(), event))
            engine.dispatch(event)

        stage.dispatch = dispatch
        engine.begin()
        stage.run()
        assert stage.status == "complete"
        return call

    yield hold
    store.close()


def delivered(call: Call) -> list[list[tuple[int, int]]]:
    """For each utterance: when its partial results came and how far they had listened."""
    rows: list[list[tuple[int, int]]] = []
    for _, event in call.at(events.SpeechStarted, events.HeardSoFar):
        if isinstance(event, events.SpeechStarted):
            rows.append([])
    times = iter(time for turn in call.journal.turns for time in turn.partials)
    found = [(time.at_ms, time.until_ms) for time in times]
    starts = [at_ms for at_ms, _ in call.at(events.SpeechStarted)]
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else float("inf")
        rows[index] = [(at, until) for at, until in found if start <= at < end]
    return rows


@pytest.mark.parametrize("partial_ms", [0, 100, 280])
def test_the_words_are_known_at_least_every_three_hundred_milliseconds(play: Play, partial_ms: int) -> None:
    call = play(partial_ms)
    pauses = [
        (at_ms, event.utterance) for at_ms, event in call.happened if isinstance(event, events.SpeechPaused)
    ]
    for rows, (_, utterance) in zip(delivered(call), pauses, strict=True):
        begun_ms = utterance.start * 1000 // SAMPLE_RATE + SegmenterOptions().pre_roll_ms
        end_ms = utterance.end * 1000 // SAMPLE_RATE
        heard_ms = [begun_ms, *(until for _, until in rows), end_ms]
        assert max(b - a for a, b in pairwise(heard_ms)) <= PARTIAL_MS
        assert all(at - until <= partial_ms + PARTIAL_MS for at, until in rows)
        assert partial_ms > 100 or rows[-1][1] >= end_ms, (
            "a quick ear has heard the last word before the pause"
        )


def test_everything_since_the_speech_began_is_heard_pre_roll_included(play: Play) -> None:
    call = play()
    wholes = {whole.id: whole for whole in call.asr.wholes}
    assert len(call.asr.parts) > 2 * len(wholes)
    for part in call.asr.parts:
        whole = wholes[part.id]
        assert part.start == whole.start
        assert part.ended_by == "open"
        shared = min(part.pcm.size, whole.pcm.size)
        assert (part.pcm[:shared] == whole.pcm[:shared]).all()
    for part, following in pairwise(call.asr.parts):
        assert part.id != following.id or part.pcm.size < following.pcm.size


@pytest.mark.parametrize("partial_ms", [400, 700, 1500])
def test_a_slow_ear_is_asked_less_often_and_for_the_newest(play: Play, partial_ms: int) -> None:
    call, quick = play(partial_ms), play()
    assert 0 < len(call.asr.parts) <= len(call.asr.wholes) + len(quick.asr.parts) * PARTIAL_MS / partial_ms
    for earlier, later in pairwise(call.asr.parts):
        if earlier.id == later.id:
            assert (later.pcm.size - earlier.pcm.size) * 1000 // SAMPLE_RATE >= partial_ms
    grown = {(e.so_far.id, e.so_far.pcm.size) for _, e in call.happened if isinstance(e, events.SpeechGrew)}
    assert {(part.id, part.pcm.size) for part in call.asr.parts} <= grown


@pytest.mark.parametrize("partial_ms", [0, 100, 280, 400, 1500])
def test_nothing_is_shown_of_an_utterance_that_is_over(play: Play, partial_ms: int) -> None:
    call = play(partial_ms)
    shown = {time.at_ms for turn in call.journal.turns for time in turn.partials}
    open_now = False
    for at_ms, event in call.happened:
        if isinstance(event, events.SpeechStarted | events.SpeechPaused):
            open_now = isinstance(event, events.SpeechStarted)
        elif isinstance(event, events.HeardSoFar) and not open_now:
            assert at_ms not in shown


@pytest.mark.parametrize("partial_ms", [100, 280, 400, 1500])
def test_the_final_pass_waits_for_no_partial_one(play: Play, partial_ms: int) -> None:
    call = play(partial_ms, whole_ms=200)
    pauses, heard = call.at(events.SpeechPaused), call.at(events.Heard)
    assert len(pauses) == len(heard)
    for (paused_ms, _), (heard_ms, _) in zip(pauses, heard, strict=True):
        assert heard_ms - paused_ms <= 200 + STEP_MS


@pytest.mark.parametrize("whole_ms", [60, 200, 600])
@pytest.mark.parametrize("partial_ms", [0, 100, 400, 1500])
def test_no_answer_ends_later_than_without_partial_results(
    play: Play, partial_ms: int, whole_ms: int
) -> None:
    before, after = play(None, whole_ms).latencies(), play(partial_ms, whole_ms).latencies()
    assert len(before) == len(after)
    assert all(soon <= late + STEP_MS + FRAME_MS for soon, late in zip(after, before, strict=True)), (
        before,
        after,
    )


def test_a_whole_answer_that_was_foreseen_ends_sooner(play: Play) -> None:
    before, call = play(None).latencies(), play(60)
    saved = [late - soon for soon, late in zip(call.latencies(), before, strict=True)]
    closed = [turn.asked for turn in call.journal.turns]
    for field_name, gain in zip(closed, saved, strict=True):
        open_text = field_name == "child_name"  # the other names come in words that show that they are whole
        assert gain == pytest.approx(
            0 if open_text else COMPLETE_MS["digits"] - FORESEEN_MS["digits"], abs=32
        )


def test_an_unfinished_number_is_waited_for_as_before(play: Play) -> None:
    call = play(60, phone="नौ आठ सात छह पाँच | चार तीन दो | एक शून्य")
    values = [turn.decided.decision.answers.get("linked_number").value for turn in call.journal.turns]
    assert "9876543210" in values
    assert INCOMPLETE_MS["digits"] > 1200 + PAUSE_MS
    assert not any(turn.decided.decision.retry_used for turn in call.journal.turns)
    joined = [part for part in call.asr.parts if part.pcm.size > 3.5 * SAMPLE_RATE]
    assert joined, "the pieces before the pause belong to the words so far"
