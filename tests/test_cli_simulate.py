"""`edgebharo simulate`: whole spoken calls from recordings, heard by the real ear."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import soundfile
import yaml
from command_line import Finished, Run, run_in
from small_call import CALLER, TINY_VOICE, VOICE_SETTINGS, write_small_call

from edgebharo.clock import SystemClock
from edgebharo.records.store import Store

pytestmark = pytest.mark.model


@pytest.fixture
def small(settings_of_its_own: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    for name, value in VOICE_SETTINGS.items():
        monkeypatch.setenv(name, value)
    return write_small_call(settings_of_its_own)


def simulate(edgebharo: Run, small: tuple[Path, Path], *more: object) -> Finished:
    caller, form = small
    return edgebharo("simulate", caller, "--form", form, "--llm", "off", *more)


@dataclass(frozen=True)
class Held:
    """A call from recordings that is over."""

    out: str
    report: dict[str, Any]
    folder: Path


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Held:
    folder = tmp_path_factory.mktemp("held")
    caller, form = write_small_call(folder)
    outputs = ("--json", folder / "new" / "call.json", "--audio", folder / "call.wav")
    typed = ("simulate", caller, "--form", form, "--llm", "off", *outputs)
    ended = run_in(folder, *typed, settings=VOICE_SETTINGS)
    assert ended.code == 0, ended.err
    report = json.loads((folder / "new" / "call.json").read_text(encoding="utf-8"))
    return Held(ended.out, report, folder)


def test_recordings_fill_the_form(held: Held) -> None:
    report = held.report
    values = {"pregnant": True, "child_dob": "2025-04-15", "number": "4332"}
    assert {name: field["value"] for name, field in report["fields"].items()} == values
    assert {name: field["expected"] for name, field in report["fields"].items()} == values
    assert {field["state"] for field in report["fields"].values()} == {"answered"}
    heard = ["जी हां", "पंद्रह अप्रैल दो हजार पच्चीस", "चार डबल तीन दो"]
    assert [turn["heard"] for turn in report["turns"]] == heard
    assert all(turn["question"] and turn["latency_ms"] > 0 for turn in report["turns"])
    assert report["rss_mb"] > 50
    assert report["cold_start_s"] > 0
    assert (report["pace"], report["status"]) == ("fast", "complete")


def test_what_is_shown_and_what_is_kept(held: Held) -> None:
    report = held.report
    for shown in (
        "pregnant",
        "child_dob",
        "2025-04-15",
        report["record"],
        report["store"],
        "right",
        "median",
    ):
        assert shown in held.out
    with closing(Store(held.folder / "records.sqlite", SystemClock())) as store:
        kept = store.load(report["record"])
    assert kept.head.status == "complete"
    assert kept.answers.get("number").value == "4332"


def test_the_call_can_be_heard_caller_left_agent_right(held: Held) -> None:
    sound, rate = soundfile.read(held.folder / "call.wav", dtype="int16")
    assert (rate, sound.shape[1]) == (16_000, 2)
    clips = sum(soundfile.info(path).duration for path in clip_files())
    left, right = (abs(sound[:, side].astype(int)) > 300 for side in (0, 1))
    assert clips / 50 < left.sum() / rate < clips, "the caller is on the left"
    assert right.argmax() < left.argmax(), "the agent, on the right, speaks first"


def clip_files() -> list[Path]:
    return [Path(part.split(",")[0].strip()) for part in CALLER.split("clip:")[1:]]


def test_the_voice_may_be_another_than_the_files(edgebharo: Run, small: tuple[Path, Path]) -> None:
    caller, _ = small
    assert simulate(edgebharo, small, "--voice", "/nowhere/voice.onnx").code == 0, "recordings need no voice"
    spoken = {"answers": {"pregnant": {"say": "हाँ", "value": True}}}
    caller.write_text(json.dumps({"id": "speaks", "voice": str(TINY_VOICE), **spoken}), encoding="utf-8")
    ended = simulate(edgebharo, small, "--voice", "/nowhere/voice.onnx")
    assert ended.code == 6
    assert "/nowhere/voice.onnx" in ended.error


def test_at_real_pace_the_same_comes_out(edgebharo: Run, small: tuple[Path, Path], tmp_path: Path) -> None:
    form = small[1] / "form.yaml"
    raw = yaml.safe_load(form.read_text(encoding="utf-8"))
    form.write_text(
        yaml.safe_dump({**raw, "fields": raw["fields"][:1]}, allow_unicode=True), encoding="utf-8"
    )
    caller = yaml.safe_load(small[0].read_text(encoding="utf-8"))
    answers = {"pregnant": caller["answers"]["pregnant"]}
    small[0].write_text(yaml.safe_dump({**caller, "answers": answers}, allow_unicode=True), encoding="utf-8")
    ended = simulate(edgebharo, small, "--pace", "real", "--json", tmp_path / "call.json")
    assert ended.code == 0, ended.err
    report = json.loads((tmp_path / "call.json").read_text(encoding="utf-8"))
    assert report["pace"] == "real"
    assert report["fields"]["pregnant"]["value"] is True
    assert report["turns"][0]["heard"] == "जी हां"


def test_a_full_disk_costs_the_report_and_not_the_record(
    edgebharo: Run, small: tuple[Path, Path], tmp_path: Path
) -> None:
    ended = simulate(edgebharo, small, "--json", "/dev/full")
    assert ended.code == 12
    assert "/dev/full: cannot be written (No space left on device)" in ended.error
    store = Store(tmp_path / "records.sqlite", SystemClock())
    kept = store.load(store.calls()[0].id)
    store.close()
    assert kept.answers.get("child_dob").value == "2025-04-15"
