from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample_call import HandClock

from edgebharo.records.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def store(path: Path, clock: HandClock) -> Iterator[Store]:
    opened = Store(path, clock)
    yield opened
    opened.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 400 kB."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    disk = tmp_path / "disk"
    disk.mkdir()
    if mount is None or unmount is None:
        pytest.skip("this machine has no `mount`")
    options = ["-t", "tmpfs", "-o", "size=400k", "tmpfs"]
    if subprocess.run([mount, *options, str(disk)], capture_output=True, check=False).returncode:  # noqa: S603
        pytest.skip("mounting a small file system needs rights that this user does not have")
    yield disk
    subprocess.run([unmount, str(disk)], check=True)  # noqa: S603
