"""A broken model is refused when it is loaded, never while a caller waits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from edgebharo.asr.backends import ASR
from edgebharo.asr.hindi_ctc import HindiCtcOptions
from edgebharo.errors import ModelFileError, UnknownBackendError

MODEL_DIR = Path(__file__).parents[2] / "models" / "asr-hi"
TOKENS: list[str] = json.loads((MODEL_DIR / "tokens.json").read_text(encoding="utf-8"))


def load(folder: Path) -> None:
    ASR.create("hindi-ctc", HindiCtcOptions(folder, threads=1))


def folder_with(tmp_path: Path, tokens: object) -> Path:
    (tmp_path / "model.int8.onnx").symlink_to(MODEL_DIR / "model.int8.onnx")
    (tmp_path / "tokens.json").write_text(json.dumps(tokens), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "tokens",
    [
        TOKENS[::-1],
        [*TOKENS[:3], TOKENS[4], TOKENS[3], *TOKENS[5:]],
        TOKENS[1:],
        [*TOKENS[:-1], "x"],
        [*TOKENS, TOKENS[-1]],
        {"tokens": TOKENS},
        [],
        [1, 2],
    ],
)
def test_wrong_token_table(tmp_path: Path, tokens: object) -> None:
    with pytest.raises(ModelFileError):
        load(folder_with(tmp_path, tokens))


@pytest.mark.model
def test_table_of_another_size(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="belong together"):
        load(folder_with(tmp_path, TOKENS[:-1]))


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError):
        load(tmp_path)
    shutil.copy(MODEL_DIR / "tokens.json", tmp_path)
    with pytest.raises(ModelFileError, match="missing"):
        load(tmp_path)


def test_truncated_model(tmp_path: Path) -> None:
    shutil.copy(MODEL_DIR / "tokens.json", tmp_path)
    head = (MODEL_DIR / "model.int8.onnx").read_bytes()[:100_000]
    (tmp_path / "model.int8.onnx").write_bytes(head)
    with pytest.raises(ModelFileError, match="corrupt"):
        load(tmp_path)


def test_unknown_backend() -> None:
    with pytest.raises(UnknownBackendError, match="hindi-ctc"):
        ASR.create("whisper-of-the-north", None)
