"""Values, candidates and dialogue state as JSON text, without loss: "0042" stays text, true a yes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias, cast

from edgebharo.types import Candidate, Source, Span, Value

Json: TypeAlias = str | int | float | bool | list["Json"] | dict[str, "Json"] | None


def dump(data: Json) -> str:
    """Compact JSON that keeps Devanagari readable."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def dump_value(value: Value) -> str:
    """One field's value. JSON itself keeps apart text, whole numbers, decimals, yes/no and lists."""
    return dump(_plain(value))


def load_value(text: str) -> Value:
    """Inverse of `dump_value`."""
    return _value(json.loads(text))


def dump_names(names: tuple[str, ...]) -> str:
    """A tuple of names of fields or rules."""
    return dump(list(names))


def load_names(text: str) -> tuple[str, ...]:
    """Inverse of `dump_names`."""
    return tuple(json.loads(text))


def dump_counts(counts: Mapping[str, int]) -> str:
    """Whole numbers by name."""
    return dump(dict(counts))


def load_counts(text: str) -> dict[str, int]:
    """Inverse of `dump_counts`."""
    return cast("dict[str, int]", json.loads(text))


def dump_refused(refused: Mapping[str, tuple[Value, ...]]) -> str:
    """Values that the caller said no to, by field."""
    return dump({name: [_plain(value) for value in values] for name, values in refused.items()})


def load_refused(text: str) -> dict[str, tuple[Value, ...]]:
    """Inverse of `dump_refused`."""
    return {name: tuple(_value(value) for value in values) for name, values in json.loads(text).items()}


def dump_candidates(candidates: tuple[Candidate, ...]) -> str:
    """Values that wait for a confirmation."""
    return dump([_candidate_json(candidate) for candidate in candidates])


def load_candidates(text: str) -> tuple[Candidate, ...]:
    """Inverse of `dump_candidates`."""
    return tuple(_candidate(entry) for entry in json.loads(text))


def _plain(value: Value) -> Json:
    return list(value) if isinstance(value, tuple) else value


def _value(data: Json) -> Value:
    return cast("Value", tuple(cast("list[str]", data)) if isinstance(data, list) else data)


def _candidate_json(candidate: Candidate) -> Json:
    span = candidate.span
    return {
        "field": candidate.field,
        "value": _plain(candidate.value),
        "span": None if span is None else [span.start, span.end],
        "source": candidate.source,
        "confidence": candidate.confidence,
        "doubtful": candidate.doubtful,
        "correction": candidate.correction,
        "estimated": candidate.estimated,
        "reading": candidate.reading,
    }


def _candidate(data: dict[str, Json]) -> Candidate:
    span = cast("list[int] | None", data["span"])
    return Candidate(
        field=cast("str", data["field"]),
        value=_value(data["value"]),
        span=None if span is None else Span(*span),
        source=cast("Source", data["source"]),
        confidence=cast("float", data["confidence"]),
        doubtful=cast("bool", data["doubtful"]),
        correction=cast("bool", data["correction"]),
        estimated=cast("bool", data["estimated"]),
        reading=cast("str", data["reading"]),
    )
