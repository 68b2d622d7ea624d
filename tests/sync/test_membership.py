"""What is kept of a registry, and where."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from edgebharo.errors import ConfigError, OutputError, SealError
from edgebharo.sync.membership import Membership, recall, remember

pytestmark = pytest.mark.unit

LET_IN = Membership(url="https://registry.example", device_id="laptop-1", token="s3cret" * 4)


@dataclass
class Keyring:
    secrets: dict[str, str] = field(default_factory=dict)
    keeps: bool = True
    locked: bool = False

    def get(self, name: str) -> str | None:
        if self.locked:
            raise SealError("locked")
        return self.secrets.get(name)

    def put(self, name: str, secret: str) -> None:
        if self.locked:
            raise SealError("locked")
        if self.keeps:
            self.secrets[name] = secret

    def remove(self, name: str) -> None:
        self.secrets.pop(name, None)


def test_a_token_lies_in_the_keyring_and_not_in_the_file(tmp_path: Path) -> None:
    keyring = Keyring()

    assert remember(tmp_path / "registry.json", LET_IN, keyring)
    assert "s3cret" not in (tmp_path / "registry.json").read_text()
    assert recall(tmp_path / "registry.json", lambda: keyring) == LET_IN


@pytest.mark.parametrize("keyring", [None, Keyring(locked=True), Keyring(keeps=False)])
def test_without_a_keyring_that_keeps_it_a_token_lies_in_a_file_of_its_owners_alone(
    tmp_path: Path, keyring: Keyring | None
) -> None:
    path = tmp_path / "folder" / "registry.json"

    assert not remember(path, LET_IN, keyring)
    assert recall(path, lambda: keyring) == LET_IN
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("keyring", [None, Keyring(), Keyring(locked=True)])
def test_a_token_that_the_keyring_does_not_give_is_one_clear_error(
    tmp_path: Path, keyring: Keyring | None
) -> None:
    remember(tmp_path / "registry.json", LET_IN, Keyring())

    with pytest.raises(ConfigError, match="unlock it"):
        recall(tmp_path / "registry.json", lambda: keyring)


def test_nothing_is_remembered_of_a_registry_that_never_let_it_in(tmp_path: Path) -> None:
    def unasked() -> None:
        raise AssertionError("no keyring is needed to know that")

    assert recall(tmp_path / "registry.json", unasked) is None


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[]"])
def test_a_damaged_file_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "registry.json").write_bytes(content)

    with pytest.raises(ConfigError, match="enrol"):
        recall(tmp_path / "registry.json", lambda: None)


def test_a_place_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(OutputError, match="cannot be written"):
        remember(tmp_path / "file" / "registry.json", LET_IN, None)


def test_a_token_is_not_shown_by_accident() -> None:
    assert "s3cret" not in repr(LET_IN)
