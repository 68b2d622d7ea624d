"""What the recognisers of the field set need to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from edgebharo.errors import ModelFileError


@dataclass(frozen=True)
class EarOptions:
    """Where the files of a model lie and how it is run."""

    files: Mapping[str, Path]
    """Role -> path; each backend names its roles in `edgebharo.asr.backends`."""
    threads: int = 2
    language: str = ""
    """Code of the language to write, for a model of many languages (Whisper: `hi`)."""

    def need(self, *roles: str) -> dict[str, Path]:
        """The paths of `roles`.

        Raises:
            ModelFileError: the model's entry in the manifest names no file for one of them.
        """
        missing = [role for role in roles if role not in self.files]
        if missing:
            names = ", ".join(missing)
            raise ModelFileError("asr", f"the model's entry in manifest.toml names no file for: {names}")
        return {role: self.files[role] for role in roles}
