"""Calls and keys at the command line: a call that was cut off goes on, is closed, corrected, erased."""

from __future__ import annotations

import builtins
import getpass
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from command_line import Run
from small_call import FORM, VOICE_SETTINGS

from edgebharo.clock import SystemClock
from edgebharo.records import sealing
from edgebharo.records.payload import thaw
from edgebharo.records.store import Store

pytestmark = pytest.mark.unit

CONSENT = """
consent:
  version: "3"
  question: ["क्या मैं लिख लूं?"]
"""


@pytest.fixture
def form(settings_of_its_own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small form that asks for consent, and no language model."""
    folder = settings_of_its_own / "small"
    folder.mkdir()
    (folder / "form.yaml").write_text(FORM + CONSENT, encoding="utf-8")
    for name, value in VOICE_SETTINGS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("EDGEBHARO_LLM", "off")
    return folder


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are typed; then the input ends."""
    lines: list[str] = []

    def read(_prompt: str = "") -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr(builtins, "input", read)
    return lines


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is typed where a PIN or a passphrase is asked for."""
    lines: list[str] = []
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: lines.pop(0))
    monkeypatch.setattr("edgebharo.cli_records.getpass", lambda _prompt: lines.pop(0))
    yield lines
    assert lines == []


def cut_off(edgebharo: Run, form: Path, typed: list[str], *lines: str) -> str:
    """Hold a call whose input ends after `lines`; the record's id."""
    typed += lines
    held = edgebharo("call", "--text", "--form", form)
    assert held.code == 0, held.err
    heads = json.loads(edgebharo("calls", "list", "--all", "--json").out)
    return str(heads[-1]["record"])


def test_a_call_that_was_cut_off_goes_on_where_it_stopped(
    edgebharo: Run, form: Path, typed: list[str], tmp_path: Path
) -> None:
    record = cut_off(edgebharo, form, typed, "हाँ", "हाँ")
    assert f"{record}  " in edgebharo("calls", "list").out
    typed += ["पंद्रह अप्रैल दो हज़ार पच्चीस", "चार तीन तीन दो"]
    ended = edgebharo("calls", "resume", record[:8], "--text", "--form", form)
    assert ended.code == 0
    assert f"call complete; record {record}" in ended.out
    assert "no call was cut off" in edgebharo("calls", "list").out
    with closing(Store(tmp_path / "records.sqlite", SystemClock())) as store:
        answers = store.load(record).answers
    assert [answers.get(name).value for name in ("pregnant", "child_dob", "number")] == [
        True,
        "2025-04-15",
        "4332",
    ]
    assert "has ended (complete)" in edgebharo("calls", "resume", record, "--text").error


def test_a_call_that_was_cut_off_before_her_consent_asks_for_it_again(
    edgebharo: Run, form: Path, typed: list[str]
) -> None:
    record = cut_off(edgebharo, form, typed)
    assert "no consent" in edgebharo("calls", "list").out
    typed += ["हाँ", "हाँ"]
    ended = edgebharo("calls", "resume", record, "--text", "--form", form)
    assert ended.out.replace("\n", " ").index("लिख लूं") < ended.out.index("कब?")


def test_a_form_that_has_changed_is_named_and_the_call_can_still_be_closed(
    edgebharo: Run, form: Path, typed: list[str]
) -> None:
    record = cut_off(edgebharo, form, typed, "हाँ", "हाँ")
    (form / "form.yaml").write_text(FORM.replace("कब?", "कब जी?") + CONSENT, encoding="utf-8")
    refused = edgebharo("calls", "resume", record, "--text", "--form", form)
    assert refused.code == 9
    assert "has changed since" in refused.error
    assert "incomplete" in edgebharo("calls", "close", record).out
    (head,) = json.loads(edgebharo("calls", "list", "--all", "--json").out)
    assert (head["status"], head["revision"]) == ("failed", 1)


def test_without_consent_a_closed_call_leaves_the_fact_alone(
    edgebharo: Run, form: Path, typed: list[str]
) -> None:
    refused = cut_off(edgebharo, form, typed, "नहीं")
    silent = cut_off(edgebharo, form, typed)
    assert "nothing was kept" in edgebharo("calls", "close", silent).out
    heads = {head["record"]: head for head in json.loads(edgebharo("calls", "list", "--all", "--json").out)}
    assert {heads[record]["status"] for record in (refused, silent)} == {"withdrawn"}
    assert [note["answer"] for note in heads[refused]["consent"]] == ["refused"]
    assert heads[refused]["consent"][0]["version"] == "3"


def test_a_record_is_corrected_by_its_forms_rules_and_erased(
    edgebharo: Run, form: Path, typed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = cut_off(edgebharo, form, typed, "हाँ", "हाँ", "पंद्रह अप्रैल दो हज़ार पच्चीस", "चार तीन तीन दो")
    monkeypatch.setattr("edgebharo.runtime.calls.find_form", lambda _id: form / "form.yaml")
    for change, said in (
        ("child_dob=कल", "not a value that this date field"),
        ("height=7", "no field is called"),
        ("x", "FIELD=VALUE"),
    ):
        refused = edgebharo("calls", "correct", record, "--set", change)
        assert (refused.code, said in refused.error) == (3, True)
    corrected = edgebharo("calls", "correct", record[:6], "--set", "child_dob=16-04-2025", "--set", "number=")
    assert "revision 2 waits to be sent" in corrected.out
    with closing(Store(tmp_path / "records.sqlite", SystemClock())) as store:
        _, second = store.readable()
    assert [(field.name, field.value) for field in second.fields] == [
        ("child_dob", "2025-04-16"),
        ("number", None),
    ]
    assert "there is no such record" in edgebharo("calls", "erase", "ffffffff", "--yes").error
    assert "erased on this device" in edgebharo("calls", "erase", record, "--yes").out
    assert b"2025-04-16" not in (tmp_path / "records.sqlite").read_bytes()


def test_the_registrys_key_seals_what_waits_and_what_comes(
    edgebharo: Run, form: Path, typed: list[str], tmp_path: Path
) -> None:
    record = cut_off(edgebharo, form, typed, "हाँ", "हाँ", "पंद्रह अप्रैल दो हज़ार पच्चीस", "चार तीन तीन दो")
    shown = json.loads(edgebharo("keys", "show", "--json").out)
    assert (shown["place"], shown["registry_key"], shown["unsealed"]) == ("file", None, 1)
    keys = sealing.new_key_pair()
    file = tmp_path / "key.json"
    file.write_text(json.dumps({"key_id": "x", "public_key": sealing._text(keys.public)}))
    assert "1 records sealed" in edgebharo("keys", "import-registry", file).out
    shown = json.loads(edgebharo("keys", "show", "--json").out)
    assert (shown["registry_key"], shown["unsealed"]) == (sealing.key_id(keys.public), 0)
    with closing(Store(tmp_path / "records.sqlite", SystemClock())) as store:
        (item,) = store.outbox().due(SystemClock().utc(), 9)
    assert thaw(sealing.unseal(item.sealed, keys.private)).record_id == record
    refused = edgebharo("keys", "import-registry", "abc")
    assert (refused.code, "no public key of 32 bytes" in refused.error) == (3, True)


def test_a_key_is_made_exported_lost_and_restored(
    edgebharo: Run, form: Path, typed: list[str], pins: list[str], tmp_path: Path
) -> None:
    cut_off(edgebharo, form, typed, "हाँ", "हाँ")
    made = edgebharo("keys", "rotate")
    assert "device key" in made.out
    export = tmp_path / "export.json"
    pins += ["short"]
    assert edgebharo("keys", "export", export).code == 17
    pins += ["a long passphrase", "a long passphrase"]
    assert edgebharo("keys", "export", export).code == 0
    pins += ["a long passphrase", "a long passphrase"]
    assert edgebharo("keys", "export", export).code == 12
    (file,) = tmp_path.glob("*.key")
    file.unlink()
    assert edgebharo("call", "--text", "--form", form).code == 17
    pins += ["another passphrase"]
    assert edgebharo("keys", "restore", export).code == 17
    pins += ["a long passphrase"]
    assert edgebharo("keys", "restore", export).code == 0
    typed += ["हाँ"]
    assert edgebharo("call", "--text", "--form", form).code == 0
