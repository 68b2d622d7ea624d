"""The shared list of what callers say, as far as numbers, digits and dates read it on their own."""

import csv
import json
from datetime import date
from pathlib import Path

import pytest

from edgebharo.hindi.dates import read_date
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import read_numbers
from edgebharo.hindi.tokens import Token, tokenize

pytestmark = pytest.mark.unit

TABLE = Path(__file__).parents[3] / "shared" / "data" / "utterances.dev.tsv"
TODAY = date(2026, 11, 29)
WANT = {"linked_number": 10, "whatsapp_number": 10, "aadhaar_last4": 4}
SECOND_CHUNK = {"U088": "98765"}
"""Rows that go on where the row before ended."""
FROM_STATE = {"U099"}
"""Points at an earlier answer; no digit is said."""

Row = dict[str, str]


def rows(*kinds: str) -> list[Row]:
    if not TABLE.exists():
        pytest.skip("the shared list of utterances is not here")
    with TABLE.open(encoding="utf-8", newline="") as lines:
        read = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in read if row["field_kind"] in kinds]


def tokens(row: Row) -> tuple[Token, ...]:
    return tokenize(normalize(row["utterance_devanagari"]))


def test_digits() -> None:
    for row in rows(*WANT):
        if row["id"] in FROM_STATE:
            continue
        reading = read_digits(tokens(row), WANT[row["field_kind"]], SECOND_CHUNK.get(row["id"], ""))
        expected = json.loads(row["expected_value"]).get(row["field_kind"])
        assert (reading.digits if reading.complete else None) == expected, row["id"]
        flags = row["expected_flags"].split(";")
        if expected is not None:
            assert reading.corrected == ("correction" in flags), row["id"]
        assert (bool(reading.digits) and not reading.complete) == ("partial" in flags), row["id"]


def test_dates() -> None:
    for row in rows("child_dob"):
        reading = read_date(tokens(row), TODAY)
        expected = json.loads(row["expected_value"]).get("child_dob")
        flags = row["expected_flags"].split(";")
        assert reading.value == expected, row["id"]
        assert reading.doubtful == ("confirm" in flags), row["id"]
        assert reading.corrected == ("correction" in flags), row["id"]
        assert (reading.problem is not None) == bool({"retry", "clarify"} & set(flags)), row["id"]


def test_months_are_among_the_numbers() -> None:
    for row in rows("gestational_age_months"):
        expected = json.loads(row["expected_value"]).get("gestational_age_months")
        if expected is not None:
            said = [int(reading.value) for reading in read_numbers(tokens(row)) if not reading.negated]
            assert expected in said, row["id"]
