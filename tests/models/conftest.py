from __future__ import annotations

from pathlib import Path

import pytest
from tiny_model import BLOCK, Tiny, build

from edgebharo.models import join


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def tiny(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    monkeypatch.setattr(join, "BLOCK", BLOCK)
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    return build(site, home)
