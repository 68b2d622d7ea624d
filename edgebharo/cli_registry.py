"""The commands `edgebharo registry …`: parse, call, print."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edgebharo.errors import MissingExtraError

if TYPE_CHECKING:
    import sqlalchemy as sa

    from edgebharo.registry.credentials import Role

app = typer.Typer(
    help="The reference registry: takes sealed records from devices and shows what came.",
    no_args_is_help=True,
)
device_app = typer.Typer(help="The devices that may deliver.", no_args_is_help=True)
admin_app = typer.Typer(help="Who may see the records.", no_args_is_help=True)
quarantine_app = typer.Typer(help="What came and could not be taken.", no_args_is_help=True)
app.add_typer(device_app, name="device")
app.add_typer(admin_app, name="admin")
app.add_typer(quarantine_app, name="quarantine")

PACKAGES = ("alembic", "fastapi", "psycopg", "sqlalchemy", "uvicorn")

Database = Annotated[
    str | None,
    typer.Option(
        envvar="EDGEBHARO_REGISTRY_DATABASE",
        show_envvar=True,
        help="postgresql://USER@HOST/NAME, or sqlite:///FILE to try it. Default: an SQLite file.",
    ),
]
Keys = Annotated[
    Path | None,
    typer.Option(
        envvar="EDGEBHARO_REGISTRY_KEYS",
        show_envvar=True,
        help="The folder of keys. Default: beside the SQLite file.",
    ),
]
Name = Annotated[str, typer.Argument(help="Letters a-z, digits, '-', '_' and '.': phulwari-laptop-2")]


@app.command(epilog="Example: edgebharo registry init --database postgresql:///registry --keys /srv/keys")
def init(*, database: Database = None, keys: Keys = None) -> None:
    """Make the key pair, the tables and the first admin; shows the admin's token once."""
    with _opened(database) as engine:
        from edgebharo.registry.credentials import add_admin
        from edgebharo.registry.custody import make_custody
        from edgebharo.registry.database import explained
        from edgebharo.registry.migrate import migrate as take_steps
        from edgebharo.registry.settings import default_keys

        take_steps(engine, _now().date())
        folder = keys or default_keys()
        with explained(), engine.begin() as connection:
            token = add_admin(connection, "owner", _now())
            custody = make_custody(folder)
    typer.echo(f"keys       {folder} (keep a copy off this machine: without it no record can be read)")
    typer.echo(f"key id     {custody.current}")
    typer.echo(f"admin      owner, token {token}")
    typer.echo("The token is not shown again. Now: edgebharo registry serve")


@app.command(epilog="Example: edgebharo registry migrate --database postgresql:///registry")
def migrate(*, database: Database = None) -> None:
    """Bring the tables to this program's shape, and make the partitions of the coming months."""
    with _opened(database) as engine:
        from edgebharo.registry.migrate import migrate as take_steps

        typer.echo(f"the database stands at step {take_steps(engine, _now().date())}")


@app.command(epilog="Example: edgebharo registry serve --database postgresql:///registry --workers 4")
def serve(
    *,
    database: Database = None,
    keys: Keys = None,
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen at.")] = 8480,
    socket: Annotated[Path | None, typer.Option(help="A Unix socket instead of host and port.")] = None,
    certificate: Annotated[Path | None, typer.Option(help="TLS certificate chain, PEM.")] = None,
    certificate_key: Annotated[Path | None, typer.Option(help="Its private key, PEM.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than 1 needs PostgreSQL.")] = 1,
) -> None:
    """Serve devices and the owner's browser until Ctrl-C."""
    _require_extra()
    from dataclasses import replace

    from edgebharo.registry import settings
    from edgebharo.registry.serve import Listening
    from edgebharo.registry.serve import serve as run

    known = settings.from_environment()
    chosen = replace(known, database=database or known.database, keys=keys or known.keys)
    run(chosen, Listening(host, port, socket, certificate, certificate_key, workers))


@app.command("rotate-key", epilog="Example: edgebharo registry rotate-key --keys /srv/keys")
def rotate_key(*, keys: Keys = None) -> None:
    """Make a new key pair for records to come; the old keys stay and keep opening theirs."""
    _require_extra()
    from edgebharo.registry.custody import rotate
    from edgebharo.registry.settings import default_keys

    custody = rotate(keys or default_keys())
    typer.echo(
        f"key id     {custody.current}; restart edgebharo registry serve, and keep a copy of the folder"
    )


@device_app.command("add", epilog="Example: edgebharo registry device add phulwari-laptop-2")
def device_add(name: Name, *, database: Database = None) -> None:
    """Invite a device; shows the code that lets it in once, within a week."""
    with _transaction(database) as connection:
        from edgebharo.registry.credentials import CODE_DAYS, add_device

        code = add_device(connection, name, _now())
    typer.echo(f"code for {name}: {code} (works once, for {CODE_DAYS} days)")


@device_app.command("list", epilog="Example: edgebharo registry device list --json")
def device_list(
    *,
    database: Database = None,
    json_flag: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """All devices: enrolled, invited, revoked; when each was last seen."""
    _list(database, "device", json_flag=json_flag)


@device_app.command("revoke", epilog="Example: edgebharo registry device revoke phulwari-laptop-2")
def device_revoke(name: Name, *, database: Database = None) -> None:
    """Shut a device out, within two seconds; what it delivered stays."""
    _revoke(database, "device", name)


@admin_app.command("add", epilog="Example: edgebharo registry admin add district-office")
def admin_add(name: Name, *, database: Database = None) -> None:
    """Let an admin in; shows the token once."""
    with _transaction(database) as connection:
        from edgebharo.registry.credentials import add_admin

        token = add_admin(connection, name, _now())
    typer.echo(f"admin {name}, token {token}")


@admin_app.command("list", epilog="Example: edgebharo registry admin list")
def admin_list(
    *,
    database: Database = None,
    json_flag: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """All admins."""
    _list(database, "admin", json_flag=json_flag)


@admin_app.command("revoke", epilog="Example: edgebharo registry admin revoke district-office")
def admin_revoke(name: Name, *, database: Database = None) -> None:
    """Shut an admin out at once."""
    _revoke(database, "admin", name)


@quarantine_app.command("list", epilog="Example: edgebharo registry quarantine list")
def quarantine_list(*, database: Database = None) -> None:
    """The newest hundred that could not be taken, and why."""
    with _transaction(database) as connection:
        from edgebharo.registry.quarantine import quarantined

        for one in quarantined(connection, 100):
            typer.echo(f"{one.record_id} r{one.revision}  from {one.delivered_by}  {one.reason}")


@quarantine_app.command("retry", epilog="Example: edgebharo registry quarantine retry")
def quarantine_retry(*, database: Database = None, keys: Keys = None) -> None:
    """Try everything in quarantine again, after a key was put back or the registry was upgraded."""
    with _opened(database) as engine:
        from edgebharo.clock import SystemClock
        from edgebharo.registry.custody import load_custody
        from edgebharo.registry.database import explained
        from edgebharo.registry.ingest import Ingest
        from edgebharo.registry.quarantine import retry
        from edgebharo.registry.settings import default_keys

        with explained():
            tried = retry(Ingest(engine, load_custody(keys or default_keys()), SystemClock().utc))
    typer.echo(f"{tried.taken} taken, {tried.still_held} still in quarantine")


def _list(database: str | None, role: Role, *, json_flag: bool) -> None:
    with _transaction(database) as connection:
        from edgebharo.registry.credentials import holders

        known = holders(connection, role)
    now = _now()
    rows = [
        {
            "name": one.name,
            "state": one.state(now),
            "seen": one.seen and one.seen.isoformat(timespec="seconds"),
        }
        for one in known
    ]
    if json_flag:
        import json

        typer.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        typer.echo(f"{row['name']:<32} {row['state']:<13} {row['seen'] or 'never seen'}")


def _revoke(database: str | None, role: Role, name: str) -> None:
    with _transaction(database) as connection:
        from edgebharo.registry.credentials import revoke

        revoke(connection, role, name, _now())
    typer.echo(f"{role} {name} is revoked")


@contextmanager
def _opened(database: str | None) -> Iterator[sa.Engine]:
    _require_extra()
    from edgebharo.registry import settings
    from edgebharo.registry.database import open_database

    if database is None:
        settings.folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = open_database(database or settings.default_database())
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _transaction(database: str | None) -> Iterator[sa.Connection]:
    """A transaction on a database that has this program's tables."""
    with _opened(database) as engine:
        from edgebharo.registry.database import explained
        from edgebharo.registry.migrate import check

        check(engine, _now().date())
        with explained(), engine.begin() as connection:
            yield connection


def _require_extra() -> None:
    """Say once and early what is not installed."""
    missing = next((package for package in PACKAGES if find_spec(package) is None), None)
    if missing:
        hint = f"needs the package {missing!r}: pip install 'edgebharo[registry]'"
        raise MissingExtraError("registry", hint)


def _now() -> Any:
    from edgebharo.clock import SystemClock

    return SystemClock().utc()
