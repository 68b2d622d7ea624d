"""Making the corpus: what is stored, what a second run leaves alone, and where Kokoro's runs are cut."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
import soundfile

from edgebharo.errors import InferenceError
from edgebharo.models.resolve import path_of
from edgebharo.tts.options import VoiceShare
from edgebharo.tts.voices import Style, load_style
from scripts.asr.accents import eastern
from scripts.asr.engines import PEAK, RATE, VOCAB, Clip, EspeakEngine, finish
from scripts.asr.synthesise import SHORT, Corpus, clip_name, drawn, groups, synthesise
from scripts.asr.texts import Line, stream
from scripts.asr.timed_kokoro import TimedKokoro
from scripts.asr.word_sources import ROOT

WORDS = ("सात", "नहीं", "मुर्शिदाबाद")


def seeded(seed: object) -> Random:
    return Random(str(seed))  # noqa: S311 - repeatable on purpose


class Whistle:
    """An engine that needs no voice: 50 ms of one tone for every letter, a new pitch for every speaker."""

    prefix = "w"

    def __init__(self) -> None:
        self.spoken: list[str] = []

    def speak(self, lines: Sequence[Line], rng: Random) -> list[Clip]:
        pitch = rng.uniform(100, 400)
        self.spoken += [line.text for line in lines]
        return [
            Clip(index, line.kind, line.text, _tone(pitch, 0.05 * len(line.text)), f"{pitch:.1f}", "1.00")
            for index, line in enumerate(lines)
        ]


def _tone(pitch: float, seconds: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return (0.7 * np.sin(2 * np.pi * pitch * np.arange(round(seconds * RATE)) / RATE)).astype(np.float32)


def make(folder: Path, clips: int) -> list[str]:
    """The texts that had to be spoken to have `clips` lines of seed 4."""
    engine = Whistle()
    synthesise(engine, Corpus(folder), seed=4, lines=drawn(4, clips, "plain"), report=lambda _: None)
    return engine.spoken


@pytest.mark.unit
def test_every_row_has_its_clip(tmp_path: Path) -> None:
    make(tmp_path, 40)
    rows = {row["file"]: row for row in Corpus(tmp_path).rows()}

    for number, line in enumerate(islice(stream(4), 40)):
        row = rows[clip_name("w", 4, number)]
        samples, rate = soundfile.read(tmp_path / row["file"], dtype="float32")
        assert (row["text"], row["kind"], rate) == (line.text, line.kind, 16_000)
        assert float(row["seconds"]) == pytest.approx(len(samples) / rate, abs=0.01)


@pytest.mark.unit
def test_a_second_run_speaks_only_what_is_missing(tmp_path: Path) -> None:
    first = make(tmp_path, 60)
    manifest = (tmp_path / "manifest.tsv").read_text(encoding="utf-8")

    assert make(tmp_path, 60) == []
    assert (tmp_path / "manifest.tsv").read_text(encoding="utf-8") == manifest
    assert len(first) == 60


@pytest.mark.unit
def test_a_run_that_was_cut_off_makes_the_corpus_that_one_run_makes(tmp_path: Path) -> None:
    make(tmp_path / "one", 90)
    make(tmp_path / "two", 90)
    manifest = tmp_path / "two" / "manifest.tsv"
    whole = manifest.read_text(encoding="utf-8").splitlines(keepends=True)
    numbers = list(islice(groups(islice(stream(4), 90), 4), 7))
    done = sum(len(group) for group in numbers)
    manifest.write_text("".join(whole[: 1 + done]), encoding="utf-8")

    make(tmp_path / "two", 90)

    assert manifest.read_text(encoding="utf-8") == (tmp_path / "one" / "manifest.tsv").read_text(
        encoding="utf-8"
    )


@pytest.mark.unit
def test_groups_hold_every_line_once_and_long_ones_alone() -> None:
    lines = list(islice(stream(8), 500))
    formed = list(groups(lines, seed=8))

    assert sorted(number for group in formed for number, _ in group) == list(range(500))
    assert all(line == lines[number] for group in formed for number, line in group)
    assert all(len(group) == 1 for group in formed if any(len(x.text.split()) > SHORT for _, x in group))


@pytest.mark.unit
def test_a_finished_clip_is_trimmed_levelled_and_at_16_khz() -> None:
    silence = np.zeros(24_000, np.float32)
    tone = (0.2 * np.sin(2 * np.pi * 200 * np.arange(12_000) / 24_000)).astype(np.float32)

    finished = finish(np.concatenate([silence, tone, silence]), 24_000)

    assert 0.5 <= len(finished) / RATE <= 0.6
    assert float(np.abs(finished).max()) == pytest.approx(PEAK, abs=0.01)
    assert finish(silence, 24_000).size == 0


@pytest.mark.unit
def test_what_is_missing_is_said_with_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scripts.asr.synthesise", "--out", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603

    assert ended.returncode == 1
    assert ended.stderr.startswith("--model: give Kokoro's ONNX file")


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_speaks(tmp_path: Path) -> None:
    program = shutil.which("espeak-ng")
    assert program is not None
    synthesise(
        EspeakEngine(program), Corpus(tmp_path), seed=1, lines=drawn(1, 3, "plain"), report=lambda _: None
    )
    rows = list(Corpus(tmp_path).rows())

    assert len(rows) == 3
    assert all(row["voice"].startswith("hi+") and float(row["seconds"]) > 0.2 for row in rows)


@pytest.fixture(scope="module")
def kokoro() -> TimedKokoro:
    return TimedKokoro(path_of("kokoro-82m"), VOCAB, threads=1)


@pytest.fixture(scope="module")
def style() -> Style:
    return load_style((VoiceShare(path_of("kokoro-voice-hf_alpha")),))


@pytest.mark.model
def test_short_answers_are_spoken_together_and_cut_apart(kokoro: TimedKokoro, style: Style) -> None:
    pieces = kokoro.speak(WORDS, style, 1.0, seeded(1))

    assert [(piece.first, piece.last) for piece in pieces] == [(0, 0), (1, 1), (2, 2)]
    spoken = [finish(piece.samples, 24_000) for piece in pieces]
    assert all(0.25 < len(samples) / RATE < 1.5 for samples in spoken)
    assert len(spoken[2]) > len(spoken[0])


@pytest.mark.model
def test_the_same_seed_speaks_the_same(kokoro: TimedKokoro, style: Style) -> None:
    one, again = (kokoro.speak(WORDS[:1], style, 1.0, seeded(7))[0].samples for _ in range(2))

    assert len(one) == len(again)


@pytest.mark.model
def test_nothing_to_say_is_an_error(kokoro: TimedKokoro, style: Style) -> None:
    with pytest.raises(InferenceError, match="nothing to say"):
        kokoro.speak(["सात", "।"], style, 1.0, seeded(1))
    with pytest.raises(InferenceError, match="too many"):
        kokoro.speak(["मुर्शिदाबाद"] * 60, style, 1.0, seeded(1))


def test_an_eastern_speaker_says_the_written_vowels_and_writes_the_same() -> None:
    always = seeded(0)
    always.random = lambda: 0.0  # type: ignore[method-assign]
    assert eastern("मैं पैसा, नंबर चौबीस", always) in {"मइंम पइसा, नंबरअ चउबीसअ", "मइंन पइसा, नंबरअ चउबीसअ"}
    plain, east = list(drawn(5, 40, "plain")), list(drawn(5, 40, "east"))
    assert [line.text for line in plain] == [line.text for line in east]
    assert east == list(drawn(5, 40, "east"))
    assert sum(a.spoken != b.spoken for a, b in zip(plain, east, strict=True)) >= 10
