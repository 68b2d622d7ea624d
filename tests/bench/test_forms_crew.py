"""Several processes measure the cases of any suite."""

from __future__ import annotations

import pytest

from edgebharo.bench.crew import crew
from edgebharo.bench.suite import Case, Progress, Row, Target
from edgebharo.errors import EdgeBharoError


class Doubling:
    """A suite whose cases are numbers; implements Suite as far as it is asked."""

    name, columns = "doubling", ("value",)
    targets: tuple[Target, ...] = ()

    def __init__(self, factor: int) -> None:
        self.factor = factor

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        return tuple(Case(str(number), str(number)) for number in range(seed, seed + 4))

    def fingerprint(self) -> str:
        return str(self.factor)

    def prepare(self, cases: object, progress: Progress) -> None:
        raise AssertionError

    def measure(self, case: Case) -> Row:
        if case.content == "3":
            raise EdgeBharoError("three cannot be measured")
        return {"value": self.factor * int(case.content)}

    def metrics(self, rows: object) -> dict[str, float | None]:
        return {}


def open_doubling(order: str) -> Doubling:
    return Doubling(int(order))


@pytest.mark.unit
def test_a_crew_works_for_any_suite_and_tells_what_failed() -> None:
    cases = open_doubling("2").cases(1, quick=True)
    with crew(open_doubling, "10", 1, lambda case: case.content != "2", cases) as measure:
        assert measure(cases[0]) == {"value": 10}
        with pytest.raises(EdgeBharoError, match="three cannot be measured"):
            measure(cases[2])
        assert measure(cases[3]) == {"value": 40}
