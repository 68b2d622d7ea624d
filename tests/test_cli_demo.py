"""`edgebharo demo`, once, with every real model and no network: what a newcomer sees first."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import soundfile
import yaml
from command_line import run_in

from edgebharo.forms.load import find_form

pytestmark = pytest.mark.model


@dataclass(frozen=True)
class Demo:
    """The demo, when it is over."""

    report: dict[str, Any]
    out: str
    sound: Path


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo")
    ended = run_in(
        folder, "demo", "--json", folder / "demo.json", "--audio", folder / "demo.wav", settings={}
    )
    assert ended.code == 0, ended.err
    report = json.loads((folder / "demo.json").read_text(encoding="utf-8"))
    return Demo(report, ended.out, folder / "demo.wav")


def test_every_closed_field_is_right(demo: Demo) -> None:
    caller = yaml.safe_load(
        (find_form("maternal-enrolment").parent / "callers" / "demo.yaml").read_text(encoding="utf-8")
    )
    fields = demo.report["fields"]
    closed = [name for name, field in fields.items() if field["closed"]]
    assert set(closed) >= {
        "district", "pregnant", "gestational_age_months", "child_dob", "phone_linked", "linked_number",
        "whatsapp_same", "whatsapp_number", "aadhaar_last4",
    }  # fmt: skip
    not_asked = {"gestational_age_months", "whatsapp_number"}
    wanted = {name: None if name in not_asked else caller["answers"][name]["value"] for name in closed}
    assert {name: fields[name]["value"] for name in closed} == wanted
    assert {name: fields[name]["expected"] for name in closed} == wanted
    assert {fields[name]["state"] for name in not_asked} == {"empty"}


def test_open_names_are_shown_as_heard_with_their_likeness(demo: Demo) -> None:
    for name in ("name", "clinic_name", "child_name"):
        field = demo.report["fields"][name]
        assert field["state"] in {"answered", "skipped"}
        assert (field["similarity"] is None) == (field["value"] is None)
    assert "as heard" in demo.out


def test_the_contract_of_its_json(demo: Demo) -> None:
    report = demo.report
    assert all({"expected", "value", "state"} <= set(field) for field in report["fields"].values())
    assert all({"question", "heard", "latency_ms"} <= set(turn) for turn in report["turns"])
    assert all(turn["latency_ms"] > 0 for turn in report["turns"] if turn["heard"])
    assert report["rss_mb"] > 100
    assert report["cold_start_s"] > 0
    assert report["status"] == "complete"


def test_the_conversation_the_form_and_the_record_are_shown(demo: Demo) -> None:
    shown = demo.out
    assert "agent " in shown
    assert "caller " in shown
    assert all(name in shown for name in demo.report["fields"])
    assert "9876543210" in shown
    assert demo.report["machine"] in shown
    assert demo.report["record"] in shown
    assert demo.report["store"] in shown


def test_the_record_is_in_the_store(demo: Demo) -> None:
    with closing(sqlite3.connect(demo.report["store"])) as connection:
        assert connection.execute("SELECT status FROM calls").fetchall() == [("complete",)]


def test_the_call_can_be_heard_with_the_caller_on_the_left(demo: Demo) -> None:
    sound, rate = soundfile.read(demo.sound, dtype="int16")
    assert (rate, sound.shape[1]) == (16_000, 2)
    assert len(sound) / rate == pytest.approx(demo.report["call_s"], abs=2.0)
    left, right = (abs(sound[:, side].astype(int)) > 300 for side in (0, 1))
    assert right.argmax() < left.argmax(), "the agent greets first"
    assert left.sum() > rate
