"""What `edgebharo bench SUITE` does."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from hashlib import sha256
from pathlib import Path

from rich.console import Console

from edgebharo.bench.apart import measure_apart
from edgebharo.bench.asr import AsrSuite, Listening, check_listening, expectation
from edgebharo.bench.kept import run_here
from edgebharo.bench.manifest import read_candidates, read_manifest
from edgebharo.bench.show import show_result
from edgebharo.bench.show_asr import show_hearing
from edgebharo.bench.show_extract import show_extract
from edgebharo.bench.show_understand import show_understanding
from edgebharo.bench.suite import Result
from edgebharo.bench.suites import make_suite
from edgebharo.bench.transcripts import ExtractSuite
from edgebharo.bench.turns import MOST_SAMPLES, SAMPLES, TurnsSuite
from edgebharo.bench.turns_show import show_turns
from edgebharo.bench.turns_sound import recordings_in
from edgebharo.bench.understand import MODES, UnderstandSuite
from edgebharo.bench.utterances import TODAY, read_utterances
from edgebharo.bench.wordings import load_wordings
from edgebharo.errors import ConfigError, ModelFileError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.ports import Llm
from edgebharo.runtime.app import open_asr, open_form, open_llm
from edgebharo.runtime.config import Settings

LONGEST_LIMIT_MS = 10_000


def bench(
    name: str, settings: Settings, *, seed: int = 1, quick: bool = False, fresh: bool = False
) -> Result:
    """Run the benchmark `name` with progress bars on standard error and its tables on standard output.

    Rows that were measured before by the same program, models and settings on this machine are taken over,
    unless `fresh`.

    Raises:
        ConfigError: there is no such benchmark.
    """
    suite = make_suite(name, settings)
    result = run_here(suite, partial(measure_apart, name, settings), seed, quick=quick, fresh=fresh)
    show_result(Console(), result, suite.columns)
    return result


def listening_to(
    settings: Settings,
    manifest: Path,
    expect: str | None,
    candidates: Path | None,
    *,
    condition: str = "clean",
    splice: int | None = None,
    clips: int = 100,
) -> Listening:
    """What the options of `bench asr` ask for; spliced numbers are expected as digits.

    Raises:
        ConfigError, ManifestError: something that was given cannot be used.
    """
    answers = read_candidates(candidates) if candidates else ()
    kind = f"digits:{splice}" if splice is not None and expect is None and not answers else expect
    listening = Listening(
        recordings=read_manifest(manifest),
        expect=expectation(kind, answers, open_form(settings)),
        candidates=answers,
        condition=condition,
        splice=splice,
        clips=clips,
    )
    check_listening(listening)
    return listening


def bench_asr(
    settings: Settings,
    listening: Listening,
    *,
    seed: int = 1,
    quick: bool = False,
    fresh: bool = False,
) -> tuple[Result, dict[str, object]]:
    """Hear as `hear` does, and show what came of it. Returns the result and what is behind it."""
    suite, result = hear(settings, listening, seed=seed, quick=quick, fresh=fresh)
    show_hearing(Console(), result, suite)
    return result, suite.details(result.rows)


def hear(
    settings: Settings,
    listening: Listening,
    *,
    seed: int = 1,
    quick: bool = False,
    fresh: bool = False,
) -> tuple[AsrSuite, Result]:
    """Let the ear hear recordings, in this process and on one thread.

    Raises:
        ConfigError, ModelFileError, MissingExtraError: the recogniser of the settings cannot be used.
    """
    alone = settings.model_copy(update={"threads": 1})
    files = _folder_digest(settings.asr_dir) if settings.asr_dir else "as in the manifest"
    suite = AsrSuite(replace(listening, ear=f"{settings.asr} {files}"), partial(open_asr, alone))
    return suite, run_here(suite, suite.measure, seed, quick=quick, fresh=fresh)


def bench_understand(
    settings: Settings,
    table: Path,
    mode: str | None,
    today: date | None,
    *,
    quick: bool = False,
    fresh: bool = False,
) -> tuple[Result, dict[str, object]]:
    """Read a table of utterances in `mode`, or in all three. Returns the result and what is behind it.

    Raises:
        ConfigError: there is no such mode, or it needs the language model, which is not available.
        ManifestError: the table cannot be used.
    """
    if mode not in (None, *MODES):
        raise ConfigError(f"--mode {mode}: choose one of {', '.join(MODES)}")
    loaded = open_form(settings)
    suite = UnderstandSuite(
        loaded=loaded,
        utterances=read_utterances(table, loaded),
        modes=tuple(item for item in MODES if mode in (None, item)),
        open_llm=lambda: _patient_llm(settings, loaded),
        today=today or TODAY,
    )
    result = run_here(suite, suite.measure, 1, quick=quick, fresh=fresh)
    show_understanding(Console(), result, suite)
    return result, suite.details(result.rows)


def bench_extract(
    settings: Settings,
    wordings: Path | None = None,
    *,
    seed: int = 1,
    quick: bool = False,
    fresh: bool = False,
) -> Result:
    """Read the transcripts of the simulated calls as the settings say, and show what came of it.

    Raises:
        ConfigError: the file of wordings cannot be used.
    """
    loaded = open_form(settings)
    said = load_wordings(wordings) if wordings else None
    suite = ExtractSuite(loaded, lambda: _patient_llm(settings, loaded), model=settings.llm, wordings=said)
    result = run_here(suite, suite.measure, seed, quick=quick, fresh=fresh)
    show_extract(Console(), result)
    return result


def bench_turns(
    settings: Settings,
    recordings: Path | None = None,
    samples: int = SAMPLES,
    *,
    seed: int = 1,
    quick: bool = False,
    fresh: bool = False,
    busy: bool = False,
) -> tuple[Result, dict[str, object]]:
    """Hold the drawn conversations, and show what came of them. Returns the result and what is behind it.

    Raises:
        ConfigError: the number of samples is not allowed.
        ManifestError: the recordings cannot be used.
    """
    if not 1 <= samples <= MOST_SAMPLES:
        raise ConfigError(f"--samples {samples}: choose 1 to {MOST_SAMPLES} of each category")
    spoken = recordings_in(recordings) if recordings else ()
    suite = TurnsSuite(settings, samples, spoken, busy)
    result = run_here(suite, suite.measure, seed, quick=quick, fresh=fresh)
    show_turns(Console(), result)
    return result, suite.details(result.rows)


def _patient_llm(settings: Settings, loaded: LoadedForm) -> Llm | None:
    """The language model, patient: how long it takes is measured, and must change no reading."""
    return open_llm(settings.model_copy(update={"llm_limit_ms": LONGEST_LIMIT_MS}), loaded)[0]


def _folder_digest(folder: Path) -> str:
    """Hash of every file in `folder`, names included."""
    if not folder.is_dir():
        raise ModelFileError("asr", f"{folder}: is no folder with a model")
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0".encode() + sha256(path.read_bytes()).digest())
    return digest.hexdigest()
