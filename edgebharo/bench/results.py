"""Rows that were measured before, so that a run that was broken off goes on where it stood."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import cast

from edgebharo.bench.suite import Case, Row
from edgebharo.errors import EdgeBharoError


class Results:
    """A file of rows, one a line, by the content of what was measured: another program has other rows."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        """Read what is there; a line that was cut off by a crash is left out."""
        self._path = path
        self._fingerprint = fingerprint
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._rows: dict[str, Row] = dict(pair for line in lines if (pair := _entry(line)))

    def get(self, case: Case) -> Row | None:
        """The row of `case`; None where it has not been measured."""
        return self._rows.get(self._key(case))

    def put(self, case: Case, row: Row) -> None:
        """Keep the row at once.

        Raises:
            EdgeBharoError: the file cannot be written.
        """
        key = self._key(case)
        self._rows[key] = row
        line = json.dumps({"key": key, "case": case.id, "row": row}, ensure_ascii=False)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write("\n" + line + "\n")
        except OSError as error:
            raise EdgeBharoError(
                f"{self._path}: cannot be written ({error.strerror}); free some space"
            ) from error

    def _key(self, case: Case) -> str:
        return sha256(f"{self._fingerprint}\0{case.content}".encode()).hexdigest()


def _entry(line: str) -> tuple[str, Row] | None:
    """Key and row of a line; None where it holds neither."""
    try:
        entry = json.loads(line)
        return str(entry["key"]), cast("Row", entry["row"])
    except (ValueError, KeyError, TypeError):
        return None
