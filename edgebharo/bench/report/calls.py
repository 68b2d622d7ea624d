"""The parts of a report that show calls: every wrong field, and the course of the calls with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import cast

from edgebharo.bench.reliability.from_rows import OWN
from edgebharo.bench.report.compare import case_name
from edgebharo.bench.report.failures import Failure, Plain, own
from edgebharo.bench.report.markup import Html, el, join
from edgebharo.bench.report.page import quiet, section, table
from edgebharo.bench.report.sounds import Sound
from edgebharo.bench.suite import Json, Row

WHICH = {"reference": "as spoken", "heard": "as heard", "live": "live"}


def failure_table(found: Sequence[Failure]) -> Html:
    """Every wrong field with its cause."""
    if not found:
        return section("Wrong fields", el("p", "None.", class_="good"))
    search = el("input", type="search", placeholder="show only rows with …", data_filters="tr.failure")
    rows = [_failure(failure) for failure in found]
    headings = ("replay", "cause", "field", "meant", "in the form", "said", "heard", "call", "voice")
    return section("Wrong fields", el("p", search), table(headings, rows))


def _failure(failure: Failure) -> Html:
    return el(
        "tr",
        el("td", WHICH[failure.which]),
        el("td", failure.cause),
        el("td", failure.field),
        el("td", _plain(failure.expected)),
        el("td", _plain(failure.got)),
        el("td", failure.said),
        el("td", failure.heard),
        el("td", el("a", short(failure.call), href=f"#{anchor(failure.call)}")),
        el("td", failure.voice),
        class_="failure",
    )


def course_list(
    rows: Sequence[Row],
    found: Sequence[Failure],
    grave: Mapping[str, Sequence[str]],
    sounds: Mapping[str, Sound],
) -> Html | None:
    """The calls with a wrong field or a grave event, turn by turn, with their sound where it was kept.

    `grave`: by the call's name, what went gravely wrong on the way.
    """
    told: dict[str, list[str]] = {}
    for failure in found:
        told.setdefault(failure.call, []).append(f"{failure.field} {WHICH[failure.which]}: {failure.cause}")
    for name, events in grave.items():
        told.setdefault(name, []).extend(events)
    shown = [row for row in own(rows) if case_name(row) in told]
    if not shown:
        return None
    kept = sum(case_name(row) in sounds for row in shown)
    remark = (
        f"{len(shown)} calls; what the microphone heard in {kept} of them (not the agent) is in this page."
    )
    courses = (_course(row, "; ".join(told[case_name(row)]), sounds.get(case_name(row))) for row in shown)
    return section("Calls in which something went wrong", quiet(remark), *courses)


def _course(row: Row, told: str, sound: Sound | None) -> Html:
    name = case_name(row)
    player = el("audio", controls=True, preload="none", src=sound.url) if sound else None
    turns = [_turn(turn) for turn in cast("list[Plain]", row.get("turns") or [])]
    headings = ("at", "agent", "said", "heard", "then", "silence")
    steps = table(headings, turns, frozenset({0, 5})) if turns else None
    who = quiet(f"voice {row.get('voice', '')}, {row.get('seconds', '–')} s")
    head = el("summary", short(name), " ", el("span", told, class_="quiet"))
    return el("details", head, who, player, steps, id=anchor(name))


def _turn(turn: Plain) -> Html:
    at_ms, latency = turn.get("at_ms"), turn.get("latency_ms")
    at = f"{at_ms / 1000:.1f} s" if isinstance(at_ms, int) else ""
    return el(
        "tr",
        el("td", at, class_="number"),
        *(el("td", str(turn.get(key) or "")) for key in ("asked", "said", "heard", "step")),
        el("td", "" if latency is None else f"{latency} ms", class_="number"),
    )


def reply_faults(rows: Sequence[Row]) -> Html | None:
    """What the agent said that it should not have said, as far as the rows tell it."""
    found = [_fault(row, fault) for row in own(rows) for fault in _faults(row)]
    if not found:
        return None
    return section("Faults in the agent's words", table(("said", "fault", "call"), found))


def _fault(row: Row, fault: Plain) -> Html:
    why = "; ".join(map(str, cast("list[Json]", fault["why"])))
    return el("tr", *(el("td", text) for text in (str(fault["said"]), why, short(case_name(row)))))


def _faults(row: Row) -> list[Plain]:
    replies = row.get("replies")
    faults = replies.get("faults") if isinstance(replies, dict) else None
    return cast("list[Plain]", faults) if isinstance(faults, list) else []


def short(name: str) -> str:
    """The name of a call without what is usual."""
    return name.removesuffix(f" · {OWN}").removesuffix(" · plain")


def anchor(name: str) -> str:
    """The call's place in the page."""
    return f"call-{sha256(name.encode()).hexdigest()[:12]}"


def went_wrong(names: Sequence[str]) -> Html | None:
    """The cases of another benchmark that went wrong, by name."""
    if not names:
        return None
    return section("Cases that went wrong", join(*(el("p", name) for name in names)))


def _plain(value: Json) -> str:
    if value is None:
        return "–"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
