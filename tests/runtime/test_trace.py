"""The trace of a call: what is in it, what must never be, and what a replay makes of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scenes import GOLDEN, NUMBER, SCENES, Scene, form_of

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.errors import OutputError, TraceError
from edgebharo.runtime.replay import replay
from edgebharo.runtime.trace import open_tracer, read_trace
from edgebharo.runtime.trace_codec import decode, encode
from edgebharo.types import (
    Answers,
    Candidate,
    Confirm,
    Decision,
    Expect,
    Extraction,
    Handoff,
    Reply,
    Span,
    Transcript,
)

pytestmark = pytest.mark.unit

AADHAAR = "नौ आठ सात छह पाँच चार तीन दो एक शून्य एक दो"


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """A copy to spoil."""
    copy = tmp_path / "call.jsonl"
    copy.write_text((GOLDEN / "requests.jsonl").read_text("utf-8"), "utf-8")
    return copy


def decided(turn: int, digits: int | None = None) -> events.Decided:
    held = Candidate("number", "9876543210", Span(0, 1), "rules")
    decision = Decision(Answers(asked="number", partial="98765"), Confirm((held,)))
    return events.Decided(
        turn, Extraction("answer", (held,)), decision, Reply(("क्या?",)), Expect("digits", digits)
    )


def traced(folder: Path, *happened: tuple[events.Event, DialogueState]) -> str:
    path = folder / "call.jsonl"
    tracer = open_tracer(path, "small 1", DialogueState())
    for event, before in happened:
        tracer(100, event, before, ())
    tracer.close()
    return path.read_text("utf-8")


@pytest.mark.parametrize(
    "event",
    [
        events.SpeechStarted(),
        events.Heard(3, Transcript(1, "हां")),
        events.Interpreted(3, complete=True, asks_to_wait=False, acknowledge=True, lacking=True),
        events.TimerFired(4, "silence"),
        events.WorkerEntered(True),
        events.WorkerEntered(("एक", "दो")),
        events.DeviceLost("unplugged"),
        events.Decided(
            2, Extraction(), Decision(Answers(), Handoff("name", ("एक",))), Reply(("क्या?",)), Expect("name")
        ),
    ],
)
def test_an_event_comes_back_as_it_went(event: events.Event) -> None:
    shown = json.loads(json.dumps(encode(event)))
    assert decode(shown) == event


def test_no_sound_and_no_value_is_in_a_trace(tmp_path: Path) -> None:
    text = traced(tmp_path, (decided(1), DialogueState()))
    assert "9876543210" not in text
    assert "98765" not in text
    for name in SCENES:
        assert '"pcm"' not in (GOLDEN / f"{name}.jsonl").read_text("utf-8")


def test_only_its_owner_may_read_it_even_where_a_file_was_there(tmp_path: Path) -> None:
    path = tmp_path / "call.jsonl"
    path.touch(mode=0o644)
    open_tracer(path, "small 1", DialogueState()).close()
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("wanted", "words", "kept"),
    [
        (4, "चार तीन दो एक", True),
        (4, "नौ आठ सात छह पाँच", False),
        (10, "नौ आठ सात छह पाँच चार तीन दो एक शून्य", True),
        (10, AADHAAR, False),
        (None, AADHAAR, False),
        (None, "987654321012", False),
        (None, "डबल नौ आठ सात छह पाँच चार तीन दो एक शून्य", True),
        (None, "ट्रिपल नौ आठ सात छह पाँच चार तीन दो एक शून्य", False),
    ],
)
def test_of_what_may_be_an_identity_number_no_digit_is_kept(
    tmp_path: Path, wanted: int | None, words: str, kept: bool
) -> None:
    """P1: nor of the partial results that grew into it."""
    state = DialogueState(phase="hearing", turn=2)
    grown = [" ".join(words.split()[:count]) for count in range(1, len(words.split()) + 1)]
    so_far = [(events.HeardSoFar(2, Transcript(1, f"नंबर {text}"), 0), state) for text in grown]
    text = traced(tmp_path, (decided(1, wanted), state), *so_far, (decided(2), state))
    assert (words.split(maxsplit=1)[0] in text) == kept
    assert (words in text) == kept
    assert "नंबर" in text


def test_a_turn_that_the_program_would_end_otherwise_is_told(golden: Path) -> None:
    golden.write_text(golden.read_text("utf-8").replace('"after_ms":3000', '"after_ms":2900', 1), "utf-8")
    found = replay(read_trace(golden)).difference
    assert found is not None
    assert (found.event, found.phase) == ("PlaybackEnded", "speaking")
    assert [command["after_ms"] for command in (*found.recorded, *found.now) if "after_ms" in command] == [  # type: ignore[index, operator]
        2900,
        3000,
    ]


def test_a_replay_tells_the_turns(golden: Path) -> None:
    turns = replay(read_trace(golden)).turns
    assert [turn.why for turn in turns] == ["start", "caller", "caller", "silence", "caller"]
    assert [turn.heard for turn in turns[1:3]] == ["फिर से बोलिए", "एक मिनट"]
    assert [turn.waited for turn in turns] == [None, 450, 1000, None, 450]
    assert turns[2].next == "Wait pregnant"
    stopped = replay(read_trace(GOLDEN / "nod-and-stop.jsonl")).turns[2].stopped
    assert stopped is not None
    assert 0 < stopped < 500


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda rows: rows[:0], "is empty"),
        (lambda rows: ["{}", *rows], "line 2"),
        (lambda rows: ["hello", *rows[1:]], "line 1"),
        (lambda rows: [rows[0].replace('"trace":1', '"trace":2'), *rows[1:]], "line 1"),
        (lambda rows: [rows[0].replace("by-meaning", "by-luck"), *rows[1:]], "policy"),
        (lambda rows: [*rows[:3], rows[3][:40]], "line 4"),
        (lambda rows: [*rows[:2], rows[2].replace("PlaybackEnded", "Ask")], "line 3"),
        (lambda rows: [*rows[:2], rows[2].replace("PlaybackEnded", "Popen")], "line 3"),
        (lambda rows: [*rows[:2], rows[2].replace('"turn":0}', '"turn":0,"x":1}')], "line 3"),
    ],
)
def test_a_file_that_is_no_trace_is_refused_with_its_line(golden: Path, spoil: object, message: str) -> None:
    rows = golden.read_text("utf-8").splitlines()
    golden.write_text("\n".join(spoil(rows)) + ("\n" if spoil(rows) else ""), "utf-8")  # type: ignore[operator]
    with pytest.raises(TraceError, match=message) as told:
        replay(read_trace(golden))
    assert "फिर" not in str(told.value)


def test_bytes_that_are_no_text_and_a_missing_file_are_told(tmp_path: Path) -> None:
    (tmp_path / "call.jsonl").write_bytes(b"\xff\xfe\x00")
    for name in ("call.jsonl", "nowhere.jsonl"):
        with pytest.raises(TraceError, match=name):
            read_trace(tmp_path / name)


def test_a_trace_that_cannot_be_written_is_told_and_the_call_goes_on(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        open_tracer(tmp_path, "small 1", DialogueState())
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    tracer = open_tracer(full, "small 1", DialogueState())
    tracer(0, decided(0), DialogueState(), (do.Mute(),))
    with pytest.raises(OutputError, match="not all"):
        tracer.close()


def test_a_call_that_breaks_off_leaves_the_trace_of_its_last_turn(tmp_path: Path) -> None:
    text = traced(tmp_path, (events.SpeechStarted(), DialogueState()))
    assert "SpeechStarted" in text


def test_a_whole_call_over_an_identity_number_is_replayed_without_it(tmp_path: Path) -> None:
    field = {**NUMBER, "digits": 4}
    scene = Scene(form_of(field), {"number": (AADHAAR, "चार तीन दो एक")})
    call = scene.play(tmp_path, tmp_path / "call.jsonl")
    assert call.status == "complete"
    result = replay(read_trace(tmp_path / "call.jsonl"))
    assert result.difference is None
    assert "आठ" not in (tmp_path / "call.jsonl").read_text("utf-8")
