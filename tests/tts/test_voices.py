from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgebharo.errors import ConfigError, ModelFileError
from edgebharo.tts.options import VoiceShare
from edgebharo.tts.voices import load_style, read_voice

pytestmark = pytest.mark.unit


def array(path: Path, value: float) -> Path:
    np.full((510, 256), value, np.float32).tofile(path)
    return path


def test_one_name_is_one_share() -> None:
    assert read_voice("hf_alpha", Path) == (VoiceShare(Path("hf_alpha"), 1.0),)


def test_a_blend_names_its_shares() -> None:
    assert read_voice("hf_alpha:0.6 + hm_omega:0.4", Path) == (
        VoiceShare(Path("hf_alpha"), 0.6),
        VoiceShare(Path("hm_omega"), 0.4),
    )


@pytest.mark.parametrize("spec", ["", "+", "a:x", "a:0", "a:-1+b", "a:nan", "a:inf", ":0.5"])
def test_an_unreadable_voice_says_how_to_write_one(spec: str) -> None:
    with pytest.raises(ConfigError, match=r"hf_alpha:0\.6\+hm_omega:0\.4"):
        read_voice(spec, Path)


def test_a_blend_is_the_weighted_mean_whatever_the_weights_add_up_to(tmp_path: Path) -> None:
    shares = (VoiceShare(array(tmp_path / "a", 1.0), 3), VoiceShare(array(tmp_path / "b", 5.0), 1))
    style = load_style(shares)
    assert style.shape == (510, 256)
    assert style.dtype == np.float32
    assert np.all(style == 2.0)


def test_a_damaged_or_missing_voice_is_named(tmp_path: Path) -> None:
    short = tmp_path / "short.bin"
    short.write_bytes(bytes(1000))
    with pytest.raises(ModelFileError, match=r"short\.bin is damaged"):
        load_style((VoiceShare(short),))
    with pytest.raises(ModelFileError, match=r"damaged"):
        load_style((VoiceShare(array(tmp_path / "nan.bin", float("nan"))),))
    with pytest.raises(ModelFileError, match=r"none\.bin cannot be read"):
        load_style((VoiceShare(tmp_path / "none.bin"),))
