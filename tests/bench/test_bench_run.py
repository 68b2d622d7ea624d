"""The contract of every benchmark: resumable, honest about failures, complete JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rich.console import Console

from edgebharo.bench.apart import measure_apart
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.results import Results
from edgebharo.bench.run import run
from edgebharo.bench.show import progress_bars, show_result
from edgebharo.bench.suite import Case, Progress, Result, Row, Target
from edgebharo.bench.suites import make_suite
from edgebharo.errors import ConfigError, EdgeBharoError
from edgebharo.runtime.config import Settings


@dataclass
class LengthSuite:
    """Measures how long a case's text is; a text with `!` cannot be measured."""

    name: str = "length"
    targets: tuple[Target, ...] = (Target("longest", "<=", 5), Target("cases", ">=", 1))
    columns: tuple[str, ...] = ("case", "length")
    texts: tuple[str, ...] = ("एक", "दो", "तीन")
    measured: list[str] = field(default_factory=list)
    prepared: int = 0

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        texts = self.texts[:1] if quick else self.texts
        return tuple(Case(f"case-{number}", f"{seed} {text}") for number, text in enumerate(texts))

    def fingerprint(self) -> str:
        return "v1"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        self.prepared += 1
        progress(len(cases), len(cases))

    def measure(self, case: Case) -> Row:
        if "!" in case.content:
            raise EdgeBharoError("the scale broke")
        self.measured.append(case.id)
        return {"case": case.id, "length": len(case.content)}

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        lengths = [row["length"] for row in rows]
        longest = max((value for value in lengths if isinstance(value, int)), default=None)
        return {"longest": longest, "cases": len(rows)}


def held(suite: LengthSuite, path: Path, *, fingerprint: str = "v1", quick: bool = False) -> Result:
    return run(
        suite,
        Results(path, fingerprint),
        suite.measure,
        seed=1,
        quick=quick,
        machine="a scale",
        preparing=lambda _done, _total: None,
        measured=lambda _done, _total: None,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "length.jsonl"


def test_what_was_measured_is_not_measured_again(path: Path) -> None:
    first = LengthSuite()
    result = held(first, path, quick=True)
    assert (first.measured, result.metrics["cases"]) == (["case-0"], 1)
    second = LengthSuite()
    result = held(second, path)
    assert second.measured == ["case-1", "case-2"]
    assert [row["case"] for row in result.rows] == ["case-0", "case-1", "case-2"]
    third = LengthSuite()
    assert held(third, path) == result
    assert (third.measured, third.prepared) == ([], 0)


def test_another_program_measures_anew(path: Path) -> None:
    held(LengthSuite(), path)
    again = LengthSuite()
    held(again, path, fingerprint="v2")
    assert len(again.measured) == 3


def test_a_changed_case_is_measured_anew(path: Path) -> None:
    held(LengthSuite(), path)
    again = LengthSuite(texts=("एक", "पाँच"))
    held(again, path)
    assert again.measured == ["case-1"]


def test_a_line_that_a_crash_cut_off_is_measured_anew(path: Path) -> None:
    held(LengthSuite(), path)
    content = path.read_text(encoding="utf-8")
    path.write_text(content[: content.rstrip().rfind("\n") + 20], encoding="utf-8")
    again = LengthSuite()
    assert held(again, path).metrics["cases"] == 3
    assert len(again.measured) == 1
    final = LengthSuite()
    held(final, path)
    assert final.measured == []


def test_a_case_that_fails_is_named_fails_the_whole_and_is_tried_again(path: Path) -> None:
    suite = LengthSuite(texts=("एक", "दो!", "तीन"))
    result = held(suite, path)
    assert result.failures == {"case-1": "the scale broke"}
    assert not result.passed
    assert len(result.rows) == 2
    assert held(suite, path).failures == result.failures


def test_json_holds_the_contract(path: Path) -> None:
    data = json.loads(json.dumps(held(LengthSuite(), path).as_json()))
    assert {"suite", "metrics", "targets", "passed", "machine", "seed", "rows"} <= set(data)
    assert data["passed"] is True
    assert data["targets"][0] == {"metric": "longest", "sign": "<=", "limit": 5}
    assert (data["suite"], data["seed"], data["machine"]) == ("length", 1, "a scale")


@pytest.mark.parametrize(
    ("sign", "limit", "value", "met"),
    [
        ("<=", 5, 5, True),
        ("<=", 5, 5.1, False),
        (">=", 1, 1.0, True),
        (">=", 1, 0.99, False),
        ("<=", 5, None, False),
    ],
)
def test_a_target_is_met_or_missed(sign: str, limit: float, value: float | None, met: bool) -> None:
    assert Target("x", sign, limit).met(value) is met  # type: ignore[arg-type]


def test_the_tables_show_every_case_every_figure_and_the_verdict(path: Path) -> None:
    out = Console(file=io.StringIO(), width=120)
    suite = LengthSuite(texts=("एक", "बहुत लंबा", "दो!"))
    show_result(out, held(suite, path), suite.columns)
    shown = out.file.getvalue()  # type: ignore[attr-defined]
    for part in (
        "case-0",
        "case-1",
        "longest",
        "<= 5",
        "missed",
        "met",
        "the scale broke",
        "not all targets",
    ):
        assert part in shown
    assert "a scale" in shown


def test_progress_bars_count(path: Path) -> None:
    out = Console(file=io.StringIO(), width=120)
    with progress_bars(out, ("prepare", "length")) as (prepare, measure):
        prepare(1, 2)
        measure(3, 3)
    shown = out.file.getvalue()  # type: ignore[attr-defined]
    assert "1/2" in shown
    assert "3/3" in shown


def test_an_unknown_benchmark_names_the_choices() -> None:
    with pytest.raises(ConfigError, match="choose one of: call"):
        make_suite("speed", Settings())


def test_the_program_has_a_stable_name() -> None:
    assert program_fingerprint() == program_fingerprint()
    assert len(program_fingerprint()) == 64


def test_a_case_that_fails_in_its_own_process_says_why() -> None:
    settings = Settings(form="no-such-form")
    case = make_suite("call", settings).cases(1, quick=True)[0]
    with pytest.raises(EdgeBharoError, match="no-such-form"):
        measure_apart("call", settings, case)
