"""Temperatures and the noise gate: fitted on made scores, written, read, refused where broken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgebharo.asr.calibration import Calibration, load_calibration, save_calibration
from edgebharo.errors import ModelFileError
from scripts.asr.calibrate import Heard, calibration_error, confidence, fit, fit_gate

pytestmark = pytest.mark.unit


def heard(temperature: float, count: int = 3000) -> list[Heard]:
    """Rows whose first alternative is right as often as its posterior at `temperature` says."""
    rng = np.random.default_rng(3)
    rows = []
    for _ in range(count):
        scores = -np.sort(rng.exponential(2.0 * temperature, 5))
        row = Heard("number", scores, right=False, murk=0.2)
        rows.append(Heard("number", scores, bool(rng.random() < confidence(row, temperature)), 0.2))
    return rows


@pytest.mark.parametrize("true", [1.5, 4.0, 9.0])
def test_the_temperature_that_made_the_answers_is_found(true: float) -> None:
    rows = heard(true)
    found = fit(rows)
    assert found == pytest.approx(true, rel=0.15)
    calibrated, proud = Calibration(temperature=found), Calibration(temperature=true / 3)
    assert calibration_error(rows, calibrated) < 0.03 < calibration_error(rows, proud)


def test_the_gate_lies_between_speech_and_noise() -> None:
    speech, noise = np.linspace(0.1, 0.5, 300).tolist(), [0.3, 0.8, 1.2]
    assert 0.5 < fit_gate(speech, noise) < 0.8
    assert fit_gate(speech, [0.2]) == pytest.approx(0.5, abs=0.01)


def test_an_ear_that_no_noise_moves_refuses_no_speech() -> None:
    assert fit_gate([0.1, 0.5, 2.0], []) > 3.9


def test_what_is_written_is_read(tmp_path: Path) -> None:
    wanted = Calibration(3.5, {"yes_no": 2.0}, 0.7)
    save_calibration(tmp_path / "calibration.json", wanted)
    read = load_calibration(tmp_path / "calibration.json")
    assert (read.temperature, dict(read.temperatures), read.murky) == (3.5, {"yes_no": 2.0}, 0.7)
    assert (read.of("yes_no"), read.of("date")) == (2.0, 3.5)
    assert load_calibration(tmp_path / "none.json") == Calibration()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"temperature": 0, "temperatures": {}, "murky": 0.9}',
        '{"temperature": "4", "temperatures": {}, "murky": 0.9}',
        '{"temperature": 4, "temperatures": {"song": 2}, "murky": 0.9}',
        '{"temperature": 4, "temperatures": {}, "murky": NaN}',
        '{"temperature": 4, "temperatures": {}, "murky": 0.9, "more": 1}',
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "calibration.json").write_text(text, encoding="utf-8")
    with pytest.raises(ModelFileError, match="calibration"):
        load_calibration(tmp_path / "calibration.json")
