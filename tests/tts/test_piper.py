from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from real_voices import TINY_PIPER, piper_options

from edgebharo.errors import ModelFileError
from edgebharo.tts.piper import create
from edgebharo.types import never_cancelled

pytestmark = pytest.mark.unit


def test_the_rate_is_the_one_in_the_voices_json(tmp_path: Path) -> None:
    model = shutil.copy(TINY_PIPER, tmp_path / "voice.onnx")
    config = json.loads(TINY_PIPER.with_name("tiny-piper.onnx.json").read_text(encoding="utf-8"))
    config["audio"]["sample_rate"] = 22_050
    (tmp_path / "voice.onnx.json").write_text(json.dumps(config), encoding="utf-8")
    (chunk,) = create(piper_options(Path(model))).synthesize("नमस्ते।", never_cancelled)
    assert chunk.rate == 22_050


def test_speed_divides_the_length() -> None:
    slow, fast = (
        sum(
            len(c.pcm)
            for c in create(piper_options(TINY_PIPER, speed)).synthesize("नमस्ते जी", never_cancelled)
        )
        for speed in (0.5, 1.0)
    )
    assert slow / fast == pytest.approx(2, rel=0.1)


def test_digits_are_hindi_words_for_a_hindi_voice() -> None:
    voice = create(piper_options(TINY_PIPER))
    (digit,) = voice.synthesize("4", never_cancelled)
    (word,) = voice.synthesize("चार", never_cancelled)
    assert np.array_equal(digit.pcm, word.pcm)


def test_a_voice_spelled_in_letters_needs_no_phonemes(tmp_path: Path) -> None:
    shutil.copy(TINY_PIPER, tmp_path / "voice.onnx")
    config = json.loads(TINY_PIPER.with_name("tiny-piper.onnx.json").read_text(encoding="utf-8"))
    config["phoneme_type"] = "text"
    config["phoneme_id_map"] |= {"क": [150], "ख": [151]}
    (tmp_path / "voice.onnx.json").write_text(json.dumps(config), encoding="utf-8")
    voice = create(piper_options(tmp_path / "voice.onnx"))
    (one,) = voice.synthesize("क", never_cancelled)
    (other,) = voice.synthesize("ख", never_cancelled)
    assert not np.array_equal(one.pcm, other.pcm)
    assert list(voice.synthesize("ग", never_cancelled)) == []


@pytest.mark.parametrize("field", ["model_path", "config_path"])
@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff\xfe"])
def test_a_damaged_or_missing_file_is_named(tmp_path: Path, field: str, content: bytes | None) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelFileError, match=str(path)):
        create(replace(piper_options(TINY_PIPER), **{field: path}))  # type: ignore[arg-type]
