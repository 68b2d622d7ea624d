"""Fit how far a set of weights can be trusted, and write it beside them.

    python -m scripts.asr.calibrate models/asr-hi --folder SPEECH [--folder ...] [--data ../shared/data]

SPEECH holds a `manifest.tsv` as `scripts/asr_eval.py` reads it, of voices that the weights were not trained
on and that no evaluation uses. Each clip is heard once as it is and twice as a bad room, microphone or line
leaves it (`scripts.asr.augment`, seeded). Below --data only the school recordings are used: they may be
trained on, the other human sets are for evaluation alone.

Fitted: the temperature of the posteriors, by the likelihood of right and wrong first answers, for all kinds
together and for each kind with enough of both; and the entropy beyond which nothing was said, between
speech and made noise. Prints the expected calibration error before and after.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import soundfile

from edgebharo.asr.acoustic import AcousticModel
from edgebharo.asr.calibration import CALIBRATION_FILE, Calibration, save_calibration
from edgebharo.asr.gate import murkiness
from edgebharo.asr.hindi_ctc import HindiCtc
from edgebharo.asr.ngram import NGRAM_FILE, load_ngram
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import SAMPLE_RATE, ExpectKind, Pcm, Utterance, never_cancelled
from scripts.asr.augment import NOISES, degrade, to_peak
from scripts.asr_eval import Clip, folder_clips, human_clips

GRID: npt.NDArray[np.float64] = np.exp(np.linspace(np.log(1.0), np.log(30.0), 69))
"""Temperatures tried."""
BINS = 10
ENOUGH = 12
"""Right and wrong first answers each, below which a kind shares the common temperature."""
KEPT = 0.995
"""Share of the speech that the noise gate must let pass."""
OPEN = 4.0
"""A gate that refuses nothing: the entropy of 58 equal symbols is 4.06 nats."""
PLAIN = 10.0
"""Temperature at which the scores are read: none of them is cut off there."""
OWN = "0-20, primary school"
"""The human set that may be trained on."""


@dataclass(frozen=True)
class Heard:
    """One recording: the log scores of its alternatives, best first, and whether the first was right."""

    kind: ExpectKind
    scores: npt.NDArray[np.float64]
    right: bool
    murk: float


def confidence(heard: Heard, temperature: float) -> float:
    """Posterior of the first alternative."""
    return float(1.0 / np.exp((heard.scores - heard.scores[0]) / temperature).sum())


def likelihood(rows: Sequence[Heard], temperature: float) -> float:
    """Log likelihood of what was right and wrong, given the confidences."""
    sure = np.clip([confidence(row, temperature) for row in rows], 1e-6, 1 - 1e-6)
    right = np.array([row.right for row in rows])
    return float(np.where(right, np.log(sure), np.log1p(-sure)).sum())


def fit(rows: Sequence[Heard]) -> float:
    """The most likely temperature."""
    return round(float(max(GRID, key=lambda temperature: likelihood(rows, temperature))), 2)


def calibration_error(rows: Sequence[Heard], of: Calibration) -> float:
    """Expected calibration error (Naeini et al. 2015) over BINS equal bins of confidence, 0..1."""
    sure = np.array([confidence(row, of.of(row.kind)) for row in rows])
    right = np.array([row.right for row in rows], float)
    place = np.minimum((sure * BINS).astype(int), BINS - 1)
    gaps = [abs((sure - right)[place == index].sum()) for index in range(BINS)]
    return float(sum(gaps) / len(rows))


def recordings(clip: Clip, rng: np.random.Generator) -> Iterator[Pcm]:
    """The clip, and what two bad conditions make of it."""
    pcm, rate = soundfile.read(clip.path, dtype="int16")
    if rate != SAMPLE_RATE or pcm.ndim != 1:
        raise SystemExit(f"{clip.path.name}: 16 kHz mono is needed")
    yield np.asarray(pcm, np.int16)
    for _ in range(2):
        worse = degrade(np.asarray(pcm / 32_768, np.float32), rng)
        yield np.asarray(np.clip(worse, -1, 1) * 32_767, np.int16)


def hear(ear: HindiCtc, model: AcousticModel, clips: Sequence[Clip], seed: int) -> list[Heard]:
    """Every clip in every condition."""
    rng = np.random.default_rng(seed)
    rows = []
    for clip in clips:
        for pcm in recordings(clip, rng):
            murk = murkiness(model.log_probs(pcm))
            found = ear.transcribe(Utterance(0, 0, pcm.size, pcm, "silence"), clip.expect, never_cancelled)
            if murk is not None and found.hypotheses:
                right = clip.read(tokenize(found.text)) == clip.value
                scores = PLAIN * np.array([hypothesis.score for hypothesis in found.hypotheses])
                rows.append(Heard(clip.expect.kind, scores, right, murk))
    return rows


def noises(rng: np.random.Generator) -> Iterator[Pcm]:
    """Half a second to three seconds of everything that is not speech, quiet and loud."""
    for index in range(24):
        size = int(rng.integers(SAMPLE_RATE // 2, 3 * SAMPLE_RATE))
        for make in NOISES:
            yield np.asarray(to_peak(make(size, rng), 0.025 * (1 + index)) * 32_767, np.int16)


def fit_gate(speech: Sequence[float], noise: Sequence[float]) -> float:
    """The entropy that lets KEPT of the speech pass, or more where the noise lies higher still.

    Where no noise moved the ear at all, there is nothing to keep out, and no speech is refused either.
    """
    if not noise:
        return OPEN
    needed = float(np.quantile(speech, KEPT))
    above = [value for value in noise if value > needed]
    return round((needed + min(above)) / 2 if above else needed, 3)


def chosen_clips(folders: Sequence[Path], data: Path) -> list[Clip]:
    """The clips of the folders, and the school recordings where they are."""
    clips = [clip for folder in folders for clip in folder_clips(folder)]
    if (data / "hindi_audio" / "manifest.tsv").is_file():
        clips += [clip for clip in human_clips(data) if clip.group == OWN]
    return clips


def main() -> None:
    """Hear, fit, print, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", type=Path)
    parser.add_argument("--folder", type=Path, action="append", default=[])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--dry", action="store_true", help="print, write nothing")
    chosen = parser.parse_args()
    model, words = AcousticModel(chosen.model, chosen.threads), chosen.model / NGRAM_FILE
    plain = Calibration(temperature=PLAIN, murky=4.0)
    ear = HindiCtc(model, load_ngram(words) if words.exists() else None, plain)
    rows = hear(ear, model, chosen_clips(chosen.folder, chosen.data), chosen.seed)
    if not rows:
        raise SystemExit("no speech to calibrate with: name a --folder with a manifest.tsv")
    by_kind = {kind: [row for row in rows if row.kind == kind] for kind in sorted({r.kind for r in rows})}
    found = [
        murk
        for pcm in noises(np.random.default_rng(chosen.seed))
        if (murk := murkiness(model.log_probs(pcm)))
    ]
    fitted = replace(fit_all(rows, by_kind), murky=fit_gate([row.murk for row in rows], found))
    report(rows, by_kind, fitted)
    print(
        f"noise let through: {sum(murk <= fitted.murky for murk in found)} of {len(found)} with active frames"
    )
    if not chosen.dry:
        save_calibration(chosen.model / CALIBRATION_FILE, fitted)


def fit_all(rows: Sequence[Heard], by_kind: Mapping[ExpectKind, Sequence[Heard]]) -> Calibration:
    """One temperature for all, and one for each kind that has enough right and wrong answers."""
    own = {
        kind: fit(members)
        for kind, members in by_kind.items()
        if ENOUGH <= sum(row.right for row in members) <= len(members) - ENOUGH
    }
    return Calibration(fit(rows), MappingProxyType(own))


def report(rows: Sequence[Heard], by_kind: Mapping[ExpectKind, Sequence[Heard]], fitted: Calibration) -> None:
    """A line per kind."""
    print(f"{'kind':10}{'heard':>6}{'right':>8}{'T':>7}{'ECE usual':>11}{'ECE fitted':>12}")
    for kind, members in [*by_kind.items(), ("all", rows)]:
        right = sum(row.right for row in members) / len(members)
        temperature = fitted.temperature if kind == "all" else fitted.of(members[0].kind)
        errors = [calibration_error(members, of) for of in (Calibration(), fitted)]
        print(f"{kind:10}{len(members):6}{right:8.3f}{temperature:7.2f}{errors[0]:11.3f}{errors[1]:12.3f}")
    print(f"murky beyond {fitted.murky}")


if __name__ == "__main__":
    main()
