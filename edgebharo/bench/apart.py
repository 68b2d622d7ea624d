"""Measures one case in a process of its own: cold start and memory are then those of one call.

The parent writes one JSON object to the child's standard input, the child answers with one on its last line.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import cast

from edgebharo.bench.suite import Case, Row
from edgebharo.bench.suites import make_suite
from edgebharo.errors import EdgeBharoError
from edgebharo.runtime.config import Settings


def measure_apart(suite: str, settings: Settings, case: Case) -> Row:
    """Measure `case` in a fresh process.

    Raises:
        EdgeBharoError: the case failed, or its process ended without an answer.
    """
    order = {"suite": suite, "settings": settings.model_dump_json(), "id": case.id, "content": case.content}
    child = subprocess.run(
        [sys.executable, "-m", "edgebharo.bench.apart"],
        input=json.dumps(order),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
    )
    lines = child.stdout.splitlines()
    if child.returncode or not lines:
        raise EdgeBharoError(f"{case.id}: its process ended with status {child.returncode}")
    answer = json.loads(lines[-1])
    if "error" in answer:
        raise EdgeBharoError(f"{case.id}: {answer['error']}")
    return cast("Row", answer["row"])


def main() -> None:
    """Serve one order."""
    order = json.loads(sys.stdin.read())
    suite = make_suite(order["suite"], Settings.model_validate_json(order["settings"]))
    answer: dict[str, object]
    try:
        answer = {"row": suite.measure(Case(order["id"], order["content"]))}
    except EdgeBharoError as error:
        answer = {"error": str(error)}
    sys.stdout.write("\n" + json.dumps(answer, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
