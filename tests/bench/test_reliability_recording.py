"""A recording and its trace as a call to be judged: real sounds, a real detector, a real trace."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from command_line import Run
from small_call import GOLDEN

from edgebharo.audio.pcm import read_audio, write_wav
from edgebharo.audio.vad import SileroOptions, create
from edgebharo.bench.reliability.events import events_of
from edgebharo.bench.reliability.from_recording import Recorded, read_call
from edgebharo.bench.reliability.record import Detail
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.errors import ResultsError, TraceError, WavFormatError
from edgebharo.models.resolve import path_of
from edgebharo.ports import Vad
from edgebharo.runtime.trace import open_tracer
from edgebharo.types import (
    SAMPLE_RATE,
    Answers,
    Ask,
    Candidate,
    Close,
    Confirm,
    Decision,
    Expect,
    Extraction,
    Reply,
    Span,
    Step,
)

pytestmark = pytest.mark.model

HELD = Candidate("name", "गीता", Span(0, 4), "rules")
QUESTION, READ_BACK = Reply(("नाम बताइए।",)), Reply(("मैंने सुना:", "गीता", "सही है?"))


@pytest.fixture(scope="module")
def vad() -> Vad:
    return create(SileroOptions(path_of("silero-vad")))


def decided(turn: int, step: Step, reply: Reply, *fired: str) -> events.Decided:
    decision = Decision(Answers(), step, fired=fired)
    return events.Decided(turn, Extraction(), decision, reply, Expect())


def trace(path: Path, *steps: tuple[int, events.Decided]) -> Path:
    """A call in which each decision was taken at its millisecond, kept and spoken at once."""
    tracer = open_tracer(path, "small 1", DialogueState())
    for at_ms, event in steps:
        commands = (do.Commit(event), do.Mute(), do.Speak(event.turn, event.reply.lines))
        tracer(at_ms, event, DialogueState(), commands)
    tracer.close()
    return path


def recording(path: Path, agent_ms: tuple[tuple[int, int], ...], caller_ms: tuple[int, ...]) -> Path:
    """A hum where the agent speaks, a recorded yes (0.3 to 1 s) where the caller does."""
    yes = read_audio(GOLDEN / "yes.flac")
    call = np.zeros((16 * SAMPLE_RATE, 2), np.int16)
    for start in caller_ms:
        at = start * SAMPLE_RATE // 1000
        call[at : at + len(yes), 0] = yes
    for start, end in agent_ms:
        span = slice(start * SAMPLE_RATE // 1000, end * SAMPLE_RATE // 1000)
        call[span, 1] = 3000
    write_wav(path, call, SAMPLE_RATE)
    return path


def fluent(folder: Path) -> Recorded:
    """Asked, answered, read back, told no, read back once more, told no, goodbye."""
    said = recording(
        folder / "call.wav", ((0, 2000), (4500, 6500), (9000, 11_000), (13_500, 15_000)), (3000, 7500, 12_000)
    )
    steps = (
        (0, decided(0, Ask("name"), QUESTION)),
        (4450, decided(1, Confirm((HELD,)), READ_BACK)),
        (8950, decided(2, Confirm((HELD,)), READ_BACK, "refused:name")),
        (13_450, decided(3, Close("complete"), Reply(("धन्यवाद।",)))),
    )
    return Recorded(said, trace(folder / "call.jsonl", *steps))


def test_sounds_lie_where_they_are_heard(tmp_path: Path, vad: Vad) -> None:
    call = read_call(fluent(tmp_path), vad)
    agent = [sound for sound in call.sounds if sound.side == "agent"]
    assert [sound.start_ms for sound in agent] == pytest.approx([0, 4500, 9000, 13_500], abs=40)
    assert [sound.end_ms for sound in agent] == pytest.approx([2000, 6500, 11_000, 15_000], abs=40)
    caller = [sound for sound in call.sounds if sound.side == "caller"]
    assert [sound.start_ms for sound in caller] == pytest.approx([3000, 7500, 12_000], abs=400)
    assert all(200 < sound.end_ms - sound.start_ms < 1500 for sound in caller)


def test_each_line_goes_to_its_sound(tmp_path: Path, vad: Vad) -> None:
    call = read_call(fluent(tmp_path), vad)
    said = [sound.text for sound in call.sounds if sound.side == "agent"]
    assert said == [QUESTION.text, READ_BACK.text, READ_BACK.text, "धन्यवाद।"]


def test_a_read_back_after_a_no_is_lost_context(tmp_path: Path, vad: Vad) -> None:
    call = read_call(fluent(tmp_path), vad)
    used, corrected = Detail("used", "name गीता"), Detail("corrected", "name गीता")
    assert call.details == (used, corrected, used)
    assert [event.name for event in events_of(call)] == ["context loss"]


def test_an_outcome_decides_whether_the_goal_was_reached(tmp_path: Path, vad: Vad) -> None:
    recorded, outcome = fluent(tmp_path), tmp_path / "outcome.json"
    fields = {"name": {"right": False, "similarity": 1.0}, "pregnant": {"right": True, "similarity": None}}
    outcome.write_text(json.dumps({"fields": fields}), encoding="utf-8")
    assert read_call(Recorded(recorded.audio, recorded.trace, outcome), vad).goal
    fields["name"]["similarity"] = 0.9
    outcome.write_text(json.dumps({"fields": fields}), encoding="utf-8")
    call = read_call(Recorded(recorded.audio, recorded.trace, outcome), vad)
    assert not call.goal
    assert call.claimed


def test_a_late_reply_is_seen_in_the_sound(tmp_path: Path, vad: Vad) -> None:
    said = recording(tmp_path / "late.wav", ((0, 2000), (8000, 9000)), (3000,))
    steps = ((0, decided(0, Ask("name"), QUESTION)), (7900, decided(1, Close("failed"), Reply(("जी।",)))))
    found = events_of(read_call(Recorded(said, trace(tmp_path / "late.jsonl", *steps)), vad))
    assert {event.name for event in found} == {"goal not reached", "slow turn", "slow median"}


@pytest.mark.parametrize(("channels", "samples"), [(1, 1600), (2, 0)])
def test_a_recording_without_two_sides_is_refused(
    tmp_path: Path, vad: Vad, channels: int, samples: int
) -> None:
    sf.write(tmp_path / "one.wav", np.zeros((samples, channels), np.int16), SAMPLE_RATE)
    with pytest.raises(WavFormatError, match="caller left, the agent right"):
        read_call(Recorded(tmp_path / "one.wav", tmp_path / "none.jsonl"), vad)


def test_what_cannot_be_read_is_told(tmp_path: Path, vad: Vad) -> None:
    recorded = fluent(tmp_path)
    with pytest.raises(TraceError):
        read_call(Recorded(recorded.audio, tmp_path / "none.jsonl"), vad)
    with pytest.raises(WavFormatError):
        read_call(Recorded(recorded.trace, recorded.trace), vad)
    with pytest.raises(ResultsError, match="simulate --json"):
        read_call(Recorded(recorded.audio, recorded.trace, recorded.trace), vad)


def test_the_command_judges_a_recording(edgebharo: Run, tmp_path: Path) -> None:
    recorded = fluent(tmp_path)
    ended = edgebharo("bench", "reliability", "--audio", recorded.audio, "--trace", recorded.trace)
    assert ended.code == 1
    assert "call: S3 context loss 1" in ended.out
