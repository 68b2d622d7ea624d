"""`edgebharo bench turns`: what is wrong is said before anything is measured; a suite keeps its contract."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run
from small_call import GOLDEN, TINY_VOICE

from edgebharo.bench.conversations import Conversation, Part
from edgebharo.bench.suite import Case
from edgebharo.bench.turns import QUICK_SAMPLES, TurnsSuite
from edgebharo.bench.turns_sound import recordings_in, sound_of
from edgebharo.errors import ManifestError
from edgebharo.ports import Tts
from edgebharo.runtime.app import open_voice
from edgebharo.runtime.config import Settings
from edgebharo.types import SAMPLE_RATE

DIGITS = ("एक", "दो", "तीन", "चार", "पांच", "छह", "सात", "आठ")
SETTINGS = Settings(tts="piper", voice=str(TINY_VOICE), llm="off", threads=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Eight digits of one speaker beside a recording of somebody else's set."""
    rows = ["file\ttext\tspeaker\tseconds", "other.flac\tनौ\tsomeone\t1"]
    (tmp_path / "other.flac").write_bytes((GOLDEN / "no.flac").read_bytes())
    (tmp_path / "digits").mkdir()
    for row, word in enumerate(DIGITS):
        (tmp_path / "digits" / f"{row}.flac").write_bytes((GOLDEN / "yes.flac").read_bytes())
        rows.append(f"digits/{row}.flac\t{word}\tsomeone\t1")
    (tmp_path / "manifest.tsv").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path / "digits"


@pytest.mark.parametrize("samples", ["0", "10001"])
def test_a_wrong_number_of_samples_is_refused(edgebharo: Run, samples: str) -> None:
    ended = edgebharo("bench", "turns", "--samples", samples)
    assert ended.code == 3
    assert "choose 1 to 10000" in ended.err


def test_a_folder_without_a_manifest_is_refused(edgebharo: Run, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    ended = edgebharo("bench", "turns", "--recordings", tmp_path / "a" / "b")
    assert ended.code != 0
    assert "no manifest.tsv" in ended.err


def test_only_the_recordings_of_the_folder_are_taken(folder: Path) -> None:
    assert [item.text for item in recordings_in(folder)] == list(DIGITS)


def test_a_folder_that_the_manifest_does_not_name_is_refused(folder: Path) -> None:
    empty = folder.parent / "empty"
    empty.mkdir()
    with pytest.raises(ManifestError, match="names no file of this folder"):
        recordings_in(empty)


def test_quick_is_the_beginning_of_the_whole() -> None:
    suite = TurnsSuite(SETTINGS)
    whole, quick = suite.cases(1, quick=False), suite.cases(1, quick=True)
    assert whole[: len(quick)] == quick
    assert len({case.id for case in whole}) == len(whole)
    fluent = [case for case in quick if "turn_taking" in case.id and "edgebharo" in case.id]
    assert len(fluent) == QUICK_SAMPLES


def test_other_recordings_are_another_benchmark(folder: Path) -> None:
    first = TurnsSuite(SETTINGS, 2, recordings_in(folder)).fingerprint()
    (folder / "3.flac").write_bytes((GOLDEN / "no.flac").read_bytes())
    assert TurnsSuite(SETTINGS, 2, recordings_in(folder)).fingerprint() != first
    assert TurnsSuite(SETTINGS, 2).fingerprint() != first
    assert TurnsSuite(SETTINGS, 2, recordings_in(folder), busy=True).fingerprint() != first


def test_parts_lie_where_the_gaps_say() -> None:
    voice: Tts = open_voice(SETTINGS)
    clip = str(GOLDEN / "yes.flac")
    sound = sound_of((Part(clip=clip), Part(clip=clip, gap_ms=700)), voice, 1.0, "seed")
    alone = sound_of((Part(clip=clip),), voice, 1.0, "seed")
    assert len(sound.pcm) == 2 * len(alone.pcm) + 700 * SAMPLE_RATE // 1000
    assert sound.ends_ms[1] - sound.ends_ms[0] == pytest.approx(
        700 + len(alone.pcm) * 1000 // SAMPLE_RATE, abs=2
    )


def test_a_faster_pace_is_shorter() -> None:
    voice = open_voice(SETTINGS)
    slow, fast = (sound_of((Part(say="मेरा नाम सुनीता है"),), voice, pace, "s").pcm for pace in (0.9, 1.1))
    assert len(fast) / len(slow) == pytest.approx(0.9 / 1.1, rel=0.05)


@pytest.mark.model
def test_a_measured_row_is_plain_data_without_values() -> None:
    said = Conversation(
        id="turn_taking-001",
        category="turn_taking",
        asked="linked_number",
        about="digits",
        answer=(Part(clip=str(GOLDEN / "phone.flac")),),
        value="9876543210",
    )
    row = TurnsSuite(SETTINGS).measure(Case("x", said.model_dump_json()))
    assert row["understood"] is True
    assert row["success"] is True
    text = json.dumps(row, ensure_ascii=False)
    assert "9876543210" not in text
    assert "नौ" not in text
