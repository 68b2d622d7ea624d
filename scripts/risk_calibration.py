"""Fit the constants of the risk of a capture: how likely a value is to be wrong, by what is known about it.

    python -m scripts.risk_calibration MANIFEST [--each 60] [--seed 1] [--quiet 0.3]
        [--captures FILE] [--beside FILE] [--hold WEIGHT ...]

MANIFEST is tab-separated with a header; its columns `file` (sound beside it) and `text` are used, and `field`
where it has one (see `scripts.spoken_names`). Each text is read by the Hindi rules as an answer to the
questions of the maternal enrolment, or to the one named; the value that they find in the written words is
the right one. The packaged ear then hears the sound, alone or with pink noise or other recordings of the
manifest in it, 0 to 20 dB below. What it gives is read, weighed, and right or wrong. A logistic regression of
that (by iterated least squares, with a small ridge) gives BIAS and WEIGHTS of
`edgebharo/forms/rules/calibration.py`; they are printed with how well they are calibrated on the half of the
captures that was left out.

`--captures` keeps what was measured as JSON lines: given again, nothing is heard. `--beside` adds what was
measured before, of kinds that are not measured now. `--hold` leaves weights as they stand in `calibration`.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from edgebharo.audio.measure import snr_db
from edgebharo.audio.pcm import read_audio
from edgebharo.bench.conditions import FULL_SCALE, active_power, pink_noise
from edgebharo.forms.expect import expect_of, kind_of
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules.calibration import WEIGHTS
from edgebharo.forms.rules.risk import features, probability
from edgebharo.ports import Asr
from edgebharo.runtime.app import open_asr
from edgebharo.runtime.brain import same_value
from edgebharo.runtime.config import load_settings
from edgebharo.types import SAMPLE_RATE, Answers, Pcm, Transcript, Utterance, Value, never_cancelled
from edgebharo.understand.extract import extract

TODAY = date(2026, 11, 30)
FIELDS = (
    *("district", "linked_number", "aadhaar_last4", "child_dob", "gestational_age_months", "pregnant"),
    *("clinic_name", "name"),
)
"""The first of these that a text answers is the question that it is an answer to."""
FITTED = ("confidence", "margin", "noise", "unfamiliar", "doubtful")
LOUDEST_DB, FAINTEST_DB = 0.0, 20.0
"""Recordings in noise are so many decibels above it."""
TAKES = 2
"""Every recording is heard in so many noises."""
AROUND_S = 0.3
RIDGE = 0.3
ROUNDS = 40
BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Capture:
    """One value that was heard."""

    kind: str
    features: Mapping[str, float]
    wrong: bool


@dataclass(frozen=True)
class Clip:
    """A recording that answers a question, and what it answers."""

    path: Path
    field: str
    value: Value


def clips(loaded: LoadedForm, manifest: Path, each: int, rng: np.random.Generator) -> list[Clip]:
    """Up to `each` recordings for every field, in drawn order."""
    with manifest.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found: dict[str, list[Clip]] = {field: [] for field in FIELDS}
    for place in rng.permutation(len(rows)):
        row, wanted = rows[int(place)], [field for field in FIELDS if len(found[field]) < each]
        if not wanted:
            break
        told = row.get("field", "")
        for field in (told,) if told else FIELDS[: FIELDS.index(wanted[-1]) + 1]:
            value = _read(loaded, field, Transcript(0, row["text"]))
            if value is not None:
                found[field] += [Clip(manifest.parent / row["file"], field, value)] * (field in wanted)
                break
    return [clip for field in FIELDS for clip in found[field]]


def _read(loaded: LoadedForm, field: str, transcript: Transcript) -> Value | None:
    extraction = extract(loaded, Answers(asked=field), transcript, TODAY, None, never_cancelled)
    return next((item.value for item in extraction.candidates if item.field == field), None)


def captures(
    loaded: LoadedForm, ear: Asr, found: Sequence[Clip], quiet: float, rng: np.random.Generator
) -> Iterator[Capture]:
    """What the ear makes of each recording, in drawn noise; a share of `quiet` is left as it is."""
    sounds = [read_audio(clip.path) for clip in found]
    for clip, sound in [pair for pair in zip(found, sounds, strict=True) for _ in range(TAKES)]:
        pcm = _in_noise(sound, sounds, quiet, rng)
        utterance = Utterance(1, 0, len(pcm), pcm, "silence")
        heard = ear.transcribe(utterance, expect_of(loaded, clip.field), never_cancelled)
        heard = replace(heard, snr_db=snr_db(pcm))
        extraction = extract(loaded, Answers(asked=clip.field), heard, TODAY, None, never_cancelled)
        for candidate in extraction.candidates:
            if candidate.field == clip.field:
                known = {str(name): amount for name, amount in features(candidate).items()}
                wrong = not same_value(candidate.value, clip.value)
                yield Capture(kind_of(loaded.form.field(clip.field)), known, wrong)


def _in_noise(pcm: Pcm, others: Sequence[Pcm], quiet: float, rng: np.random.Generator) -> Pcm:
    sound = np.pad(pcm.astype(np.float64) / FULL_SCALE, int(AROUND_S * SAMPLE_RATE))
    level = active_power(sound)
    if rng.random() < quiet or not level:
        return _pcm(sound)
    if rng.random() < 0.5:
        noise = pink_noise(len(sound), rng)
    else:
        talk = sum(np.resize(others[int(rng.integers(len(others)))], len(sound)) for _ in range(2))
        noise = np.asarray(talk, dtype=np.float64) / FULL_SCALE
        noise /= np.sqrt(active_power(noise)) or 1.0
    return _pcm(sound + noise * np.sqrt(level / 10 ** (rng.uniform(LOUDEST_DB, FAINTEST_DB) / 10)))


def _pcm(sound: Floats) -> Pcm:
    pcm: Pcm = np.rint(np.clip(sound, -1.0, 1.0) * (FULL_SCALE - 1)).astype(np.int16)
    return pcm


# ---------------------------------------------------------------- the regression


def fit(rows: Sequence[Capture], kinds: Sequence[str], held: Sequence[str] = ()) -> Floats:
    """Weights of the kinds, then of FITTED: 0 or above, and those `held` as they stand."""
    matrix, wrong = _matrix(rows, kinds), np.array([row.wrong for row in rows], dtype=np.float64)
    known: Mapping[str, float] = {name: weight for name, weight in WEIGHTS.items() if name in held}
    prior = np.array([*(-3.0 for _ in kinds), *(known.get(name, 0.3) for name in FITTED)])
    free = np.array([*(True for _ in kinds), *(name not in held for name in FITTED)])
    weights: Floats = prior.copy()
    for _ in range(ROUNDS):
        chance = np.array([probability(float(odds)) for odds in matrix @ weights])
        spread = np.maximum(chance * (1 - chance), 1e-4)
        gradient = matrix.T @ (wrong - chance) - RIDGE * (weights - prior)
        curve = (matrix.T * spread) @ matrix + RIDGE * np.eye(len(weights))
        weights[free] += np.linalg.solve(curve[np.ix_(free, free)], gradient[free])
        weights[len(kinds) :] = np.maximum(0.0, weights[len(kinds) :])
    return weights


def _matrix(rows: Sequence[Capture], kinds: Sequence[str]) -> Floats:
    return np.array(
        [
            [*(float(row.kind == kind) for kind in kinds), *(row.features[name] for name in FITTED)]
            for row in rows
        ]
    )


def report(rows: Sequence[Capture], held: Sequence[str] = ()) -> None:
    """Print the constants, and the calibration on every second capture when fitted to the others."""
    kinds = sorted({row.kind for row in rows})
    weights = fit(rows, kinds, held)
    print("BIAS:", {kind: round(float(weight), 2) for kind, weight in zip(kinds, weights, strict=False)})
    print("WEIGHTS:", dict(zip(FITTED, (round(float(w), 2) for w in weights[len(kinds) :]), strict=True)))
    half = fit(rows[::2], kinds, held)
    chance = np.array([probability(float(odds)) for odds in _matrix(rows[1::2], kinds) @ half])
    wrong = np.array([row.wrong for row in rows[1::2]])
    print(f"{len(rows)} captures, {sum(row.wrong for row in rows)} wrong; of the half that was left out:")
    for low, high in pairwise(BINS):
        inside = (chance >= low) & ((chance < high) | (high == 1.0))
        if inside.any():
            told, was = chance[inside].mean(), wrong[inside].mean()
            count = inside.sum()
            print(f"  risk {low:.2f} to {high:.2f}: {count:4d} captures, {told:.3f} told, {was:.3f} wrong")
    for kind, unfamiliar in sorted({(row.kind, row.features["unfamiliar"]) for row in rows}):
        mine = [row.kind == kind and row.features["unfamiliar"] == unfamiliar for row in rows[1::2]]
        told, was = chance[mine].mean(), wrong[mine].mean()
        name = f"{kind}, unfamiliar" if unfamiliar else kind
        print(f"  {name}: {sum(mine)} captures, {told:.3f} told, {was:.3f} wrong")


def read_captures(path: Path) -> list[Capture]:
    """Captures that were kept."""
    return [Capture(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Measure, or take what was measured, and fit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", type=float, default=0.3, help="share of captures without noise")
    parser.add_argument("--captures", type=Path)
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--hold", nargs="*", choices=FITTED, default=())
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    if options.captures is not None and options.captures.exists():
        rows = read_captures(options.captures)
    else:
        loaded = load_form("maternal-enrolment")
        found = clips(loaded, options.manifest, options.each, rng)
        rows = list(captures(loaded, open_asr(load_settings({"threads": 1})), found, options.quiet, rng))
    if options.captures is not None:
        options.captures.write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows), encoding="utf-8")
    kinds = {row.kind for row in rows}
    if options.beside is not None:
        rows += [row for row in read_captures(options.beside) if row.kind not in kinds]
    report([rows[int(place)] for place in rng.permutation(len(rows))], options.hold)


if __name__ == "__main__":
    main()
