"""All figures of the ear on recorded people, in one table: what the model card shows.

    python scripts/asr_figures.py --data ../shared/data [--model DIR] [--only places] [--quick] [--json OUT]
        [--conditions noise10 far] [--text HELDOUT/manifest.tsv ...] [--numbers 100]

Cuts the manifest of --data/hindi_audio into one manifest for each set and kind of question (and a list of
candidates where a set is closed), writes them to --work, and hears each as `edgebharo bench asr` does; that
command takes the same files. A run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.table import Table

from edgebharo.bench.command import hear, listening_to
from edgebharo.bench.conditions import condition_of
from edgebharo.bench.manifest import COLUMNS
from edgebharo.bench.suite import Result
from edgebharo.errors import EdgeBharoError
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.models.where import home
from edgebharo.runtime.config import load_settings

ROOT = Path(__file__).resolve().parent.parent
CONDITIONS = ("noise10", "far", "fast", "slow")

Cells: TypeAlias = dict[str, str]


@dataclass(frozen=True)
class HumanSet:
    """A part of the recordings, and how it is asked for."""

    name: str
    belongs: Callable[[Cells, int], bool]
    """Of a row and the number that its text is (-1: none)."""
    expect: str | None
    closed: bool = False
    """Whether the ear is told the set's texts."""
    metric: str = "value_accuracy"
    """The figure that counts."""
    reach: float | None = None
    harder: bool = False
    """Whether it is also heard under every condition."""
    splice: int | None = None


def _in(folder: str) -> Callable[[Cells, int], bool]:
    return lambda row, _: row["file"].startswith(f"{folder}/")


def _numbers(folder: str, low: int, high: int) -> Callable[[Cells, int], bool]:
    return lambda row, number: row["file"].startswith(f"{folder}/") and low <= number <= high


def _words(folder: str) -> Callable[[Cells, int], bool]:
    return lambda row, number: row["file"].startswith(f"{folder}/") and number < 0


SETS = (
    HumanSet("digits, laptop", _numbers("isolated-words", 1, 10), "number:1-10", reach=0.97, harder=True),
    HumanSet("digits, laptop, 0-100 asked", _numbers("isolated-words", 1, 10), "number"),
    HumanSet("1-50, telephone", _numbers("ivr-places", 1, 50), "number:1-50", reach=0.97, harder=True),
    HumanSet("1-50, telephone, 0-100 asked", _numbers("ivr-places", 1, 50), "number"),
    HumanSet(
        "places, telephone", _words("ivr-places"), "place", True, "closed_accuracy", reach=0.99, harder=True
    ),
    HumanSet("flash cards", _in("flash-cards"), None, True, "closed_accuracy", reach=0.92, harder=True),
    HumanSet("1-30, flash cards", _numbers("flash-cards", 1, 30), "number:1-30"),
    HumanSet("words, laptop", _words("isolated-words"), None, True, "closed_accuracy"),
    HumanSet("phone numbers, spliced", _numbers("isolated-words", 0, 9), None, reach=0.9, splice=10),
    HumanSet("sentences, radio", _in("sentences"), "text", metric="wer"),
)
"""The school and dialect recordings are not among them: the packaged ear was trained on them."""


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    name: str
    condition: str
    metric: str
    reach: float | None
    result: Result
    worst: str


def main() -> None:
    """Parse, cut, hear, print."""
    chosen = _arguments()
    try:
        for condition in chosen.conditions:
            condition_of(condition)
        lines = [line for wanted in _wanted(chosen) for line in _heard(wanted, chosen)]
    except EdgeBharoError as error:
        sys.exit(f"error: {error}")
    Console(width=150).print(_table(lines))
    if chosen.json:
        report = [
            {"set": line.name, "condition": line.condition, "worst": line.worst, **line.result.metrics}
            for line in lines
        ]
        chosen.json.write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--asr", help="another recogniser than the packaged one")
    parser.add_argument("--model", type=Path, help="folder of another model than the packaged one")
    parser.add_argument("--only", default="", help="sets whose name holds this")
    parser.add_argument("--conditions", nargs="*", default=CONDITIONS)
    parser.add_argument("--text", nargs="*", type=Path, default=[], help="more manifests, heard as free text")
    parser.add_argument("--numbers", type=int, default=100, help="how many phone numbers are spliced")
    parser.add_argument("--quick", action="store_true", help="twenty clips of each set")
    parser.add_argument("--work", type=Path, default=home() / "bench" / "figures")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


@dataclass(frozen=True)
class _Wanted:
    """A set, cut out."""

    part: HumanSet
    manifest: Path
    candidates: Path | None


def _wanted(chosen: argparse.Namespace) -> list[_Wanted]:
    source = chosen.data / "hindi_audio" / "manifest.tsv"
    found: list[_Wanted] = []
    if source.is_file():
        found = [_cut(part, source, chosen.work) for part in SETS if chosen.only in part.name]
    else:
        print(f"the human sets are left out: {source} is not there", file=sys.stderr)
    for manifest in chosen.text:
        part = HumanSet(manifest.parent.name, lambda *_: True, "text", metric="wer")
        found.append(_Wanted(part, manifest, None))
    return found


def _cut(part: HumanSet, source: Path, work: Path) -> _Wanted:
    """Write the manifest of `part`, and its candidates."""
    with source.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    own = [row for row in rows if part.belongs(row, CARDINALS.get(normalize(row["text"]), -1))]
    work.mkdir(parents=True, exist_ok=True)
    stem = "-".join(part.name.replace(",", "").split())
    manifest, candidates = work / f"{stem}.tsv", work / f"{stem}.txt"
    lines = [
        "\t".join([str((source.parent / row["file"]).resolve()), *(row[column] for column in COLUMNS[1:])])
        for row in own
    ]
    manifest.write_text("\n".join(["\t".join(COLUMNS), *lines]) + "\n", encoding="utf-8")
    if part.closed:
        texts = dict.fromkeys(row["text"] for row in own)
        candidates.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return _Wanted(part, manifest, candidates if part.closed else None)


def _heard(wanted: _Wanted, chosen: argparse.Namespace) -> list[Line]:
    part, settings = wanted.part, load_settings({"asr": chosen.asr, "asr_dir": chosen.model})
    lines: list[Line] = []
    for condition in ("clean", *(chosen.conditions if part.harder else ())):
        print(f"{part.name}: {condition}", file=sys.stderr)
        listening = listening_to(
            settings,
            wanted.manifest,
            part.expect,
            wanted.candidates,
            condition=condition,
            splice=part.splice,
            clips=chosen.numbers,
        )
        suite, result = hear(settings, listening, quick=chosen.quick)
        worst = suite.worst(result.rows)
        named = f"{worst.speaker} {_figure(worst.figure)}" if worst else "–"
        reach = part.reach if condition == "clean" else None
        lines.append(Line(part.name, condition, part.metric, reach, result, named))
    return lines


def _table(lines: Sequence[Line]) -> Table:
    table = Table("set", "condition", title="the ear on recorded people", title_justify="left")
    for heading in (
        "clips",
        "value",
        "closed",
        "WER",
        "CER",
        "ECE",
        "xRT",
        "worst speaker",
        "to reach",
        "–clean",
    ):
        table.add_column(heading, justify="right")
    clean = {line.name: line.result.metrics[line.metric] for line in lines if line.condition == "clean"}
    for line in lines:
        metrics = line.result.metrics
        shares = (metrics[name] for name in ("value_accuracy", "closed_accuracy", "wer", "cer"))
        figure, base = metrics[line.metric], clean.get(line.name)
        lost = "" if line.condition == "clean" or None in {figure, base} else f"{100 * (figure - base):+.1f}"  # type: ignore[operator]
        table.add_row(
            line.name,
            line.condition,
            f"{metrics['clips']:.0f}",
            *map(_figure, shares),
            *("–" if metrics[name] is None else f"{metrics[name]:.3f}" for name in ("ece", "rtf")),
            line.worst,
            _figure(line.reach) if line.reach else "",
            lost,
        )
    return table


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


if __name__ == "__main__":
    main()
