"""The slow lane: a dozen whole calls on the real models, as `edgebharo bench forms --quick` holds them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command_line import Run

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(
        not os.environ.get("EDGEBHARO_SLOW_TESTS"), reason="slow: EDGEBHARO_SLOW_TESTS=1 runs it"
    ),
]


def test_a_dozen_calls(edgebharo: Run, tmp_path: Path) -> None:
    finished = edgebharo("bench", "forms", "--quick", "--json", str(tmp_path / "forms.json"))
    found = json.loads((tmp_path / "forms.json").read_text(encoding="utf-8"))
    assert not found["failures"], finished.err
    metrics = found["metrics"]
    assert metrics["form_completion_reference"] == 1.0
    assert metrics["reply_accuracy"] == 1.0
    assert metrics["extraction"] >= 0.99
    assert metrics["form_completion"] > 0.8
    assert metrics["form_completion_live"] > 0.8
    assert all(row["timeline"] and row["turns"] for row in found["rows"])
