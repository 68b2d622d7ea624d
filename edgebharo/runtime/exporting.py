"""Exports: the finished records of this device as a table, its form for other programs."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from edgebharo.clock import SystemClock
from edgebharo.errors import ConfigError, OutputError
from edgebharo.forms.load import load_form
from edgebharo.records.export_files import write_csv, write_jsonl, write_xlsx
from edgebharo.records.export_rows import rows, survey
from edgebharo.records.payload import Record, thaw
from edgebharo.records.sealing import KEY_BYTES, key_id, public_of, unseal
from edgebharo.records.store import Store
from edgebharo.runtime.config import Settings
from edgebharo.runtime.storing import open_store
from edgebharo.sync.fhir_form import questionnaire
from edgebharo.sync.odk_form import xform

TABLES = ("csv", "jsonl", "xlsx")
FORMS = ("xform", "questionnaire")
FORM_BASE = "https://example.org/fhir"
"""Base of a questionnaire's address where no FHIR server is set."""


@dataclass(frozen=True)
class Exported:
    """What came of it."""

    rows: int
    sealed: int
    """Revisions that this device cannot read."""


def export_records(settings: Settings, kind: str, out: Path, *, key_file: Path | None, bom: bool) -> Exported:
    """Write every finished record that can be read here, as one of TABLES.

    `key_file` holds a registry's private key: what is sealed to it can then be read as well.

    Raises:
        ConfigError: there is no such kind, or the file holds no key.
        StoreError, SealError, PayloadError: the store, or a record in it, cannot be read.
        OutputError: the file cannot be written.
        MissingExtraError: a spreadsheet needs a package that is not installed.
    """
    if kind not in TABLES:
        raise ConfigError(f"--format {kind}: choose {', '.join(TABLES)}, {' or '.join(FORMS)}")
    private = read_private_key(key_file) if key_file else None
    with closing(open_store(settings, SystemClock())) as store:
        read = _Reading(store, private)
        found = survey(read.records())
        made = rows(read.records(), found.revisions)
        if kind == "csv":
            count = write_csv(out, found, made, bom=bom)
        elif kind == "jsonl":
            count = write_jsonl(out, made)
        else:
            count = write_xlsx(out, found, made)
        return Exported(count, read.sealed)


def export_form(settings: Settings, kind: str, out: Path) -> None:
    """Write the form that is set as one of FORMS: an ODK XForm or a FHIR Questionnaire.

    Raises:
        FormError: it cannot be used.
        OutputError: the file cannot be written.
    """
    form = load_form(settings.form).form
    if kind == "xform":
        text = xform(form)
    else:
        base = settings.sync_url if settings.sync_target == "fhir" and settings.sync_url else FORM_BASE
        text = json.dumps(questionnaire(form, base), ensure_ascii=False, indent=2) + "\n"
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror})") from error


def read_private_key(path: Path) -> bytes:
    """The key in a file of the registry's folder of keys: 32 bytes in base64.

    Raises:
        ConfigError: there is none.
    """
    try:
        key = base64.b64decode(path.read_text(encoding="ascii").strip(), validate=True)
    except (OSError, UnicodeDecodeError, binascii.Error):
        key = b""
    if len(key) != KEY_BYTES:
        raise ConfigError(
            f"--key {path}: is no private key; give a .key file of the registry's folder of keys"
        )
    return key


class _Reading:
    """Goes over the finished records of a store as often as it is asked to."""

    def __init__(self, store: Store, private: bytes | None) -> None:
        self.sealed = 0
        self._store = store
        self._open: dict[str, Callable[[bytes], bytes]] = {}
        if private is not None:
            self._open[key_id(public_of(private))] = partial(unseal, private_key=private)
        for note in store.keys.device.notes():
            self._open[note.id] = partial(store.keys.device.unlock, key_id=note.id)

    def records(self) -> Iterator[Record]:
        """Every revision that one of the keys opens, in the order in which they were finished."""
        self.sealed = 0
        for item in self._store.outbox().every():
            opener = self._open.get(item.key_id)
            if opener is None:
                self.sealed += 1
            else:
                yield thaw(opener(item.sealed))
