"""Kokoro with its clock in the open: how long each phoneme lasts can be read and stretched.

The packaged graph predicts a length for every token, rounds it to frames of 25 ms and speaks. Two small
changes to the loaded graph make a corpus cheaper and more varied: a new input `stretch` multiplies the
predicted lengths, and a new output gives the frames that were used. So several short answers can be spoken in
one run, with pauses as long as we please, and cut apart where the model itself says that they end.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper

from edgebharo.errors import InferenceError
from edgebharo.tts.kokoro import MAX_PHONEMES, RATE
from edgebharo.tts.phonemes import Phonemizer
from edgebharo.tts.voices import Style

Samples = npt.NDArray[np.float32]

FRAME = 600
"""Samples of one frame of a predicted length: 25 ms at 24 kHz."""

PAUSE = (",", " ")
"""Spoken between two answers."""

PAUSE_STRETCH = 2.5
"""Makes a comma's usual 100 ms a quarter of a second."""

QUIET = 0.0126
"""A 20 ms stretch below this share of the loudest one is a pause (-38 dB)."""

ROUNDING = "/encoder/Round"
LENGTHS = "/encoder/Clip_output_0"
"""The node that rounds predicted lengths to frames, and the tensor of lengths that are at least one frame."""


@dataclass(frozen=True)
class Piece:
    """A part of what was spoken in one run: answers `first` to `last` with no pause between them."""

    first: int
    last: int
    """Inclusive."""
    samples: Samples
    """24 kHz, silence at the ends not yet trimmed."""


def load(model: Path, threads: int) -> ort.InferenceSession:
    """The graph of `model` with the input `stretch` float32 [1, n] and the output of lengths [1, n]."""
    graph = onnx.load(str(model))
    index, rounding = next(
        (index, node) for index, node in enumerate(graph.graph.node) if node.name == ROUNDING
    )
    stretching = helper.make_node("Mul", [rounding.input[0], "stretch"], ["stretched_lengths"])
    rounding.input[0] = "stretched_lengths"
    graph.graph.node.insert(index, stretching)
    graph.graph.input.append(helper.make_tensor_value_info("stretch", TensorProto.FLOAT, [1, None]))
    graph.graph.output.append(helper.make_tensor_value_info(LENGTHS, TensorProto.FLOAT, None))
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.inter_op_num_threads = 1
    return ort.InferenceSession(graph.SerializeToString(), settings, providers=["CPUExecutionProvider"])


class TimedKokoro:
    """Speaks several answers in one run and hands them back apart."""

    def __init__(self, model: Path, vocab: Path, threads: int) -> None:
        self._session = load(model, threads)
        self._vocab: dict[str, int] = json.loads(vocab.read_text(encoding="utf-8"))["vocab"]
        self._phonemizer = Phonemizer("hi")

    def speak(self, answers: Sequence[str], style: Style, speed: float, rng: Random) -> list[Piece]:
        """Speak `answers` in one breath each; `rng` varies the length of each phoneme a little.

        Two neighbours that the voice ran together, without a pause to cut at, stay one piece.

        Raises:
            InferenceError: an answer has no phonemes, or all of them are too many for one run.
        """
        spelled = [[p for p in self._phonemizer.phonemes(answer) if p in self._vocab] for answer in answers]
        if not all(any(phoneme.isalpha() for phoneme in phonemes) for phonemes in spelled):
            raise InferenceError("tts", "nothing to say")
        tokens, pauses = _join(spelled)
        if len(tokens) > MAX_PHONEMES:
            raise InferenceError("tts", f"{len(tokens)} phonemes are too many for one run")
        samples, ends = self._run(tokens, pauses, style, speed, rng)
        return _cut(samples, [(int(ends[a]), int(ends[b])) for a, b in pauses])

    def _run(
        self, tokens: list[str], pauses: list[tuple[int, int]], style: Style, speed: float, rng: Random
    ) -> tuple[Samples, npt.NDArray[np.int64]]:
        """Samples, and the sample at which each token (the leading zero first) ends."""
        spread = rng.choice((0.0, 0.1, 0.2))
        stretch = np.array([1.0, *(np.exp(rng.gauss(0, spread)) for _ in tokens), 1.0], np.float32)
        for start, end in pauses:
            stretch[start + 1 : end + 1] = PAUSE_STRETCH
        feed = {
            "tokens": np.array([[0, *(self._vocab[token] for token in tokens), 0]], np.int64),
            "style": style[None, len(tokens) - 1],
            "speed": np.array([speed], np.float32),
            "stretch": stretch[None],
        }
        audio, lengths = self._session.run(None, feed)
        ends = np.cumsum(np.asarray(lengths).ravel()).astype(np.int64) * FRAME
        return np.asarray(audio, np.float32).ravel(), ends


def _join(spelled: Sequence[Sequence[str]]) -> tuple[list[str], list[tuple[int, int]]]:
    """All phonemes with pauses between the answers, and the half-open ranges of the pauses."""
    tokens: list[str] = []
    pauses: list[tuple[int, int]] = []
    for index, phonemes in enumerate(spelled):
        if index:
            pauses.append((len(tokens), len(tokens) + len(PAUSE)))
            tokens += PAUSE
        tokens += phonemes
    return tokens, pauses


def _cut(samples: Samples, pauses: Sequence[tuple[int, int]]) -> list[Piece]:
    """Cut in the quietest 20 ms of each pause (ranges of samples) that is quiet enough."""
    window = RATE // 50
    power = np.convolve(np.square(samples), np.ones(window, np.float32) / window, "same")
    loudest = float(power.max(initial=1e-12))
    pieces: list[Piece] = []
    first, start = 0, 0
    for index, (left, right) in enumerate(pauses):
        quietest = left + int(np.argmin(power[left:right])) if right > left else left
        if power[quietest] < loudest * QUIET**2:
            pieces.append(Piece(first, index, samples[start:quietest]))
            first, start = index + 1, quietest
    return [*pieces, Piece(first, len(pauses), samples[start:])]
