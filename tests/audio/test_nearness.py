"""Whose voice it is, by its level: the caller's, or that of people behind her."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.audio.nearness import Nearness
from edgebharo.audio.segmenter import Segmenter, SpeechEnded, SpeechStarted
from edgebharo.types import FRAME_SAMPLES, Frame, Pcm

pytestmark = pytest.mark.unit

SECOND = 31
"""Frames, about."""


class AnyVoice:
    """Calls everything but silence speech. Implements Vad."""

    def probability(self, frame: Frame) -> float:
        return 0.9 if np.abs(frame.pcm).max() > 10 else 0.01

    def reset(self) -> None:
        """It remembers nothing."""


def sound(db: float, frames: int, seed: int = 0) -> Pcm:
    """Noise so many decibels below full scale."""
    rng = np.random.default_rng(seed)
    level = 32768 * 10 ** (db / 20)
    return np.clip(level * rng.standard_normal(frames * FRAME_SAMPLES), -32768, 32767).astype(np.int16)


def probabilities(nearness: Nearness, pcm: Pcm) -> list[float]:
    frames = pcm.reshape(-1, FRAME_SAMPLES)
    return [nearness.of_caller(frame, 0.9 if np.abs(frame).max() > 10 else 0.01) for frame in frames]


def test_people_behind_her_count_as_silence_after_a_second_and_later_at_once() -> None:
    nearness = Nearness()
    heard = probabilities(nearness, np.concatenate([sound(-20, 2 * SECOND), sound(-38, 3 * SECOND)]))
    behind = heard[2 * SECOND :]
    assert all(heard[: 2 * SECOND])
    assert all(behind[: SECOND - 1]), "a sentence may end in a murmur"
    assert not any(behind[SECOND + 10 :])
    assert nearness.crowded
    again = probabilities(nearness, np.concatenate([sound(-22, SECOND), sound(-38, SECOND)]))
    assert all(again[3:SECOND])
    assert not any(again[SECOND + 10 :])


def test_a_short_answer_before_a_crowd_that_never_falls_silent_ends() -> None:
    """She fills less than a fifth of what is heard: her loudest moments tell her level."""
    nearness = Nearness()
    crowd = sound(-40, 5 * SECOND, seed=1)
    heard = probabilities(nearness, np.concatenate([crowd[: SECOND * 512], sound(-25, 20), crowd]))
    assert all(heard[SECOND + 3 : SECOND + 20])
    assert not any(heard[2 * SECOND + 35 :])
    assert nearness.crowded


def test_a_murmur_at_the_end_of_a_sentence_is_hers() -> None:
    nearness = Nearness()
    said = np.concatenate([sound(-20, SECOND), sound(-36, SECOND * 2 // 3), np.zeros(SECOND * 512, np.int16)])
    heard = probabilities(nearness, said)
    assert all(p > 0.5 for p in heard[: SECOND + SECOND * 2 // 3])
    assert not nearness.crowded


def test_quiet_makes_a_crowded_room_an_ordinary_one() -> None:
    nearness = Nearness()
    probabilities(nearness, np.concatenate([sound(-20, SECOND), sound(-40, 2 * SECOND)]))
    assert nearness.crowded
    probabilities(nearness, np.zeros((SECOND + 2) * FRAME_SAMPLES, np.int16))
    assert not nearness.crowded


def test_a_caller_who_leans_back_is_found_again() -> None:
    nearness = Nearness()
    probabilities(nearness, sound(-10, 4 * SECOND))
    heard = probabilities(nearness, sound(-28, 20 * SECOND))
    assert all(heard[-5 * SECOND :])


@given(st.lists(st.floats(-5.5, 0), min_size=1, max_size=60), st.floats(-45, -12))
def test_one_voice_whose_level_varies_is_never_cut(steps: list[float], top_db: float) -> None:
    nearness = Nearness()
    pcm = np.concatenate([sound(top_db + step, 3, seed) for seed, step in enumerate(steps)])
    assert all(probabilities(nearness, pcm))


def test_a_turn_ends_though_the_room_goes_on_talking() -> None:
    """A12: silence of the caller's, not of the room, ends her turn; others begin none."""
    segmenter = Segmenter(AnyVoice())
    crowd = sound(-40, 12 * SECOND, 1)
    told = np.zeros_like(crowd)
    told[SECOND * 512 : 3 * SECOND * 512] = sound(-20, 2 * SECOND)
    told[7 * SECOND * 512 : 8 * SECOND * 512] = sound(-21, SECOND, 2)
    events = []
    for place, frame in enumerate((crowd + told).reshape(-1, FRAME_SAMPLES)):
        events += [(place, event) for event in segmenter.feed(Frame(place * FRAME_SAMPLES, frame), 256)]
    ends = [place for place, event in events if isinstance(event, SpeechEnded)]
    starts = [place for place, event in events if isinstance(event, SpeechStarted)]
    assert len(starts) == len(ends) == 2
    assert ends[0] <= 3 * SECOND + 1.7 * SECOND
    assert 7 * SECOND <= starts[1] <= 7 * SECOND + 4
    assert ends[1] <= 8 * SECOND + 0.7 * SECOND
