"""Who may talk to the registry: devices, let in by a code that works once, and admins.

Tokens and codes are told once and kept as SHA-256 alone: both are random, so that a slow hash adds nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

import sqlalchemy as sa

from edgebharo.errors import ConfigError
from edgebharo.registry.schema import CREDENTIALS
from edgebharo.sync.wire import Enrolled

Role: TypeAlias = Literal["device", "admin"]

TOKEN_BYTES = 32
CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""No letter that is taken for another when it is copied by hand: 30 of them."""
CODE_LENGTH = 12
"""30^12 is 59 bits: at 10 tries a second, out of reach within the days that a code lives."""
CODE_DAYS = 7
SEEN_SECONDS = 60
"""How exactly it is kept when a device was last seen: a write for each request would cost more."""
NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_.")
NAME_LENGTH = 64


@dataclass(frozen=True)
class Holder:
    """A device or an admin, as lists show it."""

    role: Role
    name: str
    created: datetime
    enrolled: datetime | None
    seen: datetime | None
    revoked: datetime | None
    code_expires: datetime | None
    """Of a code that was not used yet."""

    def state(self, now: datetime) -> str:
        """One word for a list."""
        if self.revoked:
            return "revoked"
        if self.enrolled:
            return "enrolled"
        return "invited" if self.code_expires and self.code_expires > now else "code expired"


def add_device(connection: sa.Connection, name: str, now: datetime) -> str:
    """Invite a device; returns the code that lets it in once, within CODE_DAYS.

    An invited device gets a new code, the old one is void; a revoked one is invited again.

    Raises:
        ConfigError: the name cannot be used, or a device of that name is in use.
    """
    _check_name(name)
    known = _find(connection, "device", name)
    if known and known.enrolled and not known.revoked:
        raise ConfigError(f"device {name} is enrolled: revoke it first, or choose another name")
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    invitation = {
        "code_sha256": digest(code),
        "code_expires_utc": now + timedelta(days=CODE_DAYS),
        "token_sha256": None,
        "enrolled_utc": None,
        "revoked_utc": None,
    }
    _put(connection, ("device", name), invitation, None if known else now)
    return "-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def add_admin(connection: sa.Connection, name: str, now: datetime) -> str:
    """Let an admin in; returns the token. A revoked one is let in again with a new token.

    Raises:
        ConfigError: the name cannot be used, or an admin of that name is in use.
    """
    _check_name(name)
    known = _find(connection, "admin", name)
    if known and not known.revoked:
        raise ConfigError(f"admin {name} is there already: revoke it first, or choose another name")
    token = secrets.token_urlsafe(TOKEN_BYTES)
    admission = {"token_sha256": digest(token), "enrolled_utc": now, "revoked_utc": None}
    _put(connection, ("admin", name), admission, None if known else now)
    return token


def enrol(connection: sa.Connection, code: str, now: datetime) -> Enrolled | None:
    """Use up a code; None where it is no code, or no longer. Of two who use it at once one gets in."""
    plain = "".join(char for char in code.upper() if char in CODE_LETTERS)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    name = connection.scalar(
        sa.update(CREDENTIALS)
        .where(
            CREDENTIALS.c.role == "device",
            CREDENTIALS.c.code_sha256 == digest(plain),
            CREDENTIALS.c.code_expires_utc > now,
            CREDENTIALS.c.revoked_utc.is_(None),
        )
        .values(code_sha256=None, code_expires_utc=None, token_sha256=digest(token), enrolled_utc=now)
        .returning(CREDENTIALS.c.name)
    )
    return None if name is None else Enrolled(device_id=name, token=token)


def revoke(connection: sa.Connection, role: Role, name: str, now: datetime) -> None:
    """Shut a device or admin out, within seconds on every worker. What it delivered stays.

    Raises:
        ConfigError: there is none of that name.
    """
    known = _find(connection, role, name)
    if known is None:
        raise ConfigError(f"there is no {role} called {name}: see edgebharo registry {role} list")
    gone = {"revoked_utc": known.revoked or now, "code_sha256": None, "code_expires_utc": None}
    connection.execute(sa.update(CREDENTIALS).where(_is(role, name)).values(**gone))


def holders(connection: sa.Connection, role: Role) -> tuple[Holder, ...]:
    """All devices or admins, by name."""
    rows = connection.execute(_SELECT.where(CREDENTIALS.c.role == role).order_by(CREDENTIALS.c.name))
    return tuple(_holder(row) for row in rows)


def who(connection: sa.Connection, token: str, now: datetime) -> Holder | None:
    """Whose token it is, revoked or not; notes that the holder was seen. None: nobody's."""
    row = connection.execute(_SELECT.where(CREDENTIALS.c.token_sha256 == digest(token))).one_or_none()
    if row is None:
        return None
    holder = _holder(row)
    if not holder.revoked and (holder.seen is None or (now - holder.seen).total_seconds() > SEEN_SECONDS):
        seen = sa.update(CREDENTIALS).where(_is(holder.role, holder.name)).values(seen_utc=now)
        connection.execute(seen)
    return holder


def digest(secret: str) -> bytes:
    """What is kept of a token or code."""
    return hashlib.sha256(secret.encode()).digest()


_SELECT = sa.select(
    CREDENTIALS.c.role,
    CREDENTIALS.c.name,
    CREDENTIALS.c.created_utc,
    CREDENTIALS.c.enrolled_utc,
    CREDENTIALS.c.seen_utc,
    CREDENTIALS.c.revoked_utc,
    CREDENTIALS.c.code_expires_utc,
)


def _holder(row: Sequence[object]) -> Holder:
    return Holder(*row)  # type: ignore[arg-type]  # the columns of _SELECT stand in the order of its fields


def _is(role: Role, name: str) -> sa.ColumnElement[bool]:
    return sa.and_(CREDENTIALS.c.role == role, CREDENTIALS.c.name == name)


def _find(connection: sa.Connection, role: Role, name: str) -> Holder | None:
    row = connection.execute(_SELECT.where(_is(role, name))).one_or_none()
    return None if row is None else _holder(row)


def _put(
    connection: sa.Connection, holder: tuple[Role, str], values: dict[str, object], created: datetime | None
) -> None:
    """Set the columns of one who is there already (`created` is None), or make a row of them."""
    role, name = holder
    if created is None:
        connection.execute(sa.update(CREDENTIALS).where(_is(role, name)).values(**values))
    else:
        row = {"role": role, "name": name, "created_utc": created}
        connection.execute(sa.insert(CREDENTIALS).values(**row, **values))


def _check_name(name: str) -> None:
    if not 1 <= len(name) <= NAME_LENGTH or not NAME_LETTERS.issuperset(name):
        raise ConfigError(
            f"a name has 1 to {NAME_LENGTH} characters from a-z, 0-9, '-', '_' and '.': phulwari-laptop-2"
        )
