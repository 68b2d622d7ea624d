"""The shared list of what callers say, as far as names, places, yes/no and wishes read it on their own."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from edgebharo.hindi.intents import read_intent
from edgebharo.hindi.names import Kind, read_name
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.places import parse_table, read_place
from edgebharo.hindi.polarity import read_polarity
from edgebharo.hindi.tokens import Token, tokenize

pytestmark = pytest.mark.unit

ROOT = Path(__file__).parents[2]
TABLE = ROOT.parent / "shared" / "data" / "utterances.dev.tsv"
DISTRICTS = parse_table((ROOT / "forms/gazetteers/india-districts.tsv").read_text(encoding="utf-8"))
KINDS: dict[str, Kind] = {"name": "person", "child_name": "child", "clinic_name": "institution"}
WISHES = {
    "dont_know": "dont_know",
    "refuse": "refuse",
    "not_available": "skip",
    "wait": "wait",
    "repeat": "repeat",
    "end_session": "stop",
}
IDIOMS = {"U034", "U035", "U036"}
"""Answered by a phrase of the question itself, which the form holds."""

Row = dict[str, str]


def rows(*kinds: str) -> list[Row]:
    if not TABLE.exists():
        pytest.skip("the shared list of utterances is not here")
    with TABLE.open(encoding="utf-8", newline="") as lines:
        read = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in read if not kinds or row["field_kind"] in kinds]


def tokens(row: Row) -> tuple[Token, ...]:
    return tokenize(normalize(row["utterance_devanagari"]))


def expected(row: Row) -> dict[str, object]:
    values: dict[str, object] = json.loads(row["expected_value"])
    return values


def test_names() -> None:
    for row in rows(*KINDS):
        reading = read_name(tokens(row), KINDS[row["field_kind"]])
        want = expected(row).get(row["field_kind"])
        assert reading.value == (want and normalize(str(want))), row["id"]
        assert not want or reading.doubtful == ("confirm" in row["expected_flags"]), row["id"]


def test_districts_wherever_they_are_said() -> None:
    for row in rows():
        reading = read_place(tokens(row), DISTRICTS)
        want = expected(row).get("district")
        found = (
            reading.place.name
            if reading.place and (reading.anchored or row["field_kind"] == "district")
            else None
        )
        assert found == want, row["id"]


def test_yes_and_no() -> None:
    for row in rows("pregnant", "phone_linked", "whatsapp_same"):
        if row["id"] not in IDIOMS:
            assert read_polarity(tokens(row)).answer == expected(row).get(row["field_kind"]), row["id"]


def test_wishes() -> None:
    for row in rows():
        flags = set(row["expected_flags"].split(";"))
        wanted = {intent for flag, intent in WISHES.items() if flag in flags}
        reading = read_intent(tokens(row))
        if wanted:
            assert reading.intent in wanted, row["id"]
        elif not expected(row):
            assert reading.intent is None or reading.not_available, row["id"]
