"""The commands `edgebharo sync …` and `edgebharo export`: parse, call, print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edgebharo.errors import ConfigError

if TYPE_CHECKING:
    from edgebharo.runtime.config import Settings

app = typer.Typer(
    help="Send finished records to a registry, a FHIR server or ODK Central, each exactly once.\n\n"
    "Where to: the registry that this device enrolled at, or the settings sync_url and sync_target. "
    "Exit code 11: something is left; it waits, or it was refused.",
    invoke_without_command=True,
)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
UNSENT = 11
"""Exit code where something is left: it waits, or it was refused."""


@app.callback(epilog="Example: edgebharo sync")
def sync(
    context: typer.Context,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be sent; send nothing.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on, and sync whenever the network comes back. Ctrl-C ends it.")
    ] = False,
    json_flag: JsonFlag = False,
) -> None:
    """Send every finished record that was not sent."""
    if context.invoked_subcommand is not None:
        return
    if dry_run and watch:
        raise ConfigError("give --dry-run or --watch, not both")
    settings = _settings()
    if dry_run:
        _plan(settings, json_flag=json_flag)
    elif watch:
        _watch(settings)
    else:
        _once(settings, json_flag=json_flag)


@app.command(epilog="Example: edgebharo sync enrol https://registry.example ABCD-EFGH")
def enrol(
    url: Annotated[str, typer.Argument(help="The registry's address: https://registry.example")],
    code: Annotated[str, typer.Argument(help="The code that its owner gave for this device.")],
) -> None:
    """Let this device in at a registry: keeps its token, and the key that records are sealed to."""
    from edgebharo.runtime.enrolling import enrol_here
    from edgebharo.terminal import OUT

    told = enrol_here(_settings(), url, code)
    OUT.print(f"this device is {told.device_id} at {url}", markup=False, soft_wrap=True)
    OUT.print(f"records are sealed to key {told.key_id}; its token is in {told.token_place}", soft_wrap=True)


@app.command(epilog="Example: edgebharo sync key")
def key() -> None:
    """Fetch the registry's public key again, after it was changed there."""
    from edgebharo.runtime.enrolling import fetch_key
    from edgebharo.terminal import OUT

    OUT.print(f"records are sealed to key {fetch_key(_settings())} from now on")


@app.command(epilog="Example: edgebharo sync status --json")
def status(*, json_flag: JsonFlag = False) -> None:
    """How many records wait, are delivered, or were refused, and why."""
    from edgebharo.runtime.syncing import state_of_outbox
    from edgebharo.terminal import print_json
    from edgebharo.terminal_sync import show_state

    state = state_of_outbox(_settings())
    if json_flag:
        print_json(state.as_json())
    else:
        show_state(state)


@app.command(epilog="Example: edgebharo sync release 0b7c9f52-3a54-4a3e-9e55-1f2f3a4b5c6d")
def release(
    record: Annotated[
        str | None, typer.Argument(help="The id of a refused record, as `sync status` shows it.")
    ] = None,
    *,
    all_flag: Annotated[bool, typer.Option("--all", help="Every refused record.")] = False,
) -> None:
    """Let a record that was refused be sent again, once its reason is dealt with."""
    from edgebharo.runtime.syncing import release as let_go
    from edgebharo.terminal import OUT

    if (record is None) != all_flag:
        raise ConfigError("name one record, or give --all")
    OUT.print(f"{let_go(_settings(), record)} released: they go with the next sync")


def _settings() -> Settings:
    from edgebharo.runtime.config import load_settings

    return load_settings()


def _once(settings: Settings, *, json_flag: bool) -> None:
    from dataclasses import asdict

    from edgebharo.clock import SystemClock
    from edgebharo.runtime.syncing import means, required_destination
    from edgebharo.sync.run import run
    from edgebharo.terminal import print_json
    from edgebharo.terminal_sync import progress, show_summary

    with means(settings, required_destination(settings), SystemClock()) as ready:
        ready.outbox.hasten()
        with progress(ready.outbox.counts()) as tell:
            summary = run(ready, tell)
        counts = ready.outbox.counts()
    if json_flag:
        print_json({**asdict(summary), "outbox": asdict(counts)})
    else:
        show_summary(summary, counts)
    if summary.ending != "done" or summary.refused or counts.pending:
        raise typer.Exit(UNSENT)


def _plan(settings: Settings, *, json_flag: bool) -> None:
    from edgebharo.runtime.syncing import required_destination, state_of_outbox
    from edgebharo.terminal import OUT, print_json

    where = required_destination(settings)
    waiting = state_of_outbox(settings).counts
    due = waiting.pending + waiting.sending
    if json_flag:
        print_json({"where": where.address.url, "target": where.target, "records": due, "sent": 0})
    else:
        OUT.print(
            f"{due} records would go to {where.address.url} ({where.target}); nothing was sent", markup=False
        )


def _watch(settings: Settings) -> None:
    from contextlib import suppress
    from threading import Event

    from edgebharo.runtime.syncing import keep_syncing, required_destination
    from edgebharo.terminal_sync import show_passing

    stop = Event()
    with suppress(KeyboardInterrupt):
        keep_syncing(settings, required_destination(settings), stop, show_passing)


def export(
    *,
    out: Annotated[Path, typer.Option("--out", help="The file to write.")],
    kind: Annotated[
        str,
        typer.Option(
            "--format",
            help="csv, jsonl, xlsx: the records. xform, questionnaire: the form, for ODK and FHIR.",
        ),
    ] = "csv",
    key_file: Annotated[
        Path | None,
        typer.Option(
            "--key", help="The registry's private key: records that are sealed to it are read as well."
        ),
    ] = None,
    form: Annotated[
        str | None, typer.Option(help="A form's id or folder, for xform and questionnaire.")
    ] = None,
    bom: Annotated[
        bool, typer.Option("--bom", help="csv: begin with a byte order mark, which Excel wants.")
    ] = False,
) -> None:
    """Write the finished records as a table that only you can read: one row each, Aadhaar masked."""
    from edgebharo.runtime.config import load_settings
    from edgebharo.runtime.exporting import FORMS, export_form, export_records
    from edgebharo.terminal import OUT, prepare_output

    prepare_output("--out", out)
    settings = load_settings({"form": form})
    if kind in FORMS:
        export_form(settings, kind, out)
        OUT.print(f"{out}: the form", markup=False, soft_wrap=True)
        return
    told = export_records(settings, kind, out, key_file=key_file, bom=bom)
    OUT.print(f"{out}: {told.rows} records", markup=False, soft_wrap=True)
    if told.sealed:
        advice = "read them there, or give its private key with --key"
        OUT.print(f"{told.sealed} more are sealed to the registry's key: {advice}", soft_wrap=True)
