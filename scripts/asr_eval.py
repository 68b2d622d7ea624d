"""Measure the recogniser: value accuracy per kind of question, first and among the first three, and speed.

    python scripts/asr_eval.py [FOLDER ...] [--data ../shared/data] [--threads 2] [--json OUT]

A FOLDER holds `manifest.tsv` (tab-separated, header, no quoting) with the columns `file`, `text`, and
where known `kind` (yes_no, months, date, phone, aadhaar, place, name, escape), `value`, `expect` (JSON of
an Expect; `options` of a place question come from the packaged gazetteer) and `half` (a part to report
apart). The human sets below --data are scored by choosing among the words of the set; they are skipped
where absent.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

import numpy as np
import soundfile

from edgebharo.asr.backends import ASR
from edgebharo.asr.hindi_ctc import HindiCtcOptions
from edgebharo.asr.ranking import meaning
from edgebharo.bench.edits import edits
from edgebharo.clock import compute_ns
from edgebharo.hindi.dates import read_date
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS, read_numbers
from edgebharo.hindi.places import Place, parse_table, read_place
from edgebharo.hindi.polarity import read_polarity
from edgebharo.hindi.tokens import Token, tokenize
from edgebharo.ports import Asr
from edgebharo.types import SAMPLE_RATE, Expect, Utterance, never_cancelled

ROOT = Path(__file__).resolve().parent.parent
TODAY = date(2026, 12, 31)
"""Reference day of the dates in the manifests."""


@dataclass(frozen=True)
class Clip:
    """One recording and what is right for it."""

    path: Path
    group: str
    text: str
    expect: Expect
    value: str
    read: Callable[[tuple[Token, ...]], str]


@dataclass(frozen=True)
class Result:
    """What became of one clip."""

    group: str
    file: str
    right: bool
    in_three: bool
    letters: int
    letter_errors: int
    confidence: float
    audio_s: float
    compute_s: float


def load_places() -> tuple[Place, ...]:
    """The packaged gazetteer of districts."""
    return parse_table((ROOT / "forms/gazetteers/india-districts.tsv").read_text(encoding="utf-8"))


def readers(places: Sequence[Place]) -> dict[str, Callable[[tuple[Token, ...]], str]]:
    """By kind: what a text says, as a string comparable with the manifest's value."""

    def yes_no(tokens: tuple[Token, ...]) -> str:
        return {True: "yes", False: "no", None: ""}[read_polarity(tokens).answer]

    def months(tokens: tuple[Token, ...]) -> str:
        kept = [reading for reading in read_numbers(tokens) if not reading.negated]
        return str(int(kept[0].value)) if kept else ""

    def place(tokens: tuple[Token, ...]) -> str:
        reading = read_place(tokens, places)
        named = reading.place or (reading.candidates[0] if reading.candidates else None)
        return normalize(named.name) if named else ""

    return {
        "yes_no": yes_no,
        "months": months,
        "place": place,
        "date": lambda tokens: read_date(tokens, TODAY).value or "",
        "phone": lambda tokens: read_digits(tokens, 10).digits,
        "aadhaar": lambda tokens: read_digits(tokens, 4).digits,
    }


def said(tokens: tuple[Token, ...]) -> str:
    """The text itself, spelling variants of numbers folded."""
    return meaning(" ".join(token.text for token in tokens))


def rows_of(manifest: Path) -> list[dict[str, str]]:
    """The rows of a manifest."""
    with manifest.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def folder_clips(folder: Path) -> Iterator[Clip]:
    """The clips of a folder with a manifest."""
    places = load_places()
    names = tuple(normalize(name) for place in places for name in (place.name, *place.aliases))
    by_kind = readers(places)
    for row in rows_of(folder / "manifest.tsv"):
        kind, half = row.get("kind", "text"), row.get("half", "")
        fields = json.loads(row.get("expect") or "{}")
        expect = Expect(**fields, options=names) if fields.get("kind") == "place" else Expect(**fields)
        text = normalize(row["text"])
        read = by_kind.get(kind, said)
        value = said(tokenize(text)) if read is said else normalize_value(kind, row["value"])
        yield Clip(folder / row["file"], f"{kind} {half}".strip(), text, expect, value, read)


def normalize_value(kind: str, value: str) -> str:
    """A manifest's value in the form that the readers give."""
    return normalize(value) if kind == "place" else value


def human_clips(data: Path) -> Iterator[Clip]:
    """Human recordings: each set is scored by choosing among its own words."""
    rows = rows_of(data / "hindi_audio" / "manifest.tsv")
    digits = {normalize(row["text"]): CARDINALS.get(normalize(row["text"]), -1) for row in rows}
    sets: tuple[tuple[str, Callable[[dict[str, str], int], bool], tuple[int, int] | None], ...] = (
        ("digits 1-10, men", lambda row, n: row["file"].startswith("isolated") and 1 <= n <= 10, (1, 10)),
        ("1-50, man, phone", lambda row, n: row["speaker"] == "ananya_num" and n > 0, (1, 50)),
        ("1-30, woman, cards", lambda row, n: row["file"].startswith("flash") and n > 0, (1, 30)),
        ("0-20, primary school", lambda row, n: row["file"].startswith("primary") and n >= 0, (0, 20)),
        ("places, phone", lambda row, n: row["file"].startswith("ivr") and n < 0, None),
        ("words, woman, cards", lambda row, _: row["file"].startswith("flash"), None),
    )
    for group, belongs, span in sets:
        chosen = [row for row in rows if belongs(row, digits[normalize(row["text"])])]
        options = tuple(dict.fromkeys(normalize(row["text"]) for row in chosen))
        expect = Expect("number", low=span[0], high=span[1]) if span else Expect("choice", options=options)
        for row in chosen:
            text = normalize(row["text"])
            yield Clip(data / "hindi_audio" / row["file"], group, text, expect, meaning(text), said)


def measure(asr: Asr, clip: Clip) -> Result:
    """Recognise one clip."""
    pcm, rate = soundfile.read(clip.path, dtype="int16")
    if rate != SAMPLE_RATE or pcm.ndim != 1:
        sys.exit(f"{clip.path}: 16 kHz mono is needed")
    utterance = Utterance(0, 0, pcm.size, np.asarray(pcm, np.int16), "silence")
    start = compute_ns()
    heard = asr.transcribe(utterance, clip.expect, never_cancelled)
    taken = (compute_ns() - start) / 1e9
    values = [clip.read(tokenize(hypothesis.text)) for hypothesis in heard.hypotheses]
    distinct = list(dict.fromkeys(value for value in values if value))
    return Result(
        clip.group,
        clip.path.name,
        clip.read(tokenize(heard.text)) == clip.value,
        clip.value in distinct[:3],
        len(clip.text),
        edits(clip.text, heard.text),
        heard.confidence,
        pcm.size / SAMPLE_RATE,
        taken,
    )


def summary(results: Sequence[Result]) -> dict[str, float]:
    """Figures of one group."""
    count = len(results)
    return {
        "clips": count,
        "right": round(sum(r.right for r in results) / count, 4),
        "in_three": round(sum(r.in_three for r in results) / count, 4),
        "cer": round(sum(r.letter_errors for r in results) / max(1, sum(r.letters for r in results)), 4),
        "confidence": round(sum(r.confidence for r in results) / count, 3),
        "real_time_factor": round(sum(r.compute_s for r in results) / sum(r.audio_s for r in results), 3),
    }


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--model", type=Path, default=ROOT / "models" / "asr-hi")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--wrong", action="store_true", help="name the clips that were wrong")
    chosen = parser.parse_args()
    clips = [clip for folder in chosen.folders for clip in folder_clips(folder)]
    if (chosen.data / "hindi_audio" / "manifest.tsv").is_file():
        clips += human_clips(chosen.data)
    else:
        print(f"skipped the human sets: no {chosen.data}", file=sys.stderr)
    asr = ASR.create("hindi-ctc", HindiCtcOptions(chosen.model, chosen.threads))
    results = [measure(asr, clip) for clip in clips]
    groups = {
        group: summary([r for r in results if r.group == group])
        for group in dict.fromkeys(r.group for r in results)
    }
    print(f"{'group':24}{'clips':>6}{'right':>8}{'top 3':>8}{'CER':>8}{'conf':>7}{'xRT':>7}")
    for group, figures in groups.items():
        cells = [
            figures[name] for name in ("clips", "right", "in_three", "cer", "confidence", "real_time_factor")
        ]
        print(f"{group:24}{cells[0]:6}" + "".join(f"{cell:8.3f}" for cell in cells[1:]))
    if chosen.wrong:
        print("wrong:", *(result.file for result in results if not result.right))
    if chosen.json:
        report = {
            "groups": groups,
            "results": [asdict(result) for result in results],
            "threads": chosen.threads,
        }
        chosen.json.write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
