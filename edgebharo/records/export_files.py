"""Tables of records as files: CSV, JSON Lines, XLSX.

They hold what callers said: only their owner can read them. A file appears whole or not at all.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any, Literal, TextIO, TypeAlias

from edgebharo.errors import MissingExtraError, OutputError
from edgebharo.records.export_rows import Cell, Row, Survey, Version, header, union

Format: TypeAlias = Literal["csv", "jsonl", "xlsx"]

_FORMULA_STARTS = "=+-@\t\r\n＝＋－＠"
"""What makes a spreadsheet take a CSV cell for a formula; see OWASP, "CSV Injection"."""
_SHEET_NAME = 31
"""Longest name of a sheet in XLSX."""


def write_csv(path: Path, survey: Survey, rows: Iterable[Row], *, bom: bool = False) -> int:
    """All versions in one table, their columns united; returns the number of rows.

    `bom`: begin with a byte order mark, without which Excel does not see that the text is UTF-8.

    Raises:
        OutputError: the file cannot be written.
    """
    columns = header(union(survey.fields.values()))
    with _whole(path) as place, _text(place, "utf-8-sig" if bom else "utf-8") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(columns)
        return _count(lambda row: writer.writerow(_texts(row, columns)), rows)


def write_jsonl(path: Path, rows: Iterable[Row]) -> int:
    """One object a record, with the values' own types and the columns that its version has.

    Raises:
        OutputError: the file cannot be written.
    """
    with _whole(path) as place, _text(place, "utf-8") as file:
        return _count(
            lambda row: file.write(json.dumps(dict(row.cells), ensure_ascii=False, allow_nan=False) + "\n"),
            rows,
        )


def write_xlsx(path: Path, survey: Survey, rows: Iterable[Row]) -> int:
    """One sheet for each form version.

    Raises:
        OutputError: the file cannot be written.
        MissingExtraError: openpyxl is not installed.
    """
    try:
        from openpyxl import Workbook  # noqa: PLC0415 - only this format needs it
        from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    except ModuleNotFoundError:
        raise MissingExtraError(
            "export", "a spreadsheet needs the package 'openpyxl': pip install 'edgebharo[export]'"
        ) from None

    book = Workbook(write_only=True)
    versions = list(survey.fields) or [("records", "none")]
    sheets = {
        version: book.create_sheet(name)
        for version, name in zip(versions, sheet_names(versions), strict=True)
    }
    headers = {version: header(survey.fields.get(version, ())) for version in sheets}
    for version, sheet in sheets.items():
        sheet.freeze_panes = "B2"
        sheet.append(headers[version])

    def append(row: Row) -> None:
        sheet = sheets[row.version]
        cells = []
        for name in headers[row.version]:
            cell = WriteOnlyCell(sheet, value=_typed(row.cells.get(name), is_date=name in row.dates))
            if isinstance(cell.value, str):
                cell.data_type = "s"  # never a formula, whatever the text begins with
                cell.quotePrefix = True
            cells.append(cell)
        sheet.append(cells)

    with _whole(path) as place:
        count = _count(append, rows)
        book.save(place)
        return count


def sheet_names(versions: Sequence[Version]) -> list[str]:
    """A name for each version: short enough, without forbidden characters, no two alike."""
    names: list[str] = []
    for form_id, version in versions:
        plain = "".join(
            "-" if character in "[]:*?/\\'" else character for character in f"{form_id} {version}"
        )
        name, copy = plain[:_SHEET_NAME], 1
        while name.lower() in {known.lower() for known in names}:
            copy += 1
            name = f"{plain[: _SHEET_NAME - len(str(copy)) - 1]}~{copy}"
        names.append(name)
    return names


def safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula: an apostrophe is put before one that it might."""
    first = text.lstrip(" ")[:1]
    return f"'{text}" if first and first in _FORMULA_STARTS else text


def _texts(row: Row, columns: Sequence[str]) -> list[str]:
    return [_plain(row.cells.get(name)) for name in columns]


def _plain(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case int() | float():
            return str(cell)
        case tuple():
            return safe("; ".join(cell))
        case _:
            return safe(cell)


def _typed(cell: Cell, *, is_date: bool) -> Any:  # what openpyxl takes, its stubs forget `date`
    match cell:
        case tuple():
            return _printable("; ".join(cell))
        case str() if is_date:
            with suppress(ValueError):
                return date.fromisoformat(cell)
            return _printable(cell)
        case str():
            return _printable(cell)
        case _:
            return cell


def _printable(text: str) -> str:
    """Without the control characters that a spreadsheet's XML cannot hold."""
    return "".join(character for character in text if character >= " " or character in "\t\n")


def _count(write: Callable[[Row], object], rows: Iterable[Row]) -> int:
    count = 0
    for row in rows:
        write(row)
        count += 1
    return count


@contextmanager
def _text(place: Path, encoding: str) -> Iterator[TextIO]:
    with place.open("w", encoding=encoding, newline="") as file:
        yield file


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A place beside `path`, for its owner alone, that becomes it once everything is written."""
    place = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        place.touch(mode=0o600)
        yield place
        place.replace(path)
    except OSError as error:
        raise OutputError(
            f"{path}: cannot be written ({error.strerror}); free some space or give another path"
        ) from error
    finally:
        with suppress(OSError):
            place.unlink(missing_ok=True)
