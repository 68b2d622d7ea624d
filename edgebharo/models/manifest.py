"""models/manifest.toml: what each model is, where it comes from, and how its bytes are known to be right."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from edgebharo.errors import ConfigError
from edgebharo.models import bundled

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Job: TypeAlias = Literal["vad", "asr", "llm", "tts"]
Profile: TypeAlias = Literal["embedded", "field", "dev"]

_FROZEN = ConfigDict(frozen=True, extra="forbid")


def _inside(path: str) -> str:
    """A relative POSIX path that stays inside its folder."""
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "\\" in path:
        raise ValueError("must be a relative path without '..'")
    return path


class ModelFile(BaseModel):
    """One file of a model."""

    model_config = _FROZEN

    name: str
    """File name under which the model's folder holds it."""
    bytes: int = Field(gt=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    parts: tuple[str, ...] = Field(min_length=1)
    """Where its bytes lie, in order: `top_level_package/path` for source `package`, a path under the
    bundled models folder for source `bundled`. One part is used where it lies; several are joined."""

    @field_validator("name", "parts")
    @classmethod
    def _stays_inside(cls, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        for path in (value,) if isinstance(value, str) else value:
            _inside(path)
        return value


class PackageSource(BaseModel):
    """The bytes are inside packages that pip installed."""

    model_config = _FROZEN

    kind: Literal["package"]
    package: str
    """Name of the distribution that pip installs."""
    version: str
    extra: str
    """The extra of EdgeBharo that installs it."""


class BundledSource(BaseModel):
    """The bytes are part of EdgeBharo itself."""

    model_config = _FROZEN

    kind: Literal["bundled"]
    version: str


class PullSource(BaseModel):
    """The bytes must be fetched once, on a device with internet."""

    model_config = _FROZEN

    kind: Literal["pull"]
    origin: str
    """Who publishes the model and under which title."""


Source: TypeAlias = Annotated[PackageSource | BundledSource | PullSource, Field(discriminator="kind")]


class Run(BaseModel):
    """Which backend runs a model, and which of its files are what."""

    model_config = _FROZEN

    backend: str
    """A name of the job's registry, such as `edgebharo.asr.backends`."""
    files: Mapping[str, tuple[str, ...]] = Field(min_length=1)
    """Role that the backend gives a file -> names that it may have (`*` allowed), the most wanted first."""
    language: str = ""
    """Code of the language to write, for a model of many languages."""


class Model(BaseModel):
    """One model: a folder with one main file and whatever must lie beside it."""

    model_config = _FROZEN

    name: str = ""
    job: Job
    profile: Profile
    """embedded: installed by default; field: for a device with internet; dev: for tests only."""
    licence: str
    about: str
    source: Source
    files: tuple[ModelFile, ...] = ()
    """Main file first. Empty: bytes and checksum are not known yet, so the model cannot be used."""
    run: Run | None = None
    """Every recogniser has it; the other jobs have one backend a kind of model."""

    @model_validator(mode="after")
    def _says_how_it_is_run(self) -> Model:
        if self.job == "asr" and self.run is None:
            raise ValueError("a recogniser needs `run`: its backend and its files")
        return self

    @property
    def available(self) -> bool:
        """True where every byte of the model can be checked."""
        return bool(self.files) and not isinstance(self.source, PullSource)

    @property
    def bytes(self) -> int:
        """Total size of its files; 0 where unknown."""
        return sum(file.bytes for file in self.files)


class Manifest(BaseModel):
    """Every model that EdgeBharo knows, by name."""

    model_config = _FROZEN

    version: Literal[1]
    models: Mapping[str, Model]

    def get(self, name: str) -> Model:
        """The model called `name`.

        Raises:
            ConfigError: there is no such model; the message lists the names.
        """
        if name not in self.models:
            raise ConfigError(f"no model called {name!r}; choose one of: {', '.join(sorted(self.models))}")
        return self.models[name]


def parse_manifest(text: str, origin: str) -> Manifest:
    """Parse the text of a manifest; `origin` names it in the error.

    Raises:
        ConfigError: not TOML, or a key is missing, unknown or wrong; every problem is listed.
    """
    try:
        raw = tomllib.loads(text)
        manifest = Manifest.model_validate(raw)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{origin}: not valid TOML: {error}") from error
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()]
        raise ConfigError(f"{origin}: " + "; ".join(lines)) from error
    named = {name: model.model_copy(update={"name": name}) for name, model in manifest.models.items()}
    return manifest.model_copy(update={"models": named})


@cache
def _load(path: Path) -> Manifest:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); reinstall EdgeBharo") from error
    return parse_manifest(text, str(path))


def load_manifest(path: Path | None = None) -> Manifest:
    """The manifest at `path`, or the one that ships with EdgeBharo.

    Raises:
        ConfigError: it cannot be read or is wrong.
    """
    return _load(path or bundled.root("models") / "manifest.toml")
