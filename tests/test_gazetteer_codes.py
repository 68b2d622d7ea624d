"""Official codes go beside the districts whose names they clearly bear, and beside no other."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from edgebharo.hindi.places import parse_table
from scripts.gazetteer_codes import TABLE, main, read_list

pytestmark = pytest.mark.unit

OURS = """# made for this test
name\tstate\taliases
प्रतापगढ़\tउत्तर प्रदेश\t
प्रतापगढ़\tराजस्थान\t
पूर्वी चंपारण\tबिहार\tमोतिहारी
नालंदा\tबिहार\tबिहार शरीफ
"""
OFFICIAL = (
    ("9", "Uttar Pradesh", "7001", "Pratapgarh"),
    ("8", "Rajasthan", "7002", "Pratapgarh"),
    ("10", "Bihar", "7003", "Purbi Champaran"),
    ("10", "Bihar", "7004", "Zzyx"),
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    table, official = tmp_path / "places.tsv", tmp_path / "official.csv"
    table.write_text(OURS, encoding="utf-8")
    with official.open("w", encoding="utf-8", newline="") as lines:
        rows = csv.writer(lines)
        rows.writerow(
            ("State Code", "State Name (In English)", "District Code", "District Name (In English)")
        )
        rows.writerows(OFFICIAL)
    return table, official


def test_codes_are_written_beside_the_right_names(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    table, official = files
    main([str(official), "--table", str(table), "--write"])
    coded = {
        (place.name, place.state): place.code for place in parse_table(table.read_text(encoding="utf-8"))
    }
    assert coded == {
        ("प्रतापगढ़", "उत्तर प्रदेश"): "7001",
        ("प्रतापगढ़", "राजस्थान"): "7002",
        ("पूर्वी चंपारण", "बिहार"): "7003",
        ("नालंदा", "बिहार"): "",
    }
    said = capsys.readouterr().out
    assert "only in the table: नालंदा" in said
    assert "only in the list: Zzyx (Bihar)" in said


def test_without_write_the_table_stays(files: tuple[Path, Path]) -> None:
    table, official = files
    main([str(official), "--table", str(table)])
    assert table.read_text(encoding="utf-8") == OURS


def test_a_list_without_districts_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="header"):
        read_list(wrong)


def test_the_packaged_table_holds_no_code_twice_and_leaves_new_districts_without() -> None:
    codes = [place.code for place in parse_table(TABLE.read_text(encoding="utf-8"))]
    given = [code for code in codes if code]
    assert len(given) == len(set(given)) == 763
    assert codes.count("") == 25
