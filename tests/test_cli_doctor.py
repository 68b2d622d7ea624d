"""`edgebharo doctor` from its entry point to its exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from command_line import Run
from fake_portaudio import FakePortAudio, device, host, running

from edgebharo.runtime import doctor
from edgebharo.runtime.checkup import Check

pytestmark = pytest.mark.unit

MODELS = ("models", "language model", "prompts")
MACHINE = ["disk", "clock", "records", "cores", "memory"]


@pytest.fixture(autouse=True)
def _no_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing all models takes seconds, and is tested with them."""
    for name in MODELS:
        check = Check(name, "ok", "fine", "ठीक")
        function = f"check_{name.replace(' ', '_')}"
        monkeypatch.setattr(doctor, function, lambda *_, check=check: check)


def as_module(system: FakePortAudio) -> ModuleType:
    module = ModuleType("sounddevice")
    for name in ("PortAudioError", "InputStream", "OutputStream", "query_devices", "query_hostapis"):
        setattr(module, name, getattr(system, name))
    return module


def test_without_the_sound_system_the_rest_is_looked_at(
    edgebharo: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    ended = edgebharo("doctor", "--json")
    assert ended.code == 1
    assert [check["name"] for check in ended.json["checks"]] == ["sound system", *MODELS, *MACHINE]
    first = ended.json["checks"][0]
    assert (ended.json["verdict"], first["verdict"]) == ("problem", "problem")
    assert "libportaudio2" in first["english"]
    assert "edgebharo call --text" in first["hindi"]


def test_without_devices_it_says_what_to_plug_in(edgebharo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", as_module(FakePortAudio([], [host("ALSA")])))
    ended = edgebharo("doctor")
    assert ended.code == 1
    assert "problem  microphone: no microphone was found" in ended.out
    assert "माइक नहीं मिला" in ended.out
    assert "→ No speaker was found. Plug in a speaker or a headset." in ended.out
    assert "memory" in ended.out


def test_a_device_that_is_fit_ends_with_zero(edgebharo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    there = [device("Microphone", inputs=1, rate=16_000.0), device("Speaker", outputs=1, rate=16_000.0)]
    audio = FakePortAudio(there, [host("ALSA", microphone=0, speaker=1)], echo=0.3)
    monkeypatch.setitem(sys.modules, "sounddevice", as_module(audio))
    with running(audio):
        ended = edgebharo("doctor", "--json", "--no-voice")
    assert ended.code == 0, ended.out
    names = [check["name"] for check in ended.json["checks"]]
    assert names == ["speaker", "microphone", "noise", "echo", *MODELS, *MACHINE]
    assert "note " in ended.err, "the worker is told to be quiet"
    assert "voice" not in names


def test_the_sound_can_be_left_out(edgebharo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    ended = edgebharo("doctor", "--no-sound", "--json")
    assert ended.code == 0
    assert [check["name"] for check in ended.json["checks"]] == [*MODELS, *MACHINE]
