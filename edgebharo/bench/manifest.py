"""What a benchmark of recordings reads: a manifest of clips, and a file with the answers of a closed set."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edgebharo.errors import ManifestError
from edgebharo.hindi.normalize import normalize

COLUMNS = ("file", "text", "speaker", "seconds")
UNNAMED = "unnamed"
"""Stands for a speaker that the manifest does not tell."""

Entry: TypeAlias = tuple[str, ...]
"""The accepted spellings of one answer, in normal form; at least one."""


@dataclass(frozen=True)
class Recording:
    """One row of a manifest."""

    row: int
    """Line of the manifest, its heading being 1."""
    file: str
    """As the manifest writes it."""
    path: Path
    text: str
    """What was said, in normal form."""
    speaker: str


class _Row(BaseModel):
    """A row as it stands in the file."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    file: Annotated[str, Field(min_length=1)]
    text: Annotated[str, Field(min_length=1)]
    speaker: str
    seconds: Annotated[float, Field(gt=0)]


def read_manifest(path: Path) -> tuple[Recording, ...]:
    """The recordings of a tab-separated file with the headings of COLUMNS; more columns may follow.

    Audio lies relative to the manifest's folder.

    Raises:
        ManifestError: the file cannot be read, lacks a column, has no row, a row does not hold what it must,
            or its audio is not there; the message names the row.
    """
    lines = _text_of(path).splitlines()
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
    if missing:
        raise ManifestError(
            f"{path}: row 1: no column {', '.join(missing)}; the first line must name "
            f"{', '.join(COLUMNS)}, with tabs between them"
        )
    recordings = tuple(_recording(path, rows.line_num, row) for row in rows)
    if not recordings:
        raise ManifestError(f"{path}: there is no row below the headings; add a line for each recording")
    return recordings


def read_candidates(path: Path) -> tuple[Entry, ...]:
    """The answers of a closed set: one a line, accepted spellings of one answer between bars (`a|b`).

    Blank lines, and lines that begin with #, are left out.

    Raises:
        ManifestError: the file cannot be read, a line holds no word, or there is no answer.
    """
    entries: list[Entry] = []
    for number, line in enumerate(_text_of(path).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        spellings = tuple(dict.fromkeys(filter(None, map(normalize, line.split("|")))))
        if not spellings:
            raise ManifestError(f"{path}: line {number}: holds no word; write an answer or delete the line")
        entries.append(spellings)
    if not entries:
        raise ManifestError(f"{path}: holds no answer; write one word or name a line")
    return tuple(entries)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ManifestError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ManifestError(f"{path}: is no UTF-8 text; save it as UTF-8") from error


def _recording(manifest: Path, number: int, cells: Mapping[str, object]) -> Recording:
    try:
        row = _Row.model_validate({column: cells.get(column) for column in COLUMNS})
    except ValidationError as error:
        column = error.errors(include_url=False, include_input=False)[0]["loc"][0]
        raise ManifestError(
            f"{manifest}: row {number}: {column} is missing or wrong; a row holds {', '.join(COLUMNS)}, "
            "seconds being above 0"
        ) from None
    text = normalize(row.text)
    if not text:
        raise ManifestError(f"{manifest}: row {number}: text holds no word; write what was said")
    path = manifest.parent / row.file
    if not path.is_file():
        raise ManifestError(
            f"{manifest}: row {number}: {path} is not there; file is relative to the manifest"
        )
    return Recording(number, row.file, path, text, row.speaker or UNNAMED)
