"""How calls, forms and models look on a terminal."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.control import Control
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import ControlType
from rich.table import Table

from edgebharo.audio.pcm import write_wav
from edgebharo.errors import AudioError, DeviceError, OutputError
from edgebharo.models.inventory import ModelStatus
from edgebharo.runtime.advice import Advice, advice
from edgebharo.runtime.checkup import Check
from edgebharo.runtime.report import CallReport, FieldReport
from edgebharo.types import SAMPLE_RATE, Transcript, Value

OUT = Console()
ERR = Console(stderr=True)

_ELSEWHERE = "free some space or give another path"
_STATE_STYLE = {
    "ready": "green",
    "unchecked": "green",
    "parts": "yellow",
    "missing": "red",
    "corrupt": "bold red",
    "unavailable": "dim",
}
_VERDICT_STYLE = {"ok": "green", "warning": "yellow", "problem": "bold red"}
_STATUS_TEXT = {
    "complete": "[green]complete[/]: the form is filled",
    "failed": "[red]incomplete[/]: a required answer is missing",
    "screened_out": "[yellow]screened out[/] by an answer",
    "withdrawn": "[yellow]withdrawn[/]: nothing was kept",
    "in_progress": "[yellow]cut off[/]: the record so far is kept",
}


@dataclass
class Conversation:
    """Prints a call as it happens. Implements `journal.Watcher`."""

    console: Console = OUT
    _unfinished: bool = False
    """The last line holds words that may still change."""

    def began(self, record_id: str) -> None:
        """Where to find the record, should anything go wrong."""
        self.console.print(f"[dim]record {record_id}, kept after every answer[/]")

    def said(self, text: str) -> None:
        """The agent's words."""
        self._wipe()
        self.console.print(f"[cyan]agent [/] {escape(text)}")

    def hears(self, transcript: Transcript) -> None:
        """The caller's words so far, on a line that is written again and again; nothing but on a terminal."""
        if not self.console.is_terminal:
            return
        self._wipe()
        line = f"[magenta]caller[/] [dim]{escape(transcript.text)} …[/]"
        self.console.print(line, end="", no_wrap=True, overflow="crop")
        self._unfinished = True

    def heard(self, transcript: Transcript) -> None:
        """The caller's words, as the ear heard them."""
        self._wipe()
        self.console.print(
            f"[magenta]caller[/] {escape(transcript.text)} [dim]({transcript.confidence:.2f})[/]"
        )

    def _wipe(self) -> None:
        if self._unfinished:
            self.console.control(Control((ControlType.CARRIAGE_RETURN,), (ControlType.ERASE_IN_LINE, 2)))
            self._unfinished = False


def read_line(prompt: str) -> str:
    """A line from the keyboard; one whose bytes are no text counts as empty.

    Raises:
        EOFError: the input has ended.
    """
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return ""


def show_notes(notes: tuple[str, ...]) -> None:
    """What is missing on this device, and what stands in for it."""
    for note in notes:
        ERR.print(f"[yellow]note[/] {escape(note)}", soft_wrap=True)


def show_advice(what: Advice) -> None:
    """What is wrong with a device, and what to do, for the worker: in Hindi, and in English below it."""
    for line in (what.hindi, what.english):
        ERR.print(f"[yellow]note[/] {escape(line)}", soft_wrap=True)


def show_check(check: Check) -> None:
    """One thing that was looked at: the verdict, what was found, the worker's line, and what to do."""
    style = _VERDICT_STYLE[check.verdict]
    OUT.print(f"[{style}]{check.verdict:8}[/] [b]{check.name}[/]: {escape(check.english)}", soft_wrap=True)
    OUT.print(f"         {escape(check.hindi)}", soft_wrap=True)
    if check.advice:
        OUT.print(f"         → {escape(check.advice)}", soft_wrap=True)


@contextmanager
def advising() -> Iterator[None]:
    """Show the worker what to do before an error of a microphone or a speaker ends the command."""
    try:
        yield
    except DeviceError as error:
        show_advice(advice(error))
        raise


def show_report(report: CallReport) -> None:
    """The form, the latencies, and where the record is."""
    OUT.print()
    OUT.print(_field_table(report))
    OUT.print(f"call   {_STATUS_TEXT[report.status]}")
    latencies = [f"{turn.latency_ms}" for turn in report.turns if turn.latency_ms is not None]
    OUT.print(f"silence before each reply, ms: [dim]{' '.join(latencies)}[/]")
    OUT.print(
        f"median [b]{report.latency_median_ms}[/] ms, 95th percentile [b]{report.latency_p95_ms}[/] ms; "
        f"call {report.call_s} s ({report.pace} pace); cold start [b]{report.cold_start_s}[/] s; "
        f"memory [b]{report.rss_mb:.0f}[/] MB"
    )
    OUT.print(f"machine {report.machine}")
    OUT.print(f"record {report.record}\n  in   {report.store}", soft_wrap=True)


def _field_table(report: CallReport) -> Table:
    table = Table(title=f"{report.form}: caller {report.caller}", title_justify="left")
    table.add_column("field", no_wrap=True)
    for heading in ("expected", "in the form", "state", ""):
        table.add_column(heading)
    for name, field in report.fields.items():
        table.add_row(name, _value(field.expected), _value(field.value), field.state, _mark(field))
    return table


def _mark(field: FieldReport) -> str:
    if field.similarity is not None:
        return f"as heard, {field.similarity:.0%} alike"
    if field.expected is None and field.value is None:
        return "[dim]–[/]"
    return "[green]right[/]" if field.right else "[red]wrong[/]"


def _value(value: Value | None) -> str:
    match value:
        case None:
            return "[dim]–[/]"
        case bool():
            return "हाँ" if value else "नहीं"
        case tuple():
            return escape(", ".join(value))
        case _:
            return escape(str(value))


def report_json(report: CallReport) -> dict[str, object]:
    """The report as plain data for JSON."""
    return asdict(report)


def prepare_output(option: str, path: Path, *, regular: bool = False) -> None:
    """Find out before the work is done that its result cannot be written to `path`.

    The folder is made. `regular`: a device such as /dev/stdout will not do.

    Raises:
        OutputError: it cannot.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writable = os.access(path if path.exists() else path.parent, os.W_OK)
        fitting = not path.is_dir() and (path.is_file() or not regular or not path.exists())
    except OSError as error:
        raise OutputError(f"{option} {path}: cannot be written ({error.strerror}); {_ELSEWHERE}") from error
    if not writable or not fitting:
        reason = "no permission" if fitting else "not a file"
        raise OutputError(f"{option} {path}: cannot be written ({reason}); {_ELSEWHERE}")


def prepare_outputs(
    *, json_out: Path | None = None, trace: Path | None = None, audio: Path | None = None
) -> None:
    """Refuse what cannot be written before a long piece of work is begun for it.

    Raises:
        OutputError: one of them cannot be.
    """
    if json_out:
        prepare_output("--json", json_out)
    if trace:
        prepare_output("--trace", trace)
    if audio:
        prepare_output("--audio", audio, regular=True)


def write_json(path: Path, data: object) -> None:
    """Write `data` as UTF-8 JSON.

    Raises:
        OutputError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}); {_ELSEWHERE}") from error


def write_sound(path: Path, sound: npt.NDArray[np.int16]) -> None:
    """Write a call, shape [n, 2] at SAMPLE_RATE, as a WAV.

    Raises:
        OutputError: the file cannot be written.
    """
    try:
        write_wav(path, sound, SAMPLE_RATE)
    except AudioError as error:
        raise OutputError(f"{error}; {_ELSEWHERE}") from error


def print_json(data: object) -> None:
    """Print `data` as JSON, and nothing else, on standard output."""
    print(json.dumps(data, ensure_ascii=False, indent=2))  # noqa: T201


def show_models(statuses: tuple[ModelStatus, ...]) -> None:
    """One row a model."""
    table = Table()
    table.add_column("model", no_wrap=True)
    for heading in ("job", "profile", "size"):
        table.add_column(heading)
    table.add_column("licence", overflow="fold")
    table.add_column("state", no_wrap=True)
    for status in statuses:
        model = status.model
        size = sum(file.bytes or 0 for file in model.files)
        style = _STATE_STYLE[status.state]
        table.add_row(
            model.name,
            model.job,
            model.profile,
            f"{size / 1e6:.1f} MB" if size else "–",
            model.licence,
            f"[{style}]{status.state}[/]",
        )
    OUT.print(table)
    for status in statuses:
        if status.problem and status.state in {"missing", "corrupt"}:
            OUT.print(f"[red]{status.state}[/] {escape(status.problem)}", soft_wrap=True)


@contextmanager
def counting(title: str) -> Iterator[Progress]:
    """A progress bar that counts things."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=ERR) as bars:
        bars.add_task(title, total=None)
        yield bars
