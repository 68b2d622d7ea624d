"""Whole calls, simulated and in quickened real time: toy models, and the real everything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from toy_speech import Codec, CodecAsr, CodecCaller, EnergyVad, QuickClock, ShortTts

from edgebharo.audio.segmenter import Segmenter
from edgebharo.clock import SystemClock
from edgebharo.dialogue.endpointing import FORESEEN_MS
from edgebharo.errors import CallerError, InferenceError
from edgebharo.forms.load import load_form
from edgebharo.records.store import Store
from edgebharo.runtime.app import App
from edgebharo.runtime.brain import Brain
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.config import Settings
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.paced import PacedRoom
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.report import field_reports, turn_reports
from edgebharo.runtime.simulate import simulate
from edgebharo.runtime.stage_live import LiveStage
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.types import Answers, Cancelled, Confirm, Expect, Transcript, Utterance
from edgebharo.understand.extract_rules import read

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 30)
FORM = load_form("maternal-enrolment")


def caller(**changed: str | tuple[str, ...] | CallerAnswer) -> Caller:
    """A caller who fills the whole form with a child; `changed` replaces what she says."""
    answers = {
        "name": ("मेरा नाम सुनीता देवी है", "सुनीता देवी"),
        "district": ("नालंदा", "नालंदा"),
        "clinic_name": ("इमली टोला आंगनवाड़ी", "इमली टोला"),
        "pregnant": ("जी नहीं", False),
        "child_name": ("रोहन", "रोहन"),
        "child_dob": ("पंद्रह अप्रैल दो हज़ार पच्चीस", "2025-04-15"),
        "phone_linked": ("नहीं", False),
        "linked_number": ("नौ आठ सात छह पाँच चार तीन दो एक शून्य", "9876543210"),
        "whatsapp_same": ("हाँ", True),
        "aadhaar_last4": ("चार तीन दो एक", "4321"),
    }
    said = {name: CallerAnswer(say=text, value=value) for name, (text, value) in answers.items()}
    for name, change in changed.items():
        text = (change,) if isinstance(change, str) else change
        said[name] = text if isinstance(text, CallerAnswer) else said[name].model_copy(update={"say": text})
    return Caller(id="test", answers=said, today=TODAY)


@dataclass
class Played:
    """A call that is over."""

    engine: Engine
    stage: SimulatedStage
    journal: Journal
    store: Store
    record_id: str
    asr: CodecAsr


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "records.sqlite", SystemClock())
    yield store
    store.close()


def play(who: Caller, store: Store) -> Played:
    codec = Codec()
    asr = CodecAsr(codec)
    parts = Parts(FORM, asr, ShortTts(), None, TODAY)
    journal = Journal()
    stage = SimulatedStage(CodecCaller(Brain(who), codec), parts.tts, Segmenter(EnergyVad()), journal)
    record_id = store.begin(FORM.form, "device", "worker", None)
    engine = Engine(parts, stage, store, record_id, journal)
    stage.dispatch = engine.dispatch
    engine.begin()
    stage.run()
    return Played(engine, stage, journal, store, record_id, asr)


def test_a_whole_call_fills_the_form_and_the_record(store: Store) -> None:
    who = caller()
    played = play(who, store)
    assert played.stage.status == "complete"
    assert played.engine.closed
    reports = field_reports(FORM, who, played.engine.answers)
    assert [name for name, report in reports.items() if not report.right] == []
    assert reports["gestational_age_months"].expected is None
    stored = store.load(played.record_id)
    assert stored.head.status == "complete"
    assert stored.answers.fields == played.engine.answers.fields
    assert stored.answers.get("aadhaar_last4").value == "4321"


def test_each_question_is_asked_with_what_it_expects(store: Store) -> None:
    played = play(caller(), store)
    kinds = [expect.kind for expect in played.asr.expects]
    assert kinds[:6] == ["yes_no", "name", "place", "name", "yes_no", "name"]
    assert any(expect.confirming and expect.digits == 10 for expect in played.asr.expects)


def test_ten_digits_with_long_pauses_are_one_answer(store: Store) -> None:
    who = caller(linked_number="नौ आठ सात छह पाँच | चार तीन दो | एक शून्य")
    played = play(who, store)
    assert played.engine.answers.get("linked_number").value == "9876543210"
    assert not any(turn.decided.decision.retry_used for turn in played.journal.turns)


def test_every_answer_is_followed_by_a_sound_within_the_patience_of_its_kind(store: Store) -> None:
    played = play(caller(), store)
    latencies = [turn.latency_ms for turn in turn_reports(played.journal, played.stage.timeline)]
    assert len(latencies) == len(played.journal.turns)
    assert all(latency is not None and 420 <= latency <= 1700 for latency in latencies), latencies


def test_a_wrong_read_back_is_refused_and_the_next_try_is_taken(store: Store) -> None:
    who = caller(linked_number=("नौ आठ सात छह पाँच चार तीन दो एक एक", "नौ आठ सात छह पाँच चार तीन दो एक शून्य"))
    played = play(who, store)
    assert played.engine.answers.get("linked_number").value == "9876543210"
    offered = [
        candidate.value
        for turn in played.journal.turns
        if isinstance(turn.decided.decision.step, Confirm)
        for candidate in turn.decided.decision.step.candidates
        if candidate.field == "linked_number"
    ]
    assert offered == ["9876543211", "9876543210"]


def test_a_caller_who_says_nothing_is_asked_again_and_the_call_ends(store: Store) -> None:
    silent = Caller(id="silent", answers={}, today=TODAY)  # but for her consent
    played = play(silent, store)
    assert played.stage.status == "failed"
    stored = store.load(played.record_id)
    assert stored.head.status == "failed"
    assert not any(answer.value is not None for answer in stored.answers.fields.values())


def test_withdrawing_leaves_nothing_of_her_answers(store: Store) -> None:
    played = play(caller(phone_linked="मुझे नहीं करना ये बंद करो"), store)
    assert played.stage.status == "withdrawn"
    stored = store.load(played.record_id)
    assert stored.head.status == "withdrawn"
    assert not stored.answers.fields


def test_the_recording_holds_both_sides_and_they_take_turns(store: Store) -> None:
    played = play(caller(), store)
    both = played.stage.room.stereo()
    assert both.any(axis=0).all()
    talking = (abs(both.astype(int)) > 1000).all(axis=1)
    assert not talking.any()


def test_a_broken_ear_ends_the_call_and_the_record_so_far_is_kept(store: Store) -> None:
    class Breaking(CodecAsr):
        def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
            if expect.kind == "date":
                raise InferenceError("asr", "the session died")
            return super().transcribe(utterance, expect, cancelled)

    codec = Codec()
    parts = Parts(FORM, Breaking(codec), ShortTts(), None, TODAY)
    journal = Journal()
    stage = SimulatedStage(CodecCaller(Brain(caller()), codec), parts.tts, Segmenter(EnergyVad()), journal)
    record_id = store.begin(FORM.form, "device", "worker", None)
    engine = Engine(parts, stage, store, record_id, journal)
    stage.dispatch = engine.dispatch
    engine.begin()
    with pytest.raises(InferenceError):
        stage.run()
    kept = store.load(record_id)
    assert kept.head.status == "in_progress"
    assert kept.answers.get("district").value == "नालंदा"


def test_a_caller_who_answers_a_field_that_the_form_lacks_is_refused() -> None:
    app = App(Settings(), Parts(FORM, CodecAsr(Codec()), ShortTts(), None, TODAY), SystemClock())
    who = Caller(id="test", answers={"distrct": CallerAnswer(say=("गया",), value="गया")})
    with pytest.raises(CallerError, match="no field 'distrct'"):
        simulate(app, who)


def test_the_same_call_in_real_time_with_real_threads(store: Store) -> None:
    read(FORM, Answers(), Transcript(0, "हां"), TODAY)  # the tables of the reader are made once for a process
    clock = QuickClock(10)
    codec = Codec()
    who = caller()
    parts = Parts(FORM, CodecAsr(codec), ShortTts(), None, TODAY)
    other = CodecCaller(Brain(who), codec)
    journal = Journal()
    air = PacedRoom(clock, already_open_ms=40_000)

    def answer(step: object) -> None:
        pcm = other.answer(step)  # type: ignore[arg-type]
        if pcm is not None:
            air.caller_says(400, pcm)

    stage = LiveStage(air, air, Segmenter(EnergyVad()), parts.tts, journal, clock, on_listen=answer)
    record_id = store.begin(FORM.form, "device", "worker", None)
    engine = Engine(parts, stage, store, record_id, journal)
    stage.dispatch = engine.dispatch
    try:
        engine.begin()
        stage.run()
    finally:
        stage.close()
    assert stage.status == "complete"
    assert engine.answers.get("linked_number").value == "9876543210"
    assert store.load(record_id).answers.fields == engine.answers.fields
    latencies = [turn.latency_ms for turn in turn_reports(journal, air.timeline)]
    assert all(latency is not None and latency >= FORESEEN_MS["yes_no"] for latency in latencies), (
        "a turn ended before its silence was long enough; how much later depends on the machine"
    )
