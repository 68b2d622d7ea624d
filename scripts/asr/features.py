"""Turn a corpus into log-mel shards on disk: each clip once as it is and a few times degraded.

    python -m scripts.asr.features MANIFEST.tsv ... --out SHARDS [--copies 3] [--harsh] [--seed 1]
    python -m scripts.asr.features --noises 400 --out SHARDS

A MANIFEST is tab-separated with a header, columns `file` (beside it) and `text`; rows whose `split` is
`heldout`, and texts that the alphabet cannot spell, are left out. Clips that a shard already holds are
skipped, so the command may be repeated while a corpus is growing, and goes on where it was broken off.
"""

from __future__ import annotations

import argparse
import csv
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile
import soxr
from rich.progress import track

from edgebharo.asr.acoustic import Alphabet, load_alphabet
from edgebharo.hindi.normalize import normalize
from scripts.asr.augment import NOISES, RATE, Audio, degrade, equalised, harsh, to_peak
from scripts.asr.mel import log_mel

Degradation: TypeAlias = Callable[[Audio, np.random.Generator, Sequence[Audio]], Audio]

SHARD_CLIPS = 400
LONGEST_S = 12.0
BABBLE = 40
"""Clips kept in memory to be mixed into babble."""
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Clip:
    """One recording and what is said in it, in the alphabet's spelling."""

    key: str
    path: Path
    text: str


def clips_of(manifest: Path, alphabet: Alphabet) -> Iterator[Clip]:
    """The clips of `manifest` that may be trained on."""
    with manifest.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row.get("split") == "heldout" or not row.get("file") or not row.get("text"):
                continue
            text = normalize(row["text"])
            if text and alphabet.encode(text):
                yield Clip(f"{manifest.parent.name}/{row['file']}", manifest.parent / row["file"], text)


def read(path: Path) -> Audio:
    """float32 [n] at 16 kHz, one channel, peak 0.7."""
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = samples.mean(axis=1)
    return to_peak(np.asarray(mono if rate == RATE else soxr.resample(mono, rate, RATE), np.float32))


def done(out: Path) -> set[str]:
    """Keys of the clips that the shards in `out` hold."""
    return {row["key"] for index in out.glob("*.json") for row in json.loads(index.read_text("utf-8"))}


def write_shard(
    out: Path, clips: Sequence[Clip], copies: int, seed: int, change: Degradation = degrade
) -> None:
    """One shard: `NAME.npy`, float16 [frames, 80], and `NAME.json`, where each copy lies; whole or not.

    Copies but the first are degraded by `change`.
    """
    voices = [read(clip.path) for clip in clips]
    babble, parts, rows, start = voices[:BABBLE], [], [], 0
    for clip, voice in zip(clips, voices, strict=True):
        for copy in range(copies):
            rng = np.random.default_rng([seed, copy, zlib.crc32(clip.key.encode())])
            mel = log_mel(change(voice, rng, babble) if copy else voice).astype(np.float16)
            rows.append(
                {"key": clip.key, "text": clip.text, "copy": copy, "start": start, "frames": len(mel)}
            )
            parts.append(mel)
            start += len(mel)
    name = f"{zlib.crc32(clips[0].key.encode()):08x}-{len(clips)}"
    np.save(out / f"{name}.npy", np.concatenate(parts))
    index = out / f"{name}.part"
    index.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    index.rename(out / f"{name}.json")


def write_noises(out: Path, count: int, seed: int) -> None:
    """One shard of clips in which nobody speaks: their text is empty, so the ear learns to hear nothing."""
    rows, parts, start = [], [], 0
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        noise = to_peak(NOISES[number % len(NOISES)](int(rng.uniform(0.3, 2.5) * RATE), rng))
        mel = log_mel(equalised(noise, rng)).astype(np.float16)
        rows.append({"key": f"noise/{number}", "text": "", "copy": 0, "start": start, "frames": len(mel)})
        parts.append(mel)
        start += len(mel)
    np.save(out / f"noises-{count}.npy", np.concatenate(parts))
    (out / f"noises-{count}.json").write_text(json.dumps(rows), encoding="utf-8")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("manifests", nargs="*", type=Path)
    parser.add_argument("--noises", type=int, default=0, help="also make this many clips of mere noise")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--copies", type=int, default=3, help="copies of each clip, the first one clean")
    parser.add_argument("--harsh", action="store_true", help="degraded copies in loud noise or far away only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tokens", type=Path, default=ROOT / "models/asr-hi/tokens.json")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    alphabet, known = load_alphabet(options.tokens), done(options.out)
    rows = [clip for path in options.manifests for clip in clips_of(path, alphabet) if clip.key not in known]
    rows = [clip for clip in rows if clip.path.is_file() and soundfile.info(clip.path).duration < LONGEST_S]
    if options.noises:
        write_noises(options.out, options.noises, options.seed)
    change = harsh if options.harsh else degrade
    starts = range(0, len(rows), SHARD_CLIPS)
    for start in track(starts, f"{len(rows)} clips"):
        write_shard(options.out, rows[start : start + SHARD_CLIPS], options.copies, options.seed, change)


if __name__ == "__main__":
    main()
