"""The state of a call, its turns and its form as JSON, without loss: "0042" stays text, true a yes.

What a newer EdgeBharo adds to these objects is written by itself, and what an older one did not know yet
comes back with its default: a draft outlives an update.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from edgebharo.errors import StoreError

Json: TypeAlias = str | int | float | bool | list["Json"] | dict[str, "Json"] | None

T = TypeVar("T")


def dump(data: Any) -> str:
    """Compact JSON of a frozen dataclass, or of anything made of them; Devanagari stays readable."""
    return json.dumps(_plain(data), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def load(kind: type[T], text: str | bytes) -> T:
    """Inverse of `dump` for an object of `kind`.

    Raises:
        StoreError: it is none; names keys, never values.
    """
    try:
        adapter: TypeAdapter[T] = _adapter(cast("Hashable", kind))
        return adapter.validate_json(text)
    except ValidationError as error:
        places = {".".join(str(part) for part in problem["loc"]) for problem in error.errors()}
        raise StoreError(
            f"a stored {kind.__name__} cannot be read ({', '.join(sorted(places)[:5])}): it was written by "
            "another EdgeBharo; install that one, nothing was changed"
        ) from None


def _plain(data: Any) -> Json:
    if is_dataclass(data):
        return {field.name: _plain(getattr(data, field.name)) for field in fields(data)}
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, tuple | list):
        return [_plain(item) for item in data]
    if data is None or isinstance(data, str | bool | int | float):
        return data
    raise TypeError(f"the store cannot hold a {type(data).__name__}")


@cache
def _adapter(kind: Hashable) -> TypeAdapter[Any]:
    return TypeAdapter(cast("type[Any]", kind))
