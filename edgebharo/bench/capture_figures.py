"""The figures of `bench capture`: sums over its rows, and those of the published systems beside them. Pure.

A row is a task in one environment, with a call for each protocol. Figures without an ending are those of the
protocol that calls use (`risk`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias, cast

from edgebharo.bench.capture_tasks import ENVIRONMENTS, PROTOCOLS, Protocol
from edgebharo.bench.suite import Json, Row

Plain: TypeAlias = Mapping[str, Json]

ENDINGS: Mapping[Protocol, str] = MappingProxyType({"risk": "", "off": "_off", "always": "_always"})
PUBLISHED: Mapping[str, str] = MappingProxyType(
    {
        "source": "tau-Elicitation: 200 tasks, ten kinds of entity, English",
        "pass3, the agent's own strategy": "0.14 to 0.41",
        "pass3, a prescribed protocol": "0.37 to 0.54",
        "extra seconds a call": "21 to 28",
        "share of verified errors that end up repaired": "0.24 to 0.37",
    }
)
GROUPS = ("voice", "kind", "hard", "realism", "environment")


@dataclass(frozen=True)
class Group:
    """A group of tasks under one protocol."""

    by: str
    group: str
    protocol: Protocol
    tasks: int
    pass1: float | None
    pass3: float | None
    """For environments: the share of tasks that are right there."""


def metrics(rows: Sequence[Row]) -> dict[str, float | None]:
    """All figures of the protocol in use, then those of the two others."""
    found: dict[str, float | None] = {}
    for protocol in ("risk", "off", "always"):
        end = ENDINGS[protocol]
        found |= {f"{name}{end}": value for name, value in _metrics(rows, protocol).items()}
    voices = [group.pass3 for group in groups(rows, "voice", "risk") if group.pass3 is not None]
    return found | {
        "worst_voice": min(voices, default=None),
        "extra_s_per_call": _extra(rows, "risk"),
        "extra_s_per_call_always": _extra(rows, "always"),
        "calls": len(rows) * len(PROTOCOLS),
    }


def _metrics(rows: Sequence[Row], protocol: Protocol) -> dict[str, float | None]:
    fields = [field for row in rows for field in _fields(_call(row, protocol))]
    wrong = [field for field in fields if field["wrong"]]
    noticed = [field for field in wrong if field["noticed"]]
    return {
        "pass1": _pass1(rows, protocol, "right"),
        "pass3": _pass3(rows, protocol, "right"),
        "pass1_alone": _pass1(rows, protocol, "alone"),
        "pass3_alone": _pass3(rows, protocol, "alone"),
        "noticed": _share(bool(field["noticed"]) for field in wrong),
        "repaired": _share(bool(field["right"]) for field in noticed),
        "repaired_alone": _share(bool(field["right"] and not field["by_worker"]) for field in noticed),
        "wrong_captures": len(wrong),
        "handed_over": _share(bool(field["by_worker"]) for field in fields),
        "context_loss": sum(cast("int", f["offered_again"]) + bool(f["stored_refused"]) for f in fields),
        "stored_refused": sum(bool(field["stored_refused"]) for field in fields),
    }


def groups(rows: Sequence[Row], by: str, protocol: Protocol) -> list[Group]:
    """The tasks by voice, kind, difficulty, realism or environment."""
    found = []
    for name in dict.fromkeys(str(row[by]) for row in rows):
        own = [row for row in rows if str(row[by]) == name]
        if by == "environment":
            share = _share(bool(_call(row, protocol)["right"]) for row in own)
            found.append(Group(by, name, protocol, len(own), share, None))
            continue
        tasks = len({row["task"] for row in own})
        first, third = _pass1(own, protocol, "right"), _pass3(own, protocol, "right")
        found.append(Group(by, name, protocol, tasks, first, third))
    return found


def causes(rows: Sequence[Row], protocol: Protocol) -> dict[str, int]:
    """Why fields ended up wrong: kind of task and cause, the commonest first."""
    found = Counter(
        f"{row['kind']}: {field['cause']}"
        for row in rows
        for field in _fields(_call(row, protocol))
        if field["cause"]
    )
    return dict(found.most_common())


def details(rows: Sequence[Row]) -> dict[str, object]:
    """What stands behind the metrics, and the published figures."""
    return {
        "groups": [vars(group) for by in GROUPS for p in PROTOCOLS for group in groups(rows, by, p)],
        "causes": {protocol: causes(rows, protocol) for protocol in PROTOCOLS},
        "published": dict(PUBLISHED),
    }


def _call(row: Row, protocol: Protocol) -> Plain:
    return cast("Mapping[str, Plain]", row["calls"])[protocol]


def _fields(call: Plain) -> list[Plain]:
    return cast("list[Plain]", call["fields"])


def _pass1(rows: Iterable[Row], protocol: Protocol, key: str) -> float | None:
    return _share(bool(_call(row, protocol)[key]) for row in rows if row["environment"] == "regular")


def _pass3(rows: Iterable[Row], protocol: Protocol, key: str) -> float | None:
    """Of the tasks that were held in every environment, those that are right in every one."""
    by_task: dict[str, list[bool]] = {}
    for row in rows:
        by_task.setdefault(str(row["task"]), []).append(bool(_call(row, protocol)[key]))
    return _share(all(flags) for flags in by_task.values() if len(flags) == len(ENVIRONMENTS))


def _extra(rows: Iterable[Row], protocol: Protocol) -> float | None:
    """Seconds that a call lasts longer than the same call without confirmations, where it is quiet."""
    seconds: Callable[[Row, Protocol], float] = lambda row, which: cast("float", _call(row, which)["seconds"])  # noqa: E731
    longer = [seconds(row, protocol) - seconds(row, "off") for row in rows if row["environment"] == "regular"]
    return round(sum(longer) / len(longer), 2) if longer else None


def _share(flags: Iterable[bool]) -> float | None:
    known = list(flags)
    return round(sum(known) / len(known), 4) if known else None
