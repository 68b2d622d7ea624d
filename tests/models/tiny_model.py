"""A tiny model, split over real packages on disk."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from edgebharo.models.manifest import Manifest, parse_manifest

CONTENT = bytes(range(256)) * 40 + b"the end"
BLOCK = 1000
"""Bytes that the tests let a join copy at a time: the model is eleven blocks long."""


@dataclass(frozen=True)
class Tiny:
    """Where the fake packages lie, and the manifest that describes the model in them."""

    site: Path
    home: Path
    manifest: Manifest

    @property
    def folder(self) -> Path:
        return self.home / "models" / "tiny"

    @property
    def joined(self) -> Path:
        return self.folder / "tiny.bin"

    @property
    def half(self) -> Path:
        return self.folder / "tiny.bin.part"

    def part(self, number: int) -> Path:
        return self.site / f"tiny_part{number}" / "data" / "part.bin"


def build(site: Path, home: Path, *, parts: int = 3) -> Tiny:
    """Write the packages; their code fails when it is imported, since nobody should."""
    size = -(-len(CONTENT) // parts)
    for number in range(parts):
        package = site / f"tiny_part{number}"
        (package / "data").mkdir(parents=True)
        (package / "__init__.py").write_text("raise RuntimeError('imported')\n")
        (package / "data" / "part.bin").write_bytes(CONTENT[number * size : (number + 1) * size])
    return Tiny(site, home, parse_manifest(_manifest(parts), "tiny.toml"))


def _manifest(parts: int) -> str:
    listed = ", ".join(f'"tiny_part{number}/data/part.bin"' for number in range(parts))
    return f"""
version = 1
[models.tiny]
job = "llm"
profile = "embedded"
licence = "MIT"
about = "a few bytes"
source = {{ kind = "package", package = "tiny-parts", version = "1", extra = "llm-model" }}
[[models.tiny.files]]
name = "tiny.bin"
bytes = {len(CONTENT)}
sha256 = "{hashlib.sha256(CONTENT).hexdigest()}"
parts = [{listed}]

[models.later]
job = "asr"
profile = "field"
licence = "MIT"
about = "bytes not known yet"
source = {{ kind = "pull", origin = "its publisher's release page" }}
[models.later.run]
backend = "some-ear"
files = {{ model = ["model.onnx", "model*.onnx"], tokens = ["tokens.txt"] }}
"""
