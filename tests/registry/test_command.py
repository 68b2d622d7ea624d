"""`edgebharo registry …` from the first key to a revoked device."""

from __future__ import annotations

import stat
import subprocess
import sys
from importlib.util import find_spec as installed
from pathlib import Path

import pytest
from command_line import Run
from sealed import item_of, record

from edgebharo import cli_registry
from edgebharo.clock import SystemClock
from edgebharo.errors import RegistryError
from edgebharo.records.sealing import new_key_pair
from edgebharo.registry import credentials, settings
from edgebharo.registry.custody import load_custody, make_custody
from edgebharo.registry.database import open_database
from edgebharo.registry.ingest import Ingest
from edgebharo.registry.settings import Settings, from_environment, to_environment


@pytest.fixture
def address(tmp_path: Path) -> tuple[str, ...]:
    return ("--database", f"sqlite:///{tmp_path / 'r.sqlite'}")


@pytest.fixture
def keys(tmp_path: Path) -> tuple[str, ...]:
    return ("--keys", str(tmp_path / "keys"))


def test_a_registry_is_set_up_and_devices_come_and_go(
    edgebharo: Run, address: tuple[str, ...], keys: tuple[str, ...]
) -> None:
    begun = edgebharo("registry", "init", *address, *keys)
    assert begun.code == 0
    token = begun.out.split("owner, token ")[1].split()[0]
    assert load_custody(Path(keys[1])).current in begun.out

    invited = edgebharo("registry", "device", "add", "phulwari-2", *address)
    code = invited.out.split(": ")[1].split()[0]
    assert len(code) == 14
    engine = open_database(address[1])
    with engine.begin() as connection:
        now = SystemClock().utc()
        assert credentials.who(connection, token, now) is not None
        assert credentials.enrol(connection, code, now) is not None
    engine.dispose()

    listed = edgebharo("registry", "device", "list", "--json", *address).json
    assert [(one["name"], one["state"], one["seen"]) for one in listed] == [("phulwari-2", "enrolled", None)]
    again = edgebharo("registry", "device", "add", "phulwari-2", *address)
    assert (again.code, "revoke it first" in again.error) == (3, True)
    assert edgebharo("registry", "device", "revoke", "phulwari-2", *address).code == 0
    assert "revoked" in edgebharo("registry", "device", "list", *address).out
    assert "no device called nobody" in edgebharo("registry", "device", "revoke", "nobody", *address).error


def test_keys_are_never_overwritten_nor_shown(
    edgebharo: Run, address: tuple[str, ...], keys: tuple[str, ...], tmp_path: Path
) -> None:
    begun = edgebharo("registry", "init", *address, *keys)
    private = next(Path(keys[1]).glob("*.private"))
    before = private.read_bytes()

    refused = edgebharo("registry", "init", "--database", f"sqlite:///{tmp_path / 'other.sqlite'}", *keys)

    assert (refused.code, "never overwritten" in refused.error) == (18, True)
    assert private.read_bytes() == before
    assert before.decode().strip() not in begun.out + begun.err
    for path in Path(keys[1]).iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(Path(keys[1]).stat().st_mode) == 0o700
    unfinished = edgebharo(
        "registry", "admin", "list", "--database", f"sqlite:///{tmp_path / 'other.sqlite'}"
    )
    assert unfinished.out == ""


def test_admins_come_and_go(edgebharo: Run, address: tuple[str, ...], keys: tuple[str, ...]) -> None:
    edgebharo("registry", "init", *address, *keys)

    assert "token" in edgebharo("registry", "admin", "add", "district-office", *address).out
    assert edgebharo("registry", "admin", "revoke", "owner", *address).code == 0

    listed = edgebharo("registry", "admin", "list", "--json", *address).json
    assert [(one["name"], one["state"]) for one in listed] == [
        ("district-office", "enrolled"),
        ("owner", "revoked"),
    ]


def test_a_new_key_is_for_new_records(
    edgebharo: Run, address: tuple[str, ...], keys: tuple[str, ...]
) -> None:
    edgebharo("registry", "init", *address, *keys)
    first = load_custody(Path(keys[1]))

    assert edgebharo("registry", "rotate-key", *keys).code == 0

    second = load_custody(Path(keys[1]))
    assert first.current != second.current
    assert set(second.pairs) == {first.current, second.current}
    assert first.search == second.search


def test_quarantine_is_shown_and_tried_again(
    edgebharo: Run, address: tuple[str, ...], keys: tuple[str, ...]
) -> None:
    edgebharo("registry", "init", *address, *keys)
    engine = open_database(address[1])
    lost = item_of(record(), new_key_pair().public)
    Ingest(engine, load_custody(Path(keys[1])), SystemClock().utc).take([(lost, "laptop-1")])
    engine.dispose()

    listed = edgebharo("registry", "quarantine", "list", *address)
    tried = edgebharo("registry", "quarantine", "retry", *address, *keys)

    assert lost.record_id in listed.out
    assert "which this registry does not have" in listed.out
    assert tried.out == "0 taken, 1 still in quarantine\n"


def test_a_database_without_tables_says_what_to_do(
    edgebharo: Run, address: tuple[str, ...], keys: tuple[str, ...]
) -> None:
    make_custody(Path(keys[1]))

    for command in (("device", "list"), ("serve", *keys)):
        refused = edgebharo("registry", *command, *address)
        assert (refused.code, "run edgebharo registry migrate" in refused.error) == (18, True)

    assert "stands at step" in edgebharo("registry", "migrate", *address).out
    assert edgebharo("registry", "device", "list", *address).code == 0


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        (("--workers", "2"), "several workers need PostgreSQL"),
        (("--certificate", "x.pem"), "--certificate and --certificate-key together"),
        (("--certificate", "x.pem", "--certificate-key", "x.pem"), "there is no such file"),
    ],
)
def test_serve_refuses_what_does_not_go_together(
    edgebharo: Run, address: tuple[str, ...], keys: tuple[str, ...], options: tuple[str, ...], advice: str
) -> None:
    edgebharo("registry", "init", *address, *keys)

    assert advice in edgebharo("registry", "serve", *address, *keys, *options).error


def test_without_the_extra_there_is_one_clear_error(edgebharo: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        cli_registry, "find_spec", lambda name: None if name == "fastapi" else installed(name)
    )

    for command in (("init",), ("serve",), ("device", "list"), ("rotate-key",)):
        refused = edgebharo("registry", *command)
        assert refused.error == "registry: needs the package 'fastapi': pip install 'edgebharo[registry]'"


def test_the_command_line_imports_nothing_of_the_registry(edgebharo: Run) -> None:
    script = (
        "import sys, edgebharo.cli; print([m for m in ('sqlalchemy', 'fastapi', 'nacl') if m in sys.modules])"
    )
    started = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603

    assert started.stdout == "[]\n"


def spoil(path: Path, change: str) -> None:
    if change == "open":
        path.chmod(0o640)
    elif change == "short":
        path.write_text("AAAA\n")
    elif change == "no base64":
        path.write_text("?\n")
    elif change == "gone":
        path.unlink()
    else:
        path.write_text(change)


@pytest.mark.parametrize(
    ("name", "change", "advice"),
    [
        ("search.secret", "open", "can be read by others: run chmod 600"),
        ("*.private", "open", "can be read by others: run chmod 600"),
        ("*.private", "short", "is damaged: put a copy back"),
        ("search.secret", "no base64", "is damaged: put a copy back"),
        ("search.secret", "gone", "is missing"),
        ("current", "gone", "is missing"),
        ("*.private", "gone", "which is not there: put it back"),
        ("current", "0" * 16, "which is not there: put it back"),
        ("*.private", "A" * 43 + "=\n", "is not the key that it is called"),
    ],
)
def test_keys_that_cannot_be_used_stop_the_registry(
    tmp_path: Path, name: str, change: str, advice: str
) -> None:
    make_custody(tmp_path)
    spoil(next(tmp_path.glob(name)), change)

    with pytest.raises(RegistryError, match=advice):
        load_custody(tmp_path)


def test_no_secret_is_in_what_is_printed_of_an_object(tmp_path: Path) -> None:
    custody = make_custody(tmp_path)
    shown = repr(custody) + repr(Settings("postgresql://user:secret-word@host/x", tmp_path))

    assert "secret-word" not in shown
    assert repr(custody.search) not in shown


def test_workers_read_what_the_command_was_told(tmp_path: Path) -> None:
    told = Settings("postgresql:///x", tmp_path, 2.5, 7)

    assert from_environment(to_environment(told)) == told
    assert from_environment({}) == Settings(settings.default_database(), settings.default_keys())
