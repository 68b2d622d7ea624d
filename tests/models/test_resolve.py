"""From a name to a checked path: nothing corrupt is ever handed out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tiny_model import CONTENT, Tiny, build

from edgebharo.errors import ConfigError, ModelFileError
from edgebharo.models import check
from edgebharo.models.inventory import list_models, remove, verify
from edgebharo.models.resolve import home as home_folder
from edgebharo.models.resolve import path_of

pytestmark = pytest.mark.unit


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Every file that is hashed from here on."""
    seen: list[Path] = []
    ordinary = check.sha256_of

    def spy(path: Path, name: str, progress: check.Progress = check.silent) -> str:
        seen.append(path)
        return ordinary(path, name, progress)

    monkeypatch.setattr(check, "sha256_of", spy)
    return seen


def spoil(path: Path) -> None:
    """Change one byte; the size stays."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_a_joined_model_is_not_hashed_again(tiny: Tiny, hashed: list[Path]) -> None:
    assert path_of("tiny", manifest=tiny.manifest) == tiny.joined
    assert path_of("tiny", manifest=tiny.manifest) == tiny.joined

    assert hashed == []


def test_a_touched_file_is_hashed_once_more(tiny: Tiny, hashed: list[Path]) -> None:
    path = path_of("tiny", manifest=tiny.manifest)
    os.utime(path, ns=(1, 1))

    path_of("tiny", manifest=tiny.manifest)
    path_of("tiny", manifest=tiny.manifest)

    assert hashed == [path]


def test_one_part_is_used_where_it_lies_and_hashed_on_first_use(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, hashed: list[Path]
) -> None:
    monkeypatch.syspath_prepend(tmp_path / "site")
    tiny = build(tmp_path / "site", home, parts=1)

    assert path_of("tiny", manifest=tiny.manifest) == tiny.part(0)
    assert path_of("tiny", manifest=tiny.manifest) == tiny.part(0)

    assert hashed == [tiny.part(0)]


def test_a_home_that_cannot_be_written_still_gives_a_packaged_model(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path / "site")
    tiny = build(tmp_path / "site", home, parts=1)
    home.write_text("a file where the folder should be")

    assert path_of("tiny", manifest=tiny.manifest) == tiny.part(0)
    spoil(tiny.part(0))
    with pytest.raises(ModelFileError, match="corrupt"):
        path_of("tiny", manifest=tiny.manifest)


@pytest.mark.parametrize(
    "damage", [spoil, lambda path: path.write_bytes(b""), lambda path: path.write_bytes(b"x")]
)
def test_a_corrupt_file_is_named_and_kept(tiny: Tiny, damage: object) -> None:
    path = path_of("tiny", manifest=tiny.manifest)
    assert callable(damage)
    damage(path)
    left = path.read_bytes()

    with pytest.raises(ModelFileError, match=f"{path} is corrupt.*models verify tiny --remove"):
        path_of("tiny", manifest=tiny.manifest)

    assert path.read_bytes() == left


def test_verify_reports_and_removes_only_on_request(tiny: Tiny) -> None:
    spoil(path_of("tiny", manifest=tiny.manifest))

    (status,) = verify(["tiny"], manifest=tiny.manifest)
    assert (status.state, status.path) == ("corrupt", tiny.joined)
    assert "verify tiny --remove" in status.problem
    assert tiny.joined.exists()

    (status,) = verify(["tiny"], manifest=tiny.manifest, remove_corrupt=True)
    assert status.state == "parts"
    assert not tiny.joined.exists()
    assert path_of("tiny", manifest=tiny.manifest).read_bytes() == CONTENT


def test_verify_hashes_although_the_stamp_is_right(tiny: Tiny) -> None:
    path = path_of("tiny", manifest=tiny.manifest)
    times = path.stat().st_mtime_ns
    spoil(path)
    os.utime(path, ns=(times, times))

    (status,) = verify(["tiny"], manifest=tiny.manifest)

    assert status.state == "corrupt"
    with pytest.raises(ModelFileError):
        path_of("tiny", manifest=tiny.manifest)


def test_a_packaged_file_is_never_removed(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path / "site")
    tiny = build(tmp_path / "site", home, parts=1)
    spoil(tiny.part(0))

    (status,) = verify(["tiny"], manifest=tiny.manifest, remove_corrupt=True)

    assert status.state == "corrupt"
    assert "reinstall it" in status.problem
    assert tiny.part(0).exists()


def test_list_tells_every_state_without_hashing(tiny: Tiny, hashed: list[Path]) -> None:
    def states() -> dict[str, str]:
        return {status.model.name: status.state for status in list_models(tiny.manifest)}

    assert states() == {"tiny": "parts", "later": "unavailable"}
    path = path_of("tiny", manifest=tiny.manifest)
    assert states()["tiny"] == "ready"
    os.utime(path, ns=(1, 1))
    assert states()["tiny"] == "unchecked"
    path.write_bytes(b"short")
    assert states()["tiny"] == "corrupt"
    path.unlink()
    tiny.part(0).unlink()
    assert states()["tiny"] == "missing"
    assert hashed == []


def test_remove_deletes_what_was_joined_and_keeps_the_parts(tiny: Tiny) -> None:
    path_of("tiny", manifest=tiny.manifest)

    gone = remove("tiny", tiny.manifest)

    assert gone == (tiny.joined, tiny.folder / "tiny.bin.verified")
    assert not any(path.exists() for path in gone)
    assert path_of("tiny", manifest=tiny.manifest).read_bytes() == CONTENT


def test_an_unknown_name_lists_the_choices(tiny: Tiny) -> None:
    with pytest.raises(ConfigError, match="no model called 'other'; choose one of: later, tiny"):
        path_of("other", manifest=tiny.manifest)


def test_home_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path))
    assert home_folder() == tmp_path
    monkeypatch.setenv("EDGEBHARO_HOME", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert home_folder().name == "edgebharo"
