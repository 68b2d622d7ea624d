"""The figures of `bench forms`: sums over its rows. Pure.

Figures without an ending are those of the published design: plain callers, four conditions, EdgeBharo. A
stroke is followed by the condition, the behaviour or the system that a figure is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias, cast

from edgebharo.bench.forms.calls import CONDITIONS
from edgebharo.bench.forms.causes import Integration
from edgebharo.bench.forms.users import FIXED, USERS
from edgebharo.bench.reliability import figures as reliability
from edgebharo.bench.reliability.from_rows import records_of
from edgebharo.bench.suite import Json, Row, Target

Plain: TypeAlias = Mapping[str, Json]

TARGETS: tuple[Target, ...] = (
    Target("form_completion/ideal", ">=", 0.97),
    *(Target(f"form_completion/{condition}", ">=", 0.95) for condition in CONDITIONS[1:]),
    Target("worst_voice", ">=", 0.92),
    Target("form_completion_reference", ">=", 0.999),
    Target("reply_accuracy", ">=", 1.0),
    Target("inquesto", ">=", 0.85),
)
PUBLISHED: Mapping[str, str] = MappingProxyType(
    {
        "source": "FormVoiceAgentBench: 960 calls, five speakers, Hindi, cloud models, other audio",
        "form completion on speech, best": "0.9347",
        "form completion on reference transcripts, best": "1.0",
        "forgiving word error rate, best": "0.055",
        "extraction, best": "0.9979 on reference transcripts, 0.9894 on speech",
        "REPLY, best": "0.9777 on speech, 1.0 on reference transcripts",
        "Inquesto Score, best reference agent": "0.45, on other calls",
    }
)
OWN, PLAIN = "edgebharo", "plain"
BEYOND_USERS = range(FIXED + 1, USERS + 1)
GROUPS = ("condition", "behaviour", "system", "voice", "sex", "user", "speaker")
NAMES = ("name", "child_name", "clinic_name")
"""Fields that hold a name which stands in no list."""
FEWEST_CALLS = 3
"""Calls that a voice must have to be the worst one."""
ENDINGS: Mapping[Integration, str] = MappingProxyType(
    {"heard": "", "reference": "_reference", "live": "_live"}
)


def metrics(rows: Sequence[Row]) -> dict[str, float | None]:
    """All figures; those of what was not held are left out."""
    published = [row for row in rows if is_published(row)]
    found = _metrics(published) | {"worst_voice": worst_voice(published)[1]} | _reliability(published)
    for by in ("condition", "behaviour", "system"):
        chosen = selected(rows, by)
        for name in dict.fromkeys(str(row[by]) for row in chosen):
            own = [row for row in chosen if row[by] == name]
            figures = _metrics(own) | _reliability(own, name if by == "system" else OWN)
            found |= {f"{key}/{name}": value for key, value in figures.items()}
    return found | {"calls": len(rows)}


def summary(found: Mapping[str, float | None]) -> dict[str, float | None]:
    """The figures of a result that fit on a screen: as a whole, and the completion of each group."""
    return {
        name: value
        for name, value in found.items()
        if "/" not in name or name.startswith(("form_completion/", "form_completion_live/"))
    }


def is_published(row: Row) -> bool:
    """Whether the call is one of the published design, held by EdgeBharo."""
    plain = row["behaviour"] == PLAIN and row["condition"] in CONDITIONS
    return plain and row["system"] == OWN and row["user"] not in BEYOND_USERS


def _metrics(rows: Sequence[Row]) -> dict[str, float | None]:
    units = [unit for row in rows for unit in _units(row)]
    words, letters = _total(units, "words"), _total(units, "letters")
    right, of = (sum(cast("list[int]", row["read"])[at] for row in rows) for at in (0, 1))
    return {
        **completion(rows),
        **{f"forms_right{ENDINGS[which]}": forms_right(rows, which) for which in ENDINGS},
        "names_right": _right_of(rows, names=True),
        "others_right": _right_of(rows, names=False),
        "complete_live": share(_held(row, "live")["status"] == "complete" for row in rows),
        "extraction": _ratio(right, of),
        "extraction_heard": share(bool(unit["extract_right"]) for unit in units),
        "reply_accuracy": reply_accuracy(rows),
        "wer": _ratio(_total(units, "errors"), words),
        "forgiving_wer": _ratio(_total(units, "forgiving_errors"), words),
        "cer": _ratio(_total(units, "letter_errors"), letters),
        "seconds_per_call": _ratio(sum(cast("float", row["seconds"]) for row in rows), len(rows)),
    }


def _right_of(rows: Iterable[Row], *, names: bool) -> float | None:
    """Form completion of names of people and anganwadis alone, or of all other fields."""
    return share(
        bool(field["right"])
        for row in rows
        for name, field in fields_of(row, "heard").items()
        if (name in NAMES) is names
    )


def _reliability(rows: Sequence[Row], system: str = OWN) -> dict[str, float | None]:
    """The Inquesto Score of the live calls, with its 95 % interval; `bench reliability` tells the rest."""
    found = reliability.metrics(reliability.judge(records_of(rows, system)))
    return {name: value for name, value in found.items() if name.startswith("inquesto")}


def completion(rows: Sequence[Row]) -> dict[str, float | None]:
    """`form_completion` of each integration."""
    return {
        f"form_completion{end}": share(
            bool(field["right"]) for row in rows for field in fields_of(row, which).values()
        )
        for which, end in ENDINGS.items()
    }


def forms_right(rows: Iterable[Row], which: Integration) -> float | None:
    """Share of calls whose form is right in every field."""
    return share(all(field["right"] for field in fields_of(row, which).values()) for row in rows)


def reply_accuracy(rows: Iterable[Row]) -> float | None:
    """Share of the agent's replies without a fault."""
    replies = [cast("Plain", row["replies"]) for row in rows]
    faulty = sum(len(cast("list[Json]", item["faults"])) for item in replies)
    of = _total(replies, "of")
    return _ratio(of - faulty, of)


def worst_voice(rows: Sequence[Row]) -> tuple[str, float | None]:
    """The voice whose forms are filled worst, and its form completion."""
    voices = Counter(str(row["voice"]) for row in rows)
    found = {
        voice: completion([row for row in rows if row["voice"] == voice])["form_completion"]
        for voice, calls in voices.items()
        if calls >= FEWEST_CALLS
    }
    shares = {voice: value for voice, value in found.items() if value is not None}
    return min(shares.items(), key=lambda item: item[1], default=("", None))


# ---------------------------------------------------------------- behind the figures


@dataclass(frozen=True)
class Group:
    """A group of calls."""

    by: str
    group: str
    calls: int
    form_completion: float | None
    form_completion_reference: float | None
    form_completion_live: float | None
    forms_right: float | None
    forms_right_live: float | None


def groups(rows: Sequence[Row], by: str) -> list[Group]:
    """The calls by condition, behaviour, system, voice, sex, user or speaker of the digits."""
    found, chosen = [], selected(rows, by)
    for name in dict.fromkeys(str(row[by]) for row in chosen):
        own = [row for row in chosen if str(row[by]) == name]
        shares = completion(own)
        right, right_live = forms_right(own, "heard"), forms_right(own, "live")
        found.append(Group(by, name, len(own), **shares, forms_right=right, forms_right_live=right_live))
    return found


def causes(rows: Iterable[Row], which: Integration) -> dict[str, int]:
    """Why fields are wrong: cause and field, the commonest first."""
    found = Counter(
        f"{field['cause']}: {name}"
        for row in rows
        for name, field in fields_of(row, which).items()
        if field["cause"]
    )
    return dict(found.most_common())


def details(rows: Sequence[Row]) -> dict[str, object]:
    """What stands behind the metrics, and the published figures."""
    published = [row for row in rows if is_published(row)]
    return {
        "groups": [vars(group) for by in GROUPS for group in groups(rows, by)],
        "causes": {which: causes(published, which) for which in ENDINGS},
        "published": dict(PUBLISHED),
    }


def fields_of(row: Row, which: Integration) -> Mapping[str, Plain]:
    """By name, the fields that should hold a value or hold one."""
    return cast("Mapping[str, Plain]", _held(row, which)["fields"])


def _held(row: Row, which: Integration) -> Plain:
    return cast("Plain", row[which])


def _units(row: Row) -> list[Plain]:
    return cast("list[Plain]", row["units"])


def _total(rows: Iterable[Plain], key: str) -> int:
    return sum(cast("int", row[key]) for row in rows)


def _ratio(part: float, whole: float) -> float | None:
    return round(part / whole, 5) if whole else None


def share(flags: Iterable[bool]) -> float | None:
    """Share of true ones; None of none."""
    found = list(flags)
    return _ratio(sum(found), len(found))


def selected(rows: Sequence[Row], by: str) -> list[Row]:
    """The calls that can be compared by condition, behaviour or system, all else being equal; else published.

    Systems are compared on the calls that a baseline held, too; without one there is nothing to compare.
    """
    own = [row for row in rows if row["system"] == OWN]
    match by:
        case "condition":
            combined = [row for row in own if row["condition"] == "combined" and row["behaviour"] == PLAIN]
            return [row for row in rows if is_published(row)] + combined
        case "behaviour":
            return [row for row in own if row["user"] in BEYOND_USERS]
        case "system":
            shared = {row["call"] for row in rows if row["system"] != OWN}
            return [row for row in rows if row["call"] in shared and row["behaviour"] == PLAIN]
        case _:
            return [row for row in rows if is_published(row)]
