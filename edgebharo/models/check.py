"""Checksums of model files, and the stamps that spare a cold start from hashing hundreds of megabytes."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from edgebharo.models.manifest import Model, ModelFile
from edgebharo.models.where import folder_of

BLOCK = 1 << 20
"""Bytes read at a time."""


class Progress(Protocol):
    """Is told how far a long piece of work has come."""

    def __call__(self, name: str, done: int, total: int) -> None:
        """`done` of `total` bytes of `name` are finished."""


def silent(name: str, done: int, total: int) -> None:
    """A Progress that shows nothing."""


class Stamp(BaseModel):
    """Remembers that a file had the right checksum; valid while path, size and mtime stay the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    bytes: int
    mtime_ns: int
    sha256: str


def sha256_of(path: Path, name: str, progress: Progress = silent) -> str:
    """Hex sha256 of a file.

    Raises:
        OSError: it cannot be read.
    """
    digest = hashlib.sha256()
    total, done = path.stat().st_size, 0
    with path.open("rb") as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
            done += len(block)
            progress(name, done, total)
    return digest.hexdigest()


def is_right(model: Model, file: ModelFile, path: Path, progress: Progress = silent) -> bool:
    """True where the whole file at `path` has the manifest's size and sha256; stamps it if so.

    Raises:
        OSError: it cannot be read.
    """
    before = _stamp_for(path, file)
    if before.bytes != file.bytes or sha256_of(path, model.name, progress) != file.sha256:
        with suppress(OSError):
            _stamp_path(model, file).unlink()
        return False
    _write(_stamp_path(model, file), before)
    return True


def is_stamped(model: Model, file: ModelFile, path: Path) -> bool:
    """True where `path` was found right before and has not been touched since."""
    try:
        stamp = Stamp.model_validate_json(_stamp_path(model, file).read_bytes())
        return stamp == _stamp_for(path, file)
    except (OSError, ValidationError):
        return False


def stamp(model: Model, file: ModelFile, path: Path) -> None:
    """Record that `path`, whose bytes were hashed while they were written, is right."""
    _write(_stamp_path(model, file), _stamp_for(path, file))


def _stamp_path(model: Model, file: ModelFile) -> Path:
    return folder_of(model) / f"{file.name}.verified"


def _stamp_for(path: Path, file: ModelFile) -> Stamp:
    status = path.stat()
    return Stamp(
        path=str(path.resolve()), bytes=status.st_size, mtime_ns=status.st_mtime_ns, sha256=file.sha256
    )


def _write(stamp_path: Path, content: Stamp) -> None:
    """Write atomically. A home that cannot be written to only costs a hash at the next start."""
    scratch = stamp_path.with_name(f"{stamp_path.name}.{os.getpid()}")
    with suppress(OSError):
        stamp_path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_text(content.model_dump_json(), encoding="utf-8")
        scratch.replace(stamp_path)
