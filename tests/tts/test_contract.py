"""What every voice does, the one without weights and the real ones alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from edgebharo.audio.pcm import resample
from edgebharo.ports import Tts
from edgebharo.tts.backends import TTS
from edgebharo.tts.cache import PromptCache
from edgebharo.types import Speech, never_cancelled

HINDI = "जी हाँ। ठीक है? बताइए।"
ENGLISH = "Good day. What is your name? Please tell me."

VOICES = {
    "tone": ("tone", HINDI, 16_000, pytest.mark.unit),
    "tiny piper": ("tiny_piper", HINDI, 16_000, pytest.mark.unit),
    "joe piper": ("joe_piper", ENGLISH, 22_050, pytest.mark.model),
    "kokoro": ("kokoro", HINDI, 24_000, pytest.mark.model),
}


@pytest.fixture(
    scope="module", params=[pytest.param(voice, marks=voice[3], id=name) for name, voice in VOICES.items()]
)
def voice(request: pytest.FixtureRequest) -> tuple[Tts, str, int]:
    fixture, line, rate, _ = request.param
    return request.getfixturevalue(fixture), line, rate


@pytest.fixture(scope="module")
def chunks(voice: tuple[Tts, str, int]) -> tuple[Speech, ...]:
    """The voice's line."""
    tts, line, _ = voice
    return tuple(tts.synthesize(line, never_cancelled))


def test_a_line_is_spoken_sentence_by_sentence(
    voice: tuple[Tts, str, int], chunks: tuple[Speech, ...]
) -> None:
    _, _, rate = voice
    assert len(chunks) == 3
    assert [chunk.last for chunk in chunks] == [False, False, True]
    for chunk in chunks:
        assert chunk.rate == rate
        assert chunk.pcm.dtype == np.int16
        assert chunk.pcm.ndim == 1
        assert 0.2 < len(chunk.pcm) / rate < 10
        assert 1000 < np.abs(chunk.pcm).max() < 32767


def test_the_same_line_always_sounds_the_same(
    voice: tuple[Tts, str, int], chunks: tuple[Speech, ...]
) -> None:
    tts, line, _ = voice
    again = next(iter(tts.synthesize(line, never_cancelled)))
    assert np.array_equal(again.pcm, chunks[0].pcm), "the others are compared where the line is kept"


def test_the_first_sentence_is_given_before_the_second_is_computed(voice: tuple[Tts, str, int]) -> None:
    tts, line, _ = voice
    asked = count()
    chunks: Iterator[Speech] = tts.synthesize(line, lambda: next(asked) < 0)
    next(chunks)
    assert next(asked) == 1


def test_a_cancelled_line_stops_before_the_next_sentence(voice: tuple[Tts, str, int]) -> None:
    tts, line, _ = voice
    heard: list[Speech] = []
    for chunk in tts.synthesize(line, lambda: bool(heard)):
        heard.append(chunk)  # noqa: PERF402
    assert len(heard) == 1
    assert list(tts.synthesize(line, lambda: True)) == []


@pytest.mark.parametrize("line", ["", "  ", "।", "?!"])
def test_nothing_to_say_is_no_speech(voice: tuple[Tts, str, int], line: str) -> None:
    assert list(voice[0].synthesize(line, never_cancelled)) == []


def test_at_the_recognisers_rate_it_is_as_long(
    voice: tuple[Tts, str, int], chunks: tuple[Speech, ...]
) -> None:
    rate, chunk = voice[2], chunks[0]
    assert len(resample(chunk.pcm, rate, 16_000)) / 16_000 == pytest.approx(len(chunk.pcm) / rate, rel=0.01)


def test_a_cached_line_sounds_like_the_voice(
    voice: tuple[Tts, str, int], chunks: tuple[Speech, ...], tmp_path: Path
) -> None:
    tts, line, rate = voice
    cache = PromptCache(lambda: tts, tmp_path / "prompts", "voice")
    cache.warm([line])
    (kept,) = cache.synthesize(line, never_cancelled)
    spoken = np.concatenate([chunk.pcm for chunk in chunks])
    assert kept.rate == rate
    assert kept.last
    assert np.array_equal(kept.pcm, spoken)


@pytest.mark.unit
def test_the_registry_names_every_voice() -> None:
    assert set(TTS.factories) == {"kokoro", "piper", "tone"}
