"""Every field that is wrong in EdgeBharo's own calls, and the calls in which that happened. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from edgebharo.bench.reliability.from_rows import OWN
from edgebharo.bench.report.compare import INTEGRATIONS, case_name
from edgebharo.bench.suite import Json, Row

Plain: TypeAlias = Mapping[str, Json]

MOST_SOUNDS = 20
"""Calls whose sound stands in one report: most of a megabyte each."""


@dataclass(frozen=True)
class Failure:
    """One wrong field in one integration."""

    call: str
    """The call's name, as `compare.case_name` gives it."""
    which: str
    """reference, heard or live."""
    field: str
    expected: Json
    got: Json
    cause: str
    condition: str
    behaviour: str
    voice: str
    said: str
    heard: str
    """What was said and heard about the field, answer by answer; of `reference` and `live` nothing."""


def is_forms(rows: Sequence[Row]) -> bool:
    """Whether these are rows of `bench forms`."""
    return bool(rows) and all(_fields(row, "heard") is not None for row in rows)


def own(rows: Sequence[Row]) -> list[Row]:
    """The calls of EdgeBharo itself: why a baseline fails is nobody's concern here."""
    return [row for row in rows if row.get("system", OWN) == OWN]


def failures(rows: Sequence[Row]) -> tuple[Failure, ...]:
    """All of them: the live ones first, by cause, field and call."""
    found = [failure for row in own(rows) for failure in _of(row)]
    order = {which: -at for at, which in enumerate(INTEGRATIONS)}
    return tuple(sorted(found, key=lambda item: (order[item.which], item.cause, item.field, item.call)))


def calls_to_hear(rows: Sequence[Row], most: int = MOST_SOUNDS) -> tuple[str, ...]:
    """Names of the live calls worth hearing, those with most wrong fields first."""
    wrong = {case_name(row): _wrong(row) for row in own(rows)}
    ranked = sorted((name for name, count in wrong.items() if count), key=lambda name: (-wrong[name], name))
    return tuple(ranked[:most])


def _wrong(row: Row) -> int:
    """Fields that are wrong after the live call."""
    return sum(not field["right"] for field in (_fields(row, "live") or {}).values())


def _of(row: Row) -> Iterator[Failure]:
    for which in INTEGRATIONS:
        for name, field in (_fields(row, which) or {}).items():
            if not field["right"]:
                said, heard = _words(row, name) if which == "heard" else ("", "")
                yield Failure(
                    call=case_name(row),
                    which=which,
                    field=name,
                    expected=field.get("expected"),
                    got=field.get("got"),
                    cause=str(field.get("cause") or "unknown"),
                    condition=str(row.get("condition", "")),
                    behaviour=str(row.get("behaviour", "")),
                    voice=str(row.get("voice", "")),
                    said=said,
                    heard=heard,
                )


def _fields(row: Row, which: str) -> Mapping[str, Plain] | None:
    held = row.get(which)
    fields = held.get("fields") if isinstance(held, dict) else None
    return cast("Mapping[str, Plain]", fields) if isinstance(fields, dict) else None


def _words(row: Row, field: str) -> tuple[str, str]:
    units = [unit for unit in cast("list[Plain]", row.get("units") or []) if unit.get("field") == field]
    said, heard = (" / ".join(str(unit.get(key) or "–") for unit in units) for key in ("said", "heard"))
    return said, heard
