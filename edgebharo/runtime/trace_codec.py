"""Events and commands as JSON and back: what a step of the dialogue depends on, and no sound.

Of a transcript the text is kept and how sure the ear was, of an utterance where it lies and how long it is,
of a decision what was asked next. Fields that have their default value are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import singledispatch
from typing import Any, TypeAlias

import numpy as np

from edgebharo import types
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

KIND = "is"
"""The key that names a value's class."""


@singledispatch
def encode(value: Any) -> Json:
    """`value` as JSON."""
    if is_dataclass(value):
        shown = {field.name: getattr(value, field.name) for field in fields(value)}
        kept = {field.name for field in fields(value) if shown[field.name] != _default(field)}
        return {KIND: type(value).__name__, **{name: encode(shown[name]) for name in shown if name in kept}}
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a trace cannot hold a {type(value).__name__}")


@encode.register
def _(value: types.Utterance) -> Json:
    shown: dict[str, Json] = {KIND: "Utterance", "id": value.id, "start": value.start, "end": value.end}
    return {**shown, "samples": len(value.pcm), "ended_by": value.ended_by}


@encode.register
def _(value: types.Transcript) -> Json:
    shown: dict[str, Json] = {KIND: "Transcript", "utterance_id": value.utterance_id, "text": value.text}
    return shown if value.confidence == 1.0 else {**shown, "confidence": value.confidence}


@encode.register
def _(value: types.Candidate) -> Json:
    return {KIND: "Candidate", "field": value.field}


@encode.register
def _(value: types.Answers) -> Json:
    return {KIND: "Answers", "asked": value.asked}


@encode.register
def _(value: types.Extraction) -> Json:
    return {KIND: "Extraction", "intent": value.intent, "problem": value.problem}


@encode.register
def _(value: types.Expect) -> Json:
    kept: dict[str, Json] = {KIND: "Expect", "kind": value.kind}
    return {**kept, "digits": value.digits, "confirming": value.confirming, "parts": value.parts}


@encode.register
def _(value: do.Commit) -> Json:
    return {KIND: "Commit", "turn": value.decided.turn}


@encode.register
def _(value: events.Decided) -> Json:
    decision = replace(value.decision, rejections=())
    return {
        KIND: "Decided",
        "turn": value.turn,
        "extraction": encode(value.extraction),
        "decision": encode(decision),
        "reply": encode(value.reply),
        "expect": encode(value.expect),
    }


def _default(field: Field[Any]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


_CLASSES: Mapping[str, type[Any]] = {
    item.__name__: item
    for module in (types, events)
    for item in vars(module).values()
    if isinstance(item, type) and is_dataclass(item)
}


def decode(shown: Json) -> Any:
    """The value that `encode` made `shown` of, as far as a step depends on it.

    Raises:
        ValueError, TypeError: it was not made by `encode`.
    """
    if isinstance(shown, list):
        return tuple(decode(item) for item in shown)
    if not isinstance(shown, dict):
        return shown
    name = str(shown.get(KIND))
    given = {key: decode(value) for key, value in shown.items() if key != KIND}
    if name not in _CLASSES:
        raise ValueError("a value of an unknown kind")
    if name == "Utterance":
        silence = np.broadcast_to(np.int16(0), (int(given.pop("samples")),))
        return types.Utterance(**given, pcm=silence)
    if name == "Candidate":
        return types.Candidate(**given, value="", span=None, source="state")
    return _CLASSES[name](**given)
