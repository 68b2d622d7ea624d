from __future__ import annotations

import numpy as np
import pytest

from edgebharo.errors import InferenceError
from edgebharo.tts.shape import LINE_PAUSE_S, LOUDNESS, PEAK, SENTENCE_PAUSE_S, finish

pytestmark = pytest.mark.unit

RATE = 24_000


def voice(level: float, lead_s: float = 0.5, tail_s: float = 0.7) -> np.ndarray:
    wave = level * np.sin(2 * np.pi * 200 * np.arange(RATE) / RATE)
    return np.concatenate([np.zeros(round(lead_s * RATE)), wave, np.zeros(round(tail_s * RATE))]).astype(
        np.float32
    )


@pytest.mark.parametrize("level", [0.003, 0.2, 1.5])
def test_every_sentence_is_equally_loud(level: float) -> None:
    pcm = finish(voice(level), RATE, last=True) / 32767
    spoken = pcm[np.abs(pcm) > 0]
    assert np.sqrt(np.mean(np.square(spoken))) == pytest.approx(LOUDNESS, rel=0.1)


def test_a_peaky_sentence_never_clips() -> None:
    wave = voice(0.01)
    wave[len(wave) // 2] = 4.0
    assert np.abs(finish(wave, RATE, last=True)).max() == round(PEAK * 32767)


def test_the_models_own_silence_is_cut_and_a_pause_put_in_its_place() -> None:
    inner = finish(voice(0.2), RATE, last=False)
    closing = finish(voice(0.2), RATE, last=True)
    assert len(inner) / RATE == pytest.approx(1.0 + 0.07 + SENTENCE_PAUSE_S, abs=0.02)
    assert len(closing) / RATE == pytest.approx(1.0 + 0.07 + LINE_PAUSE_S, abs=0.02)
    assert inner.dtype == np.int16


def test_a_short_sound_without_silence_is_kept_whole() -> None:
    pcm = finish(np.full(100, 0.2, np.float32), RATE, last=True)
    assert np.count_nonzero(pcm) == 100


@pytest.mark.parametrize("audio", [np.zeros(RATE), np.zeros(0), np.full(RATE, np.nan)])
def test_a_voice_that_gives_no_sound_is_an_error(audio: np.ndarray) -> None:
    with pytest.raises(InferenceError, match="silence"):
        finish(audio.astype(np.float32), RATE, last=True)
