"""What the registry's owner finds: by sound, by phone, by place and day; who may be there twice; exports."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from conftest import Office
from sealed import answered, record

from edgebharo.registry.blind import phone_in, skeleton
from edgebharo.registry.export import csv_line


def search(office: Office, **query: Any) -> list[str | None]:
    answer = office.client.post("/v1/search", json=query, headers=office.admin)
    assert answer.status_code == 200, answer.text
    return [found["name"] for found in answer.json()["results"]]


@pytest.fixture
def filled(office: Office) -> Office:
    """Five records that search and duplicates are tried on."""
    outcomes = office.deliver(
        record(name="सुनीता देवी", phone="9876543210", district="नालंदा"),
        record(name="सुनिता", phone="9876500000", district="बिलासपुर, छत्तीसगढ़"),
        record(name="गीता कुमारी", phone=None, district="नालंदा", started="2026-11-01T06:30:00+00:00"),
        record(name="गुड़िया", phone="9876511111", district=None, form_id="other"),
        record(name=None, phone="9876522222", caller_number="9876533333"),
    )
    assert outcomes == ["stored"] * 5
    return office


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"name": "सुनीता"}, ["सुनिता", "सुनीता देवी"]),
        ({"name": "Sunita Devi"}, ["सुनीता देवी"]),
        ({"name": "devi suneeta"}, ["सुनीता देवी"]),
        ({"name": "Guria"}, ["गुड़िया"]),
        ({"name": "सीता"}, []),
        ({"name": "।।"}, []),
        ({"phone": "+91 98765 43210"}, ["सुनीता देवी"]),
        ({"phone": "९८७६५४३२१०"}, ["सुनीता देवी"]),
        ({"phone": "9876533333"}, [None]),
        ({"phone": "987654321"}, []),
        ({"phone": "6666666666"}, []),
        ({"district": "Nalanda", "since": "2026-11-30"}, ["सुनीता देवी", None]),
        ({"district": "नालन्दा", "until": "2026-11-29"}, ["गीता कुमारी"]),
        ({"district": "bilaspur"}, ["सुनिता"]),
        ({"district": "पटना"}, []),
        ({"form_id": "other"}, ["गुड़िया"]),
        ({"form_id": "a\0b"}, []),
        ({"name": "सुनीता", "district": "नालंदा"}, ["सुनीता देवी"]),
    ],
)
def test_records_are_found(filled: Office, query: dict[str, str], names: list[str | None]) -> None:
    assert sorted(search(filled, **query), key=str) == sorted(names, key=str)


def test_the_best_name_comes_first_and_the_list_is_bounded(office: Office) -> None:
    office.deliver(record(name="सुनीता कुमारी"), record(name="सुनीता"), record(name="सविता"))

    assert search(office, name="सुनीता") == ["सुनीता", "सुनीता कुमारी"]
    answer = office.client.post("/v1/search", json={"limit": 1}, headers=office.admin).json()
    assert (len(answer["results"]), answer["more"]) == (1, True)


def test_a_correction_is_found_by_what_it_says_now(office: Office) -> None:
    first = record(name="सुनीता", phone="9876543210")
    office.deliver(first)
    office.deliver(record(record_id=first.record_id, revision=2, fields=(answered("name", "अनीता"),)))

    assert search(office, name="सुनीता") == []
    assert search(office, name="अनीता") == ["अनीता"]
    assert search(office, phone="9876543210") == ["अनीता"]


def test_one_record_can_be_read_as_it_stands(office: Office) -> None:
    sent = record()
    office.deliver(sent)

    answer = office.client.get(f"/v1/records/{sent.record_id}", headers=office.admin)

    assert answer.json() == sent.model_dump(mode="json")
    missing = office.client.get("/v1/records/00000000-0000-0000-0000-000000000000", headers=office.admin)
    assert missing.status_code == 404
    assert office.client.get("/v1/records/x", headers=office.admin).status_code == 422


def test_candidates_share_a_name_and_a_phone_and_are_never_merged(office: Office) -> None:
    office.deliver(
        record(name="सुनीता देवी", phone="9876543210", district="नालंदा"),
        record(name="Sunita Devi", phone="9876543210", district="पटना"),
        record(name="रमेश", phone="9876543210", district="पटना"),
        record(name="सुनिता देवी", phone=None, district="नालंदा"),
        record(name="सुनीता देवी", phone="9876500000", district="नालंदा"),
        record(name="कमला", phone="9876511111", district="नालंदा"),
    )

    found = office.client.get("/v1/duplicates", headers=office.admin).json()

    pairs = [(pair["reason"], {pair["one"]["name"], pair["other"]["name"]}) for pair in found["pairs"]]
    assert pairs[0] == ("name and phone", {"सुनीता देवी", "Sunita Devi"})
    assert [reason for reason, _ in pairs] == [
        "name and phone",
        "name and district",
        "name and district",
        "phone",
        "phone",
    ]
    assert not any("कमला" in names for _, names in pairs)
    assert len(search(office)) == 6


def test_candidates_are_looked_for_among_what_came_lately(office: Office) -> None:
    office.deliver(record(), record())
    assert len(office.client.get("/v1/duplicates?days=1", headers=office.admin).json()["pairs"]) == 1

    office.clock.moment = office.clock.moment.replace(year=2027)

    assert office.client.get("/v1/duplicates?days=30", headers=office.admin).json()["pairs"] == []


def test_a_table_has_one_row_for_each_record_and_no_formula(office: Office) -> None:
    first = record(name="सुनीता")
    aadhaar = answered("aadhaar_last4", "0042")
    office.deliver(first, record(name='=HYPERLINK("x")', phone=None), record(form_id="other"))
    office.deliver(
        record(record_id=first.record_id, revision=2, fields=(answered("name", 'अनीता, "x"'), aadhaar))
    )

    answer = office.client.get("/v1/export.csv?form_id=maternal-enrolment", headers=office.admin)

    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["name"], row["linked_number"], row["aadhaar_last4"]) for row in rows] == [
        ('अनीता, "x"', "9876543210", "XXXX-XXXX-0042"),
        ('\'=HYPERLINK("x")', "", ""),
    ]
    assert (
        list(rows[0]).index("name") < list(rows[0]).index("district") < list(rows[0]).index("linked_number")
    )


def test_exports_go_through_all_groups_in_order_and_by_day(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edgebharo.registry.export.AT_ONCE", 3)
    sent = [record(started=f"2026-11-{day:02}T06:30:00+00:00") for day in (3, 1, 2, 1, 4, 1, 3)]
    office.deliver(*sent)
    path = "/v1/export.ndjson?form_id=maternal-enrolment"

    lines = office.client.get(path, headers=office.admin).text.splitlines()
    some = office.client.get(f"{path}&since=2026-11-02&until=2026-11-03", headers=office.admin).text

    resources = [json.loads(line) for line in lines]
    assert {resource["resourceType"] for resource in resources} == {"QuestionnaireResponse"}
    expected = sorted(sent, key=lambda one: (one.started, one.record_id))
    assert [one["identifier"]["value"] for one in resources] == [f"{one.record_id}.1" for one in expected]
    assert len(some.splitlines()) == 3


def test_an_export_of_nothing_is_empty(office: Office) -> None:
    path = "?form_id=none"
    assert office.client.get(f"/v1/export.ndjson{path}", headers=office.admin).text == ""
    assert len(office.client.get(f"/v1/export.csv{path}", headers=office.admin).text.splitlines()) == 1
    assert office.client.get("/v1/export.csv", headers=office.admin).status_code == 422


def test_quarantine_is_listed_with_its_reasons(office: Office) -> None:
    assert office.deliver(b"nonsense", record()) == ["refused", "stored"]

    (held,) = office.client.get("/v1/quarantine", headers=office.admin).json()

    assert held["delivered_by"] == "laptop-1"
    assert "not a record that this EdgeBharo can read" in held["reason"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("सुनीता", "Suneetha", True),
        ("लक्ष्मी", "Laxmi", True),
        ("गुड़िया", "Guria", True),
        ("गुड़िया", "Gudiya", True),
        ("ज्ञानवती", "Gyanvati", True),
        ("राधा", "गीता", False),
        ("आशा", "Usha", False),
    ],
)
def test_names_meet_in_their_consonants(one: str, other: str, same: bool) -> None:
    assert (skeleton(one) == skeleton(other)) == same


@pytest.mark.parametrize("text", ["", "।", "   ", "\0", "🙂"])
def test_no_letters_have_no_consonants(text: str) -> None:
    assert skeleton(text) == ""


@pytest.mark.parametrize(
    ("text", "phone"),
    [
        ("9876543210", "9876543210"),
        ("+91-98765 43210", "9876543210"),
        ("09876543210", "9876543210"),
        ("919876543210", "9876543210"),
        ("5876543210", None),
        ("98765432101", None),
        ("²876543210", None),
        ("", None),
    ],
)
def test_mobile_numbers_are_told_from_others(text: str, phone: str | None) -> None:
    assert phone_in(text) == phone


def test_a_csv_line_is_quoted_where_it_must_be() -> None:
    assert csv_line(['a"b', "c,d", "e"]) == '"a""b","c,d",e\r\n'
