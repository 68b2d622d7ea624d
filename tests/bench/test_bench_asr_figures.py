"""The script that hears every set of a data folder."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest
import soundfile

GOLDEN = Path(__file__).parents[1] / "asr" / "golden"
SCRIPT = Path(__file__).parents[2] / "scripts" / "asr_figures.py"
ROWS = (
    ("ivr-places/1.flac", "place", "ज़िला नालंदा"),
    ("ivr-places/2.flac", "no", "नहीं"),
    ("ivr-places/3.flac", "no", "छः"),
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path / "home"))
    lines = ["file\ttext\tspeaker\tseconds"]
    (tmp_path / "hindi_audio" / "ivr-places").mkdir(parents=True)
    for file, clip, text in ROWS:
        pcm, rate = soundfile.read(GOLDEN / f"{clip}.flac", dtype="int16")
        soundfile.write(tmp_path / "hindi_audio" / file, pcm, rate)
        lines.append(f"{file}\t{text}\tone\t1.0")
    (tmp_path / "hindi_audio" / "manifest.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.model
def test_a_set_is_cut_heard_and_shown(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = data / "figures.json"
    options = ("--only", "places", "--conditions", "fast", "--work", str(data / "work"), "--json", str(out))
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--data", str(data), *options])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert [(line["set"], line["condition"], line["clips"]) for line in figures] == [
        ("places, telephone", "clean", 2),
        ("places, telephone", "fast", 2),
    ]
    assert figures[0]["closed_accuracy"] == 1.0
    assert (data / "work" / "places-telephone.txt").read_text(encoding="utf-8").split("\n") == [
        "ज़िला नालंदा",
        "नहीं",
        "",
    ]
    assert "places, telephone" in capsys.readouterr().out


@pytest.mark.unit
def test_data_that_are_not_there_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--data", str(tmp_path)])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    assert "is not there" in capsys.readouterr().err
