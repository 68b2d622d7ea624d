"""The commands `edgebharo calls …` and `edgebharo keys …`: parse, call, print."""

from __future__ import annotations

from contextlib import closing
from enum import Enum
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edgebharo.errors import ConfigError

if TYPE_CHECKING:
    from edgebharo.records.rows import CallHead
    from edgebharo.records.store import Store
    from edgebharo.runtime.config import Settings

calls_app = typer.Typer(
    help="The calls of this device: list them, go on with one that was cut off, close, correct or erase it.",
    no_args_is_help=True,
)
keys_app = typer.Typer(
    help="The keys of this device: its own, and the registry's that finished records are sealed to.",
    no_args_is_help=True,
)

RecordId = Annotated[str, typer.Argument(help="The record's id, or its first characters.")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class Place(str, Enum):
    """Where a device's key may lie."""

    keyring = "keyring"
    pin = "pin"
    file = "file"


PlaceOption = Annotated[
    Place | None,
    typer.Option(
        "--in", help="keyring: the system's. pin: in the store, under a PIN. file: beside the store."
    ),
]


@calls_app.command("list", epilog="Example: edgebharo calls list --all")
def calls_list(
    *,
    every: Annotated[bool, typer.Option("--all", help="Finished ones too, not only those cut off.")] = False,
    json_flag: JsonFlag = False,
) -> None:
    """The calls that were cut off, oldest first; nothing of what was said is shown."""
    from edgebharo.terminal import OUT, print_json

    with closing(_store()) as store:
        heads = store.calls() if every else store.open_calls()
    if json_flag:
        print_json([_plain(head) for head in heads])
        return
    for head in heads:
        doubt = "  (clock was wrong)" if head.clock_suspect else ""
        consent = "" if head.consented else "  no consent"
        OUT.print(
            f"{head.id}  {head.started:%Y-%m-%d %H:%M} UTC  {head.form.id} {head.form.version}  "
            f"{head.status}, {head.turns} turns, revision {head.revision}{consent}{doubt}",
            soft_wrap=True,
            highlight=False,
        )
    if not heads:
        OUT.print("no call was cut off" if not every else "no call was held on this device yet")


@calls_app.command("resume", epilog="Example: edgebharo calls resume 3f2a --text")
def calls_resume(
    record: RecordId,
    *,
    text: Annotated[bool, typer.Option("--text", help="Type the answers instead of speaking them.")] = False,
    form: Annotated[
        str | None, typer.Option(help="The form's folder, where it is not a shipped one.")
    ] = None,
) -> None:
    """Go on with a call that was cut off, from where it stopped."""
    from edgebharo.runtime.app import build
    from edgebharo.runtime.live import live_call, require_devices
    from edgebharo.runtime.storing import require_open
    from edgebharo.runtime.syncing import in_background
    from edgebharo.runtime.typed import typed_call
    from edgebharo.terminal import OUT, Conversation, advising, read_line, show_advice, show_notes

    with closing(_store()) as store:
        head = _find(store, record)
    require_open(head)
    settings = _settings().model_copy(update={"form": form or head.form.id})
    with advising():
        if not text:
            require_devices(settings)
        application = build(settings)
        show_notes(application.notes)
        hold = typed_call if text else partial(live_call, tell=show_advice)
        with in_background(settings):
            _, status = hold(application, Conversation(), read_line, resume=head.id)
    OUT.print(f"call {status or 'cut off'}; record {head.id}", soft_wrap=True)


@calls_app.command("close", epilog="Example: edgebharo calls close 3f2a")
def calls_close(record: RecordId) -> None:
    """End a call that was cut off: what was answered becomes an incomplete record, and is sent."""
    from edgebharo.runtime.calls import close
    from edgebharo.terminal import OUT

    with closing(_store()) as store:
        head = _find(store, record)
        status = close(store, head)
    told = "incomplete" if status == "failed" else "without consent: nothing was kept"
    OUT.print(f"record {head.id} closed, {told}", soft_wrap=True)


@calls_app.command("erase", epilog="Example: edgebharo calls erase 3f2a --yes")
def calls_erase(
    record: RecordId,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")] = False,
) -> None:
    """Delete for good what a caller said, because she asks for it; that there was a call stays."""
    from edgebharo.terminal import OUT

    with closing(_store()) as store:
        head = _find(store, record)
        if not yes:
            typer.confirm(f"erase record {head.id} for good?", abort=True)
        gone = store.discard(head.id)
    OUT.print(f"record {head.id} erased on this device", soft_wrap=True)
    if gone:
        told = f"it was sent already ({gone} revisions): ask the registry's owner to erase it there, too"
        OUT.print(told, soft_wrap=True)


@calls_app.command("audio", epilog="Example: edgebharo calls audio 3f2a --out sounds")
def calls_audio(
    record: RecordId,
    *,
    out: Annotated[Path, typer.Option(help="A folder; the files go into it.")],
) -> None:
    """Unlock the sound of a call that was kept with the caller's consent: a FLAC file for each turn."""
    from edgebharo.runtime.sound_keeping import unlock_sounds
    from edgebharo.terminal import OUT

    with closing(_store()) as store:
        head = _find(store, record)
        count = unlock_sounds(store, head.id, out)
    told = f"{count} files in {out}; on this device they are deleted in time, here they are yours to delete"
    OUT.print(told if count else f"record {head.id}: no sound is kept", soft_wrap=True)


@calls_app.command("correct", epilog="Example: edgebharo calls correct 3f2a --set name='सुनीता देवी'")
def calls_correct(
    record: RecordId,
    *,
    changes: Annotated[
        list[str], typer.Option("--set", help="FIELD=VALUE; may be repeated. FIELD= leaves it blank.")
    ],
    worker: Annotated[
        str | None, typer.Option(help="Who corrects it. Default: this device's worker.")
    ] = None,
) -> None:
    """Correct a finished record: a new revision names the one before, which stays as it was."""
    from edgebharo.clock import SystemClock
    from edgebharo.runtime.calls import corrections
    from edgebharo.terminal import OUT

    settings = _settings()
    parts = [change.partition("=") for change in changes]
    if not all(equals for _, equals, _ in parts):
        raise ConfigError("--set: write FIELD=VALUE, such as --set name='सुनीता देवी'")
    given = {name.strip(): value for name, _, value in parts}
    with closing(_store(settings)) as store:
        head = _find(store, record)
        made = corrections(head, given, SystemClock().today())
        revision = store.correct(head.id, made, worker or settings.worker)
    OUT.print(f"record {head.id}: revision {revision} waits to be sent", soft_wrap=True)


# ---------------------------------------------------------------- keys


@keys_app.command("show", epilog="Example: edgebharo keys show --json")
def keys_show(*, json_flag: JsonFlag = False) -> None:
    """Which keys there are, where they lie, and what is weak about that. No key is shown."""
    from edgebharo.runtime.key_desk import warnings
    from edgebharo.terminal import OUT, print_json, show_notes

    with closing(_store()) as store:
        device, registry = store.keys.device.current(), store.keys.registry()
        counts, weak = store.outbox().counts(), warnings(store)
    told = {
        "device_key": None if device is None else device.id,
        "place": None if device is None else device.place,
        "made": None if device is None else device.created_utc,
        "registry_key": None if registry is None else registry.id,
        "imported": None if registry is None else registry.imported_utc,
        "unsealed": counts.unsealed,
    }
    if json_flag:
        print_json({**told, "warnings": list(weak)})
        return
    for key, value in told.items():
        OUT.print(f"{key:13} {'none yet' if value is None else value}", soft_wrap=True, highlight=False)
    show_notes(weak)


@keys_app.command("make", epilog="Example: edgebharo keys make --in pin")
def keys_make(*, place: PlaceOption = None) -> None:
    """Make a new key for this device, in the place you choose; all that the old one locked is locked anew."""
    _rotate(place)


@keys_app.command("rotate", epilog="Example: edgebharo keys rotate")
def keys_rotate() -> None:
    """Make a new key for this device where the old one lies, and forget the old one."""
    _rotate(None)


def _rotate(place: Place | None) -> None:
    from edgebharo.terminal import OUT

    with closing(_store()) as store:
        note = store.keys.rotate(None if place is None else place.value)
    OUT.print(
        f"device key {note.id} in {note.place}; export it with `edgebharo keys export FILE`", soft_wrap=True
    )


@keys_app.command("export", epilog="Example: edgebharo keys export device-key.json")
def keys_export(file: Annotated[Path, typer.Argument(help="A new file, to be kept elsewhere.")]) -> None:
    """Write this device's key to a file, locked with a passphrase: for the day the keyring is lost."""
    from edgebharo.runtime.key_desk import export
    from edgebharo.terminal import OUT

    with closing(_store()) as store:
        note = store.keys.first()
        export(store, note, file, getpass)
    OUT.print(f"device key {note.id} exported to {file}", soft_wrap=True)


@keys_app.command("restore", epilog="Example: edgebharo keys restore device-key.json --in file")
def keys_restore(
    file: Annotated[Path, typer.Argument(help="An export of this device's key.")],
    *,
    place: PlaceOption = None,
) -> None:
    """Bring back a key of this device that was lost."""
    from edgebharo.runtime.key_desk import exported
    from edgebharo.terminal import OUT

    with closing(_store()) as store:
        note = store.keys.restore(exported(file, getpass), None if place is None else place.value)
    OUT.print(f"device key {note.id} is back, in {note.place}", soft_wrap=True)


@keys_app.command("import-registry", epilog="Example: edgebharo keys import-registry registry-key.json")
def keys_import_registry(
    key: Annotated[str, typer.Argument(help="The registry's public key, or a file that holds it.")],
) -> None:
    """Seal finished records to this registry from now on, those that wait included."""
    from edgebharo.runtime.key_desk import registry_key
    from edgebharo.terminal import OUT

    with closing(_store()) as store:
        imported = store.keys.import_registry(registry_key(key))
        sealed = store.keys.seal_waiting()
    told = f"registry key {imported.id}: compare it with the registry's own; {sealed} records sealed to it"
    OUT.print(told, soft_wrap=True)


# ----------------------------------------------------------------


def _settings() -> Settings:
    from edgebharo.runtime.config import load_settings

    return load_settings()


def _store(settings: Settings | None = None) -> Store:
    from edgebharo.clock import SystemClock
    from edgebharo.runtime.storing import open_store

    return open_store(settings or _settings(), SystemClock())


def _find(store: Store, record: str) -> CallHead:
    from edgebharo.runtime.calls import find

    return find(store, record)


def _plain(head: CallHead) -> dict[str, object]:
    return {
        "record": head.id,
        "form": head.form.id,
        "form_version": head.form.version,
        "status": head.status,
        "started": head.started.isoformat(),
        "ended": None if head.ended is None else head.ended.isoformat(),
        "turns": head.turns,
        "revision": head.revision,
        "consent": [
            {"version": n.version, "answer": n.answer, "utc": n.utc.isoformat()} for n in head.consent
        ],
        "clock_suspect": head.clock_suspect,
    }
