"""Whatever is missing, broken or full: one clear line, its own exit code, and what was saved is kept."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import soundfile
from command_line import Run
from fake_portaudio import FakePortAudio, device, host
from small_call import CALLER, VOICE_SETTINGS, write_small_call

from edgebharo import errors
from edgebharo.failures import FAULT, REFUSED_BY_SYSTEM
from edgebharo.models import bundled, where
from edgebharo.models.manifest import load_manifest

pytestmark = pytest.mark.unit

TYPED = ("call", "--text", "--llm", "off")
UNDERSTAND = ("understand", "--field", "pregnant", "--text", "हाँ", "--llm", "off")
GOLDEN = Path(__file__).parent / "asr" / "golden"


@pytest.fixture
def new_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_each_branch_of_the_tree_has_an_exit_code_of_its_own() -> None:
    branches = [
        errors.ConfigError, errors.FormError, errors.BackendError, errors.ModelFileError, errors.AudioError,
        errors.WavFormatError, errors.StoreError, errors.CallerError, errors.SyncError, errors.OutputError,
        errors.ManifestError, errors.ResultsError,
    ]  # fmt: skip
    codes = [branch.exit_code for branch in branches]
    assert len({*codes, 0, 1, 2, REFUSED_BY_SYSTEM, FAULT}) == len(codes) + 5


# ---------------------------------------------------------------- microphone and speaker


def test_no_portaudio_library(edgebharo: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    ended = edgebharo("call")
    assert ended.code == 7
    assert "sudo apt install libportaudio2" in ended.error


def test_no_sounddevice_package(edgebharo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    ended = edgebharo("call")
    assert (ended.code, "pip install 'edgebharo[live]'" in ended.error) == (7, True)


@pytest.mark.parametrize(
    ("entries", "advice"),
    [
        ([], "no microphone was found: plug one in"),
        ([device("Speakers", outputs=2)], "no microphone was found: plug one in"),
        ([device("Headset", inputs=1)], "no speaker was found: plug one in"),
    ],
)
def test_no_device(
    edgebharo: Run, monkeypatch: pytest.MonkeyPatch, entries: list[dict[str, object]], advice: str
) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", as_module(FakePortAudio(entries, [host("ALSA")])))
    ended = edgebharo("call")
    assert ended.code == 7
    assert advice in ended.error
    assert "--text" in ended.error
    assert f"note {'माइक' if 'microphone' in advice else 'स्पीकर'} नहीं मिला।" in ended.err


def test_a_microphone_that_is_not_plugged_in(edgebharo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    there = FakePortAudio([device("Headset", inputs=1, outputs=2)], [host("ALSA")])
    monkeypatch.setitem(sys.modules, "sounddevice", as_module(there))
    monkeypatch.setenv("EDGEBHARO_MICROPHONE", "Jabra")
    ended = edgebharo("call")
    assert ended.code == 7
    assert ended.error == (
        "no microphone is called 'Jabra'; set EDGEBHARO_MICROPHONE to a part of one of: Headset"
    )


def as_module(fake: FakePortAudio) -> ModuleType:
    module = ModuleType("sounddevice")
    for name in ("query_devices", "query_hostapis", "InputStream", "OutputStream", "PortAudioError"):
        setattr(module, name, getattr(fake, name))
    return module


# ---------------------------------------------------------------- sound files


@pytest.mark.parametrize("what", ["missing", "truncated", "empty", "text", "folder", "no_samples"])
def test_a_sound_file_that_cannot_be_used(edgebharo: Run, tmp_path: Path, what: str) -> None:
    path = tmp_path / "sound.wav"
    if what in {"truncated", "no_samples"}:
        soundfile.write(path, np.zeros(16_000 if what == "truncated" else 0, np.int16), 16_000)
    if what == "truncated":
        path.write_bytes(path.read_bytes()[:9_000])
    if what in {"empty", "text"}:
        path.write_text("" if what == "empty" else "नमस्ते")
    if what == "folder":
        path.mkdir()
    ended = edgebharo("transcribe", path)
    assert ended.code == 8
    assert str(path) in ended.error


# ---------------------------------------------------------------- models


def test_a_missing_model(edgebharo: Run, new_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, "find_spec", lambda _package: None)
    ended = edgebharo(*TYPED)
    assert ended.code == 6
    assert "kokoro-" in ended.error
    assert "is missing" in ended.error
    assert "make setup" in ended.error


def test_a_corrupt_voice(edgebharo: Run, new_home: Path) -> None:
    path = new_home / "models" / "kokoro-82m" / load_manifest().get("kokoro-82m").files[0].name
    path.parent.mkdir(parents=True)
    path.write_bytes(b"rubbish")
    ended = edgebharo(*TYPED)
    assert ended.code == 6
    assert f"{path} is corrupt (wrong sha256) and was not loaded" in ended.error
    assert "edgebharo models verify kokoro-82m --remove" in ended.error
    assert path.read_bytes() == b"rubbish"


def test_a_corrupt_language_model_is_named_and_done_without(edgebharo: Run, new_home: Path) -> None:
    path = new_home / "models" / "gemma3-270m" / load_manifest().get("gemma3-270m").files[0].name
    path.parent.mkdir(parents=True)
    path.write_bytes(b"rubbish")
    unsure = "सब जगह रामकली ही चलता है"
    ended = edgebharo("understand", "--field", "name", "--text", unsure, "--json")
    assert ended.code == 0
    assert ended.err.startswith("note ")
    assert len(ended.err.splitlines()) == 1
    assert str(path) in ended.err
    assert ended.json["values"] == {}


def test_a_corrupt_ear(
    edgebharo: Run, new_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = load_manifest()
    broken = tmp_path / "models" / "asr-hi"
    broken.mkdir(parents=True)
    shutil.copy(bundled.root("models") / "manifest.toml", tmp_path / "models")
    for file in manifest.get("asr-hi").files:
        (tmp_path / "models" / file.parts[0]).write_bytes(b"rubbish")
    monkeypatch.setattr("edgebharo.models.where.bundled.root", lambda _kind: tmp_path / "models")
    monkeypatch.setattr("edgebharo.models.resolve.load_manifest", lambda: manifest)
    ended = edgebharo("transcribe", GOLDEN / "yes.flac")
    assert ended.code == 6
    assert "asr-hi" in ended.error
    assert "corrupt" in ended.error


# ---------------------------------------------------------------- forms, callers, options


@pytest.mark.parametrize(
    "text",
    [
        "nonsense: [",
        "[]",
        "id: a",
        CALLER.replace("clip:", "klip:", 1),
        CALLER.replace("yes.flac", "no-such-clip.flac"),
        CALLER + "colour: green\n",
        "id: a\nspeed: 9\nanswers: {}\n",
        "\x00",
    ],
)
def test_a_broken_caller_file(edgebharo: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "caller.yaml"
    path.write_text(text, encoding="utf-8")
    ended = edgebharo("simulate", path)
    assert ended.code == 10
    assert str(path) in ended.error


def test_a_caller_file_that_is_not_there_or_is_no_text(edgebharo: Run, tmp_path: Path) -> None:
    assert edgebharo("simulate", tmp_path / "nobody.yaml").code == 10
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\xff")
    assert edgebharo("simulate", tmp_path / "bytes.yaml").code == 10


def test_a_form_that_is_not_there(edgebharo: Run) -> None:
    ended = edgebharo(*TYPED, "--form", "nope")
    assert ended.code == 4
    assert "maternal-enrolment" in ended.error


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ((*UNDERSTAND, "--today", "30.11.2026"), "YYYY-MM-DD"),
        ((*UNDERSTAND, "--today", "2026-02-30"), "YYYY-MM-DD"),
        ((*UNDERSTAND, "--answers", "{"), "JSON object"),
        ((*UNDERSTAND, "--answers", "[1]"), "JSON object"),
        ((*UNDERSTAND, "--answers", '{"district": {"a": 1}}'), "JSON object"),
        ((*UNDERSTAND, "--answers", '{"colour": "green"}'), "this form has: name, district"),
        (
            (*UNDERSTAND, "--answers", '{"child_dob": "yesterday"}'),
            "'child_dob' is not one that this date field",
        ),
        ((*UNDERSTAND, "--answers", '{"linked_number": "12345"}'), "'linked_number' is not one"),
        (("understand", "--field", "colour", "--text", "हाँ"), "this form has: name, district"),
        ((*UNDERSTAND[:-1], "maybe"), "'auto' or 'off'"),
        (("transcribe", GOLDEN / "yes.flac", "--expect", "colour"), "yes_no, number, months, digits"),
        (("transcribe", GOLDEN / "yes.flac", "--expect", "digits:none"), "digits:10"),
        (("transcribe", GOLDEN / "yes.flac", "--expect", "digits:0"), "digits:10"),
        (("transcribe", GOLDEN / "yes.flac", "--expect", "number:9-1"), "number:1-9"),
        (("transcribe", GOLDEN / "yes.flac", "--expect", "yes_no:2"), "yes_no"),
        (("call", "--text", "--caller-number", "12345"), "ten digits"),
    ],
)
def test_an_option_that_cannot_be_used(edgebharo: Run, typed: tuple[object, ...], advice: str) -> None:
    ended = edgebharo(*typed)
    assert ended.code == 3
    assert advice in ended.error


def test_a_pace_and_a_voice_that_are_not_there(edgebharo: Run, tmp_path: Path) -> None:
    caller, form = write_small_call(tmp_path)
    ended = edgebharo("simulate", caller, "--form", form, "--pace", "slow")
    assert (ended.code, "fast or real" in ended.error) == (3, True)
    ended = edgebharo("simulate", caller, "--form", form, "--voice", "nobody")
    assert (ended.code, "kokoro-voice-hf_beta" in ended.error) == (3, True)
    assert not (tmp_path / "records.sqlite").exists(), "nothing was begun"


def test_settings_that_cannot_be_used(
    edgebharo: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGEBHARO_THREADS", "many")
    ended = edgebharo(*UNDERSTAND)
    assert (ended.code, "threads" in ended.error) == (3, True)
    monkeypatch.delenv("EDGEBHARO_THREADS")
    for text in ("=", 'colour = "green"'):
        (tmp_path / "config.toml").write_text(text)
        assert edgebharo(*UNDERSTAND).code == 3
    monkeypatch.setenv("EDGEBHARO_CONFIG", str(tmp_path / "none.toml"))
    assert edgebharo(*UNDERSTAND).code == 3


# ---------------------------------------------------------------- the store, the disk, the system


@pytest.mark.parametrize("what", ["rubbish", "folder", "full", "under_a_file"])
def test_a_store_that_cannot_be_used(
    edgebharo: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    for name, value in VOICE_SETTINGS.items():
        monkeypatch.setenv(name, value)
    store = {"full": Path("/dev/full"), "under_a_file": tmp_path / "file" / "records.sqlite"}.get(
        what, tmp_path / what
    )
    (tmp_path / "file").touch()
    if what == "rubbish":
        store.write_text("nobody's records" * 100)
    if what == "folder":
        store.mkdir()
    monkeypatch.setenv("EDGEBHARO_STORE", str(store))
    ended = edgebharo(*TYPED)
    assert ended.code == 9
    assert ended.error
    if what == "rubbish":
        assert store.read_text() == "nobody's records" * 100


@pytest.mark.parametrize(
    ("what", "option"),
    [("folder", "--json"), ("under_a_file", "--json"), ("folder", "--audio"), ("under_a_file", "--audio"),
     ("device", "--audio")],
)  # fmt: skip
def test_an_output_that_cannot_be_written_is_refused_before_the_call(
    edgebharo: Run, tmp_path: Path, option: str, what: str
) -> None:
    caller, form = write_small_call(tmp_path)
    (tmp_path / "file").touch()
    place = {"folder": tmp_path, "under_a_file": tmp_path / "file" / "x", "device": Path("/dev/null")}[what]
    ended = edgebharo("simulate", caller, "--form", form, option, place)
    assert ended.code == 12
    assert f"{option} {place}: cannot be written" in ended.error
    assert not (tmp_path / "records.sqlite").exists()
    assert not Path("/dev/null").is_file(), "a device stays a device"


def command(*arguments: object, env: dict[str, str], before: str = "") -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, as a shell starts it."""
    code = f"{before}\nimport sys\nfrom edgebharo.cli import main\nsys.argv[0] = 'edgebharo'\nmain()"
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code, *(str(argument) for argument in arguments)],
        env={**os.environ, **env},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
    )


def one_line(ended: subprocess.CompletedProcess[str]) -> str:
    assert "Traceback" not in ended.stderr
    lines = [line for line in ended.stderr.splitlines() if not line.startswith("note ")]
    assert len(lines) == 1, ended.stderr
    return lines[0]


@pytest.mark.model
def test_a_recording_for_which_there_is_no_room_costs_neither_report_nor_record(
    settings_of_its_own: Path,
) -> None:
    folder = settings_of_its_own
    caller, form = write_small_call(folder)
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))"
    outputs = ("--json", folder / "call.json", "--audio", folder / "call.wav")
    ended = command(
        "simulate", caller, "--form", form, "--llm", "off", *outputs, env=VOICE_SETTINGS, before=limit
    )
    assert ended.returncode == 12
    assert f"{folder / 'call.wav'}: cannot be written: File too large; free some space" in one_line(ended)
    assert json.loads((folder / "call.json").read_text(encoding="utf-8"))["status"] == "complete"
    assert [path.name for path in folder.glob("*.tmp")] == []
    assert not (folder / "call.wav").exists()


def test_a_full_standard_output(settings_of_its_own: Path) -> None:
    full = "import os, sys\nsys.stdout.flush()\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)"
    ended = command(*UNDERSTAND, "--json", env={}, before=full)
    assert ended.returncode == REFUSED_BY_SYSTEM
    assert "No space left on device; free some space" in one_line(ended)


def test_a_reader_that_has_seen_enough_is_no_error(settings_of_its_own: Path) -> None:
    gone = (
        "import os\nreading, writing = os.pipe()\nos.dup2(writing, 1)\nos.close(reading)\nos.close(writing)"
    )
    ended = command(*UNDERSTAND, "--json", env={}, before=gone)
    assert (ended.returncode, ended.stderr.replace("note language model: off", "")[:5]) == (1, " (EXT")
    assert "Traceback" not in ended.stderr


def test_a_terminal_without_devanagari_shows_it_escaped(settings_of_its_own: Path) -> None:
    ended = command(
        "understand", "--field", "district", "--text", "नालंदा", "--llm", "off", "--json",
        env={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert ended.returncode == 0
    assert '"district": "\\u0928' in ended.stdout


def test_what_the_system_refuses_is_named(
    edgebharo: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / ("x" * 300)
    monkeypatch.setenv("EDGEBHARO_HOME", str(home))
    monkeypatch.delenv("EDGEBHARO_CONFIG")
    ended = edgebharo(*UNDERSTAND)
    assert ended.code == REFUSED_BY_SYSTEM
    assert ended.error.startswith(f"{home}/config.toml: File name too long; ")


def test_a_fault_is_one_line_that_quotes_nobody(edgebharo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("सुनीता देवी")

    monkeypatch.setattr("edgebharo.runtime.single.extract", fail)
    ended = edgebharo(*UNDERSTAND)
    assert ended.code == FAULT
    assert "ValueError in test_errors_cli.py:" in ended.error
    assert "सुनीता" not in ended.err
