"""`edgebharo sync` and `edgebharo export` from the command line, with the real registry on loopback."""

from __future__ import annotations

import csv
import json
import stat
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

import pytest
from command_line import Run
from little_registry import Answer as Said
from little_registry import LittleRegistry, Request, always, json_answer, serving
from office import Office, open_office
from small_call import write_small_call

from edgebharo.clock import SystemClock
from edgebharo.forms.load import load_form
from edgebharo.records.sealing import new_key_pair
from edgebharo.records.store import Store
from edgebharo.types import Answer, Answers, Value

pytestmark = [pytest.mark.unit, pytest.mark.allow_hosts(["127.0.0.1"])]

VALUES: Mapping[str, Value] = {"pregnant": True, "child_dob": "2025-04-15", "number": "4332"}


@pytest.fixture(autouse=True)
def home(settings_of_its_own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A device of its own: nothing of this machine's, and no keyring."""
    monkeypatch.setenv("EDGEBHARO_HOME", str(settings_of_its_own / "home"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    return settings_of_its_own


@pytest.fixture
def office(home: Path) -> Iterator[Office]:
    with open_office(home) as office:
        yield office


def finish_calls(home: Path, count: int, values: Mapping[str, Value] = VALUES) -> list[str]:
    """Calls with the small form, as a device leaves them."""
    if not (home / "small").exists():
        write_small_call(home)
    form = load_form(home / "small").form
    fields = {name: Answer("answered", value, "rules") for name, value in values.items()}
    answers = Answers(fields=MappingProxyType(fields), status="complete")
    with closing(Store(home / "records.sqlite", SystemClock())) as store:
        ids = [store.begin(form, "clinic-7", "asha", None) for _ in range(count)]
        for record_id in ids:
            store.finish(record_id, answers, "complete")
    return ids


def test_a_device_enrols_syncs_and_says_so_in_hindi_and_english(
    edgebharo: Run, office: Office, home: Path
) -> None:
    finish_calls(home, 3)

    enrolled = edgebharo("sync", "enrol", office.url, office.code())
    assert (enrolled.code, enrolled.err) == (0, "")
    assert "this device is laptop-1" in enrolled.out
    finish_calls(home, 2)
    planned = edgebharo("sync", "--dry-run")
    assert "5 records would go to" in planned.out
    assert office.counts == (0, 0)

    ended = edgebharo("sync")
    assert ended.code == 0, ended.err
    assert "5 फ़ॉर्म पहुंच गए।" in ended.out
    assert "5 records delivered." in ended.out
    assert office.counts == (5, 5)
    again = edgebharo("sync", "--json")
    assert (again.code, again.json["delivered"], again.json["outbox"]["delivered"]) == (0, 0, 5)


def test_the_token_is_kept_from_others(edgebharo: Run, office: Office, home: Path) -> None:
    edgebharo("sync", "enrol", office.url, office.code())

    kept = home / "home" / "registry.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    token = json.loads(kept.read_text())["token"]
    shown = [edgebharo("sync", "status"), edgebharo("sync"), edgebharo("sync", "--dry-run", "--json")]
    assert not any(token in ended.out + ended.err for ended in shown)


def test_a_code_works_once_and_a_wrong_address_does_not_spend_it(edgebharo: Run, office: Office) -> None:
    code = office.code()
    elsewhere = edgebharo("sync", "enrol", f"{office.url}/elsewhere", code)
    assert (elsewhere.code, elsewhere.error) == (
        11,
        "key: nothing takes records at this address (status 404): check the address",
    )

    assert edgebharo("sync", "enrol", office.url, code).code == 0
    assert "does not accept this code" in edgebharo("sync", "enrol", office.url, code).error
    assert edgebharo("sync", "enrol", office.url, " ").code == 11


def test_a_revoked_device_is_told_what_to_do_and_loses_nothing(
    edgebharo: Run, office: Office, home: Path
) -> None:
    edgebharo("sync", "enrol", office.url, office.code())
    finish_calls(home, 2)
    office.revoke()

    ended = edgebharo("sync")
    assert ended.code == 11
    assert "2 records safe here" in ended.out
    assert "run `edgebharo sync enrol`" in ended.out
    edgebharo("sync", "enrol", office.url, office.code("laptop-2"))
    assert edgebharo("sync").code == 0
    assert office.counts == (2, 2)


def test_without_a_network_everything_waits(edgebharo: Run, office: Office, home: Path) -> None:
    edgebharo("sync", "enrol", office.url, office.code())
    finish_calls(home, 2)
    kept = home / "home" / "registry.json"
    membership = json.loads(kept.read_text())
    kept.write_text(json.dumps(membership | {"url": "http://127.0.0.1:9"}))

    ended = edgebharo("sync")
    assert ended.code == 11
    assert "2 फ़ॉर्म इस लैपटॉप में सुरक्षित हैं" in ended.out
    assert "(the server cannot be reached" in ended.out
    status = edgebharo("sync", "status", "--json").json
    assert (status["pending"], status["next_try"] is not None) == (2, True)
    kept.write_text(json.dumps(membership))
    assert edgebharo("sync").code == 0  # at once: somebody asked for it
    assert office.counts == (2, 2)


def test_what_the_registry_cannot_read_is_put_aside_shown_and_released(
    edgebharo: Run, office: Office, home: Path
) -> None:
    edgebharo("sync", "enrol", office.url, office.code())
    with closing(Store(home / "records.sqlite", SystemClock())) as store:
        store.keys.import_registry(bytes(range(32)))
    (record,) = finish_calls(home, 1)

    ended = edgebharo("sync")
    assert ended.code == 11
    status = edgebharo("sync", "status")
    assert "refused  1" in status.out
    assert record in status.out
    assert "1 released" in edgebharo("sync", "release", record).out
    assert "0 released" in edgebharo("sync", "release", "--all").out


def test_no_server_is_one_clear_error(edgebharo: Run) -> None:
    ended = edgebharo("sync")

    assert ended.code == 3
    assert "run `edgebharo sync enrol URL CODE`" in ended.error
    assert "nowhere" in edgebharo("sync", "status").out


def test_a_token_goes_to_nobody_but_who_gave_it(
    edgebharo: Run, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    edgebharo("sync", "enrol", office.url, office.code())
    monkeypatch.setenv("EDGEBHARO_SYNC_URL", "https://elsewhere.example")

    assert "no token for https://elsewhere.example" in edgebharo("sync").error


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("sync", "--dry-run", "--watch"), "not both"),
        (("sync", "release"), "name one record"),
        (("sync", "release", "x", "--all"), "name one record"),
        (("sync", "enrol", "http://registry.example", "X"), "not encrypted"),
        (("export", "--out", "x.csv", "--format", "pdf"), "choose csv, jsonl, xlsx"),
    ],
)
def test_a_slip_is_explained(edgebharo: Run, typed: tuple[str, ...], why: str) -> None:
    ended = edgebharo(*typed)

    assert (ended.code, why in ended.error) == (3, True)


def test_records_are_exported_before_they_are_sealed_and_with_the_registrys_key_after(
    edgebharo: Run, office: Office, home: Path
) -> None:
    finish_calls(home, 2)
    out = home / "out.csv"
    assert f"{out}: 2 records" in edgebharo("export", "--out", out).out
    edgebharo("sync", "enrol", office.url, office.code())
    edgebharo("sync")

    sealed = edgebharo("export", "--out", out)
    assert f"{out}: 0 records" in sealed.out
    assert "2 more are sealed" in sealed.out
    assert f"{out}: 2 records" in edgebharo("export", "--out", out, "--key", office.private_key).out
    with out.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(line["pregnant"], line["child_dob"], line["number"]) for line in lines] == [
        ("yes", "2025-04-15", "4332")
    ] * 2
    assert "is no private key" in edgebharo("export", "--out", out, "--key", home / "config.toml").error


@pytest.mark.parametrize("kind", ["jsonl", "xlsx", "xform", "questionnaire"])
def test_every_kind_of_export_writes_its_file(edgebharo: Run, home: Path, kind: str) -> None:
    finish_calls(home, 1)
    out = home / f"out.{kind}"

    assert edgebharo("export", "--format", kind, "--out", out, "--form", home / "small").code == 0
    assert out.stat().st_size > 100


@pytest.fixture
def elsewhere() -> Iterator[LittleRegistry]:
    """A server that takes plain HTTP on loopback; each test says what it answers."""
    with serving(LittleRegistry()) as server:
        yield server


def test_records_under_the_devices_own_key_go_to_odk_with_their_corrections(
    edgebharo: Run, elsewhere: LittleRegistry, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (record,) = finish_calls(home, 1)
    with closing(Store(home / "records.sqlite", SystemClock())) as store:
        store.correct(record, {"number": Answer("answered", "0042", "worker")}, "asha")
    elsewhere.fault = always(Said(201))
    monkeypatch.setenv("EDGEBHARO_SYNC_TARGET", "odk")
    monkeypatch.setenv("EDGEBHARO_SYNC_URL", f"{elsewhere.url}/v1/projects/7")
    monkeypatch.setenv("EDGEBHARO_SYNC_TOKEN", "app-user")

    assert edgebharo("sync").code == 0
    assert [request.path for request in elsewhere.requests] == ["/v1/key/app-user/projects/7/submission"] * 2
    first, second = (request.body.decode() for request in elsewhere.requests)
    assert f"<instanceID>uuid:{record}</instanceID>" in first
    assert f"<deprecatedID>uuid:{record}</deprecatedID>" in second
    assert ("<number>4332</number>" in first, "<number>0042</number>" in second) == (True, True)
    assert "<child_dob>2025-04-15</child_dob>" in second


def test_a_fhir_server_gets_records_and_their_form(
    edgebharo: Run, elsewhere: LittleRegistry, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish_calls(home, 2)

    def create_all(request: Request) -> Said:
        entries = [{"response": {"status": "201"}} for _ in json.loads(request.body)["entry"]]
        return json_answer(200, {"resourceType": "Bundle", "entry": entries})

    elsewhere.fault = create_all
    monkeypatch.setenv("EDGEBHARO_SYNC_TARGET", "fhir")
    monkeypatch.setenv("EDGEBHARO_SYNC_URL", f"{elsewhere.url}/r4")
    monkeypatch.setenv("EDGEBHARO_FORM", str(home / "small"))

    assert edgebharo("sync").code == 0
    (request,) = elsewhere.requests
    resources = [entry["resource"] for entry in json.loads(request.body)["entry"]]
    assert (request.path, request.headers["content-type"]) == ("/r4/", "application/fhir+json")
    assert [one["resourceType"] for one in resources] == ["Questionnaire", *["QuestionnaireResponse"] * 2]
    assert resources[1]["item"][0]["answer"] == [{"valueBoolean": True}]


def test_what_a_registrys_key_has_sealed_does_not_go_to_a_server_that_reads(
    edgebharo: Run, elsewhere: LittleRegistry, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(home / "records.sqlite", SystemClock())) as store:
        store.keys.import_registry(new_key_pair().public)
    finish_calls(home, 1)
    monkeypatch.setenv("EDGEBHARO_SYNC_TARGET", "odk")
    monkeypatch.setenv("EDGEBHARO_SYNC_URL", elsewhere.url)

    ended = edgebharo("sync")
    assert (ended.code, elsewhere.requests) == (11, [])


def test_watching_goes_on_until_somebody_ends_it(
    edgebharo: Run, elsewhere: LittleRegistry, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish_calls(home, 2)
    elsewhere.fault = always(Said(201))
    monkeypatch.setenv("EDGEBHARO_SYNC_TARGET", "odk")
    monkeypatch.setenv("EDGEBHARO_SYNC_URL", elsewhere.url)
    looks = iter([(None, None)])

    def routes() -> object:
        for found in looks:
            return found
        raise KeyboardInterrupt

    monkeypatch.setattr("edgebharo.runtime.syncing.routes", routes)
    monkeypatch.setattr("edgebharo.sync.watching.LOOK_S", 0.01)

    ended = edgebharo("sync", "--watch")
    assert (ended.code, len(elsewhere.requests)) == (0, 2)
    assert "2 delivered, 0 refused" in ended.err
