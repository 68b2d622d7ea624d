"""A PostgreSQL of our own, for as long as a measurement or a test runs: no port, no password, no traces.

It listens on a Unix socket in a folder that only its user can enter. PostgreSQL refuses to run as root, so
root lends it to the user `postgres` or `nobody`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from edgebharo.errors import EdgeBharoError

DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs that are not on the PATH, a folder for each major version."""
NEEDED = ("initdb", "pg_ctl", "postgres")
ROLE = "edgebharo"
START_SECONDS = 60
RISKY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""What a cluster of a test does without: it need not survive a power cut."""


@dataclass(frozen=True)
class Cluster:
    """A running cluster."""

    socket: Path
    """Folder of its Unix socket."""

    def url(self, database: str = "postgres") -> str:
        """What to hand to `--database`."""
        return f"postgresql://{ROLE}@/{database}?host={self.socket}"


def programs() -> Path | None:
    """The folder of PostgreSQL's server programs, the newest there is; None where it is not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    if DEBIAN.is_dir():
        versions = [path for path in DEBIAN.iterdir() if path.name.isdecimal()]
        folders += [path / "bin" for path in sorted(versions, key=lambda path: -int(path.name))]
    return next((folder for folder in folders if all((folder / name).is_file() for name in NEEDED)), None)


@contextmanager
def private_cluster(*, durable: bool, settings: dict[str, str] | None = None) -> Iterator[Cluster]:
    """Make, start and at the end stop and remove a cluster. `durable`: every commit reaches the disk.

    Raises:
        EdgeBharoError: PostgreSQL is not installed, or does not start.
    """
    folder = programs()
    if folder is None:
        raise EdgeBharoError("PostgreSQL is not installed; on Debian run: sudo apt install postgresql")
    home = Path(tempfile.mkdtemp(prefix="edgebharo-pg-"))  # a socket's path may have 107 bytes
    user = _lend(home)
    data, socket = home / "data", home / "s"
    try:
        _run(user, folder / "initdb", "-D", data, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        socket.mkdir(mode=0o700)
        _lend(socket)
        chosen = {"listen_addresses": "", "max_connections": "200"} | ({} if durable else RISKY)
        options = " ".join(f"-c {name}='{value}'" for name, value in (chosen | (settings or {})).items())
        _run(
            user, folder / "pg_ctl", "-D", data, "-l", home / "log", "-w", "-t", START_SECONDS,
            "-o", f"-k {socket} {options}", "start",
        )  # fmt: skip
        try:
            yield Cluster(socket)
        finally:
            _run(user, folder / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _lend(folder: Path) -> str | None:
    """Give `folder` to the user that PostgreSQL runs as; None where that is who runs this program."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    user = "postgres" if "postgres" in known else "nobody"
    shutil.chown(folder, user)
    return user


def _run(user: str | None, *command: object) -> None:
    """Run one of PostgreSQL's programs to its end; the server it starts inherits none of our streams."""
    words = [str(word) for word in command]
    with tempfile.TemporaryFile() as output:
        finished = subprocess.run(  # noqa: S603 - a program of PostgreSQL's own folder
            words, user=user, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/", check=False
        )
        if finished.returncode:
            output.seek(0)
            said = output.read().decode(errors="replace").strip().splitlines()[-1:]
            raise EdgeBharoError(f"{Path(words[0]).name} failed: {''.join(said)}")
