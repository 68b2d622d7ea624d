"""Made-up listening conditions do to a sound what their names say, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.bench import conditions
from edgebharo.bench.conditions import (
    CONDITIONS,
    Sound,
    active_power,
    degrade,
    room_response,
    tempo,
    with_noise,
)
from edgebharo.errors import ConfigError
from edgebharo.types import SAMPLE_RATE, Pcm

pytestmark = pytest.mark.unit


def tone(hertz: float, seconds: float = 1.0) -> Sound:
    return 0.3 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE)


def syllables(seed: int = 1, seconds: float = 1.2) -> Pcm:
    """Broad-band bursts with pauses, as rough as speech."""
    rng = np.random.default_rng(seed)
    count = int(seconds * SAMPLE_RATE)
    loud = np.clip(np.sin(2 * np.pi * 4 * np.arange(count) / SAMPLE_RATE), 0, None)
    sound: Pcm = np.rint(6000 * loud * rng.standard_normal(count)).clip(-32768, 32767).astype(np.int16)
    return sound


def power_between(sound: Sound, low: float, high: float) -> float:
    spectrum = np.square(np.abs(np.fft.rfft(sound)))
    frequencies = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    return float(spectrum[(frequencies >= low) & (frequencies < high)].sum())


def strongest(sound: Sound) -> float:
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound))))
    return float(np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)[int(np.argmax(spectrum))])


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_seed_makes_the_same_sound_for_ever(name: str) -> None:
    pcm = syllables()
    once, again = degrade(pcm, name, 7), degrade(pcm, name, 7)
    assert once.dtype == np.int16
    assert np.array_equal(once, again)
    assert np.array_equal(once, pcm) is (name == "clean")
    drawn = name in {"noise10", "far"}
    assert np.array_equal(once, degrade(pcm, name, 8)) is not drawn


@pytest.mark.parametrize("name", CONDITIONS)
@pytest.mark.parametrize("pcm", [np.zeros(0, np.int16), np.zeros(1, np.int16), np.zeros(5000, np.int16)])
def test_nothing_stays_nothing(name: str, pcm: Pcm) -> None:
    assert not degrade(pcm, name, 1).any()


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_loudest_sound_is_not_clipped(name: str) -> None:
    square = np.where(np.arange(16_000) // 40 % 2, 32767, -32768).astype(np.int16)
    loud = degrade(square, name, 3)
    if name != "clean":
        assert np.abs(loud.astype(np.int32)).max() <= 32767 * conditions.CEILING + 1


def test_an_unknown_condition_names_the_choices() -> None:
    with pytest.raises(ConfigError, match="clean, noise10, far, fast, slow, telephone"):
        degrade(syllables(), "underwater", 1)


# ---------------------------------------------------------------- noise


@settings(max_examples=20)
@given(st.floats(-5, 30), st.integers(0, 99))
def test_noise_is_as_far_below_the_speech_as_asked(snr_db: float, seed: int) -> None:
    sound = syllables() / 32768.0
    noise = with_noise(sound, snr_db, np.random.default_rng(seed)) - sound
    measured = 10 * np.log10(active_power(sound) / np.square(noise).mean())
    assert measured == pytest.approx(snr_db, abs=1e-6)


def test_pauses_do_not_lower_the_level_of_speech() -> None:
    sound = tone(300)
    padded = np.pad(sound, SAMPLE_RATE)
    assert active_power(padded) == pytest.approx(active_power(sound), rel=0.02)
    assert active_power(np.zeros(0)) == 0.0


def test_noise_is_pink() -> None:
    noise = conditions.pink_noise(1 << 17, np.random.default_rng(5))
    octaves = [power_between(noise, low, 2 * low) for low in (250, 500, 1000, 2000)]
    assert max(octaves) / min(octaves) < 1.2


def test_a_noisy_room_is_heard_before_and_after_the_speech() -> None:
    pcm = syllables()
    noisy = degrade(pcm, "noise10", 1)
    assert len(noisy) == len(pcm) + 2 * conditions.SURROUNDINGS
    assert noisy[: conditions.SURROUNDINGS].std() > 0


# ---------------------------------------------------------------- distance


def test_a_room_answers_first_directly_then_fades() -> None:
    room, source, microphone = np.array([5.0, 4.0, 3.0]), np.array([1.0, 1.0, 1.5]), np.array([3.0, 1.5, 1.2])
    response = room_response(room, source, microphone)
    assert len(response) == int(conditions.RESPONSE_S * SAMPLE_RATE)
    assert response[0] == 1.0
    sounding = conditions.band(np.pad(response, 4000), 250.0, 7800.0)[4000:]
    left = np.cumsum(np.square(sounding)[::-1])[::-1]
    decibel = 10 * np.log10(left / left[0])
    fallen = (int(np.argmax(decibel < -20)) - int(np.argmax(decibel < -5))) / SAMPLE_RATE
    assert fallen * 60 / 15 == pytest.approx(conditions.REVERBERATION_S, rel=0.2)


def test_the_first_reflection_comes_when_geometry_says() -> None:
    room, source, microphone = (
        np.array([50.0, 50.0, 3.0]),
        np.array([25.0, 25.0, 1.0]),
        np.array([27.0, 25.0, 1.0]),
    )
    response = room_response(room, source, microphone)
    floor = (np.hypot(2.0, 2.0) - 2.0) / conditions.SPEED_OF_SOUND * SAMPLE_RATE
    assert np.flatnonzero(response)[1] == round(floor)


def test_a_far_microphone_smears_the_end_and_keeps_the_level() -> None:
    pcm = syllables()
    far = degrade(pcm, "far", 4) / 32768.0
    sound = pcm / 32768.0
    after = slice(conditions.SURROUNDINGS + len(pcm), None)
    assert np.square(far[after][:800]).mean() > 2 * np.square(far[after][-800:]).mean()
    assert active_power(far) == pytest.approx(active_power(sound), rel=0.5)


# ---------------------------------------------------------------- pace


@pytest.mark.parametrize("factor", [0.7, 0.85, 1.0, 1.2, 1.5])
def test_another_tempo_keeps_the_pitch(factor: float) -> None:
    sound = tone(220)
    paced = tempo(sound, factor)
    assert len(paced) == round(len(sound) / factor)
    assert strongest(paced) == pytest.approx(220, abs=3)
    middle = slice(2000, -2000)
    assert np.square(paced[middle]).mean() == pytest.approx(np.square(sound).mean(), rel=0.05)


def test_the_same_tempo_is_the_same_sound() -> None:
    sound = syllables() / 32768.0
    assert np.allclose(tempo(sound, 1.0)[:-640], sound[:-640])


@pytest.mark.parametrize(("name", "ratio"), [("fast", 1 / 1.2), ("slow", 1 / 0.85), ("telephone", 1.0)])
@pytest.mark.parametrize("count", [100, 4000, 20_001])
def test_lengths(name: str, ratio: float, count: int) -> None:
    pcm = np.resize(syllables(), count)
    assert len(degrade(pcm, name, 1)) == round(count * ratio)


# ---------------------------------------------------------------- telephone


def test_a_telephone_line_has_a_narrow_band() -> None:
    rng = np.random.default_rng(2)
    pcm = np.rint(4000 * rng.standard_normal(SAMPLE_RATE)).astype(np.int16)
    line = degrade(pcm, "telephone", 1) / 32768.0
    whole = power_between(line, 0, 8000)
    assert power_between(line, 0, 200) < 1e-4 * whole
    assert power_between(line, 3500, 8000) < 1e-4 * whole
    assert power_between(line, 400, 3300) > 0.9 * whole


def test_a_voice_passes_a_telephone_line_at_its_level() -> None:
    sound = tone(1000)
    line = degrade(np.rint(32767 * sound).astype(np.int16), "telephone", 1) / 32768.0
    assert np.square(line).mean() == pytest.approx(np.square(sound).mean(), rel=0.05)
    error = np.square(line - sound)[1000:-1000].mean() / np.square(sound).mean()
    assert 10 * np.log10(error) < -25
