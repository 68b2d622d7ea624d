"""Which file of a folder is what, and which models can be asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_model import Tiny

from edgebharo.errors import ConfigError, ModelFileError
from edgebharo.models.manifest import load_manifest
from edgebharo.models.roles import find_files, model_to_run

pytestmark = pytest.mark.unit


def fill(folder: Path, *names: str) -> Path:
    folder.mkdir()
    for name in names:
        (folder / name).write_bytes(b"x")
    return folder


def test_the_first_pattern_that_fits_counts(tiny: Tiny, tmp_path: Path) -> None:
    folder = fill(tmp_path / "hand", "model.onnx", "model.int8.onnx", "tokens.txt", "README")

    files = find_files(*model_to_run("later", "asr", tiny.manifest), folder)

    assert files == {"model": folder / "model.onnx", "tokens": folder / "tokens.txt"}


def test_a_later_pattern_stands_in(tiny: Tiny, tmp_path: Path) -> None:
    folder = fill(tmp_path / "hand", "model.int8.onnx", "tokens.txt")

    assert find_files(*model_to_run("later", "asr", tiny.manifest), folder)["model"].name == "model.int8.onnx"


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (("model.onnx",), "later: .*hand holds no file called tokens.txt"),
        (("tokens.txt",), r"holds no file called model.onnx or model\*.onnx"),
        (
            ("model.a.onnx", "model.b.onnx", "tokens.txt"),
            "keep one of these files in .*: model.a.onnx, model.b.onnx",
        ),
    ],
)
def test_a_missing_or_a_doubtful_file_is_named(
    tiny: Tiny, tmp_path: Path, names: tuple[str, ...], complaint: str
) -> None:
    folder = fill(tmp_path / "hand", *names)

    with pytest.raises(ModelFileError, match=complaint):
        find_files(*model_to_run("later", "asr", tiny.manifest), folder)


def test_a_folder_that_is_not_there_is_named(tiny: Tiny, tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="nowhere is no folder"):
        find_files(*model_to_run("later", "asr", tiny.manifest), tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["tiny", "kokoro", ""])
def test_only_a_recogniser_can_be_asked_to_listen(tiny: Tiny, name: str) -> None:
    with pytest.raises(ConfigError, match=r"no asr model called '.*'; choose one of: later"):
        model_to_run(name, "asr", tiny.manifest)


def test_the_packaged_ear_lies_where_its_entry_says() -> None:
    model, run = model_to_run("asr-hi", "asr")
    bundled = {file.name for file in load_manifest().get("asr-hi").files}

    assert {name for names in run.files.values() for name in names} <= bundled  # the rest may be missing
    assert model.name == "asr-hi"
