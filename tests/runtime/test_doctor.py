"""What the doctor finds out about the machine and the models."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from edgebharo.clock import SystemClock
from edgebharo.runtime import doctor, doctor_machine, doctor_models
from edgebharo.runtime.checkup import Check
from edgebharo.runtime.config import Settings

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 30, 6, tzinfo=timezone.utc)
INDIA = 330


@pytest.mark.parametrize(
    ("check", "verdict"),
    [
        (doctor_machine.judge_disk(5000, Path()), "ok"),
        (doctor_machine.judge_disk(200, Path()), "warning"),
        (doctor_machine.judge_disk(10, Path()), "problem"),
        (doctor_machine.judge_clock(NOW, INDIA, None), "ok"),
        (doctor_machine.judge_clock(NOW, INDIA, NOW - timedelta(days=3)), "ok"),
        (doctor_machine.judge_clock(NOW, INDIA, NOW + timedelta(days=3)), "problem"),
        (doctor_machine.judge_clock(NOW, 0, None), "warning"),
        (doctor_machine.judge_clock(NOW.replace(year=1970), INDIA, None), "problem"),
        (doctor_machine.judge_clock(NOW.replace(year=2099), INDIA, None), "problem"),
        (doctor_machine.judge_cores(4, 2), "ok"),
        (doctor_machine.judge_cores(2, 4), "warning"),
        (doctor_machine.judge_cores(1, 1), "warning"),
        (doctor_machine.judge_memory(4000), "ok"),
        (doctor_machine.judge_memory(800), "warning"),
        (doctor_machine.judge_memory(300), "problem"),
        (doctor_machine.judge_memory(None), "ok"),
    ],
)
def test_verdicts(check: Check, verdict: str) -> None:
    assert check.verdict == verdict
    assert check.hindi
    assert bool(check.advice) == (verdict != "ok")


def test_a_store_that_can_be_written_leaves_no_trace(tmp_path: Path) -> None:
    check = doctor_machine.check_disk(Settings(store=tmp_path / "new" / "folder" / "records.sqlite"))
    assert check.verdict in {"ok", "warning"}
    assert check.figures["folder"] == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_store_in_a_place_that_is_no_folder_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    check = doctor_machine.check_disk(Settings(store=tmp_path / "file" / "records.sqlite"))
    assert check.verdict == "problem"
    assert "EDGEBHARO_STORE" in check.advice


def test_a_folder_in_the_place_of_the_store_is_a_problem(tmp_path: Path) -> None:
    assert doctor_machine.check_disk(Settings(store=tmp_path)).verdict == "problem"


def test_the_clock_is_compared_with_the_newest_record(tmp_path: Path) -> None:
    store = tmp_path / "records.sqlite"
    store.touch()
    assert doctor_machine.check_clock(Settings(store=store), SystemClock()).verdict != "problem"

    class Slow(SystemClock):
        def utc(self) -> datetime:
            return super().utc() - timedelta(days=1)

    assert doctor_machine.check_clock(Settings(store=store), Slow()).verdict == "problem"


def test_this_machine_has_cores_and_memory() -> None:
    assert doctor_machine.check_cores(Settings(threads=1)).figures["cores"]
    assert doctor_machine.check_memory().hindi


def test_the_models_of_a_call_are_those_of_its_settings() -> None:
    assert doctor_models.needed_models(Settings(voice="hf_alpha:0.6+hm_omega:0.4")) == (
        "silero-vad",
        "asr-hi",
        "kokoro-82m",
        "kokoro-vocab",
        "kokoro-voice-hf_alpha",
        "kokoro-voice-hm_omega",
    )
    assert doctor_models.needed_models(Settings(tts="piper", voice="x.onnx", asr_dir=Path())) == (
        "silero-vad",
    )


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(asr="indicconformer-hi"), "indicconformer-hi"),
        (Settings(asr="nothing"), "nothing"),
        (Settings(voice="hf_nobody"), "hf_nobody"),
    ],
)
def test_a_model_that_is_not_there_is_a_problem_and_named(settings: Settings, named: str) -> None:
    seen: list[str] = []
    check = doctor_models.check_models(settings, lambda name, *_: seen.append(name))
    assert check.verdict == "problem"
    assert named in check.english


def test_calls_can_be_held_without_the_language_model(monkeypatch: pytest.MonkeyPatch) -> None:
    off = doctor_models.check_language_model(Settings(llm="off"), lambda *_: None)
    assert off.verdict == "ok"
    monkeypatch.setattr(doctor_models, "find_spec", lambda _: None)
    monkeypatch.setattr(doctor_models, "verify", lambda *_: ())
    missing = doctor_models.check_language_model(Settings(), lambda *_: None)
    assert (missing.verdict, "make llm" in missing.advice) == ("warning", True)


def test_a_form_that_cannot_be_loaded_is_a_problem(tmp_path: Path) -> None:
    check = doctor_models.check_prompts(Settings(form=str(tmp_path / "none")))
    assert check.verdict == "problem"


def test_prompts_that_are_not_rendered_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path))
    check = doctor_models.check_prompts(Settings(tts="piper", voice="x.onnx"))
    assert check.verdict == "warning"
    assert check.figures["missing"] == check.figures["lines"]


def test_the_worst_finding_is_the_verdict() -> None:
    fine, bad = Check("a", "ok", "a", "a"), Check("b", "problem", "b", "b", "c")
    odd = Check("c", "warning", "c", "c", "d")
    assert doctor.worst([fine, odd]) == "warning"
    assert doctor.worst([fine, bad, odd]) == "problem"
    assert doctor.worst([]) == doctor.worst([fine]) == "ok"
    assert doctor.as_json((fine, odd))["verdict"] == "warning"
