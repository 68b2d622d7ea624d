"""Fill the code column of a gazetteer from an official list, matching names by sound; show what is left.

    python scripts/gazetteer_codes.py LIST.csv [--table forms/gazetteers/india-districts.tsv] [--write]

LIST.csv has a header with a column for the state, one for the district (Latin or Devanagari) and perhaps one
for the code, as the Local Government Directory hands it out ("State Name (In English)", "District Name (In
English)", "District Code"). A list without codes is only compared. Nothing is guessed: a district whose name
is not clearly one of the table's stays without a code and is printed.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.place_index import Place, spellings
from edgebharo.hindi.places import parse_table
from edgebharo.hindi.similarity import similarity

TABLE = Path(__file__).parents[1] / "forms" / "gazetteers" / "india-districts.tsv"
ALIKE = 0.72
"""Similarity from which a listed name may be the table's, where no other fits it as well."""


@dataclass(frozen=True)
class Listed:
    """One district of the official list."""

    state: str
    name: str
    code: str = ""


def read_list(path: Path) -> tuple[Listed, ...]:
    """The rows of LIST.csv. Raises ValueError where no column names a state or a district."""
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    header = {column.lower(): column for column in (rows[0] if rows else {})}
    state, name = _column(header, "state", "code"), _column(header, "district", "code")
    if state is None or name is None:
        raise ValueError(f"{path}: the header must name a state and a district column")
    code = next((header[low] for low in header if "district" in low and "code" in low), header.get("code"))
    return tuple(
        Listed(row[state].strip(), row[name].strip(), row[code].strip() if code else "")
        for row in rows
        if row[name].strip()
    )


def _column(header: Mapping[str, str], word: str, but: str) -> str | None:
    """The column whose heading holds `word` and not `but`; the one in English first."""
    found = [low for low in header if word in low and but not in low and "local" not in low]
    return header[min(found, key=lambda low: "english" not in low)] if found else None


def match(places: Sequence[Place], listed: Sequence[Listed]) -> dict[Place, Listed]:
    """The listed row of each place that clearly has one, every row used once, the surest pairs first."""
    states = {row.state for row in listed}
    known = {place.state for place in places}
    ours = {state: max(known, key=lambda name: similarity(name, state)) for state in states}
    pairs = sorted(
        (
            (max(similarity(spelling, row.name) for spelling in spellings(place)), place.name, place, row)
            for row in listed
            for place in places
            if place.state == ours[row.state]
        ),
        key=lambda pair: (-pair[0], pair[1]),
    )
    found: dict[Place, Listed] = {}
    used: set[Listed] = set()
    for alike, _, place, row in pairs:
        if alike >= ALIKE and place not in found and row not in used:
            found[place] = row
            used.add(row)
    return found


def report(places: Sequence[Place], listed: Sequence[Listed], found: Mapping[Place, Listed]) -> Iterator[str]:
    """One line a state with its counts, and one for each name that has no partner."""
    by_state: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        by_state[place.state].append(place)
    used = set(found.values())
    for state, here in by_state.items():
        matched = [place for place in here if place in found]
        yield f"{state}: {len(here)} in the table, {len(matched)} matched"
        yield from (f"  only in the table: {place.name}" for place in here if place not in found)
    yield from (f"only in the list: {row.name} ({row.state})" for row in listed if row not in used)
    yield f"{len(found)} of {len(places)} places matched, {len(listed) - len(used)} of the list left over"


def written(text: str, places: Sequence[Place]) -> str:
    """The table's text with a code column that holds the codes of `places`."""
    codes = {(normalize(place.name), place.state): place.code for place in places}
    lines = []
    for line in text.splitlines():
        cells = line.split("\t")
        if not line.strip() or line.startswith("#"):
            lines.append(line)
        elif cells[0] == "name":
            lines.append("name\tstate\taliases\tcode")
        else:
            lines.append("\t".join([*[*cells, ""][:3], codes[normalize(cells[0]), cells[1]]]))
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare, and write where asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    text = options.table.read_text(encoding="utf-8")
    places, listed = parse_table(text), read_list(options.list)
    found = match(places, listed)
    for line in report(places, listed, found):
        print(line)
    if options.write:
        coded = [replace(place, code=found[place].code) if place in found else place for place in places]
        options.table.write_text(written(text, coded), encoding="utf-8")


if __name__ == "__main__":
    main()
