"""What the ear is trained on: spectrograms, degradations, shards and batches, without torch."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.asr.acoustic import load_alphabet
from scripts.asr import augment, batches, features, mel, shipped

RATE = 16_000
ALPHABET = load_alphabet(features.ROOT / "models/asr-hi/tokens.json")


def tone(hertz: float, seconds: float) -> augment.Audio:
    return (0.5 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * RATE)) / RATE)).astype(np.float32)


def power(audio: augment.Audio, low: float, high: float) -> float:
    spectrum = np.abs(np.fft.rfft(audio)) ** 2
    hertz = np.fft.rfftfreq(audio.size, 1 / RATE)
    return float(spectrum[(hertz >= low) & (hertz < high)].sum())


def test_every_band_hears_its_own_tone() -> None:
    loudest = [
        int(mel.log_mel(tone(hertz, 0.5))[10:-10].mean(axis=0).argmax()) for hertz in (200, 1000, 3000, 6000)
    ]
    assert loudest == sorted(set(loudest))
    assert mel.filters().shape == (80, 201)


def test_a_hundred_frames_a_second_and_a_span_of_eighty_decibels() -> None:
    spectrogram = mel.log_mel(np.concatenate([np.zeros(RATE, np.float32), tone(500, 1.0)]))
    assert spectrogram.shape == (200, 80)
    scaled = mel.scaled(spectrogram)
    assert scaled.max() - scaled.min() == pytest.approx(2.0, abs=1e-4)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.2, 2.0))
def test_a_degraded_clip_is_still_a_clip(seed: int, seconds: float) -> None:
    rng = np.random.default_rng(seed)
    voice = tone(300, seconds) * np.float32(rng.uniform(0.01, 1.0))
    heard = augment.degrade(voice, rng, [tone(440, 1.0)])
    assert heard.dtype == np.float32
    assert np.isfinite(heard).all()
    assert 0.69 < np.abs(heard).max() < 0.71
    assert heard.size > 0.5 * voice.size


def test_one_seed_gives_one_degradation() -> None:
    first, second = (augment.degrade(tone(300, 1.0), np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(first, second)


def test_a_telephone_line_has_no_bass_and_no_treble() -> None:
    rng = np.random.default_rng(3)
    noise = rng.standard_normal(RATE).astype(np.float32)
    line = augment.telephone(noise, rng)
    assert power(line, 0, 100) < 0.05 * power(line, 1000, 1100)
    assert power(line, 5000, 7000) < 0.05 * power(line, 1000, 3000)


def test_noise_is_added_within_the_stated_ratio() -> None:
    rng = np.random.default_rng(4)
    voice = tone(300, 1.0)
    noise = augment.noisy(voice, rng, ()) - voice
    ratio = 10 * np.log10(np.mean(voice**2) / np.mean(noise**2))
    assert 2.9 < ratio < 30.1


def test_another_vocal_tract_moves_the_bands_and_another_tempo_the_length() -> None:
    spectrogram = mel.log_mel(tone(1000, 0.5))
    plain = spectrogram[20].argmax()
    assert (
        batches.warped(spectrogram, 1.15)[20].argmax()
        < plain
        < batches.warped(spectrogram, 0.87)[20].argmax()
    )
    assert np.allclose(batches.warped(spectrogram, 1.0), spectrogram, atol=1e-3)
    assert len(batches.stretched(spectrogram, 1.25)) == 40


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    rows = ["file\ttext\tsplit"]
    for number, (text, split) in enumerate(
        [("दस", "train"), ("बीस", "heldout"), ("ग्यारह 11", "train"), ("हां", "train")]
    ):
        soundfile.write(tmp_path / f"{number}.flac", tone(200 + 50 * number, 0.6), RATE)
        rows.append(f"{number}.flac\t{text}\t{split}")
    manifest = tmp_path / "manifest.tsv"
    manifest.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return manifest


def test_the_shipped_weights_can_be_trained_further() -> None:
    state = shipped.state_of(features.ROOT / "models/asr-hi/model.int8.onnx")
    assert state["encoder.conv1.weight"].shape == (512, 80, 3)
    assert state["head.out.weight"].shape == (len(ALPHABET.symbols) + 1, 192)
    products = {
        f"encoder.layers.{n}.{part}.weight" for n in range(6) for part in ("qkv", "out", "up", "down")
    }
    assert products <= set(state)
    assert all(np.isfinite(values).all() and np.abs(values).max() > 0 for values in state.values())


def test_held_out_rows_and_unspellable_texts_are_left_out(corpus: Path) -> None:
    assert [clip.text for clip in features.clips_of(corpus, ALPHABET)] == ["दस", "हां"]


def test_shards_hold_each_copy_once_and_batches_give_every_clip_back(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "shards"
    out.mkdir()
    clips = list(features.clips_of(corpus, ALPHABET))
    features.write_shard(out, clips, 3, 1)
    assert features.done(out) == {clip.key for clip in clips}
    (index,) = out.glob("*.json")
    rows = json.loads(index.read_text(encoding="utf-8"))
    assert [row["copy"] for row in rows] == [0, 1, 2, 0, 1, 2]
    assert np.load(index.with_suffix(".npy")).shape == (sum(row["frames"] for row in rows), 80)
    samples = batches.load_samples(out, ALPHABET)
    made = list(batches.epoch(samples, 4000, np.random.default_rng(1)))
    texts = sorted(
        ALPHABET.decode(tuple(labels[:length].tolist()))
        for batch in made
        for labels, length in zip(batch.labels, batch.lengths, strict=True)
    )
    assert texts == ["दस", "हां"]
    assert all(batch.mel.shape[1] == 80 and batch.mel.shape[2] % 4 == 0 for batch in made)


def test_a_batch_never_holds_more_than_it_may(tmp_path: Path) -> None:
    noise = np.zeros((9000, 80), np.float16)
    rng = np.random.default_rng(2)
    samples = [
        batches.Sample((3, 4), (batches.Copy(noise, 0, int(rng.integers(60, 900))),)) for _ in range(60)
    ]
    made = list(batches.epoch(samples, 4000, np.random.default_rng(1)))
    assert sum(len(batch.lengths) for batch in made) == 60
    assert all(batch.mel.shape[0] * batch.mel.shape[2] <= 4000 or batch.mel.shape[0] == 1 for batch in made)


def test_a_detector_by_energy_loses_the_weak_ends_and_keeps_the_loud_middle() -> None:
    weak, loud = 0.01 * tone(3000, 0.2), tone(400, 0.3)
    spectrogram = mel.log_mel(np.concatenate([weak, loud, weak]))
    tight = batches.tightened(spectrogram, 1.0)
    assert 28 <= len(tight) <= 36
    assert tight.max() == spectrogram.max()
    assert len(batches.tightened(spectrogram, 6.0)) >= 65


def test_noise_is_trained_on_as_nothing_said(tmp_path: Path) -> None:
    features.write_noises(tmp_path, 12, 1)
    samples = batches.load_samples(tmp_path, ALPHABET)
    assert len(samples) == 12
    assert {sample.labels for sample in samples} == {()}
    (batch, *_) = batches.epoch(samples, 4000, np.random.default_rng(1))
    assert batch.labels.shape[1] >= 1
    assert set(batch.lengths.tolist()) == {0}
