"""From what a model's entry says about its files to the files that lie in a folder."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

from edgebharo.errors import ConfigError, ModelFileError
from edgebharo.models.manifest import Manifest, Model, Run, load_manifest


def model_to_run(name: str, job: str, manifest: Manifest | None = None) -> tuple[Model, Run]:
    """The model called `name`, and how it is run.

    Raises:
        ConfigError: there is no such model for `job`; the message lists those that there are.
    """
    models = (manifest or load_manifest()).models
    model = models.get(name)
    if model is None or model.job != job or model.run is None:
        fitting = ", ".join(sorted(key for key, other in models.items() if other.job == job and other.run))
        raise ConfigError(f"no {job} model called {name!r}; choose one of: {fitting}")
    return model, model.run


def find_files(model: Model, run: Run, folder: Path) -> dict[str, Path]:
    """Role -> path of each file that `run` names, in `folder`.

    Exports of one model differ in their file names, so a role may have several patterns: the first that fits
    a file counts.

    Raises:
        ModelFileError: no file fits a role, or several do.
    """
    if not folder.is_dir():
        raise ModelFileError(model.job, f"{model.name}: {folder} is no folder")
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    return {role: folder / _pick(model, names, patterns, folder) for role, patterns in run.files.items()}


def _pick(model: Model, names: list[str], patterns: tuple[str, ...], folder: Path) -> str:
    for pattern in patterns:
        fitting = [name for name in names if fnmatchcase(name, pattern)]
        if len(fitting) > 1:
            several = ", ".join(fitting)
            raise ModelFileError(model.job, f"{model.name}: keep one of these files in {folder}: {several}")
        if fitting:
            return fitting[0]
    wanted = " or ".join(patterns)
    raise ModelFileError(model.job, f"{model.name}: {folder} holds no file called {wanted}")
