"""Requests drawn from the registry's own OpenAPI, right and wrong: each answer is one that it describes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from conftest import bearer
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sealed import NOW

from edgebharo.clock import SystemClock
from edgebharo.registry import credentials
from edgebharo.registry.app import build_app
from edgebharo.registry.custody import make_custody
from edgebharo.registry.services import build_services
from edgebharo.registry.settings import Settings
from edgebharo.sync import wire

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 1000 if os.environ.get("EDGEBHARO_SLOW_TESTS") else 12
"""Of each route and kind."""
PATHS = (
    *(wire.KEY, wire.ENROL, wire.BATCHES, wire.RECORDS, wire.HEALTH, wire.METRICS),
    *("/v1/search", "/v1/records/{record_id}", "/v1/duplicates", "/v1/quarantine"),
    *("/v1/export.csv", "/v1/export.ndjson"),
)

TOKENS: dict[str, dict[str, str]] = {}


@pytest.fixture
def api(sqlite: str, tmp_path: Path) -> Iterator[Any]:
    make_custody(tmp_path / "keys")
    services = build_services(Settings(sqlite, tmp_path / "keys", 1e6, 1_000_000), SystemClock())
    with services.engine.begin() as connection:
        enrolled = credentials.enrol(
            connection, credentials.add_device(connection, "d", NOW), services.clock.utc()
        )
        TOKENS["owner"] = bearer(credentials.add_admin(connection, "owner", NOW))
    TOKENS["devices"] = bearer(enrolled.token if enrolled else "")
    yield schemathesis.openapi.from_asgi("/openapi.json", build_app(services))
    services.engine.dispose()


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_every_answer_is_one_that_is_described(api: Any, mode: schemathesis.GenerationMode) -> None:
    operations = [found.ok() for found in api.get_all_operations()]
    assert len(operations) == len(PATHS)
    for operation in operations:
        tried: list[schemathesis.Case] = []
        token = TOKENS.get(operation.definition.raw["tags"][0], {})

        @settings(
            max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            tried.append(case)  # noqa: B023 - it runs before the next round
            case.call_and_validate(headers=token, checks=CHECKS)  # noqa: B023

        with suppress(Unsatisfiable):  # nothing can be wrong about a request without any part
            ask()
        assert tried or mode == schemathesis.GenerationMode.NEGATIVE, operation.label
