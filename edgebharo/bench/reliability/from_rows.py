"""Calls as `bench forms` held them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from edgebharo.bench.reliability.record import ENDED_WELL, CallRecord, Detail, Sound
from edgebharo.bench.suite import Row
from edgebharo.errors import ResultsError

IDENTITY = ("name", "child_name", "linked_number", "whatsapp_number", "aadhaar_last4")
"""Fields that tell who she is, and how she is reached."""
OWN = "edgebharo"
"""The system that is measured; the others are baselines."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class _Field(_Part):
    right: bool
    expected: JsonValue = None
    got: JsonValue = None


class _Outcome(_Part):
    status: str
    fields: dict[str, _Field]


class _Stretch(_Part):
    side: Literal["caller", "agent"]
    start_ms: int
    end_ms: int
    text: str = ""


class _Turn(_Part):
    step: str = ""
    """What the agent does after this turn, in a few words."""
    heard: str = ""
    reads: dict[str, JsonValue] = {}
    """What is read back after this turn."""


class _Call(_Part):
    call: str
    condition: str = ""
    behaviour: str = ""
    system: str = OWN
    voice: str = ""
    sex: str = ""
    live: _Outcome | None
    timeline: tuple[_Stretch, ...] = ()
    turns: tuple[_Turn, ...] = ()
    corrected: dict[str, list[JsonValue]] = {}
    claimed_complete: bool = False


def records_of(rows: Iterable[Row], system: str = OWN) -> tuple[CallRecord, ...]:
    """The calls of one system that were held live.

    Raises:
        ResultsError: a row is none of `bench forms`; names it by its number.
    """
    calls = [_read(number, row) for number, row in enumerate(rows, start=1)]
    return tuple(_record(call, call.live) for call in calls if call.live and call.system == system)


def _read(number: int, row: Mapping[str, object]) -> _Call:
    try:
        return _Call.model_validate(row)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise ResultsError(
            f"row {number}: is no call of bench forms: see {place}; give the JSON of edgebharo bench forms"
        ) from error


def _record(call: _Call, live: _Outcome) -> CallRecord:
    known = [live.fields[name] for name in IDENTITY if name in live.fields]
    return CallRecord(
        id=call.call,
        sounds=tuple(Sound(item.side, item.start_ms, item.end_ms, item.text) for item in call.timeline),
        details=tuple(_details(call, live)),
        goal=_is_reached(live),
        goal_with_worker=_is_reached(live, _left_to_worker(call, live)),
        claimed=call.claimed_complete,
        groups=tuple((by, getattr(call, by)) for by in ("condition", "behaviour", "voice", "sex")),
        identity=all(field.right for field in known) if known else None,
        system=call.system,
    )


def _is_reached(live: _Outcome, given: frozenset[str] = frozenset()) -> bool:
    """Whether all but the fields `given` hold what she meant, and the call ended as it should."""
    right = all(field.right or name in given for name, field in live.fields.items())
    return right and live.status in ENDED_WELL


def _left_to_worker(call: _Call, live: _Outcome) -> frozenset[str]:
    """Fields that were handed over, and that nobody filled."""
    steps = (turn.step.partition(" ") for turn in call.turns)
    handed = {field for word, _, field in steps if word == "handoff"}
    return frozenset(name for name in handed if name in live.fields and live.fields[name].got is None)


def _details(call: _Call, live: _Outcome) -> Iterator[Detail]:
    """What was read back, what of it she called wrong, and what the form holds in the end.

    A no that the agent heard no word of tells it nothing: the same read-back once more is then no other use.
    """
    wrong = {
        key for name, values in call.corrected.items() for value in values for key in _keys({name: value})
    }
    read_back: list[str] = []
    for turn in call.turns:
        if turn.heard:
            yield from (Detail("corrected", key) for key in read_back if key in wrong)
        read_back = _keys(turn.reads)
        yield from (Detail("used", key) for key in read_back)
    yield from (Detail("corrected", key) for key in sorted(wrong))
    yield from (
        Detail("used", key) for key in _keys({name: field.got for name, field in live.fields.items()})
    )


def _keys(values: Mapping[str, object]) -> list[str]:
    return [f"{name} = {value}" for name, value in values.items()]
