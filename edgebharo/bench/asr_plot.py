"""Draws what `bench asr` found: reliability, speakers, confusions."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgebharo.bench import scores
from edgebharo.bench.asr import scores_of
from edgebharo.bench.plot import INK, RIGHT, WRONG, save
from edgebharo.bench.scores import Score
from edgebharo.hindi.similarity import NUKTA, VIRAMA

if TYPE_CHECKING:
    from edgebharo.bench.suite import Result

MOST_BARS = 12


def draw_hearing(result: Result, path: Path) -> None:
    """Write a PNG with three panels. Words are romanised: a plot's fonts seldom know Devanagari.

    Raises:
        OutputError: the file cannot be written.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to load

    judged = scores_of(result.rows)
    figure = Figure(figsize=(15, 5), layout="constrained")
    reliability, people, mistakes = figure.subplots(1, 3)
    _draw_reliability(reliability, judged)
    _draw_speakers(people, judged)
    _draw_confusions(mistakes, judged)
    figure.suptitle(f"bench {result.suite}: {len(judged)} clips", color=INK)
    save(figure, path)


def _draw_reliability(axes: Any, judged: Sequence[Score]) -> None:
    bins = scores.reliability(judged)
    filled = [bin_ for bin_ in bins if bin_.clips]
    axes.plot([0, 1], [0, 1], color=INK, linewidth=0.8, linestyle=":")
    axes.bar(
        [(bin_.low + bin_.high) / 2 for bin_ in filled],
        [bin_.accuracy for bin_ in filled],
        width=0.9 / scores.BINS,
        color=RIGHT,
    )
    for bin_ in filled:
        middle, top = (bin_.low + bin_.high) / 2, bin_.accuracy or 0.0
        axes.annotate(str(bin_.clips), (middle, top + 0.01), ha="center", color=INK)
    error = scores.calibration_error(bins)
    axes.set(xlim=(0, 1), ylim=(0, 1.08), xlabel="confidence", ylabel="share right (number of clips)")
    axes.set_title("reliability" + ("" if error is None else f", ECE {error:.3f}"))


def _draw_speakers(axes: Any, judged: Sequence[Score]) -> None:
    rows = [row for row in scores.speakers(judged) if row.figure is not None][:MOST_BARS]
    labels = [f"{romanise(row.speaker)} ({row.clips})" for row in rows]
    axes.barh(labels, [row.figure for row in rows], color=RIGHT)
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), xlabel="share right")
    axes.set_title("speakers (clips), the worst first")


def _draw_confusions(axes: Any, judged: Sequence[Score]) -> None:
    rows = scores.confusions(judged)[:MOST_BARS]
    labels = [f"{romanise(row.reference)} → {romanise(row.heard or '(nothing)')}" for row in rows]
    axes.barh(range(len(rows)), [row.count for row in rows], color=WRONG)
    axes.set_yticks(range(len(rows)), [label if len(label) < 40 else label[:39] + "…" for label in labels])
    axes.invert_yaxis()
    axes.set(xlabel="times", xlim=(0, max((row.count for row in rows), default=1)))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_title("said → heard" if rows else "nothing was heard wrong")


def romanise(text: str) -> str:
    """Devanagari in Latin letters, by the names that Unicode gives its letters; the rest stays as it is."""
    letters: list[str] = []
    for char in unicodedata.normalize("NFD", text):
        name = unicodedata.name(char, "")
        sound = name.split()[-1].lower() if name.startswith("DEVANAGARI") else char
        if "VOWEL SIGN" in name or char == VIRAMA:
            letters[-1:] = [letters[-1].removesuffix("a")] if letters else []
            sound = "" if char == VIRAMA else sound
        elif char == NUKTA:
            sound = ""
        elif name.startswith("DEVANAGARI SIGN"):
            sound = "n"
        letters.append(sound)
    return "".join(letters)
