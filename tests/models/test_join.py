"""Joining: all or nothing, resumable, one process at a time."""

from __future__ import annotations

import errno
import fcntl
import io
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tiny_model import BLOCK, CONTENT, Tiny

from edgebharo.errors import ModelFileError
from edgebharo.models.join import join

pytestmark = pytest.mark.unit


def interrupt_after(limit: int) -> Any:
    """A progress display during which the user presses Ctrl-C."""

    def progress(name: str, done: int, total: int) -> None:
        if done >= limit:
            raise KeyboardInterrupt

    return progress


class Counting(io.FileIO):
    """A real file that counts what is written to it and can run full."""

    written = 0
    room: float = float("inf")

    def write(self, block: Any) -> int:
        if Counting.written + len(block) > Counting.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        Counting.written += len(block)
        return super().write(block)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> type[Counting]:
    """Half-written files are opened through Counting."""
    ordinary = Path.open

    def spy(self: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if self.suffix == ".part":
            return Counting(self, mode.replace("b", ""))
        return ordinary(self, mode, *args, **kwargs)

    monkeypatch.setattr(Path, "open", spy)
    monkeypatch.setattr(Counting, "written", 0)
    monkeypatch.setattr(Counting, "room", float("inf"))
    return Counting


def test_joins_the_parts_without_importing_their_packages(tiny: Tiny) -> None:
    steps: list[tuple[str, int, int]] = []

    path = join("tiny", lambda *step: steps.append(step), tiny.manifest)

    assert path == tiny.joined
    assert path.read_bytes() == CONTENT
    assert not tiny.half.exists()
    assert "tiny_part0" not in sys.modules
    assert steps[0] == ("tiny", BLOCK, len(CONTENT))
    assert steps[-1] == ("tiny", len(CONTENT), len(CONTENT))


def test_a_second_join_writes_nothing(tiny: Tiny, counting: type[Counting]) -> None:
    join("tiny", manifest=tiny.manifest)
    before = counting.written

    join("tiny", manifest=tiny.manifest)

    assert before == len(CONTENT)
    assert counting.written == before


def test_an_interrupted_join_goes_on_where_it_stopped(tiny: Tiny, counting: type[Counting]) -> None:
    with pytest.raises(KeyboardInterrupt):
        join("tiny", interrupt_after(5 * BLOCK), tiny.manifest)
    assert not tiny.joined.exists()
    kept = tiny.half.stat().st_size
    assert 5 * BLOCK <= kept == counting.written < len(CONTENT)

    join("tiny", manifest=tiny.manifest)

    assert tiny.joined.read_bytes() == CONTENT
    assert counting.written == len(CONTENT)


@pytest.mark.parametrize("spoilt_at", [0, 2 * BLOCK + 17, 5 * BLOCK - 1])
def test_wrong_bytes_in_a_half_written_file_are_written_again(tiny: Tiny, spoilt_at: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        join("tiny", interrupt_after(5 * BLOCK), tiny.manifest)
    half = bytearray(tiny.half.read_bytes())
    half[spoilt_at] ^= 0xFF
    tiny.half.write_bytes(half)

    join("tiny", manifest=tiny.manifest)

    assert tiny.joined.read_bytes() == CONTENT


def test_a_half_written_file_that_is_too_long_is_cut(tiny: Tiny) -> None:
    tiny.folder.mkdir(parents=True)
    tiny.half.write_bytes(CONTENT + b"more")

    join("tiny", manifest=tiny.manifest)

    assert tiny.joined.read_bytes() == CONTENT


def test_a_corrupt_part_leaves_nothing_behind(tiny: Tiny) -> None:
    tiny.part(1).write_bytes(tiny.part(1).read_bytes()[:-1] + b"?")

    with pytest.raises(ModelFileError, match=r"reinstall them: pip install .* tiny-parts"):
        join("tiny", manifest=tiny.manifest)

    assert not tiny.joined.exists()
    assert not tiny.half.exists()


def test_a_part_that_is_not_installed_is_named_with_what_to_install(tiny: Tiny) -> None:
    shutil.rmtree(tiny.site / "tiny_part2")

    with pytest.raises(ModelFileError, match=r"tiny_part2/data/part.bin.*edgebharo\[llm-model\]"):
        join("tiny", manifest=tiny.manifest)


def test_a_model_whose_bytes_are_unknown_cannot_be_joined(tiny: Tiny) -> None:
    with pytest.raises(ModelFileError, match="not available yet"):
        join("later", manifest=tiny.manifest)


class DiskUsage(NamedTuple):
    """What shutil.disk_usage answers."""

    total: int
    used: int
    free: int


def test_a_disk_with_too_little_room_is_not_filled(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: DiskUsage(10**6, 10**6 - 10**4, 10**4))

    with pytest.raises(ModelFileError, match="the disk is full; free 1 MB under"):
        join("tiny", manifest=tiny.manifest)

    assert not tiny.joined.exists()


def test_a_disk_that_fills_up_meanwhile_gets_its_room_back(tiny: Tiny, counting: type[Counting]) -> None:
    counting.room = 4.5 * BLOCK

    with pytest.raises(ModelFileError, match="the disk is full"):
        join("tiny", manifest=tiny.manifest)

    assert not tiny.half.exists()
    assert not tiny.joined.exists()
    counting.room = float("inf")
    assert join("tiny", manifest=tiny.manifest).read_bytes() == CONTENT


def test_a_home_that_cannot_be_written_is_one_clear_error(tiny: Tiny) -> None:
    tiny.home.write_text("a file where the folder should be")

    with pytest.raises(ModelFileError, match="set EDGEBHARO_HOME"):
        join("tiny", manifest=tiny.manifest)


def test_the_lock_is_held_while_bytes_are_written(tiny: Tiny) -> None:
    refused = []

    def try_to_lock(name: str, done: int, total: int) -> None:
        with (tiny.folder / ".lock").open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                refused.append(False)
            except BlockingIOError:
                refused.append(True)

    join("tiny", try_to_lock, tiny.manifest)

    assert refused
    assert all(refused)
    with (tiny.folder / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


RACER = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
from pathlib import Path
from tiny_model import CONTENT, _manifest
from edgebharo.models.join import join
from edgebharo.models.manifest import parse_manifest
path = join("tiny", manifest=parse_manifest(_manifest(3), "tiny.toml"))
assert path.read_bytes() == CONTENT
"""


def test_three_processes_at_once_end_with_one_right_file(tiny: Tiny) -> None:
    command = [sys.executable, "-c", RACER, str(tiny.site), str(Path(__file__).parent)]
    racers = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]  # noqa: S603

    outcomes = [(racer.communicate(timeout=60)[1], racer.returncode) for racer in racers]

    assert [code for _, code in outcomes] == [0, 0, 0], outcomes
    assert sorted(path.name for path in tiny.folder.iterdir()) == [".lock", "tiny.bin", "tiny.bin.verified"]
