"""Figures that belong to one set of weights: how far its scores can be trusted, and what it makes of noise.

They are fitted by `scripts/asr/calibrate.py` on speech that no evaluation uses, and lie beside the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edgebharo.errors import ModelFileError
from edgebharo.types import ExpectKind

CALIBRATION_FILE = "calibration.json"


@dataclass(frozen=True)
class Calibration:
    """See the fields. The values here are those of weights without a file of their own."""

    temperature: float = 4.0
    """Log scores are divided by this before they become posteriors: CTC scores are overconfident, as they
    take the frames for independent of each other (Guo et al. 2017 on temperature scaling)."""
    temperatures: Mapping[ExpectKind, float] = field(default_factory=lambda: MappingProxyType({}))
    """Kinds of question that ask for another temperature."""
    murky: float = 0.95
    """Mean entropy (nats) of the active frames above which no letter was meant."""

    def of(self, kind: ExpectKind) -> float:
        """The temperature for answers of `kind`."""
        return self.temperatures.get(kind, self.temperature)


Temperature = Annotated[float, Field(ge=0.5, le=50.0, allow_inf_nan=False)]


class CalibrationFile(BaseModel):
    """The file as it is written."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    temperature: Temperature
    temperatures: dict[ExpectKind, Temperature]
    murky: Annotated[float, Field(gt=0.0, le=4.1, allow_inf_nan=False)]


def load_calibration(path: Path) -> Calibration:
    """Read the figures of a set of weights; the usual ones where it brings none.

    Raises:
        ModelFileError: the file is there, but cannot be read or holds something else.
    """
    if not path.exists():
        return Calibration()
    try:
        raw = CalibrationFile.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise ModelFileError(
            "asr", f"{path.name} is no calibration of this recogniser; set the model up again"
        ) from error
    return Calibration(raw.temperature, MappingProxyType(dict(raw.temperatures)), raw.murky)


def save_calibration(path: Path, calibration: Calibration) -> None:
    """Write `calibration` as `load_calibration` reads it."""
    raw = CalibrationFile(
        temperature=calibration.temperature,
        temperatures=dict(calibration.temperatures),
        murky=calibration.murky,
    )
    path.write_text(raw.model_dump_json(indent=1) + "\n", encoding="utf-8")
