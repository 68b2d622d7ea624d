"""The manifest that ships: complete, well-formed, and true of the bytes it speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_model import Tiny

from edgebharo.errors import ConfigError
from edgebharo.models import bundled
from edgebharo.models.manifest import PullSource, load_manifest, parse_manifest
from edgebharo.models.resolve import path_of

EMBEDDED = [name for name, model in load_manifest().models.items() if model.profile == "embedded"]

NO_RUN = """
version = 1
[models.a]
job = "asr"
profile = "dev"
licence = "MIT"
about = "x"
source = { kind = "pull", origin = "y" }
"""


@pytest.mark.unit
def test_the_embedded_default_covers_every_job() -> None:
    jobs = {load_manifest().get(name).job for name in EMBEDDED}

    assert jobs == {"vad", "asr", "llm", "tts"}
    assert all(load_manifest().get(name).available for name in EMBEDDED)


@pytest.mark.unit
def test_what_must_be_pulled_has_no_invented_checksum() -> None:
    field = [model for model in load_manifest().models.values() if isinstance(model.source, PullSource)]

    assert field
    assert not any(model.files or model.available for model in field)


@pytest.mark.unit
def test_every_bundled_model_lies_in_the_checkout() -> None:
    for model in load_manifest().models.values():
        if model.source.kind == "bundled":
            for file in model.files:
                assert (bundled.root("models") / file.parts[0]).stat().st_size == file.bytes, file.name


@pytest.mark.model
@pytest.mark.parametrize("name", EMBEDDED)
def test_the_embedded_models_are_the_bytes_that_the_manifest_promises(name: str) -> None:
    path = path_of(name)

    assert path.stat().st_size == load_manifest().get(name).files[0].bytes


@pytest.mark.unit
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("version = ", "tiny.toml: not valid TOML"),
        ("version = 2\n[models]", "version: Input should be 1"),
        ("version = 1", "models: Field required"),
        ('version = 1\n[models.a]\njob = "cook"', "models.a.job: Input should be"),
        (
            NO_RUN,
            "models.a: Value error, a recogniser needs `run`",
        ),
        ('version = 1\n[models.a]\nsource = { kind = "pull", link = "x" }', "models.a.source.pull.origin"),
    ],
)
def test_a_wrong_manifest_says_where(text: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint.replace(".", r"\.")):
        parse_manifest(text, "tiny.toml")


@pytest.mark.unit
@pytest.mark.parametrize("path", ["/etc/passwd", "../secret", "a/../../b", "", "a\\\\b"])
def test_a_path_never_leaves_its_folder(tiny: Tiny, path: str) -> None:
    text = f"""
version = 1
[models.a]
job = "vad"
profile = "dev"
licence = "MIT"
about = "x"
source = {{ kind = "bundled", version = "1" }}
[[models.a.files]]
name = "a.bin"
bytes = 1
sha256 = "{"0" * 64}"
parts = ["{path}"]
"""
    with pytest.raises(ConfigError, match="must be a relative path"):
        parse_manifest(text, "tiny.toml")


@pytest.mark.unit
def test_an_unreadable_manifest_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_manifest(tmp_path / "manifest.toml")


@pytest.mark.unit
def test_an_installed_wheel_finds_its_data_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "edgebharo"
    package.mkdir(parents=True)
    monkeypatch.setattr(bundled, "_PACKAGE", package)

    assert bundled.root("forms") == package / "_bundled" / "forms"
