"""Speak the training text: clips of 16 kHz mono FLAC and a manifest that only grows.

    python -m scripts.asr.synthesise --out CORPUS --voices VOICES --model KOKORO.onnx --clips 2500
    python -m scripts.asr.synthesise --out CORPUS/espeak --engine espeak --clips 1500
    python -m scripts.asr.synthesise --out CORPUS/east --engine espeak --accent east --seed 2 --clips 1500

OUT/manifest.tsv has the columns file, text, kind, voice, speed, seconds. Line n of a seed always has the same
text and speaker: a run that was stopped goes on where it was, and a larger --clips makes the same corpus
longer. The lines are mixed within each thousand, so a corpus cut off anywhere is balanced. Short answers are
spoken several in one run and cut apart where Kokoro itself says that they end; two that it ran together are
one clip of kind "joined". On one core Kokoro needs about a second for a second of speech; espeak-ng is a
hundred times faster.

VOICES is the folder of Kokoro's voice arrays (*.bin; `voices/` of the npm package kokoro-js 1.2.1). The
dictionaries that texts are drawn from are named in word_sources.py: the same ones must be installed for the
same seed to give the same text.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import TypeAlias

import soundfile
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from scripts.asr.accents import eastern
from scripts.asr.engines import RATE, Clip, Engine, EspeakEngine, KokoroEngine
from scripts.asr.texts import Line, stream
from scripts.asr.voices import HELD_OUT

COLUMNS = ("file", "text", "kind", "voice", "speed", "seconds")

GROUPS = (1, 3, 4, 5, 6)
"""How many short answers are spoken in one run."""

Report: TypeAlias = Callable[[int], None]

SHORT = 3
"""Words of a short answer."""


class Corpus:
    """A folder of clips and its manifest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._manifest = folder / "manifest.tsv"
        folder.mkdir(parents=True, exist_ok=True)
        if not self._manifest.exists():
            self._append([COLUMNS])
        self._done = {row["file"] for row in self.rows()}

    def rows(self) -> Iterator[dict[str, str]]:
        """All rows of the manifest."""
        with self._manifest.open(encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)

    def has_any(self, names: Iterable[str]) -> bool:
        """Whether one of these clips is in the manifest: lines spoken together are entered together."""
        return any(name in self._done for name in names)

    def add(self, clips: Sequence[tuple[str, Clip]]) -> None:
        """Store named clips, then all their rows in one write: a row's file is always whole."""
        for name, clip in clips:
            path = self._folder / name
            path.parent.mkdir(exist_ok=True)
            soundfile.write(path, clip.samples, RATE, subtype="PCM_16")
        self._append(
            [(name, c.text, c.kind, c.voice, c.speed, f"{c.seconds:.2f}") for name, c in clips],
        )
        self._done.update(name for name, _ in clips)

    def _append(self, rows: Iterable[Sequence[str]]) -> None:
        with self._manifest.open("a", encoding="utf-8") as file:
            file.write("".join("\t".join(row) + "\n" for row in rows))


def clip_name(prefix: str, seed: int, number: int) -> str:
    """File of line `number`: a folder holds 1,000 clips."""
    return f"{prefix}{seed}_{number // 1000:03d}/{number:06d}.flac"


def groups(lines: Iterable[Line], seed: int) -> Iterator[list[tuple[int, Line]]]:
    """Lines and their numbers as they are spoken: a long one alone, short ones a few together."""
    rng = Random(f"groups:{seed}")  # noqa: S311 - repeatable on purpose
    waiting: list[tuple[int, Line]] = []
    size = rng.choice(GROUPS)
    for number, line in enumerate(lines):
        if len(line.text.split()) > SHORT:
            yield [(number, line)]
            continue
        waiting.append((number, line))
        if len(waiting) == size:
            yield waiting
            waiting, size = [], rng.choice(GROUPS)
    if waiting:
        yield waiting


def synthesise(engine: Engine, corpus: Corpus, seed: int, lines: Iterable[Line], report: Report) -> None:
    """Speak those of `lines`, which `seed` drew, that the corpus lacks; `report` gets the lines finished."""
    for group in groups(lines, seed):
        names = [clip_name(engine.prefix, seed, number) for number, _ in group]
        if not corpus.has_any(names):
            speaker = Random(f"speaker:{engine.prefix}:{seed}:{group[0][0]}")  # noqa: S311 - repeatable
            spoken = engine.speak([line for _, line in group], speaker)
            corpus.add([(names[clip.first], clip) for clip in spoken])
        report(len(group))


def drawn(seed: int, count: int, accent: str) -> Iterator[Line]:
    """The first `count` lines of `seed`, as they are to be spoken with `accent`."""
    rng = Random(f"accent:{seed}")  # noqa: S311 - repeatable on purpose
    for line in islice(stream(seed), count):
        yield replace(line, spoken=eastern(line.spoken, rng)) if accent == "east" else line


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the corpus; made if missing")
    parser.add_argument("--engine", choices=("kokoro", "espeak"), default="kokoro", help="who speaks")
    parser.add_argument(
        "--clips", type=int, default=2500, help="lines to have spoken in the end (default 2500)"
    )
    parser.add_argument("--seed", type=int, default=1, help="same seed, same corpus (default 1)")
    parser.add_argument("--accent", choices=("plain", "east"), default="plain", help="how it is spoken")
    parser.add_argument("--threads", type=int, default=1, help="threads of Kokoro (default 1)")
    parser.add_argument("--model", type=Path, help="Kokoro's ONNX file; `edgebharo models list` tells where")
    parser.add_argument("--voices", type=Path, help="folder of Kokoro's voice arrays (*.bin)")
    return parser.parse_args()


def _engine(options: argparse.Namespace) -> Engine:
    """Build the chosen synthesiser, or end with a word on what is missing."""
    if options.engine == "espeak":
        program = shutil.which("espeak-ng")
        if program is None:
            sys.exit("espeak-ng is not installed: apt-get install espeak-ng")
        return EspeakEngine(program)
    if options.model is None or not options.model.is_file():
        sys.exit("--model: give Kokoro's ONNX file; `edgebharo models list` tells where it lies")
    if options.voices is None or not (options.voices / "hf_alpha.bin").is_file():
        sys.exit("--voices: give the folder of Kokoro's voices, `voices/` of the npm package kokoro-js 1.2.1")
    return KokoroEngine(options.model, options.voices, options.threads)


def main() -> None:
    """Make a corpus, with a progress bar."""
    options = _options()
    engine = _engine(options)
    corpus = Corpus(options.out)
    columns = (TextColumn("lines"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("lines", total=options.clips)
        lines = drawn(options.seed, options.clips, options.accent)
        synthesise(engine, corpus, options.seed, lines, lambda count: progress.update(task, advance=count))
    count = sum(1 for _ in corpus.rows())
    print(f"{count} clips in {options.out}; held out, in none of them: {', '.join(sorted(HELD_OUT))}")


if __name__ == "__main__":
    main()
