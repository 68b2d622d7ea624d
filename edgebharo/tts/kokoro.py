"""Kokoro-82M: one ONNX graph that speaks Hindi phonemes in the style of a voice array.

The graph takes `tokens` int64 [1, n + 2] (phonemes between two zeros), `style` float32 [1, 256] and `speed`
float32 [1], and gives float32 samples [m] at 24 kHz. Its training limits a sentence to 510 phonemes, and
row n - 1 of a voice array is the style for n phonemes (hexgrad/kokoro, `KPipeline.infer`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import onnxruntime as ort

from edgebharo.errors import InferenceError, ModelFileError
from edgebharo.tts.options import KokoroOptions, VoiceShare
from edgebharo.tts.phonemes import Phonemizer
from edgebharo.tts.sentences import split_sentences
from edgebharo.tts.shape import finish
from edgebharo.tts.voices import ROWS, Style, load_style
from edgebharo.types import Cancelled, Speech

__all__ = ["KokoroOptions", "VoiceShare", "create"]

RATE = 24_000
"""Hertz."""

MAX_PHONEMES = ROWS

_PAUSES = frozenset(",;:.—…")


class Kokoro:
    """A voice of Kokoro-82M.

    Working memory grows with a sentence's length (by 300 MB for 12 s of speech): it is given back after each.
    """

    def __init__(
        self, session: ort.InferenceSession, vocab: Mapping[str, int], style: Style, speed: float
    ) -> None:
        self._session = session
        self._vocab = vocab
        self._style = style
        self._speed = speed
        self._phonemizer = Phonemizer("hi")
        self._shrink = ort.RunOptions()
        self._shrink.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """Speak `line`, one Speech per sentence, 24 kHz; stops before the next sentence once cancelled.

        Raises:
            InferenceError: the phonemiser or the model failed.
        """
        pieces = [piece for sentence in split_sentences(line) for piece in self._pieces(sentence)]
        for index, tokens in enumerate(pieces):
            if cancelled():
                return
            last = index == len(pieces) - 1
            yield Speech(finish(self._run(tokens), RATE, last=last), RATE, last)

    def _pieces(self, sentence: str) -> Iterator[list[int]]:
        """Tokens of one sentence, cut at pauses where it is too long; unknown phonemes are dropped."""
        phonemes = [p for p in self._phonemizer.phonemes(sentence) if p in self._vocab]
        for piece in cut_phonemes(phonemes, MAX_PHONEMES):
            yield [self._vocab[phoneme] for phoneme in piece]

    def _run(self, tokens: list[int]) -> Style:
        feed = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": self._style[None, len(tokens) - 1],
            "speed": np.array([self._speed], np.float32),
        }
        try:
            (audio,) = self._session.run(None, feed, self._shrink)
        except Exception as error:
            raise InferenceError("tts", f"Kokoro failed on a sentence of {len(tokens)} phonemes") from error
        samples: Style = np.asarray(audio, np.float32)
        return samples


def cut_phonemes(phonemes: list[str], limit: int) -> Iterator[list[str]]:
    """Pieces of at most `limit` phonemes, cut after the last pause that fits, else the last space."""
    rest = phonemes
    while len(rest) > limit:
        cut = _last(rest[:limit], _PAUSES) or _last(rest[:limit], frozenset(" ")) or limit
        yield rest[:cut]
        rest = rest[cut:]
    if any(phoneme.isalpha() for phoneme in rest):
        yield rest


def create(options: KokoroOptions) -> Kokoro:
    """Load the model.

    Raises:
        ModelFileError: a file is missing or damaged.
    """
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.inter_op_num_threads = 1
    try:
        session = ort.InferenceSession(str(options.model_path), settings, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelFileError("tts", f"{options.model_path} is no model that can be loaded") from error
    return Kokoro(session, _load_vocab(options.vocab_path), load_style(options.voice), options.speed)


def _load_vocab(path: Path) -> Mapping[str, int]:
    try:
        vocab = json.loads(path.read_text(encoding="utf-8"))["vocab"]
        return {str(phoneme): int(token) for phoneme, token in vocab.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelFileError("tts", f"{path} is no phoneme vocabulary") from error


def _last(phonemes: list[str], marks: frozenset[str]) -> int:
    """Count of phonemes up to and with the last mark; 0 where there is none."""
    return next((i + 1 for i in range(len(phonemes) - 1, -1, -1) if phonemes[i] in marks), 0)
