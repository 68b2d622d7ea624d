from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

from edgebharo.errors import AudioError, InferenceError
from edgebharo.tts.cache import PromptCache
from edgebharo.tts.tone import ToneOptions, create
from edgebharo.types import Cancelled, Pcm, Speech, never_cancelled

pytestmark = pytest.mark.unit

LINES = ["नमस्ते।", "आपका नाम क्या है?", "धन्यवाद। फिर मिलेंगे।"]


@dataclass
class CountingVoice:
    """The beeping voice; remembers what it was asked to say, and fails at `fails_at`."""

    said: list[str] = field(default_factory=list)
    fails_at: str = ""

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        self.said.append(line)
        if line == self.fails_at:
            raise InferenceError("tts", "failed")
        return create(ToneOptions()).synthesize(line, cancelled)


def spoken(cache: PromptCache, line: str) -> Pcm:
    return np.concatenate([chunk.pcm for chunk in cache.synthesize(line, never_cancelled)])


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def test_warmed_lines_are_spoken_without_the_voice(tmp_path: Path) -> None:
    assert PromptCache(CountingVoice, tmp_path, "a").warm(LINES) == 3

    def no_voice() -> CountingVoice:
        raise AssertionError("the model was loaded")

    cache = PromptCache(no_voice, tmp_path, "a")
    expected = PromptCache(CountingVoice, tmp_path / "none", "a")
    for line in LINES:
        assert cache.has(line)
        assert np.array_equal(spoken(cache, line), spoken(expected, line))


def test_a_line_that_was_not_warmed_leaves_no_file(tmp_path: Path) -> None:
    voice = CountingVoice()
    cache = PromptCache(lambda: voice, tmp_path, "a")
    assert len(list(cache.synthesize("धन्यवाद। फिर मिलेंगे।", never_cancelled))) == 2
    assert voice.said == ["धन्यवाद। फिर मिलेंगे।"]
    assert files(tmp_path) == []


def test_the_voice_is_made_once_and_only_when_needed(tmp_path: Path) -> None:
    made: list[CountingVoice] = []

    def make() -> CountingVoice:
        made.append(CountingVoice())
        return made[-1]

    cache = PromptCache(make, tmp_path, "a")
    assert made == []
    spoken(cache, LINES[0])
    spoken(cache, LINES[1])
    assert len(made) == 1


def test_another_voice_does_not_meet_this_ones_files(tmp_path: Path) -> None:
    PromptCache(CountingVoice, tmp_path, "a").warm(LINES)
    assert not PromptCache(CountingVoice, tmp_path, "b").has(LINES[0])


def test_progress_is_told_and_repeated_lines_are_made_once(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    voice = CountingVoice()
    cache = PromptCache(lambda: voice, tmp_path, "a")
    assert cache.warm([*LINES, LINES[0]], lambda done, total: told.append((done, total))) == 3
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert voice.said == LINES


def test_an_interrupted_warm_up_goes_on_where_it_was(tmp_path: Path) -> None:
    voice = CountingVoice(fails_at=LINES[1])
    with pytest.raises(InferenceError):
        PromptCache(lambda: voice, tmp_path, "a").warm(LINES)
    again = CountingVoice()
    assert PromptCache(lambda: again, tmp_path, "a").warm(LINES) == 2
    assert again.said == LINES[1:]


def damage(path: Path, how: str) -> None:
    content = bytearray(path.read_bytes())
    if how == "empty":
        content = bytearray()
    elif how == "cut":
        content = content[: len(content) // 2]
    elif how == "flipped":
        content[len(content) * 2 // 3] ^= 0x10
    elif how == "other":
        sf.write(path, np.ones(100, np.int16), 16_000, format="FLAC")
        return
    path.write_bytes(content)


@pytest.mark.parametrize("how", ["empty", "cut", "flipped", "other"])
def test_a_damaged_file_is_never_played_and_made_anew(tmp_path: Path, how: str) -> None:
    PromptCache(CountingVoice, tmp_path, "a").warm([LINES[2]])
    (path,) = files(tmp_path)
    whole = path.read_bytes()
    damage(path, how)
    voice = CountingVoice()
    cache = PromptCache(lambda: voice, tmp_path, "a")
    assert not cache.has(LINES[2])
    right = spoken(PromptCache(CountingVoice, tmp_path / "none", "a"), LINES[2])
    assert np.array_equal(spoken(cache, LINES[2]), right)
    assert path.read_bytes() == whole
    spoken(cache, LINES[2])
    assert voice.said == [LINES[2]]


def test_a_damaged_file_is_not_replaced_by_half_a_line(tmp_path: Path) -> None:
    PromptCache(CountingVoice, tmp_path, "a").warm([LINES[2]])
    (path,) = files(tmp_path)
    damage(path, "cut")
    cut = path.read_bytes()
    cache = PromptCache(CountingVoice, tmp_path, "a")
    heard: list[Speech] = []
    for chunk in cache.synthesize(LINES[2], lambda: bool(heard)):
        heard.append(chunk)  # noqa: PERF402
    assert len(heard) == 1
    next(iter(cache.synthesize(LINES[2], never_cancelled)))
    assert path.read_bytes() == cut


def test_a_cancelled_cached_line_is_not_spoken(tmp_path: Path) -> None:
    cache = PromptCache(CountingVoice, tmp_path, "a")
    cache.warm(LINES)
    assert list(cache.synthesize(LINES[0], lambda: True)) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(AudioError, match=r"prompts cannot be kept in .*file"):
        PromptCache(CountingVoice, tmp_path / "file", "a").warm(LINES)


def test_a_damaged_file_that_cannot_be_replaced_does_not_silence_the_voice(tmp_path: Path) -> None:
    cache = PromptCache(CountingVoice, tmp_path, "a")
    cache.warm([LINES[0]])
    (path,) = files(tmp_path)
    path.unlink()
    path.mkdir()
    assert spoken(cache, LINES[0]).any()
    assert files(tmp_path) == [path]


def warm_many(folder: str) -> None:
    PromptCache(CountingVoice, Path(folder), "a").warm([f"वाक्य {'क' * number}।" for number in range(1, 40)])


def test_several_processes_fill_one_folder(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=warm_many, args=(str(tmp_path),)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    assert {path.suffix for path in files(tmp_path)} == {".flac"}
    assert len(files(tmp_path)) == 39
    assert PromptCache(CountingVoice, tmp_path, "a").warm([f"वाक्य {'क' * n}।" for n in range(1, 40)]) == 0


def test_a_process_killed_while_it_warms_leaves_only_whole_files(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=warm_many, args=(str(tmp_path),))
    worker.start()
    while not any(path.suffix == ".flac" for path in files(tmp_path)):
        worker.join(0.01)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    worker.join()
    for path in tmp_path.glob("*.flac"):
        with sf.SoundFile(path) as file:
            assert file.comment.startswith("crc32:")
            assert len(file.read()) == file.frames > 0
