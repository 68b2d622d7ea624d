"""Shards to batches: a copy of each clip an epoch, perturbed once more, clips of one length together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from edgebharo.asr.acoustic import Alphabet
from scripts.asr.mel import BANDS, RATE, SPAN, scaled

Array = npt.NDArray[np.float32]
Rng = np.random.Generator

STEPS_PER_OUTPUT = 4
"""Spectrogram frames (100 a second) per output frame of the ear (25 a second)."""
CLEAN = 0.2
"""How often the clean copy is taken."""
SHORT = 130
"""Frames up to which a clip is taken for a word said alone."""
TIGHT = 0.4
"""How often a word said alone is cut by its energy."""


@dataclass(frozen=True)
class Copy:
    """Where one copy of a clip lies: `mel[start : start + frames]`."""

    mel: npt.NDArray[np.float16]
    start: int
    frames: int


@dataclass(frozen=True)
class Sample:
    """One clip: its text as columns, its copies, the clean one first."""

    labels: tuple[int, ...]
    copies: tuple[Copy, ...]


@dataclass(frozen=True)
class Batch:
    """`mel` float32 [clips, 80, frames]; `labels` int64 [clips, longest], zero-padded, of `lengths`."""

    mel: Array
    labels: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


def load_samples(folder: Path, alphabet: Alphabet) -> list[Sample]:
    """The clips of all finished shards in `folder`."""
    samples: list[Sample] = []
    for index in sorted(folder.glob("*.json")):
        mel = np.load(index.with_suffix(".npy"), mmap_mode="r")
        copies: dict[str, list[Copy]] = {}
        texts: dict[str, str] = {}
        for row in json.loads(index.read_text(encoding="utf-8")):
            texts[row["key"]] = row["text"]
            copies.setdefault(row["key"], []).append(Copy(mel, row["start"], row["frames"]))
        for key, text in texts.items():
            samples.append(Sample(alphabet.encode(text) or (), tuple(copies[key])))
    return samples


def epoch(samples: Sequence[Sample], frames: int, rng: Rng) -> Iterator[Batch]:
    """All of `samples` once, in batches of at most `frames` padded spectrogram frames, in random order."""
    chosen = [_choose(sample, rng) for sample in samples]
    order = np.argsort([copy.frames * rng.uniform(0.9, 1.1) for copy in chosen])
    groups: list[list[int]] = [[]]
    for index in order.tolist():
        longest = 1.3 * chosen[index].frames + 130
        if groups[-1] and (len(groups[-1]) + 1) * longest > frames:
            groups.append([])
        groups[-1].append(index)
    for group in rng.permutation(len(groups)).tolist():
        yield _batch([samples[i] for i in groups[group]], [chosen[i] for i in groups[group]], rng)


def _choose(sample: Sample, rng: Rng) -> Copy:
    if len(sample.copies) == 1 or rng.random() < CLEAN:
        return sample.copies[0]
    return sample.copies[int(rng.integers(1, len(sample.copies)))]


def _batch(samples: Sequence[Sample], copies: Sequence[Copy], rng: Rng) -> Batch:
    mels, kept = [], []
    for sample, copy in zip(samples, copies, strict=True):
        mel = perturbed(np.asarray(copy.mel[copy.start : copy.start + copy.frames], np.float32), rng)
        repeats = sum(a == b for a, b in zip(sample.labels, sample.labels[1:], strict=False))
        if len(mel) // STEPS_PER_OUTPUT > len(sample.labels) + repeats:
            mels.append(mel)
            kept.append(sample.labels)
    longest = max((len(mel) for mel in mels), default=STEPS_PER_OUTPUT)
    batch = np.empty((len(mels), BANDS, longest + -longest % STEPS_PER_OUTPUT), np.float32)
    labels = np.zeros((len(mels), max(1, *(len(text) for text in kept), 1)), np.int64)
    for row, (mel, text) in enumerate(zip(mels, kept, strict=True)):
        batch[row] = float(mel.min())
        batch[row, :, : len(mel)] = mel.T
        labels[row, : len(text)] = text
    return Batch(batch, labels, np.array([len(text) for text in kept], np.int64))


def perturbed(mel: Array, rng: Rng) -> Array:
    """A log-mel [frames, 80] with other vocal tract, tempo, colour and padding, parts masked; scaled."""
    if len(mel) <= SHORT and rng.random() < TIGHT:
        mel = tightened(mel, float(rng.uniform(0.6, 3.0)))
    mel = warped(mel, float(rng.uniform(0.87, 1.15)))
    mel = stretched(mel, float(rng.uniform(0.82, 1.22)))
    mel = mel + np.interp(np.arange(BANDS), np.linspace(0, BANDS - 1, 7), rng.uniform(-0.5, 0.5, 7)).astype(
        np.float32
    )
    floor = float(mel.max()) - SPAN
    before, after = (int(rng.integers(8, 55)) for _ in range(2))
    mel = scaled(np.pad(mel, ((before, after), (0, 0)), constant_values=floor).astype(np.float32))
    return masked(mel, rng)


def tightened(mel: Array, span: float) -> Array:
    """Cut as a detector by energy cuts: what is over `span` decades below the peak is lost at both ends."""
    power = np.convolve(np.sum(10.0**mel, axis=1), np.ones(3) / 3, mode="same")
    loud = np.flatnonzero(power > power.max() * 10.0**-span)
    return mel[max(0, loud[0] - 1) : max(loud[-1] + 2, loud[0] + 12)]


def warped(mel: Array, factor: float) -> Array:
    """Vocal tract length perturbation (Jaitly and Hinton 2013): every frequency times `factor`."""
    source = np.interp(_CENTRES * factor, _CENTRES, np.arange(BANDS))
    low = np.minimum(source.astype(np.int64), BANDS - 2)
    share = (source - low).astype(np.float32)
    return np.asarray(mel[:, low] * (1 - share) + mel[:, low + 1] * share, np.float32)


def stretched(mel: Array, rate: float) -> Array:
    """Spoken `rate` times faster, pitch kept."""
    place = np.linspace(0, len(mel) - 1, max(2, int(len(mel) / rate)))
    low = np.minimum(place.astype(np.int64), len(mel) - 2)
    share = (place - low).astype(np.float32)[:, None]
    return np.asarray(mel[low] * (1 - share) + mel[low + 1] * share, np.float32)


def masked(mel: Array, rng: Rng) -> Array:
    """SpecAugment (Park et al. 2019): up to two bands and two short stretches replaced by the mean."""
    mean = float(mel.mean())
    for _ in range(int(rng.integers(0, 3))):
        width = int(rng.integers(1, 13))
        start = int(rng.integers(0, BANDS - width))
        mel[:, start : start + width] = mean
    for _ in range(int(rng.integers(0, 3))):
        width = int(rng.integers(1, max(2, min(14, len(mel) // 12))))
        start = int(rng.integers(0, len(mel) - width))
        mel[start : start + width] = mean
    return mel


def _centres() -> npt.NDArray[np.float64]:
    """Centre frequencies of the bands in hertz, on Slaney's mel scale."""
    top = 15.0 + np.log(RATE / 2 / 1000.0) * 27.0 / np.log(6.4)
    mels = np.linspace(0.0, top, BANDS + 2)[1:-1]
    return np.where(mels < 15.0, mels * 200.0 / 3, 1000.0 * np.exp((mels - 15.0) * np.log(6.4) / 27.0))


_CENTRES = _centres()
