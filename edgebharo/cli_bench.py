"""The commands `edgebharo bench …`: parse, call, print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgebharo import cli_bench_forms, cli_bench_report, cli_bench_units
from edgebharo.cli_bench_options import Fresh, JsonPath, Llm, finish, keep, prepare

app = typer.Typer(help="Benchmarks. Each prints a table; --json writes its figures.", no_args_is_help=True)

Busy = Annotated[
    bool,
    typer.Option(
        "--busy",
        help="For a machine that does other things meanwhile: charge processor time, of all threads.",
    ),
]
Digits = Annotated[
    Path | None,
    typer.Option(
        help="Folder of recorded single digits: half of all numbers are made of them. A manifest.tsv in "
        "it or one folder above has the headings file, text, speaker, seconds."
    ),
]

Manifest = Annotated[
    Path,
    typer.Argument(
        help="Tab-separated, with the headings file, text, speaker, seconds; audio (WAV, FLAC, OGG of any "
        "rate) lies relative to it."
    ),
]
Kind = Annotated[
    str | None,
    typer.Option(
        help="What was asked: yes_no, number (0 to 100), number:LOW-HIGH, digits, digits:N, date, months, "
        "place, name, text or a field of the form. Default: text, or a choice of the candidates."
    ),
]
Candidates = Annotated[
    Path | None,
    typer.Option(
        help="The only possible answers, one a line, accepted spellings of one between bars (a|b); # begins "
        "a remark. The ear is told them."
    ),
]
Ear = Annotated[str | None, typer.Option(help="Another recogniser, as in `models list`.")]
Model = Annotated[Path | None, typer.Option(help="Folder of another model for the recogniser.")]
Condition = Annotated[
    str,
    typer.Option(
        help="clean, noise10 (10 dB), far (microphone), fast, slow or telephone: made of the clips."
    ),
]
Splice = Annotated[
    int | None,
    typer.Option(help="Make numbers of this many digits from each speaker's single digits, and hear those."),
]
Clips = Annotated[int, typer.Option(help="How many such numbers.")]
Plot = Annotated[Path | None, typer.Option(help="Draw reliability, speakers and confusions as a PNG.")]


Utterances = Annotated[
    Path,
    typer.Argument(
        help="Tab-separated, with the headings id, field_kind, utterance_devanagari, expected_value (JSON), "
        "expected_flags, and perhaps why_hard and state."
    ),
]
Mode = Annotated[
    str | None,
    typer.Option(
        help="rules: without the language model. model: it reads all that it can. both: as calls do it. "
        "Default: all three; the figures are those of both."
    ),
]
Today = Annotated[
    str | None, typer.Option(help="The day on which all is said, YYYY-MM-DD. Default: 2026-11-29.")
]


@app.command("call", epilog="Example: edgebharo bench call --quick --json bench.json")
def bench_call(
    *,
    quick: Annotated[bool, typer.Option("--quick", help="Three callers instead of twenty.")] = False,
    seed: Annotated[int, typer.Option(help="Which callers are drawn.")] = 1,
    fresh: Fresh = False,
    llm: Llm = None,
    json_out: JsonPath = None,
) -> None:
    """Hold whole spoken calls with drawn callers: latency, memory, cold start, and what the forms hold.

    Each call runs in a process of its own. An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.command import bench
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out)
    result = bench("call", load_settings({"llm": llm}), seed=seed, quick=quick, fresh=fresh)
    finish(json_out, result.as_json(), passed=result.passed)


@app.command(
    "asr", epilog="Example: edgebharo bench asr clips/manifest.tsv --expect number:1-50 --json out.json"
)
def bench_asr(
    manifest: Manifest,
    *,
    expect: Kind = None,
    candidates: Candidates = None,
    asr: Ear = None,
    model: Model = None,
    condition: Condition = "clean",
    splice: Splice = None,
    clips: Clips = 100,
    quick: Annotated[bool, typer.Option("--quick", help="Twenty clips, evenly spread.")] = False,
    seed: Annotated[int, typer.Option(help="Draws noise, rooms and spliced numbers.")] = 1,
    fresh: Fresh = False,
    json_out: JsonPath = None,
    plot: Plot = None,
) -> None:
    """Hear recordings with known texts: values, closed set, WER, CER, speed, confusions, each speaker.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.asr_plot import draw_hearing
    from edgebharo.bench.command import bench_asr as measure
    from edgebharo.bench.command import listening_to
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out, plot=plot)
    settings = load_settings({"asr": asr, "asr_dir": model})
    listening = listening_to(
        settings, manifest, expect, candidates, condition=condition, splice=splice, clips=clips
    )
    result, details = measure(settings, listening, seed=seed, quick=quick, fresh=fresh)
    keep(json_out, result.as_json() | details)
    if plot:
        draw_hearing(result, plot)
    if not result.passed:
        raise typer.Exit(1)


@app.command(
    "understand", epilog="Example: edgebharo bench understand utterances.tsv --mode rules --json out.json"
)
def bench_understand(
    file: Utterances,
    *,
    mode: Mode = None,
    form: Annotated[str | None, typer.Option(help="A form's id or folder.")] = None,
    today: Today = None,
    quick: Annotated[bool, typer.Option("--quick", help="Twenty utterances, evenly spread.")] = False,
    fresh: Fresh = False,
    json_out: JsonPath = None,
) -> None:
    """Read utterances with known meanings: values, intents, flags, per field and difficulty, each miss.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.command import bench_understand as measure
    from edgebharo.clock import day_of
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out)
    settings = load_settings({"form": form})
    day = day_of("--today", today)
    result, details = measure(settings, file, mode, day, quick=quick, fresh=fresh)
    finish(json_out, result.as_json() | details, passed=result.passed)


@app.command("extract", epilog="Example: edgebharo bench extract --llm off --json out.json")
def bench_extract(
    *,
    quick: Annotated[bool, typer.Option("--quick", help="24 calls instead of 960.")] = False,
    seed: Annotated[int, typer.Option(help="Draws values and wordings.")] = 1,
    fresh: Fresh = False,
    llm: Llm = None,
    wordings: Annotated[
        Path | None, typer.Option(help="A JSON file of your own wordings, in place of all known ones.")
    ] = None,
    json_out: JsonPath = None,
) -> None:
    """Read the transcripts of 960 simulated calls turn by turn, from an empty form: turns and forms right.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.command import bench_extract as measure
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out)
    result = measure(load_settings({"llm": llm}), wordings, seed=seed, quick=quick, fresh=fresh)
    finish(json_out, result.as_json(), passed=result.passed)


@app.command(
    "turns", epilog="Example: edgebharo bench turns --recordings digits/ --plot turns.png --json turns.json"
)
def bench_turns(
    *,
    recordings: Digits = None,
    samples: Annotated[int | None, typer.Option(help="Of each category. Default: 200.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="12 samples of each category.")] = False,
    seed: Annotated[int, typer.Option(help="Draws words, pauses, pace and moments.")] = 1,
    busy: Busy = False,
    fresh: Fresh = False,
    llm: Llm = None,
    json_out: JsonPath = None,
    plot: Annotated[Path | None, typer.Option(help="Draw latency against pause handling as a PNG.")] = None,
) -> None:
    """Take turns at real pace: pauses, latency, backchannels, interruptions, beside a fixed pause.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.command import bench_turns as measure
    from edgebharo.bench.turns import SAMPLES
    from edgebharo.bench.turns_plot import draw_turns
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out, plot=plot)
    settings = load_settings({"llm": llm})
    count = SAMPLES if samples is None else samples
    result, details = measure(settings, recordings, count, seed=seed, quick=quick, fresh=fresh, busy=busy)
    keep(json_out, result.as_json() | details)
    if plot:
        draw_turns(result, plot)
    if not result.passed:
        raise typer.Exit(1)


@app.command("capture", epilog="Example: edgebharo bench capture --quick --json capture.json")
def bench_capture(
    *,
    tasks: Annotated[
        int | None, typer.Option(help="In all, the same number of each kind. Default: 200.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="10 tasks, one of each kind.")] = False,
    seed: Annotated[int, typer.Option(help="Draws callers, values, slips and rooms.")] = 1,
    fresh: Fresh = False,
    llm: Llm = None,
    json_out: JsonPath = None,
) -> None:
    """Capture names, places, dates and numbers exactly: quiet, in noise, among talkers; what repair brings.

    An interrupted run goes on where it stopped.
    """
    from edgebharo.bench.capture import TASKS
    from edgebharo.bench.capture_command import bench_capture as measure
    from edgebharo.runtime.config import load_settings

    prepare(json_out=json_out)
    count = TASKS if tasks is None else tasks
    result, details = measure(load_settings({"llm": llm}), count, seed=seed, quick=quick, fresh=fresh)
    finish(json_out, result.as_json() | details, passed=result.passed)


@app.command("records", epilog="Example: edgebharo bench records --quick --json records.json")
def bench_records(
    *,
    quick: Annotated[bool, typer.Option("--quick", help="Seconds; says nothing about speed.")] = False,
    seed: Annotated[int, typer.Option(help="Draws the moments of the kills and the faults.")] = 1,
    json_out: JsonPath = None,
) -> None:
    """Lose and double no record, whatever fails: kills, full disks, torn networks, races at the registry.

    Starts a PostgreSQL of its own for the registry's part, and removes it again.
    """
    from rich.console import Console

    from edgebharo.bench.records import bench_records as measure
    from edgebharo.bench.show import metrics_table, show_verdict
    from edgebharo.runtime.config import load_settings
    from edgebharo.terminal import ERR

    prepare(json_out=json_out)
    result = measure(load_settings(), seed=seed, quick=quick, tell=lambda line: ERR.print(line, style="dim"))
    console = Console()
    console.print(metrics_table(result))
    show_verdict(console, result)
    finish(json_out, result.as_json(), passed=result.passed)


cli_bench_forms.register(app)
cli_bench_report.register(app)
cli_bench_units.register(app)
