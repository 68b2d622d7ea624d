"""The command line: parse, call, print."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from edgebharo import __version__
from edgebharo.cli_bench import app as bench_app
from edgebharo.cli_doctor import doctor
from edgebharo.cli_records import calls_app, keys_app
from edgebharo.cli_registry import app as registry_app
from edgebharo.cli_replay import replay
from edgebharo.cli_sync import app as sync_app
from edgebharo.cli_sync import export
from edgebharo.errors import ConfigError
from edgebharo.failures import guarded

if TYPE_CHECKING:
    from edgebharo.runtime.callers import Caller
    from edgebharo.runtime.config import Settings

app = typer.Typer(
    help="An offline Hindi voice agent that fills an enrolment form. Nothing leaves this device but finished "
    "records, to the server that you set, if any.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
models_app = typer.Typer(
    help="The models: which there are, whether their bytes are right, where they lie.", no_args_is_help=True
)
forms_app = typer.Typer(help="The forms.", no_args_is_help=True)
app.add_typer(models_app, name="models")
app.add_typer(forms_app, name="forms")
app.add_typer(bench_app, name="bench")
app.add_typer(sync_app, name="sync")
app.command(epilog="Example: edgebharo export --format xlsx --out records.xlsx")(export)
app.add_typer(calls_app, name="calls")
app.add_typer(keys_app, name="keys")
app.add_typer(registry_app, name="registry")
app.command(epilog="Example: edgebharo doctor --json")(doctor)

FormOption = Annotated[
    str | None, typer.Option("--form", help="A form's id or folder. Default: maternal-enrolment.")
]
JsonPath = Annotated[Path | None, typer.Option("--json", help="Write the result to this file as JSON.")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
TodayOption = Annotated[str | None, typer.Option(help="The day of the call, YYYY-MM-DD. Default: today.")]
TraceOption = Annotated[
    Path | None,
    typer.Option(help="Write the events of the call to this file, with the words that were heard."),
]
HeadsetOption = Annotated[
    bool | None,
    typer.Option("--headset/--no-headset", help="She wears a headset, and may interrupt the agent."),
]
LlmOption = Annotated[str | None, typer.Option("--llm", help="auto, or off: Hindi rules alone.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"edgebharo {__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that belong to no command."""


@app.command(epilog="Example: edgebharo call --text --caller-number 9876543210")
def call(
    *,
    text: Annotated[bool, typer.Option("--text", help="Type the answers instead of speaking them.")] = False,
    form: FormOption = None,
    caller_number: Annotated[
        str | None, typer.Option(help="The ten digits of the phone she has with her.")
    ] = None,
    llm: LlmOption = None,
    headset: HeadsetOption = None,
    trace: TraceOption = None,
    timing: Annotated[
        bool, typer.Option("--timing", help="At the end, show where each turn's time went.")
    ] = False,
    keep_audio: Annotated[
        int | None,
        typer.Option(
            metavar="DAYS",
            help="Keep her voice, locked, for so many days, where the form asks her and she agrees.",
        ),
    ] = None,
) -> None:
    """Hold a call: through microphone and speaker, or typed with --text.

    An empty line is silence; end the input (Ctrl-D) to break off, the record is kept.
    """
    from edgebharo.runtime.calls import phone_of
    from edgebharo.terminal import advising, prepare_outputs

    number = phone_of(caller_number)
    settings = _settings(form=form, llm=llm, headset=headset, keep_audio_days=keep_audio)
    prepare_outputs(trace=trace)
    with advising():
        _call(settings, number, text=text, trace=trace, timing=timing)


def _call(settings: Settings, number: str | None, *, text: bool, trace: Path | None, timing: bool) -> None:
    from edgebharo.dialogue.state import DialogueState
    from edgebharo.runtime.app import build
    from edgebharo.runtime.live import live_call, require_devices
    from edgebharo.runtime.syncing import in_background
    from edgebharo.runtime.trace import tracing
    from edgebharo.runtime.typed import typed_call
    from edgebharo.terminal import OUT, Conversation, read_line, show_advice, show_notes
    from edgebharo.terminal_replay import timed

    if not text:
        require_devices(settings)
    application = build(settings)
    show_notes(application.notes)
    hold = typed_call if text else partial(live_call, tell=show_advice)
    start = DialogueState() if text else application.start
    with in_background(settings):  # it is left once the worker has seen how the call ended
        with (
            tracing(trace, application.settings.form, start) as traced,
            timed(traced, wanted=timing) as on_step,
        ):
            record, status = hold(application, Conversation(), read_line, number, on_step=on_step)
        OUT.print(
            f"call {status or 'cut off'}; record {record} in {application.settings.store_path}",
            soft_wrap=True,
        )


@app.command(epilog="Example: edgebharo simulate caller.yaml --voice hf_beta --audio call.wav")
def simulate(
    caller: Annotated[
        Path, typer.Argument(help="The caller's YAML file: voice, pace, answers, right values.")
    ],
    *,
    form: FormOption = None,
    voice: Annotated[str | None, typer.Option(help="Another voice than the file's.")] = None,
    pace: Annotated[
        str, typer.Option(help="fast: a simulated clock. real: as long as the call lasts.")
    ] = "fast",
    json_out: JsonPath = None,
    audio: Annotated[
        Path | None, typer.Option(help="Write the call as a WAV: caller left, agent right.")
    ] = None,
    llm: LlmOption = None,
    trace: TraceOption = None,
) -> None:
    """Hold a call with a simulated caller who answers each question in speech.

    \b
    The file, in short:
      id: sunita
      voice: hm_psi
      answers:
        name: {say: "मेरा नाम सुनीता देवी है", value: "सुनीता देवी"}
        linked_number: {clip: number.wav, value: "9876543210"}
    """
    from edgebharo.runtime.callers import load_caller

    chosen = load_caller(caller)
    if voice:
        chosen = chosen.model_copy(update={"voice": voice})
    _simulate(chosen, form=form, pace=pace, json_out=json_out, audio=audio, llm=llm, trace=trace)


app.command(epilog="Example: edgebharo replay call.jsonl")(replay)


@app.command(epilog="Example: edgebharo demo --json demo.json --audio demo.wav")
def demo(
    *,
    json_out: JsonPath = None,
    audio: Annotated[Path | None, typer.Option(help="Write the call as a WAV.")] = None,
) -> None:
    """Hold one whole spoken call with the shipped caller, offline, and show the form that comes out."""
    from edgebharo.forms.load import find_form
    from edgebharo.runtime.callers import load_caller

    path = find_form("maternal-enrolment").parent / "callers" / "demo.yaml"
    _simulate(
        load_caller(path), form="maternal-enrolment", pace="fast", json_out=json_out, audio=audio, llm=None
    )


@app.command(epilog="Example: edgebharo transcribe number.wav --expect digits:10 --json")
def transcribe(
    file: Annotated[Path, typer.Argument(help="An audio file, any rate and channel count.")],
    *,
    expect: Annotated[
        str,
        typer.Option(
            help="yes_no, months, number:1-9, digits:10, date, place, name, text, or a field of the form."
        ),
    ] = "text",
    asr: Annotated[str | None, typer.Option(help="A recogniser's name, as in `models list`.")] = None,
    asr_dir: Annotated[Path | None, typer.Option(help="Folder of its files, if fetched by hand.")] = None,
    json_flag: JsonFlag = False,
) -> None:
    """Recognise one audio file, told what to expect."""
    from edgebharo.runtime.single import transcribe_file
    from edgebharo.terminal import OUT, print_json

    result = transcribe_file(_settings(asr=asr, asr_dir=asr_dir), file, expect)
    if json_flag:
        print_json(result)
    else:
        OUT.print(str(result["text"]) or "(nothing was said)", markup=False, soft_wrap=True)


@app.command(epilog="Example: edgebharo understand --field district --text 'नालंदा ज़िला' --json")
def understand(
    *,
    form: Annotated[str, typer.Option(help="A form's id or folder.")] = "maternal-enrolment",
    field: Annotated[str, typer.Option(help="The field that was asked.")],
    text: Annotated[str, typer.Option(help="What was heard.")],
    answers: Annotated[str, typer.Option(help='What is known already, JSON: {"pregnant": true}')] = "{}",
    partial: Annotated[str, typer.Option(help="Digits of the field heard before: 98765")] = "",
    today: TodayOption = None,
    llm: LlmOption = None,
    json_flag: JsonFlag = False,
) -> None:
    """Read one answer: the values in it, what needs a confirmation, the intent, and what comes next.

    Questions before the asked one that --answers does not give count as skipped, its branch as open.
    """
    from edgebharo.clock import day_of
    from edgebharo.runtime.single import understand_text
    from edgebharo.terminal import OUT, print_json, show_notes

    day = day_of("--today", today)
    result, notes = understand_text(_settings(form=form, llm=llm), field, text, answers, day, partial)
    show_notes(notes)
    if json_flag:
        print_json(asdict(result))
    else:
        for key, value in asdict(result).items():
            OUT.print(f"{key:12} {value}", markup=False, soft_wrap=True)


@app.command(epilog="Example: edgebharo prepare")
def prepare() -> None:
    """Make this device ready: join the models and render the prompts that never change. Safe to repeat."""
    from edgebharo.models.manifest import load_manifest
    from edgebharo.models.progress import progress_bars
    from edgebharo.models.resolve import path_of
    from edgebharo.runtime.app import warm
    from edgebharo.terminal import ERR, counting

    with progress_bars("check") as show:
        for name, model in load_manifest().models.items():
            if model.profile == "embedded":
                _try_model(partial(path_of, name, show))
    with counting("render prompts") as bars:
        task = bars.task_ids[0]
        total = warm(_settings(), lambda done, total: bars.update(task, completed=done, total=total))
    ERR.print(f"ready: {total} prompts rendered")


@models_app.command("list", epilog="Example: edgebharo models list")
def models_list() -> None:
    """Every model and its state on this device."""
    from edgebharo.models.inventory import list_models
    from edgebharo.terminal import show_models

    show_models(list_models())


@models_app.command("verify", epilog="Example: edgebharo models verify kokoro-82m --remove")
def models_verify(
    names: Annotated[list[str] | None, typer.Argument(help="Models; default: all.")] = None,
    *,
    remove: Annotated[bool, typer.Option("--remove", help="Delete a joined file that is corrupt.")] = False,
) -> None:
    """Hash every file; a corrupt one is named, and removed only with --remove."""
    from edgebharo.models.inventory import verify
    from edgebharo.models.manifest import load_manifest
    from edgebharo.models.progress import progress_bars
    from edgebharo.terminal import show_models

    for name in names or ():
        load_manifest().get(name)
    with progress_bars("verify") as show:
        statuses = verify(names or (), show, remove_corrupt=remove)
    show_models(statuses)
    bad = {"corrupt", "missing", "unavailable"} if names else {"corrupt"}
    if any(status.state in bad for status in statuses):
        raise typer.Exit(6)


@models_app.command("path", epilog="Example: edgebharo models path asr-hi")
def models_path(name: Annotated[str, typer.Argument(help="A model's name, as in `models list`.")]) -> None:
    """Print the path of a model's main file, joined and checked."""
    from edgebharo.models.manifest import load_manifest
    from edgebharo.models.progress import progress_bars
    from edgebharo.models.resolve import path_of

    load_manifest().get(name)
    with progress_bars("join") as show:
        path = path_of(name, show)
    typer.echo(str(path))


@forms_app.command("check", epilog="Example: edgebharo forms check forms/maternal-enrolment")
def forms_check(
    path: Annotated[Path, typer.Argument(help="A form's folder, its form.yaml, or a shipped form's id.")],
) -> None:
    """List every problem of a form at once, with file and key."""
    from edgebharo.forms.load import check
    from edgebharo.terminal import OUT

    problems = check(path)
    for problem in problems:
        OUT.print(str(problem), markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(4)
    OUT.print(f"{path}: no problems", soft_wrap=True)


def _settings(**arguments: object) -> Settings:
    from edgebharo.runtime.config import load_settings

    return load_settings(arguments)


def _simulate(
    caller: Caller,
    *,
    form: str | None,
    pace: str,
    json_out: Path | None,
    audio: Path | None,
    llm: str | None,
    trace: Path | None = None,
) -> None:
    from edgebharo.runtime.app import build, open_voice
    from edgebharo.runtime.simulate import simulate as run
    from edgebharo.runtime.trace import tracing
    from edgebharo.terminal import (
        Conversation,
        prepare_outputs,
        report_json,
        show_notes,
        show_report,
        write_json,
        write_sound,
    )

    if pace not in {"fast", "real"}:
        raise ConfigError(f"--pace {pace}: choose fast or real")
    prepare_outputs(json_out=json_out, trace=trace, audio=audio)
    settings = _settings(form=form, llm=llm)
    open_voice(settings, caller.voice, caller.speed)  # an unknown voice is refused before the call begins
    application = build(settings, today=caller.today)
    show_notes(application.notes)
    with tracing(trace, settings.form, application.start) as on_step:
        simulation = run(application, caller, Conversation(), real_pace=pace == "real", on_step=on_step)
    show_report(simulation.report)
    with ExitStack() as results:  # each is written, even where another cannot be
        if audio:
            results.callback(write_sound, audio, simulation.room.stereo())
        if json_out:
            results.callback(write_json, json_out, report_json(simulation.report))


def _try_model(prepare: Callable[[], object]) -> None:
    """A missing language model is no reason to stop: EXTRACT then works by rules."""
    from edgebharo.errors import ModelFileError
    from edgebharo.terminal import ERR

    try:
        prepare()
    except ModelFileError as error:
        if error.stage != "llm":
            raise
        ERR.print(f"going on without the language model: {error}", markup=False, soft_wrap=True)


def main() -> NoReturn:
    """Entry point of the command `edgebharo`."""
    guarded(partial(app, prog_name="edgebharo"))
