"""The air between the two sides: who is where, sample by sample."""

from __future__ import annotations

import numpy as np
import pytest

from edgebharo.runtime.room import ROOM_TONE, Room, voiced_ms
from edgebharo.runtime.timeline import Timeline, percentile
from edgebharo.types import FRAME_SAMPLES

pytestmark = pytest.mark.unit


def tone(milliseconds: int, level: int = 8000) -> np.ndarray:
    return np.full(milliseconds * 16, level, np.int16)


def test_the_caller_is_heard_where_she_speaks_and_the_agent_never() -> None:
    room = Room()
    room.agent_says(0, tone(1000))
    room.caller_says(64, tone(32))
    levels = [float(np.abs(room.frame(index).pcm.astype(float)).mean()) for index in range(4)]
    assert [level > 1000 for level in levels] == [False, False, True, False]
    assert levels[0] < 3 * ROOM_TONE
    assert room.frame(7).start == 7 * FRAME_SAMPLES


def test_the_recording_has_the_caller_left_and_the_agent_right() -> None:
    room = Room()
    room.caller_says(10, tone(10))
    room.agent_says(30, tone(20))
    both = room.stereo()
    assert both.shape == (50 * 16, 2)
    assert list(np.flatnonzero(both[:, 0])[[0, -1]]) == [160, 319]
    assert list(np.flatnonzero(both[:, 1])[[0, -1]]) == [480, 799]


def test_sounds_that_overlap_add_up_without_wrapping() -> None:
    room = Room()
    room.agent_says(0, tone(10, 30000))
    room.agent_says(5, tone(10, 30000))
    assert room.stereo()[:, 1].max() == 32767
    assert room.stereo()[:, 1].min() >= 0


def test_sound_begins_and_ends_at_its_first_and_last_loud_sample() -> None:
    pcm = np.concatenate([np.zeros(1600, np.int16), tone(50), np.zeros(800, np.int16)])
    assert voiced_ms(pcm) == (100, 150)
    assert voiced_ms(np.zeros(100, np.int16)) == (0, 0)


def test_latency_is_from_the_caller_s_last_sound_to_the_agent_s_next() -> None:
    timeline = Timeline()
    timeline.add("agent", 0, 2000)
    timeline.add("caller", 2500, 3000)
    timeline.add("caller", 3400, 4000)
    assert timeline.response_ms(0, 4500) is None
    timeline.add("agent", 4800, 6000)
    timeline.add("agent", 6100, 7000)
    assert timeline.response_ms(0, 4500) == 800
    assert timeline.response_ms(4500, 9000) is None


def test_percentiles_are_values_that_occurred() -> None:
    values = [5, 1, 4, 2, 3]
    assert [percentile(values, share) for share in (0.5, 0.95, 1.0)] == [3, 5, 5]
    assert percentile([], 0.5) is None


def test_an_echo_may_ring_on_and_is_quieter_by_its_level() -> None:
    ringing = Room(echo_db=-20.0, walls=lambda pcm: np.concatenate([pcm, pcm]))
    ringing.agent_says(0, np.full(FRAME_SAMPLES, 10_000, dtype=np.int16))
    levels = [float(np.abs(ringing.frame(index).pcm.astype(float)).mean()) for index in range(3)]
    assert levels[0] == pytest.approx(1000, rel=0.05)
    assert levels[1] == pytest.approx(1000, rel=0.05)
    assert levels[2] < 50
    ringing.agent_stops(32)
    assert float(np.abs(ringing.frame(1).pcm.astype(float)).mean()) < 50
