from __future__ import annotations

import numpy as np
import pytest

from edgebharo.audio.measure import (
    SILENCE_DB,
    SWEEP_DB,
    clipped_share,
    echo_of,
    floor_db,
    level_db,
    snr_db,
    sweep,
    voice_db,
)
from edgebharo.types import SAMPLE_RATE, Pcm

pytestmark = pytest.mark.unit


def noise(seconds: float, db: float, seed: int = 3) -> Pcm:
    chance = np.random.default_rng(seed)
    sound = chance.normal(0, 32768 * 10 ** (db / 20), round(seconds * SAMPLE_RATE))
    return np.clip(np.rint(sound), -32768, 32767).astype(np.int16)


def room(*ways: tuple[float, float], noise_db: float) -> Pcm:
    """What is recorded of the sweep: each way is (delay in seconds, dB)."""
    played = sweep().astype(np.float64)
    recorded = noise(3.0, noise_db).astype(np.float64)
    for delay, db in ways:
        at = round(delay * SAMPLE_RATE)
        recorded[at : at + len(played)] += played * 10 ** (db / 20)
    return np.clip(np.rint(recorded), -32768, 32767).astype(np.int16)


def test_levels() -> None:
    assert level_db(np.full(1000, 32767, np.int16)) == pytest.approx(0, abs=0.01)
    assert level_db(np.full(1000, 328, np.int16)) == pytest.approx(-40, abs=0.05)
    assert level_db(np.zeros(1000, np.int16)) == level_db(np.zeros(0, np.int16)) == SILENCE_DB
    assert level_db(noise(1, -50)) == pytest.approx(-50, abs=0.2)


def test_a_voice_and_the_quiet_around_it_are_told_apart() -> None:
    sound = np.concatenate([noise(2.0, -60), noise(1.0, -25)])
    assert floor_db(sound) == pytest.approx(-60, abs=0.5)
    assert voice_db(sound) == pytest.approx(-25, abs=0.5)
    assert floor_db(np.zeros(0, np.int16)) == SILENCE_DB


def test_what_was_cut_off_is_counted() -> None:
    sound = np.zeros(1000, np.int16)
    sound[:5], sound[5:10] = 32767, -32768
    assert clipped_share(sound) == pytest.approx(0.01)


def test_the_sweep_is_as_loud_as_it_says_and_begins_softly() -> None:
    sound = sweep()
    assert np.abs(sound.astype(np.int32)).max() == pytest.approx(32768 * 10 ** (SWEEP_DB / 20), rel=0.01)
    assert np.abs(sound[:10]).max() < 300


@pytest.mark.parametrize("db", [-3, -10, -30, -50, -60])
@pytest.mark.parametrize("delay", [0.02, 0.9, 1.7])
def test_an_echo_is_measured_whenever_it_comes(db: float, delay: float) -> None:
    echo = echo_of(sweep(), room((delay, db), noise_db=-65))
    assert echo.heard
    assert echo.return_db == pytest.approx(db, abs=1.0)


def test_an_echo_by_two_ways_is_louder_than_by_one() -> None:
    echo = echo_of(sweep(), room((0.1, -20), (0.16, -20), noise_db=-65))
    assert echo.return_db == pytest.approx(-17, abs=0.7)


def test_an_echo_is_found_under_noise_that_is_louder() -> None:
    echo = echo_of(sweep(), room((0.5, -40), noise_db=-45))  # 55 - 45 = 10 dB below the noise
    assert echo.heard
    assert echo.return_db == pytest.approx(-40, abs=2)


@pytest.mark.parametrize("noise_db", [-75, -60, -30])
def test_noise_alone_is_no_echo_and_says_how_weak_one_would_have_to_be(noise_db: float) -> None:
    """The bound must hold: an echo 6 dB above it is heard."""
    echo = echo_of(sweep(), noise(3.0, noise_db))
    assert not echo.heard
    louder = echo_of(sweep(), room((0.5, echo.return_db + 6), noise_db=noise_db))
    assert louder.heard


def test_digital_silence_is_no_echo() -> None:
    echo = echo_of(sweep(), np.zeros(3 * SAMPLE_RATE, np.int16))
    assert not echo.heard
    assert echo.return_db == SILENCE_DB


@pytest.mark.parametrize("above", [5.0, 15.0, 30.0])
def test_how_far_a_voice_stands_above_the_room(above: float) -> None:
    quiet, voice = noise(0.5, -60.0), noise(1.0, -60.0 + above, seed=4)
    measured = snr_db(np.concatenate([quiet, voice, quiet]))
    assert measured == pytest.approx(above, abs=1.5)


def test_pauses_that_were_cut_out_are_no_quiet_room() -> None:
    quiet, voice = noise(0.5, -40.0), noise(1.0, -30.0, seed=4)
    cut = np.zeros(SAMPLE_RATE, np.int16)
    assert snr_db(np.concatenate([quiet, voice, cut, voice, quiet])) == pytest.approx(10.0, abs=1.5)
    assert snr_db(cut) is None
    assert snr_db(voice[:100]) is None
