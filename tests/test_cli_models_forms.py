"""`edgebharo models` and `edgebharo forms`: what is on this device, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from command_line import Run

from edgebharo.forms.load import find_form
from edgebharo.models.manifest import load_manifest

pytestmark = pytest.mark.unit


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def put_rubbish(home: Path, name: str) -> Path:
    """A joined file that is there, but wrong."""
    path = home / "models" / name / load_manifest().get(name).files[0].name
    path.parent.mkdir(parents=True)
    path.write_bytes(b"rubbish")
    return path


def test_list_names_every_model_in_full(edgebharo: Run, home: Path) -> None:
    ended = edgebharo("models", "list")
    assert ended.code == 0
    assert [name for name in load_manifest().models if name not in ended.out] == []


def test_path_prints_the_path_and_nothing_else(edgebharo: Run, home: Path) -> None:
    ended = edgebharo("models", "path", "kokoro-voice-hm_psi")
    assert ended.code == 0
    assert Path(ended.out.rstrip("\n")).is_file()


def test_verify_passes_what_is_right(edgebharo: Run, home: Path) -> None:
    ended = edgebharo("models", "verify", "silero-vad", "kokoro-voice-hm_psi")
    assert (ended.code, ended.out.count("ready")) == (0, 2)


def test_verify_names_a_corrupt_file_and_removes_it_only_on_request(edgebharo: Run, home: Path) -> None:
    path = put_rubbish(home, "kokoro-82m")
    ended = edgebharo("models", "verify", "kokoro-82m")
    assert ended.code == 6
    assert str(path) in ended.out
    assert "edgebharo models verify kokoro-82m --remove" in ended.out
    assert path.exists()
    assert edgebharo("models", "verify", "kokoro-82m", "--remove").code == 0
    assert not path.exists()


def test_verify_of_a_model_that_is_not_there_fails(edgebharo: Run, home: Path) -> None:
    assert edgebharo("models", "verify", "shruti-hi").code == 6
    assert edgebharo("models", "path", "shruti-hi").code == 6


@pytest.mark.parametrize("command", ["path", "verify"])
def test_an_unknown_model_is_answered_with_the_known_ones(edgebharo: Run, home: Path, command: str) -> None:
    ended = edgebharo("models", command, "nope")
    assert ended.code == 3
    assert all(name in ended.error for name in ("nope", "asr-hi", "kokoro-82m"))


@pytest.mark.parametrize("by", ["id", "folder", "file"])
def test_the_shipped_form_has_no_problems(edgebharo: Run, by: str) -> None:
    file = find_form("maternal-enrolment")
    ended = edgebharo("forms", "check", {"id": "maternal-enrolment", "folder": file.parent, "file": file}[by])
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("no problems\n")


@pytest.fixture
def five_problems(tmp_path: Path) -> Path:
    raw = yaml.safe_load(find_form("maternal-enrolment").read_text(encoding="utf-8"))
    fields = {field["name"]: field for field in raw["fields"]}
    del fields["name"]["question"]
    fields["district"]["gazetteer"] = "no-such-table"
    fields["gestational_age_months"]["branch"] = "nowhere"
    fields["child_dob"]["colour"] = "green"
    fields["linked_number"]["retry_messages"] = ["नंबर 98765 जैसा"]
    file = tmp_path / "broken" / "form.yaml"
    file.parent.mkdir()
    file.write_text(yaml.safe_dump(raw, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return file


PLACES = (
    "fields[0].question",
    "fields[1].gazetteer",
    "fields[4].branch",
    "fields[6].colour",
    "fields[8].retry_messages",
)


def test_five_problems_are_listed_at_once_with_file_and_key(edgebharo: Run, five_problems: Path) -> None:
    ended = edgebharo("forms", "check", five_problems)
    assert ended.code == 4
    lines = ended.out.splitlines()
    assert all(line.startswith(f"{five_problems}: ") for line in lines)
    assert [place for place in PLACES if not any(place in line for line in lines)] == []


def test_a_call_with_a_broken_form_says_the_same(edgebharo: Run, five_problems: Path) -> None:
    listed = edgebharo("forms", "check", five_problems).out.splitlines()
    ended = edgebharo("call", "--text", "--llm", "off", "--form", five_problems)
    assert ended.code == 4
    assert ended.err.splitlines() == [f"error {line}" for line in listed]
    assert not (five_problems.parents[1] / "records.sqlite").exists()
