"""Numbers made of single digits: who says them, what they say, and what lies between the digits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.hindi.numbers import CARDINALS
from scripts.asr import augment, splices

RATE = augment.RATE
WORDS = ("एक", "दो", "तीन", "चार", "पांच", "छह", "सात", "बारह")


def word(hertz: float, seconds: float = 0.3) -> augment.Audio:
    """A tone with soft ends."""
    times = np.arange(int(seconds * RATE)) / RATE
    return np.asarray(0.5 * np.sin(2 * np.pi * hertz * times) * np.sin(np.pi * times / seconds), np.float32)


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    rows = ["file\ttext\tvoice\tsplit"]
    for place, text in enumerate((*WORDS, "गया", "आठ")):
        soundfile.write(tmp_path / f"{place}.flac", word(200.0 + 50 * place), RATE)
        rows.append(f"{place}.flac\t{text}\tone\t{'heldout' if text == 'आठ' else 'train'}")
    path = tmp_path / "manifest.tsv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_only_numbers_that_may_be_trained_on_are_taken(manifest: Path) -> None:
    takes = splices.takes_of([manifest])
    assert sorted(takes["one"]) == [1, 2, 3, 4, 5, 6, 7, 12]


def test_a_number_says_its_words_and_one_seed_says_one_number(manifest: Path) -> None:
    takes = splices.takes_of([manifest])
    for seed in range(8):
        (text, sound), (again, same) = (splices.spliced(takes, np.random.default_rng(seed)) for _ in range(2))
        assert (text, sound.tolist()) == (again, same.tolist())
        assert 2 <= len(text.split()) <= 10
        assert set(text.split()) <= set(WORDS)
        assert all(said in CARDINALS for said in text.split())
        assert 0.69 < np.abs(sound).max() < 0.71


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 10))
def test_joined_words_are_at_most_their_gaps_longer_and_never_without_end(seed: int, count: int) -> None:
    parts = [word(300.0)] * count
    whole = splices.joined(parts, np.random.default_rng(seed))
    spoken = count * parts[0].size
    longest = spoken + ((count - 1) * 450 + 2 * 300) * RATE // 1000
    assert spoken - (count - 1) * 40 * RATE // 1000 <= whole.size <= longest
    assert np.isfinite(whole).all()


def test_cutting_takes_soft_ends_and_leaves_the_loud_middle() -> None:
    soft = np.concatenate([1e-4 * np.ones(3200, np.float32), word(300.0), np.zeros(3200, np.float32)])
    kept = splices.cut(soft, np.random.default_rng(1))
    assert kept.size < soft.size - 6000
    assert np.abs(kept).max() == np.abs(soft).max()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_harsh_copy_is_a_clip_with_its_surroundings(seed: int) -> None:
    voice = word(300.0)
    heard = augment.harsh(voice, np.random.default_rng(seed), [word(440.0, 1.0)])
    assert np.isfinite(heard).all()
    assert heard.dtype == np.float32
    assert 0.69 < np.abs(heard).max() < 0.71
    assert heard.size > voice.size * 0.85 + 0.2 * RATE - 1
