"""Calls in which turn-taking is hard: what must happen, on an exact clock, and that it stays so."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from scenes import GOLDEN, SCENES, YES_NO, Live, Scene, form_of

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import FIXED, NOISE_FACTOR, SILENCE_MS, WAITING_MS
from edgebharo.runtime.replay import replay
from edgebharo.runtime.stage_simulated import DRAIN_MS, HUSH_MS
from edgebharo.runtime.trace import read_trace
from edgebharo.types import Ask, Handoff, Wait

pytestmark = pytest.mark.unit


def steps(call: Live) -> list[object]:
    """What was decided, in order."""
    return [
        command.decided.decision.step
        for _, _, commands in call.happened
        for command in commands
        if isinstance(command, do.Commit)
    ]


@pytest.mark.parametrize("name", SCENES)
def test_a_golden_trace_is_what_the_program_does_today(name: str, tmp_path: Path) -> None:
    golden = GOLDEN / f"{name}.jsonl"
    assert replay(read_trace(golden)).difference is None
    SCENES[name].play(tmp_path, tmp_path / "now.jsonl")
    now, then = (path.read_text("utf-8").splitlines()[1:] for path in (tmp_path / "now.jsonl", golden))
    assert now == then, "meant to change? python tests/runtime/scenes.py"


def test_a_number_with_long_pauses_is_one_turn(tmp_path: Path) -> None:
    """A1."""
    call = SCENES["pauses"].play(tmp_path)
    assert call.answers.get("number").value == "9876543210"
    assert len(steps(call)) == 3
    assert not any(call.answers.retries.values())


def test_the_published_endpointer_cuts_it(tmp_path: Path) -> None:
    cut = replace(SCENES["pauses"], policy=FIXED).play(tmp_path)
    assert len(steps(cut)) > 3


@pytest.mark.parametrize("line_ms", [200, 8000])
def test_a_silent_caller_is_asked_again_three_seconds_after_the_agent_fell_silent(
    tmp_path: Path, line_ms: int
) -> None:
    """A10; then comes shorter help, then the worker."""
    call = replace(SCENES["silence"], line_ms=line_ms).play(tmp_path)
    quiet = [at_ms for at_ms, event, _ in call.happened if isinstance(event, events.PlaybackEnded)]
    assert call.at(do.DecideSilence) == [at_ms + SILENCE_MS for at_ms in quiet[:3]]
    assert steps(call)[1:4] == [
        Ask("pregnant", "silence"),
        Ask("pregnant", "silence", 1),
        Handoff("pregnant"),
    ]
    assert call.answers.get("pregnant").value is True


def test_a_cough_is_no_answer_and_does_not_end_the_waiting(tmp_path: Path) -> None:
    """A11: re-prompt within the idle limit, and no retry used on the first."""
    call = SCENES["cough"].play(tmp_path)
    coughed, asked_again = call.at(events.SpeechPaused)[0], call.at(do.DecideSilence)[0]
    assert asked_again - coughed <= SILENCE_MS
    assert steps(call)[1] == Ask("pregnant", "silence")
    assert call.at(do.Decide) == []


def test_repeat_and_wait_cost_nothing(tmp_path: Path) -> None:
    """A call for "फिर से बोलिए" repeats; "एक मिनट" waits quietly and then asks again."""
    call = SCENES["requests"].play(tmp_path)
    asked = steps(call)
    assert asked[1:4] == [Ask("pregnant", "repeat"), Wait("pregnant"), Ask("pregnant", "silence")]
    assert call.answers.retries == {}
    waiting = call.at(do.DecideSilence)[0]
    begun = max(at_ms for at_ms in call.at(events.PlaybackEnded) if at_ms < waiting)
    assert waiting - begun == WAITING_MS


def test_a_nod_leaves_the_agent_speaking_and_a_call_stops_it(tmp_path: Path) -> None:
    """A8."""
    call = SCENES["nod-and-stop"].play(tmp_path)
    stops = call.at(do.StopSpeaking)
    assert len(stops) == 1
    spoken = [s for s in call.stage.timeline.stretches if s.side == "agent"]
    assert spoken[0].end_ms - spoken[0].start_ms >= 2490, "the nod stopped the first question"
    assert any(s.end_ms == stops[0] + HUSH_MS for s in spoken)
    assert isinstance(steps(call)[2], Wait)
    assert call.answers.get("number").value == "9876543210"


def test_an_answer_over_the_question_is_the_answer(tmp_path: Path) -> None:
    call = SCENES["early-answer"].play(tmp_path)
    assert call.answers.get("pregnant").value is False
    assert call.at(do.StopSpeaking)[0] < 1600


def test_what_is_said_over_the_agent_without_a_headset_is_never_an_answer(tmp_path: Path) -> None:
    """A5: "हाँ हाँ" while the agent asks: nothing is queued, the next question is not answered by it."""

    def talk_over(call: Live, count: int, start_ms: int) -> None:
        if count < 2:
            call.say(start_ms + 100, "हाँ हाँ")

    scene = Scene(form_of(YES_NO), {}, {"pregnant": True}, line_ms=1500, meanwhile=talk_over)
    call = scene.play(tmp_path)
    assert call.at(events.SpeechStarted) == []
    assert call.answers.get("pregnant").source == "worker"


@pytest.mark.parametrize(("headset", "heard"), [(False, False), (True, True)])
def test_the_agent_never_hears_itself_from_its_loudspeaker(
    tmp_path: Path, headset: bool, heard: bool
) -> None:
    """A4: its own sound at -10 dB. A loudspeaker that is called a headset shows that the sound is there."""
    scene = Scene(
        form_of(YES_NO), {}, {"pregnant": True}, headset=headset, line_ms=1500, echo_db=-10.0, partial_ms=None
    )
    call = scene.play(tmp_path)
    assert bool(call.at(events.SpeechStarted)) == heard
    assert call.at(do.Decide) == []


def test_a_device_that_goes_and_comes_back_loses_nothing(tmp_path: Path) -> None:
    """H2."""
    call = SCENES["unplugged"].play(tmp_path)
    assert call.status == "complete"
    assert steps(call)[2] == Ask("number", "resume")
    assert (call.answers.get("pregnant").value, call.answers.get("number").value) == (True, "9876543210")
    assert call.answers.retries == {}
    lost, back = call.at(events.DeviceLost)[0], call.at(events.DeviceBack)[0]
    busy = [at_ms for at_ms, _, commands in call.happened if commands and lost < at_ms < back]
    assert busy == []


def test_the_gate_opens_only_when_the_speaker_has_drained(tmp_path: Path) -> None:
    """A6, on the simulated device; `test_stage_live` has slow ones."""
    call = SCENES["pauses"].play(tmp_path)
    for listened in call.at(do.Listen):
        ended = max(
            s.end_ms for s in call.stage.timeline.stretches if s.side == "agent" and s.start_ms < listened
        )
        assert listened >= ended + DRAIN_MS


def test_a_noisy_room_does_not_put_the_question_off_for_ever(tmp_path: Path) -> None:
    def noise(call: Live, count: int, start_ms: int) -> None:
        for at_ms in range(start_ms + 800, start_ms + 20_000, 1300) if count == 0 else ():
            call.say(at_ms, "*")

    scene = Scene(form_of(YES_NO), {}, {"pregnant": True}, meanwhile=noise)
    call = scene.play(tmp_path)
    waits = [b - a for a, b in pairwise([320, *call.at(do.DecideSilence)])]
    assert max(waits) <= SILENCE_MS * NOISE_FACTOR + 1500
