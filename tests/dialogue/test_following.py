"""What is recognised while she speaks, and what is known when her pause begins."""

from __future__ import annotations

import pytest
from talk import DIGITS, YES_NO, heard, run, so_far, speaking, utterance

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import endpointing, events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import step
from edgebharo.types import Transcript

pytestmark = pytest.mark.unit


def followed(commands: list[do.Command]) -> list[do.Command]:
    """All but the watchdog, which is set again whenever the detector speaks."""
    return [command for command in commands if not isinstance(command, do.SetTimer)]


def test_one_partial_result_at_a_time_and_the_newest_audio_is_next() -> None:
    first, second, third = (so_far(1400, now_ms) for now_ms in (1800, 2090, 2380))
    state, commands = run(
        speaking(),
        (events.SpeechGrew(first), 1800),
        (events.SpeechGrew(second), 2000),
        (events.SpeechGrew(third), 2050),
    )
    assert followed(commands) == [do.TranscribeSoFar(state.turn, (first,), YES_NO)]
    state, commands = run(state, (heard(state, "हां", 1800), 2080))
    assert commands == [
        do.TranscribeSoFar(state.turn, (third,), YES_NO),
        do.Glance(state.turn, Transcript(0, "हां"), 1800),
    ]


def test_a_recogniser_slower_than_speech_rests_until_the_caller_goes_on() -> None:
    state, _ = run(
        speaking(),
        (events.SpeechGrew(so_far(1400, 1800)), 1800),
        (events.SpeechGrew(so_far(1400, 2090)), 2090),
    )
    slow_ms = 1800 + endpointing.PARTIAL_MS + 1
    state, commands = run(state, (heard(state, "हां", 1800), slow_ms))
    assert [type(command) for command in commands] == [do.Glance]
    newest = so_far(1400, 2380)
    _, commands = run(state, (events.SpeechGrew(newest), 2380))
    assert followed(commands) == [do.TranscribeSoFar(state.turn, (newest,), YES_NO)]


LULL = so_far(1400, 2096, 2000)
PAUSED = events.SpeechPaused(utterance(1400, 2000))


def in_a_lull(took_ms: int) -> tuple[DialogueState, list[do.Command]]:
    """She falls silent at 2000 ms, with an ear that takes so long; what is begun at 2096 ms."""
    state, _ = run(speaking(), (events.SpeechGrew(so_far(1400, 1800)), 1800))
    state, _ = run(state, (heard(state, "हां", 1800), 1800 + took_ms))
    state, commands = run(state, (events.SpeechGrew(LULL), 2096))
    return state, followed(commands)


def all_of(state: DialogueState, text: str, end_ms: int) -> events.Heard:
    """All of the turn up to `end_ms` was recognised."""
    return events.Heard(state.turn, Transcript(0, text), end_ms * 16)


def test_in_a_lull_a_partial_result_is_begun_only_where_it_is_ready_before_the_pause() -> None:
    state, commands = in_a_lull(took_ms=100)
    assert commands == [do.TranscribeSoFar(state.turn, (LULL,), YES_NO)]
    state, commands = in_a_lull(took_ms=200)
    assert commands == [do.Transcribe(state.turn, (LULL,), YES_NO)]


def test_what_was_begun_in_the_lull_is_the_final_pass_where_she_says_no_more() -> None:
    state, _ = in_a_lull(took_ms=200)
    state, commands = run(state, (PAUSED, 2256))
    assert (state.phase, commands) == ("paused", [])
    state, commands = run(state, (all_of(state, "हां", 2000), 2300))
    assert commands == [do.Interpret(state.turn, Transcript(0, "हां"))]


def test_what_is_known_before_the_pause_is_read_as_soon_as_it_is_one() -> None:
    state, _ = in_a_lull(took_ms=200)
    state, commands = run(state, (all_of(state, "हां", 2000), 2200))
    assert (state.phase, commands) == ("hearing", [])
    state, commands = run(state, (PAUSED, 2256))
    assert (state.phase, commands) == ("paused", [do.Interpret(state.turn, Transcript(0, "हां"))])
    assert state.words == "हां"


def test_a_cough_that_is_known_before_the_pause_is_listened_past() -> None:
    state, _ = in_a_lull(took_ms=200)
    state, commands = run(state, (all_of(state, "", 2000), 2200), (PAUSED, 2256))
    assert (state.phase, [type(command) for command in commands]) == ("listening", [do.SetTimer])


@pytest.mark.parametrize("known", [True, False])
def test_what_was_begun_in_a_lull_is_worth_nothing_where_she_goes_on(known: bool) -> None:
    state, _ = in_a_lull(took_ms=200)
    early = all_of(state, "हां", 2000)
    happened = [(early, 2200)] if known else []
    state, commands = run(state, *happened, (events.SpeechPaused(utterance(1400, 2600)), 2856))
    assert [type(command) for command in commands] == [do.Transcribe]
    assert step(state, early, 2900) == (state, ())
    again = events.SpeechGrew(so_far(1400, 2696, 2600))
    state, _ = run(
        in_a_lull(took_ms=200)[0], (again, 2696), (events.SpeechPaused(utterance(1400, 2600)), 2856)
    )
    assert step(state, all_of(state, "हां", 2000), 2900) == (state, ()), "of the first lull"
    assert step(state, all_of(state, "हां जी", 2600), 2950)[1]


def test_a_partial_result_of_another_turn_or_utterance_is_dropped() -> None:
    state, _ = run(speaking(), (events.SpeechGrew(so_far(1400, 1800)), 1800))
    late = heard(state, "हां", 1800)
    assert step(state, heard(state, "हां", 1800, number=5), 1900) == (state, ())
    paused, _ = run(state, (events.SpeechPaused(utterance(1400, 2000)), 2256))
    assert step(paused, late, 2300) == (paused, ())
    again, _ = run(paused, (events.SpeechStarted(), 2600))
    assert step(again, late, 2650) == (again, ())


@pytest.mark.parametrize(
    ("partial", "whole", "final", "silence_ms"),
    [
        ("हां", True, "हां", endpointing.FORESEEN_MS["yes_no"]),
        ("हां", True, "हां सही", endpointing.COMPLETE_MS["yes_no"]),
        ("हां", False, "हां", endpointing.COMPLETE_MS["yes_no"]),
        ("", False, "हां", endpointing.COMPLETE_MS["yes_no"]),
    ],
)
def test_what_was_a_whole_answer_before_the_pause_ends_sooner(
    partial: str, whole: bool, final: str, silence_ms: int
) -> None:
    state, _ = run(speaking(), (events.SpeechGrew(so_far(1400, 1900)), 1900))
    state, _ = run(state, (heard(state, partial, 1900), 1950))
    read = events.Interpreted(state.turn, complete=whole, asks_to_wait=False, acknowledge=False)
    state, commands = run(state, (read, 1950), (events.SpeechPaused(utterance(1400, 2000)), 2256))
    assert [type(command) for command in commands] == [do.Transcribe]
    turn = state.turn
    state, commands = run(
        state,
        (events.Heard(turn, Transcript(0, final)), 2356),
        (events.Interpreted(turn, complete=True, asks_to_wait=False, acknowledge=True), 2356),
    )
    assert commands[-1] == do.SetTimer(state.token, "endpoint", silence_ms - 356)


def test_the_pieces_before_a_pause_belong_to_the_words_so_far() -> None:
    state, _ = run(speaking(DIGITS), (events.SpeechPaused(utterance(1400, 3000)), 3256))
    more = so_far(4200, 4600, number=1)
    state, commands = run(state, (events.SpeechStarted(), 4300), (events.SpeechGrew(more), 4600))
    assert followed(commands)[-1] == do.TranscribeSoFar(state.turn, (*state.pieces, more), DIGITS)


def test_a_stream_that_stops_in_the_middle_of_a_word_closes_the_turn_within_two_seconds() -> None:
    """A12: the detector tells at least every 300 ms that she speaks; its silence is the stream's."""
    state, commands = run(speaking(), (events.SpeechGrew(so_far(1400, 1800)), 1800))
    watchdog = commands[-1]
    assert watchdog == do.SetTimer(state.token, "hearing", endpointing.STALLED_MS)
    assert endpointing.STALLED_MS <= 2000
    state, commands = run(state, (events.TimerFired(state.token, "hearing"), 3600))
    assert commands == [do.DecideSilence(state.turn, 1)]


def test_while_she_speaks_the_watchdog_never_barks() -> None:
    state = speaking()
    for now_ms in range(1788, 20_000, 288):
        stale = state.token
        state, _ = run(state, (events.SpeechGrew(so_far(1400, now_ms)), now_ms))
        assert step(state, events.TimerFired(stale, "hearing"), now_ms) == (state, ())
