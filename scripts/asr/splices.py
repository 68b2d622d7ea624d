"""Numbers said digit by digit, made of single digits that are there: nobody recorded enough of them.

    python -m scripts.asr.splices MANIFEST.tsv ... --out CORPUS/spliced [--clips 1500] [--seed 1]

Takes the one-word clips of the manifests (columns `file`, `text`; rows whose `split` is `heldout` are left
out) whose word is a number below a hundred, cuts them as hasty detectors and fast speakers cut them, and
joins two to ten with gaps of -40 (the ends overlap) to 220 ms, sometimes with a breath in the middle. Half of
the numbers are said by one voice, half by any, so that the ear cannot lean on one timbre; in half, hiss or a
darker noise runs through all gaps, so that it is not taken for a consonant. Writes FLAC clips and a manifest
as `scripts.asr.features` reads them.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile
from rich.progress import track

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from scripts.asr.augment import RATE, Audio, Rng, coloured, resampled, to_peak, white
from scripts.asr.features import read

OVERLAP_MS, GAP_MS = 40, 220
BREATH_MS = (250, 450)
ENOUGH = 6
"""Different digits that a voice needs to say numbers alone."""
FRAME = RATE // 100
LOUDNESS_DB = 4.0
"""How far apart two neighbours may be."""

Take: TypeAlias = tuple[str, Path]
"""The word as it is written, and its clip."""
Takes: TypeAlias = Mapping[int, Sequence[Take]]


def takes_of(manifests: Sequence[Path]) -> dict[str, dict[int, list[Take]]]:
    """By voice (column `voice` or `speaker`; else the file's folder), the takes of each number 0..99."""
    found: dict[str, dict[int, list[Take]]] = {}
    for manifest in manifests:
        with manifest.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                word = normalize(row["text"])
                value = CARDINALS.get(word, -1)
                path = manifest.parent / row["file"]
                if 0 <= value <= 99 and row.get("split") != "heldout" and path.is_file():
                    voice = row.get("voice") or row.get("speaker") or manifest.parent.name
                    found.setdefault(voice, {}).setdefault(value, []).append((word, path))
    return found


def pooled(takes: Mapping[str, Takes]) -> dict[int, list[Take]]:
    """The takes of all voices together."""
    everyone: dict[int, list[Take]] = {}
    for own in takes.values():
        for value, clips in own.items():
            everyone.setdefault(value, []).extend(clips)
    return everyone


def drawn(takes: Takes, rng: Rng) -> list[Take]:
    """Two to ten numbers, nine in ten of them single digits."""
    single = [value for value in takes if value <= 9]
    pairs = [value for value in takes if value > 9] or single
    count = int(rng.choice((2, 3, 4, 5, 6, 8, 10, 10, 10)))
    chosen = [int(rng.choice(single if rng.random() < 0.9 else pairs)) for _ in range(count)]
    return [takes[value][int(rng.integers(len(takes[value])))] for value in chosen]


def cut(audio: Audio, rng: Rng) -> Audio:
    """Without what is 6 to 30 dB below the loudest 10 ms at its ends, one frame kept on each side."""
    power = _powers(audio)
    loud = np.flatnonzero(power > power.max(initial=0.0) * 10.0 ** -float(rng.uniform(0.6, 3.0)))
    if not loud.size:
        return audio
    return audio[max(0, int(loud[0]) - 1) * FRAME : (int(loud[-1]) + 2) * FRAME]


def joined(parts: Sequence[Audio], rng: Rng) -> Audio:
    """`parts` one after the other; a negative gap lays the end of one over the beginning of the next."""
    tight = rng.random() < 0.5
    breath = len(parts) // 2 if len(parts) >= 6 and rng.random() < 0.6 else -1
    whole = np.zeros(0, np.float32)
    for place, part in enumerate(parts):
        faded = _faded(part * np.float32(10.0 ** (float(rng.uniform(-LOUDNESS_DB, 0.0)) / 20.0)))
        low, high = BREATH_MS if place == breath else (-OVERLAP_MS, 80) if tight else (0, GAP_MS)
        gap = int(rng.uniform(low, high)) * RATE // 1000 if place else 0
        start = max(0, whole.size + gap)
        longer = np.zeros(max(whole.size, start + faded.size), np.float32)
        longer[: whole.size] = whole
        longer[start : start + faded.size] += faded
        whole = longer
    return to_peak(_between(whole, parts, rng) if rng.random() < 0.5 else whole)


def _between(whole: Audio, parts: Sequence[Audio], rng: Rng) -> Audio:
    """`whole` with noise where it is silent, and 0.3 s of it around, at most as loud as the softest 10 ms."""
    whole = np.pad(whole, RATE * 3 // 10)
    floor = min(float(np.sqrt(_powers(part).min(initial=1.0))) for part in parts)
    noise = white(whole.size, rng) if rng.random() < 0.5 else coloured(whole.size, rng)
    noise *= np.float32(floor * rng.uniform(0.2, 1.0) / (float(noise.std()) + 1e-9))
    return np.asarray(np.where(whole == 0.0, noise, whole), np.float32)


def _powers(audio: Audio) -> Audio:
    """Mean square of each whole frame."""
    return np.asarray(np.square(audio[: audio.size - audio.size % FRAME]).reshape(-1, FRAME).mean(axis=1))


def _faded(audio: Audio) -> Audio:
    edge = min(RATE // 200, audio.size // 2)
    ramp = np.ones(audio.size, np.float32)
    ramp[:edge] = np.arange(edge) / max(1, edge)
    ramp[audio.size - edge :] = ramp[:edge][::-1]
    return np.asarray(audio * ramp, np.float32)


def spliced(takes: Mapping[str, Takes], rng: Rng) -> tuple[str, Audio]:
    """What one number says, and its sound."""
    able = [own for own in takes.values() if sum(value <= 9 for value in own) >= ENOUGH]
    own = able[int(rng.integers(len(able)))] if able and rng.random() < 0.5 else pooled(takes)
    chosen, pace = drawn(own, rng), float(rng.uniform(0.92, 1.1))
    parts = [resampled(cut(read(path), rng), pace) for _, path in chosen]
    return " ".join(word for word, _ in chosen), joined(parts, rng)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("manifests", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--clips", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    takes = takes_of(options.manifests)
    rows = ["file\ttext"]
    for number in track(range(options.clips), "numbers"):
        text, sound = spliced(takes, np.random.default_rng([options.seed, number]))
        name = f"s{options.seed}_{number:06d}.flac"
        soundfile.write(options.out / name, sound, RATE, subtype="PCM_16")
        rows.append(f"{name}\t{text}")
    (options.out / "manifest.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
