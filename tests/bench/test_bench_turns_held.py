"""Conversations held with the real ear, detector, endpointer and rules; computing takes no time here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from small_call import GOLDEN, TINY_VOICE

from edgebharo.audio.pcm import read_audio, write_wav
from edgebharo.bench.conversations import Conversation, Over, Part
from edgebharo.bench.turns_held import ENOUGH_MS, BriefVoice, hold
from edgebharo.bench.turns_judge import Held, judge, row_of
from edgebharo.runtime.app import App, build
from edgebharo.runtime.config import Settings
from edgebharo.types import SAMPLE_RATE, never_cancelled

PHONE = "9876543210"
BREATH = SAMPLE_RATE * 162 // 100
"""Where the golden phone number is silent for 0.4 s."""

Holding = Callable[[Conversation], Held]


@pytest.fixture(scope="module")
def app() -> App:
    settings = Settings(tts="piper", voice=str(TINY_VOICE), llm="off", threads=1)
    return build(settings, today=date(2026, 11, 30))


@pytest.fixture
def held(app: App, tmp_path: Path) -> Holding:
    def run(conversation: Conversation) -> Held:
        return hold(app, app.parts.tts, tmp_path / "records.sqlite", conversation, stopwatch=lambda: 0)

    return run


@pytest.fixture
def halves(tmp_path: Path) -> tuple[str, str]:
    pcm = read_audio(GOLDEN / "phone.flac")
    paths = [tmp_path / "first.wav", tmp_path / "second.wav"]
    for path, half in zip(paths, (pcm[:BREATH], pcm[BREATH:]), strict=True):
        write_wav(path, half, SAMPLE_RATE)
    return str(paths[0]), str(paths[1])


def number(halves: tuple[str, str], gap_ms: int, **what: object) -> Conversation:
    parts = (Part(clip=halves[0]), Part(clip=halves[1], gap_ms=gap_ms))
    base = {"id": "n", "category": "pause_handling", "asked": "linked_number", "about": "digits"}
    return Conversation.model_validate(base | {"answer": parts, "value": PHONE} | what)


@pytest.mark.model
def test_half_a_number_is_waited_for_and_a_fixed_pause_cuts_it(
    held: Holding, halves: tuple[str, str]
) -> None:
    ours = number(halves, 1200)
    row = row_of(ours, held(ours))
    assert (row["success"], row["understood"], row["self_triggers"]) == (True, True, 0)
    assert 300 <= int(str(row["latency_ms"])) <= 1200
    fixed = number(halves, 1200, system="fixed")
    assert judge(fixed, held(fixed)).reason == "took over"


@pytest.mark.model
def test_a_backchannel_over_the_question_is_no_answer(held: Holding, halves: tuple[str, str]) -> None:
    over = Over(parts=(Part(clip=str(GOLDEN / "yes.flac")),), meaning="backchannel", at=0.2)
    murmured = number(halves, 60, category="backchannel", over=over)
    row = row_of(murmured, held(murmured))
    assert (row["success"], row["reason"], row["understood"]) == (True, "", True)


@pytest.mark.model
def test_an_answer_over_the_question_stops_it(held: Holding) -> None:
    over = Over(parts=(Part(clip=str(GOLDEN / "phone.flac")),), meaning="answer", at=0.0)
    interrupting = Conversation(
        id="i", category="interruption", asked="linked_number", about="answer", over=over, value=PHONE
    )
    happened = held(interrupting)
    assert happened.over is not None
    assert happened.plain_ms is not None
    assert happened.over.start_ms < happened.plain_ms <= happened.over.end_ms + 20
    assert judge(interrupting, happened).success


@pytest.mark.model
def test_the_agent_does_not_hear_itself(held: Holding) -> None:
    alone = Conversation(id="o", category="own_voice", asked="pregnant", about="yes or no")
    happened = held(alone)
    assert (happened.started_ms, happened.answer) == ((), None)
    assert len(happened.decisions) == 2
    assert judge(alone, happened).success


@pytest.mark.model
def test_a_brief_voice_says_the_beginning_of_the_next_reply(app: App) -> None:
    voice = BriefVoice(app.parts.tts)

    def spoken_ms(line: str) -> float:
        return sum(1000 * len(one.pcm) / one.rate for one in voice.synthesize(line, never_cancelled))

    line = "यह एक लंबा वाक्य है। और यह एक और वाक्य है। और यह तीसरा है।"
    whole = spoken_ms(line)
    voice.be_brief()
    said = spoken_ms(line) + spoken_ms(line) + spoken_ms(line)
    assert ENOUGH_MS <= said < max(3 * whole, ENOUGH_MS + whole)
    assert spoken_ms(line) == 0
