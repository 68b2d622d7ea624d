"""From what a foreign recogniser reports to a Transcript: normal text, word times, confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np

from edgebharo.asr.frontend import Audio
from edgebharo.hindi.normalize import normalize
from edgebharo.types import SAMPLE_RATE, Hypothesis, Pcm, Transcript, Word

LEAD = int(0.1 * SAMPLE_RATE)
"""Samples of silence put before the speech."""
TAIL = int(0.5 * SAMPLE_RATE)
"""Samples of silence put after it, so that the last word is written."""
SHORTEST = int(1.1 * SAMPLE_RATE)
"""Whisper writes nothing for less than a second of sound; every recogniser gets at least this much."""
LAST_MS = 240
"""How long a word goes on after its last piece began, where nothing follows: about one syllable."""
UNRATED = 0.5
"""Confidence of a recogniser that reports none: "as likely wrong as right", so that every value of a kind
that is read back when in doubt is read back."""
_WORD_START = ("▁", " ")


@dataclass(frozen=True)
class Heard:
    """What a recogniser made of one piece of audio."""

    text: str
    pieces: tuple[str, ...] = ()
    """Pieces of words in order; one that begins a word starts with a space or ▁."""
    starts_ms: tuple[int, ...] = ()
    """When each piece begins, from the utterance's first sample; empty where that is not known."""
    log_probs: tuple[float, ...] = ()
    """Natural-log probability of each piece; empty where that is not known."""


def padded(pcm: Pcm, least: int = SHORTEST) -> Audio:
    """`pcm` (int16 [n]) as float32 in -1..1 between LEAD and TAIL samples of silence, `least` or more."""
    audio = np.zeros(max(least, LEAD + pcm.size + TAIL), np.float32)
    audio[LEAD : LEAD + pcm.size] = pcm.astype(np.float32) / 32768
    return audio


def heard_of(
    text: str, pieces: Sequence[str], seconds: Sequence[float], log_probs: Sequence[float], *, offset: int = 0
) -> Heard:
    """What a library reports of padded audio; `offset`: where that audio begins in the utterance, in samples.

    What is not there for every piece is left out.
    """
    starts = tuple(max(0, round(1000 * (second + (offset - LEAD) / SAMPLE_RATE))) for second in seconds)
    count = len(pieces)
    return Heard(
        text,
        tuple(pieces),
        starts if len(starts) == count else (),
        tuple(log_probs) if len(log_probs) == count else (),
    )


def transcript_of(utterance_id: int, heard: Sequence[Heard], length: int) -> Transcript:
    """Join what was heard in an utterance of `length` samples, in order.

    The confidence is the product of the pieces' probabilities, of a word as of the whole: the model's own
    probability that nothing in it is wrong. Where the recogniser reports none it is UNRATED.
    """
    text = normalize(" ".join(part.text for part in heard))
    if not text:
        return Transcript(utterance_id, "")
    rated = all(part.log_probs for part in heard if part.text)
    total = sum(sum(part.log_probs) for part in heard)
    confidence = _probability(total) if rated else UNRATED
    words = _words(heard, round(1000 * length / SAMPLE_RATE))
    if tuple(word.text for word in words) != tuple(text.split()):
        words = ()
    return Transcript(utterance_id, text, (Hypothesis(text, log(max(confidence, 1e-30))),), words, confidence)


def _probability(log_prob: float) -> float:
    return exp(min(0.0, log_prob))


def _words(heard: Sequence[Heard], end_ms: int) -> tuple[Word, ...]:
    """The words with their places; empty where pieces or times are missing."""
    if any(part.text and not len(part.pieces) == len(part.starts_ms) > 0 for part in heard):
        return ()
    groups: list[list[tuple[str, int, float | None]]] = []
    for part in heard:
        sure = part.log_probs or (None,) * len(part.pieces)
        for index, row in enumerate(zip(part.pieces, part.starts_ms, sure, strict=True)):
            if index == 0 or row[0].startswith(_WORD_START):
                groups.append([])
            groups[-1].append(row)
    words: list[Word] = []
    for index, group in enumerate(groups):
        follows = groups[index + 1][0][1] if index + 1 < len(groups) else end_ms
        words += _split(group, max(group[0][1], min(follows, group[-1][1] + LAST_MS)))
    return tuple(words)


def _split(group: Sequence[tuple[str, int, float | None]], end_ms: int) -> list[Word]:
    """One written word; normalisation may leave nothing of it, or several words that share its time."""
    texts = normalize("".join(piece for piece, _, _ in group).replace("▁", " ")).split()
    sure = [value for _, _, value in group if value is not None]
    confidence = _probability(sum(sure)) if sure else UNRATED
    start = group[0][1]
    edges = [start + (end_ms - start) * place // max(1, len(texts)) for place in range(len(texts) + 1)]
    return [
        Word(text, first, last, confidence)
        for text, first, last in zip(texts, edges, edges[1:], strict=False)
    ]
