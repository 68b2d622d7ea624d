"""Build the word model of the ear from text: counts, Kneser-Ney smoothing, one file.

    python -m scripts.asr.build_lm --lines 150000 --seed 7 --out models/asr-hi/lm.npz
    python -m scripts.asr.build_lm --text LINES.tsv --out models/asr-hi/lm.npz

The text is that of `scripts.asr.texts` (or a file of it: kind <tab> text), without the kinds that are single
dictionary words or runs of them: their order says nothing. Words that occur once, or that are not the
project's own, count as the unknown word, so that no dictionary becomes part of the file. The same text gives
the same file.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from math import log
from pathlib import Path

import numpy as np

from edgebharo.asr.lexicon import conversation, names
from edgebharo.asr.ngram import END, LIMIT, SPECIAL, START, UNKNOWN
from scripts.asr.texts import stream
from scripts.asr.word_sources import districts, own_phrases, own_words, training_text

LEFT_OUT = frozenset({"common", "word", "word_run", "number", "digits"})
"""Kinds that say nothing about the order of words; numbers have a grammar of their own."""
WORD_FILES = ("daily", "loans", "given_names", "surnames", "places", "states")
PHRASE_FILES = ("answers", "sentences", "wishes", "yes_no")
SELDOM = 2
"""Trigrams seen less often are left to the bigrams."""

Gram = tuple[int, ...]


def own_vocabulary() -> frozenset[str]:
    """Every word that the project itself lists."""
    lines = [
        *(word for name in WORD_FILES for word in own_words(name)),
        *(line for name in PHRASE_FILES for line in own_phrases(name)),
        *districts(),
        *(entry.spoken for entry in (*conversation(), *names())),
    ]
    return frozenset(word for line in lines for word in training_text(line.replace("{", " {")).split())


def lines_of(chosen: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Kind and text of each line."""
    if chosen.text:
        with chosen.text.open(encoding="utf-8") as file:
            for row in file:
                kind, _, text = row.rstrip("\n").partition("\t")
                yield kind, text
    else:
        for line in islice(stream(chosen.seed), chosen.lines):
            yield line.kind, line.text


def numbered(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], Counter[Gram]]:
    """The words, and how often each three of them follow each other."""
    own, texts = own_vocabulary(), Counter(text for kind, text in lines if kind not in LEFT_OUT)
    seen: Counter[str] = Counter()
    for text, times in texts.items():
        for word in text.split():
            seen[word] += times
    words = (*SPECIAL, *sorted(word for word, times in seen.items() if word in own and times > 1))
    if len(words) >= LIMIT:
        raise SystemExit(f"{len(words)} words are too many: {LIMIT - 1} fit")
    number = {word: index for index, word in enumerate(words)}
    grams: Counter[Gram] = Counter()
    for text, times in texts.items():
        row = [START, START, *(number.get(word, UNKNOWN) for word in text.split()), END]
        for place in range(2, len(row)):
            grams[tuple(row[place - 2 : place + 1])] += times
    return words, grams


def discounted(
    counts: Mapping[Gram, int], lower: Mapping[Gram, float]
) -> tuple[dict[Gram, float], dict[Gram, float]]:
    """Interpolated probabilities of grams and the back-off weight of each context.

    `lower` holds the probabilities of the grams that are one word shorter. The discount is n1 / (n1 + 2 n2)
    (Ney, Essen and Kneser 1994).
    """
    once, twice = (sum(1 for count in counts.values() if count == k) for k in (1, 2))
    discount = once / (once + 2 * twice) if once else 0.5
    total: dict[Gram, int] = defaultdict(int)
    kinds: dict[Gram, int] = defaultdict(int)
    for gram, count in counts.items():
        total[gram[:-1]] += count
        kinds[gram[:-1]] += 1
    back = {context: discount * kinds[context] / total[context] for context in total}
    probability = {
        gram: (count - discount) / total[gram[:-1]] + back[gram[:-1]] * lower[gram[1:]]
        for gram, count in counts.items()
    }
    return probability, back


def continuations(counts: Mapping[Gram, int]) -> Counter[Gram]:
    """In how many contexts the end of each gram was seen; how often, where a text begins."""
    ends: Counter[Gram] = Counter()
    for gram, count in counts.items():
        ends[gram[1:]] += count if gram[1] == START else 1
    return ends


def remainders(kept: Mapping[Gram, float], lower: Mapping[Gram, float]) -> dict[Gram, float]:
    """Back-off weight of each context: what `kept` leaves, over what `lower` gives to the other words."""
    given: dict[Gram, float] = defaultdict(float)
    below: dict[Gram, float] = defaultdict(float)
    for gram, probability in kept.items():
        given[gram[:-1]] += probability
        below[gram[:-1]] += lower[gram[1:]]
    return {context: (1.0 - given[context]) / max(1e-3, 1.0 - below[context]) for context in given}


def build(words: tuple[str, ...], grams: Counter[Gram]) -> dict[str, np.ndarray]:
    """The arrays of the file."""
    pairs = continuations(grams)
    ones = continuations(pairs)
    share = {gram: (count + 0.5) / (sum(ones.values()) + len(words) / 2) for gram, count in ones.items()}
    flat = 0.5 / (sum(ones.values()) + len(words) / 2)
    one: dict[Gram, float] = {(index,): share.get((index,), flat) for index in range(len(words))}
    two, two_back = discounted(pairs, one)
    three, _ = discounted(grams, two)
    kept = sorted(gram for gram in three if grams[gram] >= SELDOM)
    three_back = remainders({gram: three[gram] for gram in kept}, two)
    two[START, START] = 0.0  # never said, but it is what the first word stands after
    rows = sorted(two)
    return {
        "words": np.frombuffer("\n".join(words).encode("utf-8"), np.uint8),
        "one": _logs(one[(index,)] for index in range(len(words))),
        "one_back": _logs(two_back.get((index,), 1.0) for index in range(len(words))),
        "two": np.array([a << 16 | b for a, b in rows], np.uint32),
        "two_log": _logs(two[gram] for gram in rows),
        "two_back": _logs(three_back.get(gram, 1.0) for gram in rows),
        "three": np.array([a << 32 | b << 16 | c for a, b, c in kept], np.uint64),
        "three_log": _logs(three[gram] for gram in kept),
    }


def _logs(values: Iterable[float]) -> np.ndarray:
    return np.array([log(max(value, 1e-9)) for value in values], np.float16)


def main() -> None:
    """Count, smooth, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--text", type=Path, help="lines of kind <tab> text, instead of the generator's")
    parser.add_argument("--lines", type=int, default=150_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    words, grams = numbered(lines_of(chosen))
    rows = build(words, grams)
    np.savez_compressed(chosen.out, allow_pickle=False, **rows)
    size = chosen.out.stat().st_size
    print(f"{len(words)} words, {len(rows['two'])} pairs, {len(rows['three'])} threes, {size} bytes")


if __name__ == "__main__":
    main()
