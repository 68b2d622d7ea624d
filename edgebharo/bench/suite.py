"""The contract that every benchmark keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, Protocol, TypeAlias

Json: TypeAlias = str | int | float | bool | list["Json"] | dict[str, "Json"] | None
Row: TypeAlias = Mapping[str, Json]
"""What was measured on one case."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much is done, and of how much."""


@dataclass(frozen=True)
class Case:
    """One thing to measure. Equal content gives equal results on one machine."""

    id: str
    content: str


@dataclass(frozen=True)
class Target:
    """A limit that a metric must keep."""

    metric: str
    sign: Literal["<=", ">="]
    limit: float

    def met(self, value: float | None) -> bool:
        """Whether `value` keeps the limit; a figure that could not be measured does not."""
        if value is None:
            return False
        return value <= self.limit if self.sign == "<=" else value >= self.limit

    def __str__(self) -> str:
        return f"{self.sign} {self.limit:g}"


class Suite(Protocol):
    """A benchmark. `cases` rests on the seed and the input alone, `metrics` is pure.

    `measure` may run in a process of its own, where start and memory are measured too.
    """

    @property
    def name(self) -> str:
        """As typed on the command line."""

    @property
    def targets(self) -> tuple[Target, ...]:
        """What must be reached."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The keys of a row that its table shows."""

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """The cases of `seed`, always the same ones; a few of them where `quick`."""

    def fingerprint(self) -> str:
        """Names all that the results rest on besides the case: program, models, form, settings, machine."""

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Do once what must not be measured. Safe to repeat."""

    def measure(self, case: Case) -> Row:
        """Measure one case."""

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Sum the rows up; None where a figure could not be measured."""


@dataclass(frozen=True)
class Result:
    """What a benchmark found."""

    suite: str
    metrics: Mapping[str, float | None]
    targets: tuple[Target, ...]
    machine: str
    seed: int
    quick: bool
    rows: tuple[Row, ...]
    failures: Mapping[str, str]
    """Cases that could not be measured, and why."""

    @property
    def passed(self) -> bool:
        """Whether every case could be measured and every target is met."""
        return not self.failures and all(
            target.met(self.metrics.get(target.metric)) for target in self.targets
        )

    def as_json(self) -> dict[str, object]:
        """Plain data: suite, metrics, targets, passed, machine, seed, and the rows behind them."""
        return {
            "suite": self.suite,
            "metrics": dict(self.metrics),
            "targets": [asdict(target) for target in self.targets],
            "passed": self.passed,
            "machine": self.machine,
            "seed": self.seed,
            "quick": self.quick,
            "failures": dict(self.failures),
            "rows": [dict(row) for row in self.rows],
        }
