"""Speak names that stand in no list of the project, and as many that do, for `scripts.risk_calibration`.

    python -m scripts.spoken_names OUT [--seed 1]

`scripts/names/` holds the names that are not listed; the others are drawn from the lists. Each is said once,
alone or in a sentence, as an answer to the question for a name or for an anganwadi, in one of VOICES, none of
which the ear was trained on. OUT gets a WAV for each and `manifest.tsv` with the columns `file`, `text`,
`field` (the question that it answers) and `listed` (0 or 1). What was spoken before is not spoken again.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from edgebharo.audio.pcm import write_wav
from edgebharo.bench.capture_sound import Voices
from edgebharo.hindi.known_names import all_known
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.config import load_settings
from edgebharo.types import SAMPLE_RATE
from scripts.asr import slots
from scripts.asr.word_sources import HERE, own_words, read_lines

NAMES = HERE.parent / "names"
VOICES = ("hm_psi", "hm_psi:0.6+hm_omega:0.4", "hm_psi:0.5+hf_beta:0.5", "hm_psi:0.5+hf_alpha:0.5")
PACE = (0.9, 1.15)
CARRIERS = {
    "name": ("मेरा नाम {} है", "{}", "{}", "मैं {} बोल रही हूं"),
    "clinic_name": ("{} आंगनवाड़ी", "{}", "{}", "आंगनवाड़ी का नाम {} है"),
}
"""What is said around a name, by the question: half of them say it alone."""


@dataclass(frozen=True)
class Line:
    """One answer to be spoken."""

    field: str
    name: str
    text: str
    voice: str
    pace: float
    listed: bool


def unlisted(field: str) -> tuple[str, ...]:
    """The names of `scripts/names/` for a question."""
    return read_lines(NAMES / ("people.txt" if field == "name" else "places.txt"))


def listed(field: str, rng: Random) -> str:
    """A name of listed words: one or two for a person, a village or town for an anganwadi."""
    if field == "name":
        last = f" {rng.choice(own_words('surnames'))}" if rng.random() < 0.9 else ""
        return rng.choice(own_words("given_names")) + last
    place = rng.choice(own_words("places")) if rng.random() < 0.4 else slots.village(rng)
    return place + (f" {rng.choice(('टोला', 'टोली', 'पारा'))}" if rng.random() < 0.1 else "")


def lines(seed: int) -> Iterator[Line]:
    """Every unlisted name and as many listed ones."""
    rng = Random(seed)  # noqa: S311 - repeatable on purpose
    for field, carriers in CARRIERS.items():
        names = unlisted(field)
        for place, name in enumerate((*names, *(listed(field, rng) for _ in names))):
            text = carriers[place % len(carriers)].format(name)
            known = all_known(normalize(name).split(), places=field != "name")
            yield Line(field, name, text, rng.choice(VOICES), rng.uniform(*PACE), known)


def main() -> None:
    """Speak what is not there yet and write the manifest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    voices, rows = Voices(load_settings({"threads": 1})), list(lines(options.seed))
    files = [f"{options.seed}-{number:04d}.wav" for number in range(len(rows))]
    for line, file in sorted(zip(rows, files, strict=True), key=lambda pair: pair[0].voice):
        if not (options.out / file).exists():
            write_wav(options.out / file, voices.say(line.voice, line.text, line.pace), SAMPLE_RATE)
    with (options.out / "manifest.tsv").open("w", encoding="utf-8", newline="") as sheet:
        writer = csv.writer(sheet, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
        writer.writerow(("file", "text", "field", "listed"))
        writer.writerows(
            (file, line.text, line.field, int(line.listed)) for line, file in zip(rows, files, strict=True)
        )


if __name__ == "__main__":
    main()
