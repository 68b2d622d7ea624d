"""How likely a word is after the two before it: a trigram model in one small file.

A model of our own, and not kenlm behind pyctcdecode: both are built from source on each device (no wheels for
arm64 nor for new Pythons) and pyctcdecode is no longer looked after, while all that is needed is a look-up in
three sorted arrays. The file is a NumPy archive without pickles, little-endian, a few hundred kilobytes;
`scripts/asr/build_lm.py` writes it, by interpolated Kneser-Ney smoothing (Chen and Goodman 1999).
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from edgebharo.errors import ModelFileError

START, END, UNKNOWN = 0, 1, 2
"""Word numbers: what stands before the first word and after the last one, and any word that is in no list."""
SPECIAL = ("<s>", "</s>", "<unk>")
NGRAM_FILE = "lm.npz"
LIMIT = 1 << 16
"""There are fewer words than this: three word numbers fit into 48 bits."""

Context: TypeAlias = tuple[int, int]
"""The numbers of the two words before."""
BEGIN: Context = (START, START)

_ROWS = {
    "words": np.uint8,
    "one": np.float16,
    "one_back": np.float16,
    "two": np.uint32,
    "two_log": np.float16,
    "two_back": np.float16,
    "three": np.uint64,
    "three_log": np.float16,
}
"""The arrays of the file. Keys hold word numbers, 16 bits each, the last word lowest, and ascend strictly."""


@dataclass(frozen=True)
class Table:
    """Grams of one length: their keys ascending, natural-log probabilities and back-off weights."""

    keys: npt.NDArray[Any]
    log: npt.NDArray[np.float16]
    back: npt.NDArray[np.float16]

    def find(self, key: int) -> int:
        """The row of `key`, or -1."""
        row = int(self.keys.searchsorted(self.keys.dtype.type(key)))
        return row if row < len(self.keys) and int(self.keys[row]) == key else -1


class Ngram:
    """See the module. Natural logs; every word, also an unknown one, has a probability in every context."""

    def __init__(self, words: tuple[str, ...], one: Table, two: Table, three: Table) -> None:
        self.numbers = {word: number for number, word in enumerate(words)}
        self.log_prob = lru_cache(maxsize=65_536)(self._log_prob)
        self._one, self._two, self._three = one, two, three

    def number(self, word: str) -> int:
        """The number of `word`; UNKNOWN where it is in no list."""
        return self.numbers.get(word, UNKNOWN)

    def alone(self) -> Iterator[tuple[str, float]]:
        """Every word with its log probability whatever stands before it."""
        for word, number in self.numbers.items():
            if number > UNKNOWN:
                yield word, float(self._one.log[number])

    def _log_prob(self, before: Context, word: int) -> float:
        """Log P(word | the two before)."""
        row = self._three.find((before[0] << 32) | (before[1] << 16) | word)
        if row >= 0:
            return float(self._three.log[row])
        row = self._two.find((before[0] << 16) | before[1])
        weight = float(self._two.back[row]) if row >= 0 else 0.0
        row = self._two.find((before[1] << 16) | word)
        if row >= 0:
            return weight + float(self._two.log[row])
        return weight + float(self._one.back[before[1]]) + float(self._one.log[word])

    def text(self, text: str) -> float:
        """Log probability of a whole single-spaced text, its end included; unknown words count as one."""
        before, total = BEGIN, 0.0
        for word in (*map(self.number, text.split()), END):
            total += self.log_prob(before, word)
            before = (before[1], word)
        return total


def load_ngram(path: Path) -> Ngram:
    """Read a model written by `scripts/asr/build_lm.py`.

    Raises:
        ModelFileError: the file is missing, or is no such model.
    """
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as archive:
            rows = {name: archive[name] for name in _ROWS}
        words = tuple(bytes(rows["words"]).decode("utf-8").split("\n"))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ModelFileError(
            "asr", f"cannot read the word model {path.name}; set the model up again"
        ) from error
    if not _is_sound(rows, words):
        raise ModelFileError("asr", f"the word model {path.name} is not one; set the model up again")
    none = np.zeros(0, np.float16)
    return Ngram(
        words,
        Table(np.arange(len(words)), rows["one"], rows["one_back"]),
        Table(rows["two"], rows["two_log"], rows["two_back"]),
        Table(rows["three"], rows["three_log"], none),
    )


def _is_sound(rows: dict[str, npt.NDArray[Any]], words: tuple[str, ...]) -> bool:
    """Whether the types, lengths, orders and probabilities of the arrays agree with each other."""
    lengths = {
        "one": len(words), "one_back": len(words),
        "two_log": len(rows["two"]), "two_back": len(rows["two"]), "three_log": len(rows["three"]),
    }  # fmt: skip
    logs = [rows[name] for name in ("one", "two_log", "three_log")]
    weights = [rows["one_back"], rows["two_back"]]
    return (
        all(rows[name].dtype == kind and rows[name].ndim == 1 for name, kind in _ROWS.items())
        and all(len(rows[name]) == length for name, length in lengths.items())
        and words[:3] == SPECIAL
        and len(set(words)) == len(words) < LIMIT
        and all(bool((np.diff(rows[name].astype(np.int64)) > 0).all()) for name in ("two", "three"))
        and all(bool(np.isfinite(log).all()) and float(log.max(initial=0.0)) <= 1e-2 for log in logs)
        and all(
            bool(np.isfinite(weight).all()) and float(weight.max(initial=0.0)) < 7.0 for weight in weights
        )
    )
