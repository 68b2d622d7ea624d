"""Reads what a benchmark wrote with --json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from edgebharo.bench.suite import Result, Row, Target
from edgebharo.errors import ResultsError


class _Target(BaseModel):
    model_config = ConfigDict(frozen=True)

    metric: str
    sign: Literal["<=", ">="]
    limit: float = Field(allow_inf_nan=False)


class _File(BaseModel):
    """The keys that every benchmark writes; others stand behind the figures."""

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    suite: str
    metrics: dict[str, float | None]
    targets: tuple[_Target, ...] = ()
    machine: str = ""
    seed: int = 0
    quick: bool = False
    failures: dict[str, str] = Field(default_factory=dict)
    rows: tuple[dict[str, JsonValue], ...] = ()


def read_results(path: Path) -> tuple[Result, dict[str, object]]:
    """What a benchmark found, and what it wrote besides.

    Raises:
        ResultsError: the file cannot be read, or no benchmark wrote it; names the place, never its words.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ResultsError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ResultsError(f"{path}: is no text file") from error
    try:
        found = _File.model_validate(json.loads(text))
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"])) or "the beginning"
        raise ResultsError(
            f"{path}: was not written by a benchmark with --json: see {place}; it needs suite and metrics"
        ) from error
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{path}: is no JSON; a benchmark writes it with --json FILE") from error
    result = Result(
        suite=found.suite,
        metrics=found.metrics,
        targets=tuple(Target(item.metric, item.sign, item.limit) for item in found.targets),
        machine=found.machine,
        seed=found.seed,
        quick=found.quick,
        rows=cast("tuple[Row, ...]", found.rows),
        failures=found.failures,
    )
    return result, dict(found.model_extra or {})
