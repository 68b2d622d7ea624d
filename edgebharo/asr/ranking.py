"""Which of the texts proposed for an utterance was said, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from edgebharo.asr.acoustic import Alphabet, LogProbs
from edgebharo.asr.ctc import IMPOSSIBLE, Scores, sequence_log_probs
from edgebharo.hindi.numbers import CARDINALS

SILENCE = 0.0
"""Log prior of an utterance in which nothing was said."""
SAME_MEANING = {
    "हैं": "है",
    "महीने": "महीना",
    "महीनों": "महीना",
    "हुए": "हुआ",
    "हुई": "हुआ",
    "गए": "गया",
    "के": "का",
    "की": "का",
}
"""Forms of one word that no answer turns on: alternatives that differ only here share their probability."""


@dataclass(frozen=True)
class Proposal:
    """A text that may have been said."""

    text: str
    spoken: str
    """Its spelling as it is to be matched with the audio; the same number of words."""
    prior: float
    """Natural log; comparable between the sources of proposals."""


@dataclass(frozen=True)
class Ranked:
    """A proposal with its share of the probability of all proposals."""

    proposal: Proposal
    posterior: float
    """0..1, all proposals of the same meaning together."""


NOTHING = Proposal("", "", SILENCE)


def rank(
    log_probs: LogProbs, alphabet: Alphabet, proposals: Iterable[Proposal], temperature: float
) -> tuple[Ranked, ...]:
    """Score `proposals`, and silence, exactly: the best of each meaning, best first; posteriors sum to 1."""
    rows, labels = spelled(alphabet, proposals)
    return shares(rows, sequence_log_probs(log_probs, labels), temperature)


def spelled(
    alphabet: Alphabet, proposals: Iterable[Proposal]
) -> tuple[tuple[Proposal, ...], tuple[tuple[int, ...], ...]]:
    """Silence and all of `proposals` that the alphabet can spell, and the columns that spell each."""
    rows = (NOTHING, *(p for p in proposals if alphabet.encode(p.spoken)))
    return rows, tuple(alphabet.encode(row.spoken) or () for row in rows)


def shares(rows: Sequence[Proposal], scores: Scores, temperature: float) -> tuple[Ranked, ...]:
    """The best of each meaning, best first, with its posterior; `scores` [rows] are of the audio alone.

    A meaning is as probable as all its texts and spellings together. Log scores are divided by `temperature`
    before they become posteriors, see `Calibration`.
    """
    totals = scores + np.array([row.prior for row in rows])
    best: dict[str, int] = {}
    mass: dict[str, float] = {}
    seen: set[tuple[str, str]] = set()
    for index in np.argsort(-totals, kind="stable").tolist():
        row, key = rows[index], meaning(rows[index].text)
        if (key, row.spoken) in seen:
            continue
        seen.add((key, row.spoken))
        best.setdefault(key, index)
        mass[key] = float(np.logaddexp(mass.get(key, IMPOSSIBLE), totals[index]))
    order = sorted(best, key=lambda key: -mass[key])
    weights = np.exp((np.array([mass[key] for key in order]) - mass[order[0]]) / temperature)
    weights /= weights.sum()
    return tuple(Ranked(rows[best[key]], weight) for key, weight in zip(order, weights.tolist(), strict=True))


def meaning(text: str) -> str:
    """`text` with number words as numbers and inflections that no answer turns on folded."""
    words = (SAME_MEANING.get(word, word) for word in text.split())
    return " ".join(str(CARDINALS[word]) if word in CARDINALS else word for word in words)


def word_confidences(ranked: Sequence[Ranked]) -> tuple[float, ...]:
    """For each word of the first text, the posterior of all texts that hold it in the same place."""
    best = ranked[0].proposal.text.split()
    sure = [0.0] * len(best)
    for row in ranked:
        for index in _shared(best, row.proposal.text.split()):
            sure[index] += row.posterior
    return tuple(min(1.0, value) for value in sure)


def _shared(words: list[str], others: list[str]) -> list[int]:
    """Indices of `words` kept by the longest common subsequence with `others`."""
    rows, columns = len(words), len(others)
    length = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            same = meaning(words[i]) == meaning(others[j])
            length[i][j] = 1 + length[i + 1][j + 1] if same else max(length[i + 1][j], length[i][j + 1])
    kept, i, j = [], 0, 0
    while i < rows and j < columns:
        if meaning(words[i]) == meaning(others[j]) and length[i][j] == 1 + length[i + 1][j + 1]:
            kept.append(i)
            i, j = i + 1, j + 1
        elif length[i + 1][j] >= length[i][j + 1]:
            i += 1
        else:
            j += 1
    return kept


def log_score(posterior: float) -> float:
    """Natural log of a posterior, finite."""
    return log(max(posterior, 1e-12))
