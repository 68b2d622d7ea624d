from __future__ import annotations

import csv
import json
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from sample_records import answered, record

from edgebharo.errors import OutputError
from edgebharo.records.export_files import safe, sheet_names, write_csv, write_jsonl, write_xlsx
from edgebharo.records.export_rows import HEAD, TAIL, row, rows, survey, union
from edgebharo.records.payload import Record

pytestmark = pytest.mark.unit


def table(path: Path, encoding: str = "utf-8") -> list[dict[str, str]]:
    with path.open(encoding=encoding, newline="") as file:
        return list(csv.DictReader(file))


def export_csv(path: Path, *records: Record, bom: bool = False) -> int:
    found = survey(records)
    return write_csv(path, found, rows(records, found.revisions), bom=bom)


def test_csv_has_one_row_a_record_and_columns_in_question_order(tmp_path: Path) -> None:
    path = tmp_path / "records.csv"

    assert export_csv(path, record(1), record(2)) == 2
    assert path.read_text(encoding="utf-8").splitlines()[0].split(",") == [
        *HEAD,
        *("name", "pregnant", "gestational_age_months", "child_dob", "linked_number", "aadhaar_last4"),
        TAIL,
    ]
    first = table(path)[0]
    assert first["name"] == "सुनीता देवी"
    assert first["pregnant"] == "no"
    assert first["gestational_age_months"] == ""
    assert first["child_dob"] == "2026-01-02"
    assert first["aadhaar_last4"] == "XXXX-XXXX-0042"
    assert first[TAIL] == "linked_number: refused"


def test_a_byte_order_mark_is_there_only_where_it_is_asked_for(tmp_path: Path) -> None:
    export_csv(tmp_path / "plain.csv", record())
    export_csv(tmp_path / "excel.csv", record(), bom=True)

    assert (tmp_path / "plain.csv").read_bytes()[:3] == b"rec"
    assert (tmp_path / "excel.csv").read_bytes()[:6] == b"\xef\xbb\xbfrec"


@pytest.mark.parametrize("text", ["=1+1", "+91", "-2", "@x", "  =x", "\t=x", "＝x"])
def test_no_cell_of_a_csv_is_a_formula(tmp_path: Path, text: str) -> None:
    export_csv(tmp_path / "records.csv", record(1, answered("name", text)))

    assert table(tmp_path / "records.csv")[0]["name"] == f"'{text}"


@given(st.text())
def test_what_is_safe_begins_with_nothing_that_a_spreadsheet_computes(text: str) -> None:
    assert safe(text).lstrip(" ")[:1] not in set("=+-@\t\r\n＝＋－＠")
    assert safe(text) in {text, f"'{text}"}


def test_a_negative_number_stays_a_number(tmp_path: Path) -> None:
    export_csv(tmp_path / "records.csv", record(1, answered("balance", -2, "number")))

    assert table(tmp_path / "records.csv")[0]["balance"] == "-2"


def test_xlsx_holds_text_that_looks_like_a_formula_as_text(tmp_path: Path) -> None:
    records = [record(1, answered("name", '=HYPERLINK("x")'), answered("child_dob", "2026-01-02", "date"))]
    found = survey(records)
    write_xlsx(tmp_path / "records.xlsx", found, rows(records, found.revisions))

    sheet = load_workbook(tmp_path / "records.xlsx").active
    cells = dict(zip([cell.value for cell in sheet[1]], sheet[2], strict=True))
    assert (cells["name"].value, cells["name"].data_type) == ('=HYPERLINK("x")', "s")
    assert cells["child_dob"].is_date
    assert cells["caller_number"].value is None


def test_form_versions_have_a_sheet_each_and_share_united_columns_in_csv(tmp_path: Path) -> None:
    records = [
        record(1, answered("name", "अ"), answered("district", "गया")),
        record(
            2, answered("name", "ब"), answered("block", "क"), answered("district", "गया"), version="2.0.0"
        ),
    ]
    found = survey(records)
    write_xlsx(tmp_path / "records.xlsx", found, rows(records, found.revisions))
    export_csv(tmp_path / "records.csv", *records)

    book = load_workbook(tmp_path / "records.xlsx")
    assert book.sheetnames == ["maternal-enrolment 1.0.0", "maternal-enrolment 2.0.0"]
    assert [sheet.max_row for sheet in book] == [2, 2]
    assert list(table(tmp_path / "records.csv")[0])[len(HEAD) : -1] == ["name", "block", "district"]
    assert [line["block"] for line in table(tmp_path / "records.csv")] == ["", "क"]


def test_a_correction_is_put_into_its_record(tmp_path: Path) -> None:
    records = [
        record(1, answered("name", "अ"), answered("district", "गया")),
        record(2, answered("name", "ब"), answered("district", "पटना")),
        record(1, answered("district", "नालंदा"), revision=2),
    ]

    assert export_csv(tmp_path / "records.csv", *records) == 2
    found = {line["name"]: (line["district"], line["revision"]) for line in table(tmp_path / "records.csv")}
    assert found == {"अ": ("नालंदा", "2"), "ब": ("पटना", "1")}


def test_jsonl_keeps_the_values_own_types(tmp_path: Path) -> None:
    records = [record(1, answered("n", 3, "number"), answered("many", ["क", "ख"], "multi_select"))]
    write_jsonl(tmp_path / "records.jsonl", rows(records, {}))

    line = json.loads((tmp_path / "records.jsonl").read_text(encoding="utf-8"))
    assert (line["n"], line["many"], line["clock_suspect"]) == (3, ["क", "ख"], False)


def test_a_field_that_is_called_like_a_column_loses_nothing() -> None:
    cells = row(record(1, answered("status", "विधवा"), answered(TAIL, "x"))).cells

    assert (cells["status"], cells["answer_status"], cells[f"answer_{TAIL}"]) == ("complete", "विधवा", "x")


def test_only_the_owner_can_read_an_export(tmp_path: Path) -> None:
    export_csv(tmp_path / "records.csv", record())

    assert stat.S_IMODE((tmp_path / "records.csv").stat().st_mode) == 0o600


def test_an_export_that_fails_leaves_the_old_file_and_no_part(tmp_path: Path) -> None:
    path = tmp_path / "records.csv"
    path.write_text("old")
    found = survey([record()])

    def broken() -> object:
        yield row(record())
        raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="free some space"):
        write_csv(path, found, broken())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True).map(tuple)))
def test_a_union_has_every_name_once(orders: list[tuple[str, ...]]) -> None:
    names = union(orders)

    assert len(set(names)) == len(names)
    assert set(names) == {name for order in orders for name in order}
    if orders:
        assert [name for name in names if name in orders[0]] == list(orders[0])


def test_sheets_have_short_names_of_their_own() -> None:
    names = sheet_names([("a" * 40, "1"), ("a" * 40, "2"), ("f/x", "1:2")])

    assert names == ["a" * 31, "a" * 29 + "~2", "f-x 1-2"]
