"""`edgebharo bench select`: systems from results and from a TOML file; what is wrong is one clear line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from command_line import Run

pytestmark = pytest.mark.unit


def results(folder: Path, name: str, **metrics: float | None) -> Path:
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"suite": "forms", "metrics": metrics}), encoding="utf-8")
    return path


@pytest.fixture
def three(tmp_path: Path) -> tuple[Path, Path, Path]:
    return (
        results(tmp_path, "small", form_completion=0.90, latency_p95_ms=600, rss_mb=500),
        results(tmp_path, "large", form_completion=0.99, latency_p95_ms=2400, rss_mb=900),
        results(tmp_path, "poor", form_completion=0.89, latency_p95_ms=700, rss_mb=600),
    )


def test_each_file_is_a_system(edgebharo: Run, tmp_path: Path, three: tuple[Path, ...]) -> None:
    ended = edgebharo(
        "bench", "select", *three, "--json", tmp_path / "out.json", "--plot", tmp_path / "out.png"
    )
    assert ended.code == 0
    assert "dominated by small" in ended.out
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert found["axes"] == {"accuracy": "form_completion", "latency": "latency_p95_ms", "cost": "rss_mb"}
    assert [row["name"] for row in found["front"]] == ["large", "small"]
    assert [row["name"] for row in found["sweep"]] == ["small", "large"]
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


def test_nothing_within_the_limits_ends_with_one(edgebharo: Run, three: tuple[Path, ...]) -> None:
    ended = edgebharo("bench", "select", *three, "--least-accuracy", "0.95", "--most-latency", "1000")
    assert ended.code == 1
    assert "nothing is within the limits" in ended.out


TOML = """
latency = "latency_p95_ms"
[limits]
latency = 3000
[[system]]
name = "ours"
results = ["large.json", "memory.json"]
[[system]]
name = "baseline"
results = ["large.json"]
accuracy = "form_completion/whisper"
latency = 2900
cost = 410
"""


@pytest.mark.usefixtures("three")
def test_a_file_lists_systems_with_metrics_and_figures_of_their_own(edgebharo: Run, tmp_path: Path) -> None:
    whisper = {"form_completion/whisper": 0.7}
    results(tmp_path, "large", form_completion=0.99, latency_p95_ms=2400, **whisper)
    results(tmp_path, "memory", rss_mb=850)
    (tmp_path / "systems.toml").write_text(TOML, encoding="utf-8")
    ended = edgebharo("bench", "select", tmp_path / "systems.toml", "--json", tmp_path / "out.json")
    assert ended.code == 0
    front = json.loads((tmp_path / "out.json").read_text("utf-8"))["front"]
    figures = {row["name"]: (row["accuracy"], row["latency"], row["cost"]) for row in front}
    assert figures == {"ours": (0.99, 2400, 850), "baseline": (0.7, 2900, 410)}
    narrower = edgebharo("bench", "select", tmp_path / "systems.toml", "--most-latency", "2500")
    assert "over: latency" in narrower.out  # the command line goes before the file


def test_an_axis_may_be_left_out(edgebharo: Run, tmp_path: Path) -> None:
    one = results(tmp_path, "one", value_accuracy=0.9, rtf=0.1)
    assert edgebharo("bench", "select", one).code == 3
    assert edgebharo("bench", "select", one, "--cost", "none").code == 0


@pytest.mark.parametrize(
    ("metrics", "options", "told"),
    [
        ({"form_completion": 1.0}, (), "no usual metric of latency"),
        (
            {"form_completion": 1.0},
            ("--latency", "speed"),
            "has no metric 'speed' for latency; it has: form_completion",
        ),
        (
            {"a": None, "b": 1.0},
            ("--accuracy", "a", "--latency", "b", "--cost", "b"),
            "no metric 'a' for accuracy",
        ),
    ],
)
def test_a_missing_figure_names_what_there_is(
    edgebharo: Run, tmp_path: Path, metrics: Mapping[str, float | None], options: tuple[str, ...], told: str
) -> None:
    ended = edgebharo("bench", "select", results(tmp_path, "one", **metrics), *options)
    assert ended.code == 3
    assert told in ended.error


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[system]]", "system.0.name"),
        ("system = []", "system"),
        ("speed = 1\n[[system]]\nname = 'a'", "speed"),
        ("[limits]\naccuracy = nan\n[[system]]\nname = 'a'", "limits.accuracy"),
        ("[[system]", "is no TOML file"),
        ("[[system]]\nname = 'a'\nresults = ['none.json']", "cannot be read"),
        ("[[system]]\nname = 'a'\n[[system]]\nname = 'a'", "two systems are called 'a'"),
    ],
)
def test_a_wrong_file_names_the_place(edgebharo: Run, tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "systems.toml").write_text(text, encoding="utf-8")
    ended = edgebharo("bench", "select", tmp_path / "systems.toml")
    assert ended.code == 19
    assert told in ended.error


def test_two_files_that_disagree_tell_nothing(edgebharo: Run, tmp_path: Path) -> None:
    results(tmp_path, "a", form_completion=0.9, latency_p95_ms=1, rss_mb=1)
    results(tmp_path, "b", form_completion=0.8)
    (tmp_path / "s.toml").write_text(
        "[[system]]\nname = 'x'\nresults = ['a.json', 'b.json']", encoding="utf-8"
    )
    ended = edgebharo("bench", "select", tmp_path / "s.toml", "--accuracy", "form_completion")
    assert ended.code == 3
    assert "has no metric 'form_completion'" in ended.error
