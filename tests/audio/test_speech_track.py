from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.audio.speech_track import Closed, Grown, Mark, Opened, SegmenterOptions, Track, close, step
from edgebharo.types import FRAME_SAMPLES as F

pytestmark = pytest.mark.unit

OPTIONS = SegmenterOptions()


def run(
    probabilities: list[float], end_silence_ms: int | list[int] = 320, options: SegmenterOptions = OPTIONS
) -> list[Mark]:
    """Where speech begins and ends."""
    return [mark for mark in run_all(probabilities, end_silence_ms, options) if not isinstance(mark, Grown)]


def run_all(
    probabilities: list[float], end_silence_ms: int | list[int] = 320, options: SegmenterOptions = OPTIONS
) -> list[Mark]:
    track, marks = Track(), []
    for index, probability in enumerate(probabilities):
        wait = end_silence_ms if isinstance(end_silence_ms, int) else end_silence_ms[index]
        track, mark = step(track, index * F, probability, wait, options)
        marks.append(mark)
    marks.append(close(track, "eof", options)[1])
    return [mark for mark in marks if mark is not None]


def test_three_voiced_frames_start_speech_and_ten_silent_ones_end_it() -> None:
    marks = run([0.0] * 20 + [0.9] * 10 + [0.0] * 20)
    assert marks == [
        Opened(sample=20 * F, start=20 * F - 4800),
        Closed(start=20 * F - 4800, end=30 * F, cut=30 * F + 3200, ended_by="silence"),
    ]


@pytest.mark.parametrize(("frames", "heard"), [(1, False), (2, False), (3, True)])
def test_a_click_is_no_speech(frames: int, heard: bool) -> None:
    assert bool(run([0.0] * 5 + [0.9] * frames + [0.0] * 20)) is heard


def test_a_run_survives_a_weak_frame_but_not_a_silent_one() -> None:
    assert run([0.0, 0.9, 0.4, 0.4] + [0.0] * 20)
    assert not run([0.0, 0.9, 0.2, 0.9, 0.9, 0.0] + [0.0] * 20)
    assert not run([0.4] * 20)


def test_the_end_is_the_last_voiced_frame_not_the_closing_silence() -> None:
    (_, closed) = run([0.9] * 5 + [0.4] + [0.0] * 40)
    assert isinstance(closed, Closed)
    assert closed.end == 6 * F


def test_a_pause_shorter_than_the_asked_silence_stays_inside() -> None:
    marks = run([0.9] * 5 + [0.0] * 9 + [0.9] * 5 + [0.0] * 20)
    assert [type(mark) for mark in marks] == [Opened, Closed]
    assert run([0.9] * 5 + [0.0] * 10 + [0.9] * 5 + [0.0] * 20)[2:] != []


def test_the_silence_may_be_shortened_while_it_lasts() -> None:
    waits = [2000] * 20 + [100] * 5
    marks = run([0.9] * 5 + [0.0] * 20, waits)
    assert marks[-1] == Closed(0, 5 * F, 5 * F + 3200, "silence")


def test_pre_roll_stops_where_the_audio_begins() -> None:
    assert run([0.0, 0.9, 0.9, 0.9])[0] == Opened(sample=F, start=0)


def test_pre_roll_stops_where_the_utterance_before_was_cut() -> None:
    """A14."""
    marks = run([0.9] * 5 + [0.0] * 3 + [0.9] * 5, 96)
    first, second = [mark for mark in marks if isinstance(mark, Closed)]
    assert first.cut == 8 * F
    assert second.start == first.cut


def test_a_voice_that_never_pauses_is_cut_at_the_limit_without_losing_a_sample() -> None:
    options = SegmenterOptions(limit_ms=320)
    marks = run([0.9] * 25, options=options)
    closed = [mark for mark in marks if isinstance(mark, Closed)]
    assert [mark.ended_by for mark in closed] == ["limit", "limit", "eof"]
    assert [(mark.start, mark.cut) for mark in closed] == [(0, 10 * F), (10 * F, 20 * F), (20 * F, 25 * F)]


def test_the_end_of_the_audio_closes_what_is_open() -> None:
    assert run([0.9] * 5)[-1] == Closed(0, 5 * F, 5 * F, "eof")
    assert run([0.0] * 50) == []


def test_a_silence_of_nothing_ends_with_the_first_silent_frame() -> None:
    assert run([0.9] * 4 + [0.0], 0)[-1] == Closed(0, 4 * F, 5 * F, "silence")


PROBABILITIES = st.lists(st.sampled_from([0.0, 0.2, 0.4, 0.6, 0.9]), max_size=120)
WAITS = st.integers(0, 900)


@given(PROBABILITIES, WAITS)
def test_utterances_are_in_order_and_never_overlap(probabilities: list[float], wait: int) -> None:
    marks = run(probabilities, wait)
    assert [type(mark) for mark in marks] == [Opened, Closed] * (len(marks) // 2)
    at = 0
    for opened, closed in zip(marks[::2], marks[1::2], strict=True):
        assert isinstance(opened, Opened)
        assert isinstance(closed, Closed)
        assert at <= opened.start == closed.start <= opened.sample
        assert opened.sample - opened.start <= 4800
        assert opened.sample < closed.end <= closed.cut <= len(probabilities) * F
        assert closed.cut - closed.end <= 3200
        at = closed.cut


@given(PROBABILITIES, WAITS)
def test_every_long_enough_voiced_run_is_inside_an_utterance(probabilities: list[float], wait: int) -> None:
    covered = [
        range(mark.start // F, mark.end // F) for mark in run(probabilities, wait) if isinstance(mark, Closed)
    ]
    for index in range(len(probabilities) - 2):
        if all(probability >= 0.5 for probability in probabilities[index : index + 3]):
            assert any(index in span for span in covered)


def test_what_was_said_so_far_is_told_every_nine_frames() -> None:
    marks = run_all([0.0] * 12 + [0.9] * 25 + [0.0] * 20)
    start = 12 * F - 4800
    assert marks[1:-1] == [
        Grown(start, 21 * F, 21 * F),
        Grown(start, 30 * F, 30 * F),
        Grown(start, 37 * F, 39 * F),
    ]


def test_a_silence_is_told_early_and_once() -> None:
    marks = run_all([0.9] * 5 + [0.0] * 40, 1000)
    assert marks[1:3] == [Grown(0, 5 * F, 8 * F), Grown(0, 5 * F, 17 * F)]
    assert [type(mark) for mark in run_all([0.9] * 5 + [0.0] * 40, 250)] == [Opened, Grown, Closed]


@given(PROBABILITIES, WAITS)
def test_no_three_hundred_milliseconds_of_speech_pass_untold(probabilities: list[float], wait: int) -> None:
    told = 0
    for mark in run_all(probabilities, wait):
        match mark:
            case Opened(sample=sample):
                told = sample
            case Grown(cut=cut):
                assert told < cut <= told + 4800
                told = cut
            case Closed(cut=cut):
                assert cut - told <= 4800
