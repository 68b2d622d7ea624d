"""A database of any earlier step comes to the newest one with its rows; a newer or empty one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timezone
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from edgebharo.errors import ConfigError, RegistryError
from edgebharo.registry import partitions
from edgebharo.registry.database import is_postgresql, open_database, parse_url
from edgebharo.registry.migrate import check, migrate, steps
from edgebharo.registry.schema import METADATA, RECEIPTS, REVISIONS

TODAY = date(2026, 11, 30)
RECORD = "0b0f6a8e-7a38-4b6c-9d4e-111111111111"


@pytest.fixture(params=["empty_postgresql", "empty_sqlite"])
def empty(request: pytest.FixtureRequest) -> Iterator[sa.Engine]:
    engine = open_database(str(request.getfixturevalue(request.param)))
    yield engine
    engine.dispose()


@pytest.fixture
def empty_sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'empty.sqlite'}"


def put_revision(engine: sa.Engine, received: datetime) -> None:
    row = {"record_id": RECORD, "revision": 1, "received_utc": received}
    with engine.begin() as connection:
        connection.execute(sa.insert(RECEIPTS).values(**row, sealed_sha256=b"s", payload_sha256=b"p"))
        connection.execute(
            sa.insert(REVISIONS).values(**row, key_id="0" * 16, sealed=b"sealed", delivered_by="d")
        )


@pytest.mark.parametrize("step", steps())
def test_every_earlier_step_comes_to_the_newest_with_its_rows(empty: sa.Engine, step: str) -> None:
    moment = datetime(2026, 11, 30, 23, 59, tzinfo=timezone.utc)
    assert migrate(empty, TODAY, to=step) == step
    put_revision(empty, moment)

    assert migrate(empty, TODAY) == steps()[-1]

    with empty.connect() as connection:
        assert connection.scalars(sa.select(REVISIONS.c.sealed)).all() == [b"sealed"]
        assert connection.scalar(sa.select(RECEIPTS.c.received_utc)) == moment
    check(empty, TODAY)


def test_the_steps_make_what_the_program_reads(empty: sa.Engine) -> None:
    migrate(empty, TODAY)

    with empty.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_name": lambda name, kind, _: (
                    kind != "table" or not str(name).startswith("revisions_")
                ),
            },
        )
        differences = compare_metadata(context, METADATA)

    assert differences == []


def test_a_second_migration_changes_nothing(empty: sa.Engine) -> None:
    migrate(empty, TODAY)
    put_revision(empty, datetime(2026, 12, 1, tzinfo=timezone.utc))

    assert migrate(empty, TODAY) == steps()[-1]

    with empty.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(REVISIONS)) == 1


def test_an_empty_database_is_refused_with_advice(empty: sa.Engine) -> None:
    with pytest.raises(RegistryError, match="is empty: run edgebharo registry migrate"):
        check(empty, TODAY)


def test_a_database_of_a_newer_program_is_left_alone(empty: sa.Engine) -> None:
    migrate(empty, TODAY)
    with empty.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    for refused in (check, migrate):
        with pytest.raises(RegistryError, match="newer EdgeBharo has changed"):
            refused(empty, TODAY)

    with empty.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "9999"


def test_a_step_that_fails_leaves_nothing_behind(empty: sa.Engine) -> None:
    with empty.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE quarantine (other INTEGER)")

    with pytest.raises(RegistryError, match="does not answer as it should"):
        migrate(empty, TODAY)

    assert set(sa.inspect(empty).get_table_names()) == {"quarantine"}


def test_each_month_has_its_partition_and_the_rest_a_place(empty_postgresql: str) -> None:
    engine = open_database(empty_postgresql)
    migrate(engine, TODAY)
    put_revision(engine, datetime(2026, 12, 31, 23, 59, 59, tzinfo=timezone.utc))
    with engine.begin() as connection:
        where = "SELECT tableoid::regclass::text FROM revisions"
        assert connection.exec_driver_sql(where).scalar() == "revisions_2026_12"
        connection.exec_driver_sql("UPDATE revisions SET received_utc = '2041-01-01'")
        assert connection.exec_driver_sql(where).scalar() == partitions.DEFAULT

    later = date(2040, 1, 1)
    check(engine, later)
    with engine.connect() as connection:
        assert partitions.missing(connection, later) == (date(2041, 1, 1),)
        assert connection.exec_driver_sql("SELECT count(*) FROM revisions").scalar() == 1
    engine.dispose()


def test_months_go_over_the_turn_of_the_year() -> None:
    assert partitions.months_from(date(2026, 11, 30), 3) == (
        date(2026, 11, 1),
        date(2026, 12, 1),
        date(2027, 1, 1),
    )


@pytest.mark.parametrize(
    ("text", "driver"),
    [
        ("postgresql://a@b/c", "postgresql+psycopg"),
        ("postgres://a@b/c", "postgresql+psycopg"),
        ("sqlite:///x.sqlite", "sqlite"),
    ],
)
def test_addresses_name_the_driver(text: str, driver: str) -> None:
    assert parse_url(text).drivername == driver


@pytest.mark.parametrize("text", ["nonsense", "mysql://a@b/c", "sqlite://", "postgresql+asyncpg://a@b/c"])
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="--database"):
        open_database(text)


def test_a_database_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    engine = open_database(f"postgresql://nobody:secret-word@/x?host={tmp_path}")

    with pytest.raises(RegistryError) as refusal:
        check(engine, TODAY)

    assert "secret-word" not in str(refusal.value)
    assert is_postgresql(engine)
