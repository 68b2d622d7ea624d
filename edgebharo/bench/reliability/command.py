"""Runs `bench reliability`: reads the calls, judges them, shows what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from edgebharo.audio.vad import SileroOptions
from edgebharo.audio.vad import create as create_vad
from edgebharo.bench.reliability.figures import details, judge, metrics, rows
from edgebharo.bench.reliability.from_recording import Recorded, read_call
from edgebharo.bench.reliability.from_rows import records_of
from edgebharo.bench.reliability.record import CallRecord
from edgebharo.bench.reliability.show import show_reliability
from edgebharo.bench.report.reading import read_results
from edgebharo.bench.suite import Result, Target
from edgebharo.errors import ConfigError, ResultsError
from edgebharo.models.resolve import path_of
from edgebharo.runtime.report import machine_name

LEAST = 0.85
TARGETS = (Target("inquesto", ">=", LEAST),)


def recorded(audio: Sequence[Path], traces: Sequence[Path], outcomes: Sequence[Path]) -> tuple[Recorded, ...]:
    """What belongs together: the first recording, trace and outcome, and so on.

    Raises:
        ConfigError: there are not as many of each; outcomes may be left out.
    """
    if len(audio) != len(traces) or (outcomes and len(outcomes) != len(audio)):
        raise ConfigError(
            f"--audio, --trace, --outcome are given {len(audio)}, {len(traces)} and {len(outcomes)} times: "
            "give one --trace (and one --outcome, or none at all) for each --audio, in the same order"
        )
    matching: Sequence[Path | None] = outcomes or [None] * len(audio)
    return tuple(map(Recorded, audio, traces, matching))


def bench_reliability(
    results: Sequence[Path], recordings: Sequence[Recorded], system: str
) -> tuple[Result, dict[str, object]]:
    """Judge the calls of `system` in the files of results, and those of the recordings.

    Raises:
        ConfigError: nothing was given.
        ResultsError, WavFormatError, TraceError: something cannot be read, or holds no call.
    """
    if not results and not recordings:
        raise ConfigError("give the JSON of bench forms, or --audio CALL.wav --trace CALL.jsonl")
    read = [(path, read_results(path)[0]) for path in results]
    calls = [call for path, found in read for call in _held(path, found, system)] + _heard(recordings)
    machines = dict.fromkeys(found.machine for _, found in read)
    judged = judge(calls)
    result = Result(
        suite="reliability",
        metrics=metrics(judged),
        targets=TARGETS,
        machine="; ".join(machines) or machine_name(),
        seed=read[0][1].seed if read else 0,
        quick=any(found.quick for _, found in read),
        rows=rows(judged),
        failures={},
    )
    show_reliability(Console(), result, judged)
    return result, details(judged)


def _held(path: Path, found: Result, system: str) -> tuple[CallRecord, ...]:
    calls = records_of(found.rows, system)
    if not calls:
        raise ResultsError(f"{path}: holds no live call of {system}; give the JSON of edgebharo bench forms")
    return calls


def _heard(recordings: Sequence[Recorded]) -> list[CallRecord]:
    if not recordings:
        return []
    vad = create_vad(SileroOptions(path_of("silero-vad")))
    return [read_call(item, vad) for item in recordings]
