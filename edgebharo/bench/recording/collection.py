"""The folder of a pilot set: sounds, the manifest that benchmarks read, and a sheet about the speakers."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import soundfile as sf

from edgebharo.bench.recording import consent
from edgebharo.bench.recording.booth import Take
from edgebharo.bench.recording.prompts import Prompt
from edgebharo.errors import ManifestError, OutputError
from edgebharo.types import SAMPLE_RATE

MANIFEST, SHEET, CONSENT = "manifest.tsv", "sheet.csv", "consent.txt"
TABS, COMMAS = "excel-tab", "excel"
_ELSEWHERE = "free some space or give another folder"


@dataclass(frozen=True)
class Row:
    """A line of the manifest. The first four columns are what benchmarks need."""

    file: str
    """Relative to the manifest: KIND/SPEAKER-PROMPT.flac."""
    text: str
    speaker: str
    seconds: str
    field: str
    level_db: str
    """dBFS of the loud parts."""
    above_room_db: str


@dataclass(frozen=True)
class Person:
    """A line of the sheet: nothing that names anybody."""

    speaker: str
    date: str
    """Of the consent, YYYY-MM-DD."""
    consent: str
    """Version of the text that was agreed to."""
    sex: str = ""
    age: str = ""
    """A span of years, such as 30-44."""
    language: str = ""
    """Spoken at home."""
    room: str = ""
    microphone: str = ""


class Collection:
    """All of it, as it lies on the disk; every change is written at once."""

    def __init__(self, folder: Path) -> None:
        """Read what is there; nothing is made yet.

        Raises:
            ManifestError: the manifest or the sheet is there and cannot be read.
        """
        self.folder = folder
        self.rows: dict[str, Row] = {
            line["file"]: Row(**line) for line in _read(folder / MANIFEST, Row, TABS)
        }
        self.people: dict[str, Person] = {
            line["speaker"]: Person(**line) for line in _read(folder / SHEET, Person, COMMAS)
        }

    def is_done(self, speaker: str, prompt: Prompt) -> bool:
        """Whether the sentence is there."""
        return file_of(speaker, prompt) in self.rows

    def add_person(self, person: Person) -> None:
        """Write down who agreed, and the text she agreed to.

        Raises:
            OutputError: it cannot be written.
        """
        self.people[person.speaker] = person
        _replace(self.folder / CONSENT, (consent.text() + "\n").encode())
        self._write_sheet()

    def keep(self, speaker: str, prompt: Prompt, take: Take) -> None:
        """Keep a recording, in place of an earlier one.

        Raises:
            OutputError: it cannot be written.
        """
        file = file_of(speaker, prompt)
        encoded = io.BytesIO()
        sf.write(encoded, take.pcm, SAMPLE_RATE, "PCM_16", format="FLAC")
        _replace(self.folder / file, encoded.getvalue())
        self.rows[file] = Row(
            file=file,
            text=prompt.text,
            speaker=speaker,
            seconds=f"{take.seconds:.3f}",
            field=prompt.field,
            level_db=f"{take.level_db:.1f}",
            above_room_db=f"{take.above_room_db:.1f}",
        )
        self._write_manifest()

    def forget(self, speaker: str) -> int:
        """Delete all that a speaker recorded, and her line of the sheet; returns how many recordings went.

        Raises:
            OutputError: something cannot be deleted or written.
        """
        own = [file for file, row in self.rows.items() if row.speaker == speaker]
        for file in own:
            try:
                (self.folder / file).unlink(missing_ok=True)
            except OSError as error:
                raise OutputError(f"{self.folder / file}: cannot be deleted ({error.strerror})") from error
            del self.rows[file]
        self.people.pop(speaker, None)
        self._write_manifest()
        self._write_sheet()
        return len(own)

    def _write_manifest(self) -> None:
        _replace(self.folder / MANIFEST, _table(Row, [asdict(row) for row in self.rows.values()], TABS))

    def _write_sheet(self) -> None:
        _replace(self.folder / SHEET, _table(Person, [asdict(row) for row in self.people.values()], COMMAS))


def file_of(speaker: str, prompt: Prompt) -> str:
    """Where the recording lies, relative to the folder."""
    return f"{prompt.kind}/{speaker}-{prompt.id}.flac"


def _read(path: Path, kind: type[Row | Person], dialect: str) -> list[dict[str, str]]:
    """The lines of a table, as strings; none where there is no file."""
    if not path.exists():
        return []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path}: cannot be read; repair it or record into another folder") from error
    table = csv.DictReader(lines, dialect=dialect)
    names = [field.name for field in fields(kind)]
    missing = [name for name in names if name not in (table.fieldnames or ())]
    if missing:
        raise ManifestError(
            f"{path}: row 1: no column {', '.join(missing)}; it was not written by this command, "
            "so record into another folder"
        )
    return [{name: line[name] or "" for name in names} for line in table]


def _table(kind: type[Row | Person], lines: Sequence[Mapping[str, str]], dialect: str) -> bytes:
    written = io.StringIO()
    names = [field.name for field in fields(kind)]
    table = csv.DictWriter(written, names, dialect=dialect, lineterminator="\n")
    table.writeheader()
    table.writerows(lines)
    return written.getvalue().encode()


def _replace(path: Path, data: bytes) -> None:
    """Write a file that appears whole or not at all, and that only its owner can read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
            temporary = Path(file.name)
            try:
                file.write(data)
                file.flush()
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}); {_ELSEWHERE}") from error
