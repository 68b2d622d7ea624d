"""Records for ODK Central: the XForm checked by ODK Validate where that is there, submissions by contract.

ODK Validate comes with the package `pyxform` and needs Java; EDGEBHARO_ODK_VALIDATE may name its jar.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from email import message_from_bytes
from email.policy import HTTP
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from queued import HandClock
from sample_records import FIELDS, answered, record
from test_fuzzed_answers import Saying, item

from edgebharo.forms.load import load_form
from edgebharo.forms.schema import Form
from edgebharo.records.outbox import Item
from edgebharo.records.payload import Record
from edgebharo.sync.address import Address
from edgebharo.sync.odk_form import xform
from edgebharo.sync.odk_record import instance, instance_id
from edgebharo.sync.targets import TargetOptions
from edgebharo.sync.to_odk import ToOdk, create, multipart
from edgebharo.sync.verdicts import Reply, Verdict

pytestmark = pytest.mark.unit

X = "{http://www.w3.org/2002/xforms}"
H = "{http://www.w3.org/1999/xhtml}"
SAID = b'<OpenRosaResponse xmlns="http://openrosa.org/http/response"><message/></OpenRosaResponse>'


@pytest.fixture(scope="module")
def form() -> Form:
    return load_form("maternal-enrolment").form


def with_selects(form: Form) -> Form:
    """The shipped form with a choice of one and a choice of several."""
    base = form.field("name").model_dump(by_alias=True) | {"validation": (), "meaning": "free"}
    options = [{"text": "पहला बच्चा"}, {"text": "दूसरा"}]
    extra = [
        base | {"name": "one", "type": "single_select", "options": options},
        base | {"name": "many", "type": "multi_select", "options": options},
        base | {"name": "weight", "type": "number", "validation": [{"rule": "number_range", "min": 0.5}]},
    ]
    fields = [field.model_dump(by_alias=True) for field in form.fields] + extra
    return Form.model_validate(form.model_dump(by_alias=True) | {"fields": fields})


def validate_jar() -> Path | None:
    named = os.environ.get("EDGEBHARO_ODK_VALIDATE", "")
    found = find_spec("pyxform")
    if not named and found is not None and found.origin:
        named = str(Path(found.origin).parent / "validators" / "odk_validate" / "bin" / "ODK_Validate.jar")
    return Path(named) if named and Path(named).is_file() and shutil.which("java") else None


@pytest.mark.parametrize("build", [lambda form: form, with_selects], ids=["shipped", "selects"])
def test_odk_validate_accepts_the_form(form: Form, tmp_path: Path, build: Any) -> None:
    jar = validate_jar()
    if jar is None:
        pytest.skip("no ODK Validate: pip install pyxform, and Java")
    path = tmp_path / "form.xml"
    path.write_text(xform(build(form)), encoding="utf-8")

    ended = subprocess.run(  # noqa: S603
        [shutil.which("java") or "java", "-jar", jar, path], capture_output=True, text=True, check=False
    )

    assert ended.returncode == 0, ended.stderr
    assert "Xform is valid" in ended.stderr + ended.stdout


@pytest.mark.parametrize("build", [lambda form: form, with_selects], ids=["shipped", "selects"])
def test_a_form_is_a_whole_xform(form: Form, build: Any) -> None:
    """What the specification asks for: each question has a node and a bind, no reference dangles."""
    made = build(form)
    page = ET.fromstring(xform(made))  # noqa: S314 - our own
    model = page.find(f"{H}head/{X}model")
    assert model is not None
    data = model.find(f"{X}instance/{X}data")
    assert data is not None
    assert data.attrib == {"id": "maternal-enrolment", "version": made.version}
    nodes = {"/data/" + child.tag.removeprefix(X) for child in data}
    nodes |= {
        f"/data/{part}/{child.tag.removeprefix(X)}"
        for part in ("_call", "meta")
        for child in data.find(X + part)
    }
    binds = {bind.attrib["nodeset"] for bind in model.findall(f"{X}bind")}
    questions = [control.attrib["ref"] for control in page.findall(f"{H}body/*")]

    assert binds == nodes - {"/data/_call", "/data/meta"}
    assert questions == [f"/data/{field.name}" for field in made.fields]
    assert all(control.find(f"{X}label").text for control in page.findall(f"{H}body/*"))
    for value in page.findall(f"{H}body/*/{X}item/{X}value"):
        assert value.text
        assert not re.search(r"\s", value.text)


def test_branches_and_guards_are_carried_over(form: Form) -> None:
    page = ET.fromstring(xform(form))  # noqa: S314
    binds = {bind.attrib["nodeset"]: bind.attrib for bind in page.iter(f"{X}bind")}

    assert binds["/data/gestational_age_months"]["relevant"] == "/data/pregnant = 'yes'"
    assert binds["/data/gestational_age_months"]["constraint"] == "(. >= 1 and . <= 9)"
    assert binds["/data/gestational_age_months"]["type"] == "int"
    assert binds["/data/linked_number"]["constraint"] == "(regex(., '^[6789][0-9]{9}$'))"
    assert binds["/data/child_dob"]["constraint"] == "(. <= today())"
    assert binds["/data/district"]["required"] == "true()"


def texts(made: Record) -> dict[str, str]:
    data = ET.fromstring(instance(made))  # noqa: S314
    return {node.tag: node.text or "" for node in data.iter() if not len(node)}


def test_a_record_is_an_instance_of_its_form_version() -> None:
    made = record(1, *FIELDS, answered("many", ["क ख", "ग"], "multi_select"), caller_number="9876543210")
    data = ET.fromstring(instance(made))  # noqa: S314
    found = texts(made)

    assert data.attrib == {"id": "maternal-enrolment", "version": "1.0.0"}
    assert (found["name"], found["pregnant"], found["child_dob"]) == ("सुनीता देवी", "no", "2026-01-02")
    assert (found["linked_number"], found["many"]) == ("", "क_ख ग")
    assert found["instanceID"] == f"uuid:{made.record_id}"
    assert "deprecatedID" not in found
    assert (found["deviceid"], found["caller_number"]) == ("clinic-7", "9876543210")
    assert instance(made) == instance(made)


def test_a_correction_names_the_instance_that_it_replaces() -> None:
    first, second, third = (record(1, revision=number) for number in (1, 2, 3))

    assert texts(second)["deprecatedID"] == texts(first)["instanceID"]
    assert texts(third)["deprecatedID"] == texts(second)["instanceID"]
    assert len({instance_id(first.record_id, number) for number in range(1, 9)}) == 8


def test_what_xml_cannot_hold_or_means_something_in_it_does_no_harm() -> None:
    assert texts(record(1, answered("name", "a\x00b\x1f<&>\"'\ufffe]]>")))["name"] == "ab<&>\"']]>"


# ---------------------------------------------------------------- the submission


class Recorder(Saying):
    """Keeps what was sent."""

    def send(self, method: str, path: str, *, body: bytes, headers: dict[str, str]) -> Reply | Verdict:
        self.sent = (method, path, body, headers)
        return self.reply


def read(entry: Item) -> Record:
    return record(entry.number)


def submit(reply: Reply) -> tuple[Verdict, Recorder]:
    line: Any = Recorder(reply)
    (verdict,) = ToOdk(line, read, HandClock()).post([item(1)])
    return verdict, line


def test_a_submission_is_as_openrosa_asks() -> None:
    _, line = submit(Reply(201, b""))
    method, path, body, headers = line.sent

    assert (method, path) == ("POST", "submission")
    assert headers["X-OpenRosa-Version"] == "1.0"
    assert headers["Date"] == "Mon, 30 Nov 2026 06:30:00 GMT"
    whole = message_from_bytes(
        f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode() + body, policy=HTTP
    )
    (part,) = whole.iter_parts()
    assert part.get_param("name", header="content-disposition") == "xml_submission_file"
    assert part.get_content_type() == "text/xml"
    assert part.get_payload(decode=True) == instance(record(1))
    assert multipart(b"<x/>") == multipart(b"<x/>")


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply(201, b""), "delivered"),
        (Reply(202, b""), "delivered"),
        (Reply(409, SAID), "refused"),
        (Reply(400, SAID), "refused"),
        (Reply(409, b"<html>"), "retry"),
        (Reply(404, SAID), "upgrade_needed"),
        (Reply(404, b"<html>"), "retry"),
        (Reply(401, SAID), "revoked"),
        (Reply(403, SAID), "revoked"),
        (Reply(503, b""), "retry"),
        (Reply(200, b"<html>Log in"), "retry"),
    ],
)
def test_what_central_answers_is_understood(reply: Reply, kind: str) -> None:
    verdict, _ = submit(reply)

    assert verdict.kind == kind
    assert bool(verdict.reason) == (kind != "delivered")


def test_an_app_users_token_goes_into_the_path_and_nowhere_else() -> None:
    options = TargetOptions(Address("https://central.example/v1/projects/7"), "s3cret", read, HandClock())
    target = create(options)
    assert isinstance(target, ToOdk)
    request = target.line._client.build_request("POST", "submission")
    target.close()

    assert str(request.url) == "https://central.example/v1/key/s3cret/projects/7/submission"
    assert "Authorization" not in request.headers
    assert "s3cret" not in repr(options)
