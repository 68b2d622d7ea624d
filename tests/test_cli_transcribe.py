"""`edgebharo transcribe`: the contract of its JSON, on real sound with the real ear."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr
from command_line import Run

from edgebharo.types import SAMPLE_RATE
from scripts.build_tiny_asr import build
from scripts.tiny_asr.speech import say

pytestmark = pytest.mark.model

GOLDEN = Path(__file__).parent / "asr" / "golden"
KEYS = ["text", "confidence", "hypotheses", "words", "expect", "audio_s", "compute_ms"]


def test_the_contract_of_its_json(edgebharo: Run) -> None:
    ended = edgebharo("transcribe", GOLDEN / "phone.flac", "--expect", "digits:10", "--json")
    assert (ended.code, ended.err) == (0, "")
    found = ended.json
    assert list(found) == KEYS
    assert found["text"] == found["hypotheses"][0]["text"]
    assert 0 < found["confidence"] <= 1
    assert found["expect"] == "digits:10"
    assert " ".join(word["text"] for word in found["words"]) == found["text"]
    assert all(0 <= word["start_ms"] <= word["end_ms"] <= found["audio_s"] * 1000 for word in found["words"])
    assert all(0 <= word["confidence"] <= 1 for word in found["words"])
    scores = [hypothesis["score"] for hypothesis in found["hypotheses"]]
    assert scores == sorted(scores, reverse=True)
    assert found["audio_s"] == pytest.approx(soundfile.info(GOLDEN / "phone.flac").duration, abs=0.01)
    assert isinstance(found["compute_ms"], int)


@pytest.mark.parametrize(
    ("clip", "expect", "text"),
    [
        ("yes", "yes_no", "जी हां"),
        ("aadhaar", "digits:4", "चार डबल तीन दो"),
        ("months", "months", "पांच महीने हो गए"),
        ("months", "number:1-9", "पांच महीने हो गए"),
        ("date", "date", "पंद्रह अप्रैल दो हजार पच्चीस"),
        ("place", "place", "जिला नालंदा"),
        ("place", "district", "जिला नालंदा"),
        ("name", "name", "मेरा नाम सुनीता देवी है"),
        ("no", "pregnant", "नहीं नहीं"),
    ],
)
def test_told_what_to_expect(edgebharo: Run, clip: str, expect: str, text: str) -> None:
    ended = edgebharo("transcribe", GOLDEN / f"{clip}.flac", "--expect", expect)
    assert (ended.code, ended.out) == (0, f"{text}\n")


def test_another_ear_can_be_tried(edgebharo: Run, tmp_path: Path) -> None:
    folder = build("zipformer", tmp_path / "hand")
    soundfile.write(tmp_path / "said.wav", say([0, 1, 2]), SAMPLE_RATE)
    chosen = ("--asr", "zipformer-hi", "--asr-dir", folder)
    ended = edgebharo("transcribe", tmp_path / "said.wav", *chosen)
    assert (ended.code, ended.out) == (0, "हां नहीं\n")
    (folder / "joiner.onnx").write_bytes(b"")
    ended = edgebharo("transcribe", tmp_path / "said.wav", *chosen)
    assert ended.code == 6
    assert "joiner.onnx cannot be used" in ended.error
    ended = edgebharo("transcribe", tmp_path / "said.wav", "--asr", "whisper-small-hi")
    assert ended.code == 6
    assert "EDGEBHARO_ASR_DIR" in ended.error


@pytest.mark.parametrize("rate", [8_000, 44_100, 48_000])
def test_a_wav_of_another_rate_with_two_channels_is_converted(
    edgebharo: Run, tmp_path: Path, rate: int
) -> None:
    pcm, own = soundfile.read(GOLDEN / "yes.flac", dtype="int16")
    other = soxr.resample(pcm, own, rate)
    soundfile.write(tmp_path / "other.wav", np.stack([other, other], axis=1), rate)
    ended = edgebharo("transcribe", tmp_path / "other.wav", "--expect", "yes_no", "--json")
    assert ended.json["text"] == "जी हां"
    assert ended.json["audio_s"] == pytest.approx(len(pcm) / own, abs=0.02)


@pytest.mark.parametrize("seconds", [1 / SAMPLE_RATE, 2.0])
def test_silence_is_no_text(edgebharo: Run, tmp_path: Path, seconds: float) -> None:
    soundfile.write(tmp_path / "still.wav", np.zeros(round(seconds * SAMPLE_RATE), np.int16), SAMPLE_RATE)
    found = edgebharo("transcribe", tmp_path / "still.wav", "--json")
    assert (found.code, found.json["text"], found.json["words"]) == (0, "", [])
    assert edgebharo("transcribe", tmp_path / "still.wav").out == "(nothing was said)\n"
