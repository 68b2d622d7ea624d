"""The real recogniser, loaded once; synthetic log-probabilities; the golden clips."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from edgebharo.asr.acoustic import Alphabet, LogProbs, load_alphabet
from edgebharo.asr.backends import ASR
from edgebharo.asr.hindi_ctc import HindiCtcOptions
from edgebharo.ports import Asr
from edgebharo.types import Utterance
from scripts.build_tiny_asr import BUILDERS, build

MODEL_DIR = Path(__file__).parents[2] / "models" / "asr-hi"
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="session")
def asr() -> Asr:
    return ASR.create("hindi-ctc", HindiCtcOptions(MODEL_DIR, threads=1))


@pytest.fixture(scope="session")
def alphabet() -> Alphabet:
    return load_alphabet(MODEL_DIR / "tokens.json")


@pytest.fixture(scope="session")
def golden() -> Callable[[str], Utterance]:
    def load(name: str) -> Utterance:
        pcm, rate = soundfile.read(GOLDEN / f"{name}.flac", dtype="int16")
        assert rate == 16_000
        return Utterance(7, 0, pcm.size, np.asarray(pcm, np.int16), "silence")

    return load


@pytest.fixture(scope="session")
def spell(alphabet: Alphabet) -> Callable[..., LogProbs]:
    """Log-probabilities of a voice that says `text`, one letter each second frame, and is `sure` of it."""

    def frames(text: str, sure: float = 0.9) -> LogProbs:
        columns = alphabet.encode(text)
        assert columns is not None
        said = [0]
        for column in columns:
            said += [column, 0]
        rest = (1.0 - sure) / (alphabet.columns - 1)
        table = np.full((len(said) + 1, alphabet.columns), rest)
        table[np.arange(len(said)), said] = sure
        table[-1, 0] = sure
        return np.log(table).astype(np.float32)

    return frames


@pytest.fixture(scope="session")
def tiny_ears(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of each family of recognisers, built once; tests copy what they change."""
    root = tmp_path_factory.mktemp("ears")
    for name in BUILDERS:
        build(name, root / name)
    return root
