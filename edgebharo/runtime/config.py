"""The settings of a device: argument over `EDGEBHARO_*` over config file over default."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edgebharo.cores import physical_cores
from edgebharo.errors import ConfigError
from edgebharo.models.where import home

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_PREFIX = "EDGEBHARO_"
_NOT_SETTINGS = {"home", "config"}

MOST_THREADS = 4
"""More make none of the models faster: their matrices are small."""


class Settings(BaseModel):
    """How this device holds its calls. Unknown keys are refused, so that a slip is noticed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    form: str = "maternal-enrolment"
    """Id of a shipped form, or the path of a form's folder."""
    asr: str = "asr-hi"
    """Name of a recogniser in the manifest: `edgebharo models list`."""
    asr_dir: Path | None = None
    """Folder that holds the recogniser's files, where they were fetched by hand. Their structure is checked;
    their checksums are not known."""
    tts: Literal["kokoro", "piper"] = "kokoro"
    voice: str = "hf_alpha"
    """Kokoro: a packaged Hindi voice or a blend of two. Piper: the path of a voice's .onnx file."""
    speed: Annotated[float, Field(ge=0.5, le=2.0)] = 0.9
    """Of the agent's speech; 0.9 is the published pace for callers who are not used to machines."""
    llm: Literal["auto", "off"] = "auto"
    """auto: the packaged model where it is installed; off: Hindi rules alone."""
    llm_limit_ms: Annotated[int, Field(ge=50, le=10_000)] = 600
    """The longest that one question to the language model about an utterance may take; without its answer the
    rules' reading stands."""
    rephrase: bool = False
    threads: Annotated[int, Field(ge=1, le=64)] = Field(
        default_factory=lambda: min(MOST_THREADS, physical_cores())
    )
    """That one model computes on; by default one a core, up to MOST_THREADS."""
    store: Path | None = None
    """The record store; by default `records.sqlite` in EdgeBharo's home."""
    device: str = "this-device"
    worker: str = "worker"
    keep_audio_days: Annotated[int, Field(ge=0, le=365)] = 0
    """For so many days what a caller says is kept as sound, locked, where the form asks her for that and she
    says yes; 0: never."""
    microphone: str | None = None
    """Name of the input device (a part of it will do); None: the system's default."""
    speaker: str | None = None
    headset: bool = False
    """The caller wears a headset: she is heard while the agent speaks, and may interrupt it. With a
    loudspeaker the agent would hear itself. `edgebharo doctor` measures whether it may be set."""
    sync_url: str = ""
    """Where finished records are sent; empty: the registry at which this device enrolled, if any."""
    sync_target: Literal["registry", "fhir", "odk"] = "registry"
    """What is there: EdgeBharo's registry, a FHIR R4 server, a project of ODK Central. The last two can read
    what they are sent."""
    sync_token: Annotated[str, Field(repr=False)] = ""
    """For a server at which one does not enrol. Better in EDGEBHARO_SYNC_TOKEN than in a file."""
    sync_roots: Path | None = None
    """PEM file of the certificates that sign the server's, where this machine does not know them."""
    sync_plain_http: bool = False
    """Send unencrypted to another machine: only on a network that is trusted as a whole."""
    sync_background: bool = True
    """`edgebharo call` sends finished records while it runs, where a server is set."""

    @property
    def store_path(self) -> Path:
        """Where the records are."""
        return self.store or home() / "records.sqlite"


def load_settings(
    arguments: Mapping[str, object] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Merge the sources. The file is `$EDGEBHARO_CONFIG`, else `config.toml` in EdgeBharo's home, if any.

    Raises:
        ConfigError: the file cannot be read, a key is unknown or a value is not allowed.
    """
    environment = os.environ if environment is None else environment
    merged: dict[str, object] = dict(_from_file(environment))
    for key, value in environment.items():
        name = key.removeprefix(_PREFIX).lower()
        if key.startswith(_PREFIX) and name not in _NOT_SETTINGS:
            merged[name] = value
    merged.update({key: value for key, value in (arguments or {}).items() if value is not None})
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
            for problem in error.errors(include_url=False, include_input=False)
        )
        raise ConfigError(f"settings: {problems}") from error


def _from_file(environment: Mapping[str, str]) -> Mapping[str, object]:
    chosen = environment.get(f"{_PREFIX}CONFIG")
    path = Path(chosen) if chosen else home() / "config.toml"
    if not path.exists() and not chosen:
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: is no TOML file ({error})") from error
