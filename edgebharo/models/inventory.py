"""What the `models` commands show and do: list, verify, remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from edgebharo.errors import ModelFileError
from edgebharo.models import check, where
from edgebharo.models.check import Progress, silent
from edgebharo.models.manifest import Manifest, Model, load_manifest
from edgebharo.models.resolve import corrupt_message

State: TypeAlias = Literal[
    "ready",  # checked, and untouched since
    "unchecked",  # there, but its checksum was not computed yet
    "parts",  # installed in parts; joined on first use
    "missing",  # not installed
    "corrupt",  # wrong size or checksum: never loaded
    "unavailable",  # its bytes are not known to this release
]


@dataclass(frozen=True)
class ModelStatus:
    """One model as it is on this device."""

    model: Model
    state: State
    path: Path | None = None
    """Main file, where it exists."""
    problem: str = ""
    """What is wrong and what to do; empty where nothing is."""


def list_models(manifest: Manifest | None = None) -> tuple[ModelStatus, ...]:
    """Every model of the manifest, in its order. Hashes nothing, so it is quick."""
    return tuple(_glance(model) for model in (manifest or load_manifest()).models.values())


def verify(
    names: Sequence[str] = (),
    progress: Progress = silent,
    manifest: Manifest | None = None,
    *,
    remove_corrupt: bool = False,
) -> tuple[ModelStatus, ...]:
    """Hash every file of the named models (all that are on this device, where none is named).

    A corrupt file is reported; `remove_corrupt` also deletes it, but only one that EdgeBharo joined
    itself: packages and the repository are not ours to edit.

    Raises:
        ConfigError: a name is unknown.
    """
    known = manifest or load_manifest()
    chosen = [known.get(name) for name in names] or list(known.models.values())
    return tuple(_examine(model, progress, remove_corrupt=remove_corrupt) for model in chosen)


def remove(name: str, manifest: Manifest | None = None) -> tuple[Path, ...]:
    """Delete what EdgeBharo keeps of the model `name` in its home; returns the deleted files.

    The parts stay in their packages, so the model can be joined again.

    Raises:
        ConfigError: no such model.
        ModelFileError: a file cannot be deleted.
    """
    model = (manifest or load_manifest()).get(name)
    folder = where.folder_of(model)
    found = [folder / f"{file.name}{suffix}" for file in model.files for suffix in ("", ".part", ".verified")]
    gone = tuple(path for path in found if path.is_file())
    try:
        for path in gone:
            path.unlink()
    except OSError as error:
        raise ModelFileError(model.job, f"{name}: cannot delete in {folder} ({error.strerror})") from error
    return gone


def _glance(model: Model) -> ModelStatus:
    early = _absent(model)
    if early is not None:
        return early
    paths = [where.destination(model, file) for file in model.files]
    sizes_right = all(
        path.stat().st_size == file.bytes for path, file in zip(paths, model.files, strict=True)
    )
    if not sizes_right:
        return _corrupt(model)
    stamped = all(check.is_stamped(model, file, path) for file, path in zip(model.files, paths, strict=True))
    return ModelStatus(model, "ready" if stamped else "unchecked", paths[0])


def _absent(model: Model) -> ModelStatus | None:
    """The status of a model that is not there as files yet; None where it is."""
    if not model.available:
        return ModelStatus(model, "unavailable", problem=getattr(model.source, "origin", ""))
    try:
        paths = [where.destination(model, file) for file in model.files]
        if all(path.is_file() for path in paths):
            return None
        for file in model.files:
            where.parts_of(model, file)
    except ModelFileError as error:
        return ModelStatus(model, "missing", problem=str(error))
    return ModelStatus(model, "parts")


def _corrupt(model: Model) -> ModelStatus:
    file = model.files[0]
    path = where.destination(model, file)
    return ModelStatus(model, "corrupt", path, corrupt_message(model, file, path))


def _examine(model: Model, progress: Progress, *, remove_corrupt: bool) -> ModelStatus:
    early = _absent(model)
    if early is not None:
        return early
    for file in model.files:
        path = where.destination(model, file)
        try:
            right = check.is_right(model, file, path, progress)
        except OSError as error:
            problem = f"{model.name}: {path} cannot be read ({error.strerror})"
            return ModelStatus(model, "corrupt", path, problem)
        if not right:
            if remove_corrupt and where.is_joined(file):
                path.unlink(missing_ok=True)
                return ModelStatus(model, "parts", problem=f"{model.name}: removed the corrupt {path}")
            return ModelStatus(model, "corrupt", path, corrupt_message(model, file, path))
    return ModelStatus(model, "ready", where.destination(model, model.files[0]))
