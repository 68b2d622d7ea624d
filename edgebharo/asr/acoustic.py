"""The acoustic model: padded audio to symbol log-probabilities, checked when it is loaded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edgebharo.asr.frontend import (
    HOP,
    LEAD_FRAMES,
    LEAD_SILENCE,
    SHIFT_FRAMES,
    SHORT_SAMPLES,
    Audio,
    prepare,
    windows,
)
from edgebharo.errors import InferenceError, ModelFileError
from edgebharo.types import Pcm

LogProbs = npt.NDArray[np.float32]
"""Natural-log probabilities, shape [frames, symbols]; column 0 is the CTC blank."""

BLANK = 0
MODEL_FILE = "model.int8.onnx"
TOKENS_FILE = "tokens.json"
_STAGE = "asr"


@dataclass(frozen=True)
class Alphabet:
    """The model's symbols. Column i of the log-probabilities is `symbols[i - 1]`; column 0 is the blank."""

    symbols: tuple[str, ...]

    @cached_property
    def _table(self) -> dict[str, int]:
        return {symbol: column for column, symbol in enumerate(self.symbols, start=1)}

    @property
    def columns(self) -> int:
        """Width of the log-probabilities, blank included."""
        return len(self.symbols) + 1

    def encode(self, text: str) -> tuple[int, ...] | None:
        """The columns that spell `text`; None where a character is not in the alphabet."""
        columns = tuple(self._table.get(symbol, BLANK) for symbol in text)
        return None if BLANK in columns else columns

    def decode(self, columns: tuple[int, ...]) -> str:
        """The text that `columns` (no blanks) spell."""
        return "".join(self.symbols[column - 1] for column in columns)


def load_alphabet(path: Path) -> Alphabet:
    """Read a token table: a JSON list of one space and single Devanagari code points, ascending, no doubles.

    The order is part of the check: a table of another model, or a shuffled one, would otherwise turn
    every transcript into another text without any error.

    Raises:
        ModelFileError: the file is missing, or is no such list.
    """
    try:
        raw: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelFileError(
            _STAGE, f"cannot read the token table {path.name}; set the model up again"
        ) from error
    if not isinstance(raw, list) or not all(isinstance(symbol, str) and len(symbol) == 1 for symbol in raw):
        raise ModelFileError(_STAGE, f"the token table {path.name} is not a list of single characters")
    symbols = tuple(str(symbol) for symbol in raw)
    devanagari = all(symbol == " " or "\u0900" <= symbol <= "\u0963" for symbol in symbols)
    if not devanagari or " " not in symbols or list(symbols) != sorted(set(symbols)):
        raise ModelFileError(_STAGE, f"the token table {path.name} does not belong to a Hindi model")
    return Alphabet(symbols)


class AcousticModel:
    """One ONNX session: float32 `audio` [1, n] to float32 log-probabilities [1, n / HOP, columns]."""

    def __init__(self, model_dir: Path, threads: int) -> None:
        self.alphabet = load_alphabet(model_dir / TOKENS_FILE)
        self._session = _open_session(model_dir / MODEL_FILE, threads)
        self._input = str(self._session.get_inputs()[0].name)
        self._check_shape()

    def log_probs(self, pcm: Pcm) -> LogProbs:
        """Log-probabilities [frames, columns] of `pcm` (int16 [n] at 16 kHz, any length, also 0).

        The first LEAD_FRAMES frames belong to padding. Audio beyond one window is cut in a quiet place and
        joined again, padding removed, so that frame LEAD_FRAMES + k is always sample k * HOP. What is at most
        SHORT_SAMPLES long is heard at two positions, and the two probabilities are averaged.

        Raises:
            InferenceError: the model failed.
        """
        if 0 < pcm.size <= SHORT_SAMPLES:
            return self._twice(pcm)
        parts: list[LogProbs] = []
        pieces = windows(pcm)
        for index, piece in enumerate(pieces):
            frames = self._run(prepare(piece))
            first = 0 if index == 0 else LEAD_FRAMES
            last = len(frames) if index == len(pieces) - 1 else LEAD_FRAMES + piece.size // HOP
            parts.append(frames[first:last])
        return np.concatenate(parts)

    def _twice(self, pcm: Pcm) -> LogProbs:
        first = self._run(prepare(pcm))
        second = self._run(prepare(pcm, LEAD_SILENCE + SHIFT_FRAMES * HOP))[SHIFT_FRAMES:]
        averaged: LogProbs = np.logaddexp(first, second) - np.float32(np.log(2.0))
        return averaged

    def _run(self, audio: Audio) -> LogProbs:
        try:
            output: LogProbs = np.asarray(
                self._session.run(None, {self._input: audio[None]})[0][0], np.float32
            )
        except Exception as error:
            raise InferenceError(_STAGE, "the acoustic model failed on an utterance") from error
        return output

    def _check_shape(self) -> None:
        """Half a second of silence must give the right number of frames, columns and total probability."""
        try:
            frames = self._run(prepare(np.zeros(8000, np.int16)))
        except InferenceError as error:
            raise ModelFileError(
                _STAGE, f"{MODEL_FILE} loads but does not run; set the model up again"
            ) from error
        if frames.ndim != 2 or frames.shape[1] != self.alphabet.columns:
            raise ModelFileError(_STAGE, f"{TOKENS_FILE} and {MODEL_FILE} do not belong together")
        if not np.allclose(np.exp(frames).sum(axis=1), 1.0, atol=1e-2):
            raise ModelFileError(_STAGE, f"{MODEL_FILE} does not give log-probabilities")


def _open_session(path: Path, threads: int) -> Any:
    import onnxruntime  # noqa: PLC0415 - heavy: only a device that runs this recogniser pays for it

    if not path.is_file():
        raise ModelFileError(_STAGE, f"the acoustic model {path.name} is missing; run the set-up")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelFileError(
            _STAGE, f"the acoustic model {path.name} is corrupt; set the model up again"
        ) from error
