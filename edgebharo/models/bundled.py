"""Where the data that ships with EdgeBharo lies: the forms and the models it trained itself."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parents[1]


def root(kind: Literal["models", "forms"]) -> Path:
    """Folder of the bundled models or forms.

    In a repository checkout (an editable install included) it lies beside the package; in an installed
    wheel inside it, under `_bundled`.
    """
    checkout = _PACKAGE.parent
    if (checkout / "models" / "manifest.toml").is_file():
        return checkout / kind
    return _PACKAGE / "_bundled" / kind
