"""`edgebharo bench asr` from the command line, with the real ear on recordings of a synthetic voice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_line import Run

GOLDEN = Path(__file__).parents[1] / "asr" / "golden"
MODEL = Path(__file__).parents[2] / "models" / "asr-hi"


@pytest.fixture
def manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path / "home"))
    rows = [("yes", "जी हाँ"), ("no", "नहीं नहीं"), ("months", "पाँच महीने हो गए")]
    lines = [f"{GOLDEN / name}.flac\t{text}\thm_psi\t1.0" for name, text in rows]
    path = tmp_path / "manifest.tsv"
    path.write_text("\n".join(["file\ttext\tspeaker\tseconds", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.mark.model
def test_recordings_are_heard_scored_and_written(edgebharo: Run, manifest: Path, tmp_path: Path) -> None:
    out = tmp_path / "asr.json"
    ended = edgebharo("bench", "asr", str(manifest), "--expect", "yes_no", "--json", str(out))
    assert ended.code == 0
    written = json.loads(out.read_text(encoding="utf-8"))
    metrics = written["metrics"]
    assert (metrics["value_accuracy"], metrics["clips"]) == (1.0, 3)
    assert (metrics["wer"], metrics["forgiving_wer"], metrics["cer"]) == (0.0, 0.0, 0.0)
    assert 0 < metrics["rtf"] < 5
    assert written["closed_set"] == {"source": "manifest", "entries": 3, "outside": 0}
    assert [row["said"] for row in written["rows"]][2] == "पांच महीने हो गए"
    assert "value_accuracy" in ended.out


@pytest.mark.model
def test_another_model_folder_is_used(edgebharo: Run, manifest: Path, tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "mine")
    arguments = ("bench", "asr", str(manifest), "--candidates", str(tmp_path / "words.txt"))
    (tmp_path / "words.txt").write_text("जी हाँ|हाँ\nनहीं नहीं\nपाँच महीने हो गए\n", encoding="utf-8")
    ended = edgebharo(*arguments, "--model", str(tmp_path / "mine"), "--quick")
    assert ended.code == 0
    assert "the 3 candidates, which the ear was told" in ended.out
    (tmp_path / "mine" / "tokens.json").write_text("[]", encoding="utf-8")
    assert edgebharo(*arguments, "--model", str(tmp_path / "mine")).code == 6


@pytest.mark.unit
@pytest.mark.parametrize(
    ("options", "code", "complaint"),
    [
        (("--expect", "colour"), 3, "choose one of yes_no"),
        (("--condition", "loud"), 3, "choose one of clean"),
        (("--candidates", "none.txt"), 14, "none.txt: cannot be read"),
        (("--splice", "10"), 14, "8 different digits"),
        (("--model", "nowhere"), 6, "nowhere: is no folder"),
        (("--json", "/"), 12, "not a file"),
        (("--plot", "/"), 12, "not a file"),
    ],
)
def test_a_slip_is_one_clear_line(
    edgebharo: Run, manifest: Path, options: tuple[str, ...], code: int, complaint: str
) -> None:
    ended = edgebharo("bench", "asr", str(manifest), *options)
    assert ended.code == code
    assert complaint in ended.error


@pytest.mark.unit
def test_a_manifest_whose_audio_is_missing(edgebharo: Run, manifest: Path) -> None:
    text = manifest.read_text(encoding="utf-8").replace("no.flac", "gone.flac")
    manifest.write_text(text, encoding="utf-8")
    ended = edgebharo("bench", "asr", str(manifest))
    assert ended.code == 14
    assert "row 3" in ended.error
