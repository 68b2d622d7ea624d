"""Names the program and the models that a result rests on."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import edgebharo
from edgebharo.models import bundled


def program_fingerprint() -> str:
    """Hash of EdgeBharo's own code (the benchmarks' included), its forms and its manifest of models."""
    digest = sha256()
    package = Path(edgebharo.__file__).parent
    for root, pattern in (
        (package, "*.py"),
        (bundled.root("forms"), "*.*"),
        (bundled.root("models"), "manifest.toml"),
    ):
        for path in sorted(root.rglob(pattern)):
            digest.update(f"{path.relative_to(root)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
