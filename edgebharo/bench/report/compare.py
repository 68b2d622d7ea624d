"""Two results side by side: which figures moved, and which cases changed. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Literal, TypeAlias, cast

from edgebharo.bench.suite import Json, Result, Row, Target

Verdict: TypeAlias = Literal["better", "worse", "same", ""]
"""Empty: nobody can tell which way this figure should move, or one of the two is missing."""

LESS = ("_ms", "_s", "_mb", "_j", "wer", "cer", "rtf", "rtf_median", "seconds_per_call", "context_loss")
"""Endings of metrics of which less is better."""
MORE = (
    "completion",
    "right",
    "accuracy",
    "extraction",
    "score",
    "success",
    "inquesto",
    "voice",
    "goal_reached",
)
"""Words in metrics of which more is better."""
INTEGRATIONS = ("reference", "heard", "live")
FLAGS = ("reliable", "right", "success", "values")
"""Of a row of another benchmark, the key that says whether it went well: the first that it has."""
COUNTS = (("right", "of"), ("fields_right", "fields"))
"""Of a row without a flag, how many went well, and of how many."""
NAMES = ("case", "call", "task", "id", "caller")
PARTS = ("behaviour", "system", "environment", "mode")
"""What names a row: the first of NAMES, and all of these that it has."""


@dataclass(frozen=True)
class Change:
    """One figure in both results."""

    metric: str
    before: float | None
    after: float | None
    target: Target | None
    """Of the later result, or else of the earlier one."""
    verdict: Verdict

    @property
    def difference(self) -> float | None:
        """After less before."""
        return None if self.before is None or self.after is None else round(self.after - self.before, 6)

    @property
    def lost(self) -> bool:
        """A target that was met is no longer."""
        return self.target is not None and self.target.met(self.before) and not self.target.met(self.after)


@dataclass(frozen=True)
class Paired:
    """The cases that both results hold, by one aspect of going well."""

    aspect: str
    cases: int
    gained: tuple[str, ...]
    """Went wrong before and well after."""
    lost: tuple[str, ...]
    """The other way round."""
    p: float
    """How likely so uneven a split of the changed cases is by chance: McNemar's exact test, two-sided."""


@dataclass(frozen=True)
class Comparison:
    """What changed from one result to the other."""

    before: Result
    after: Result
    changes: tuple[Change, ...]
    paired: tuple[Paired, ...]

    @property
    def lost(self) -> tuple[Change, ...]:
        """Targets that were met and are no longer."""
        return tuple(change for change in self.changes if change.lost)


def compare(before: Result, after: Result) -> Comparison:
    """Hold two results of one benchmark, or of two that share figures, side by side."""
    names = dict.fromkeys((*after.metrics, *before.metrics))
    targets = {target.metric: target for target in (*before.targets, *after.targets)}
    changes = tuple(_change(name, before, after, targets.get(name)) for name in names)
    return Comparison(before, after, changes, tuple(_pairs(before, after)))


def _change(name: str, before: Result, after: Result, target: Target | None) -> Change:
    old, new = before.metrics.get(name), after.metrics.get(name)
    return Change(name, old, new, target, _verdict(old, new, direction(name, target)))


def direction(metric: str, target: Target | None) -> int:
    """1 where more is better, -1 where less is, 0 where nobody can tell."""
    if target is not None:
        return 1 if target.sign == ">=" else -1
    name = metric.partition("/")[0]
    if metric.startswith("with_") or name.endswith(LESS):
        return -1
    return 1 if any(word in name for word in MORE) else 0


def _verdict(old: float | None, new: float | None, way: int) -> Verdict:
    if old is None or new is None or not way:
        return ""
    if old == new:
        return "same"
    return "better" if (new - old) * way > 0 else "worse"


# ---------------------------------------------------------------- cases


def _pairs(before: Result, after: Result) -> Iterator[Paired]:
    old, new = verdicts(before), verdicts(after)
    for aspect in old:
        if aspect in new:
            shared = [case for case in old[aspect] if case in new[aspect]]
            gained = tuple(case for case in shared if new[aspect][case] and not old[aspect][case])
            lost = tuple(case for case in shared if old[aspect][case] and not new[aspect][case])
            yield Paired(aspect, len(shared), gained, lost, exact_p(len(gained), len(lost)))


def exact_p(gained: int, lost: int) -> float:
    """Probability of a split at least as uneven, were both ways equally likely."""
    count = gained + lost
    tail = sum(comb(count, few) for few in range(min(gained, lost) + 1))
    return min(1.0, round(float(2 * tail / 2**count), 6))


def verdicts(result: Result) -> dict[str, dict[str, bool]]:
    """By aspect and case, whether it went well; what has no name or no verdict is left out."""
    found: dict[str, dict[str, bool]] = {}
    for row in result.rows:
        name = case_name(row)
        for aspect, well in _aspects(row) if name else ():
            found.setdefault(aspect, {})[name] = well
    return found


def case_name(row: Row) -> str:
    """What the row is about, in one string; empty where nothing tells."""
    first = next((str(row[key]) for key in NAMES if row.get(key)), "")
    rest = [str(row[key]) for key in PARTS if row.get(key)]
    return " · ".join([first, *rest]) if first else ""


def _aspects(row: Row) -> Iterator[tuple[str, bool]]:
    for which in INTEGRATIONS:
        held = row.get(which)
        if isinstance(held, dict) and isinstance(held.get("fields"), dict):
            fields = cast("Mapping[str, Mapping[str, Json]]", held["fields"])
            yield f"form right, {which}", all(bool(field.get("right")) for field in fields.values())
    flag = next((key for key in FLAGS if isinstance(row.get(key), bool)), None)
    if flag is not None:
        yield flag, bool(row[flag])
        return
    counts = next((pair for pair in COUNTS if all(isinstance(row.get(key), int) for key in pair)), None)
    if counts is not None:
        yield counts[0], row[counts[0]] == row[counts[1]]
