"""The trace of a call: every event and what it led to, with times and turn ids, one JSON object a line.

It holds the words that were heard, so it is written only when asked for, and only its owner may read it. It
holds no sound. Twelve digits or more in one turn may be an Aadhaar number: then no digit of the turn is kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TextIO

from pydantic import BaseModel, ConfigDict, ValidationError

from edgebharo import __version__
from edgebharo.dialogue import commands as do
from edgebharo.dialogue.endpointing import POLICIES
from edgebharo.dialogue.events import Decided, Event
from edgebharo.dialogue.state import DialogueState
from edgebharo.errors import OutputError, TraceError
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.runtime.engine import OnStep, unobserved
from edgebharo.runtime.trace_codec import KIND, Json, decode, encode

LONG = 12
"""Digits of an Aadhaar number."""
HIDDEN = "•"
REPEATS = {"डबल": 1, "ट्रिपल": 2}
"""Words that stand for more digits than they name."""


class Header(BaseModel):
    """The first line: how the call was held."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trace: Literal[1] = 1
    edgebharo: str = __version__
    form: str = ""
    policy: str = "by-meaning"
    headset: bool = False

    def start(self) -> DialogueState:
        """The state in which the call began.

        Raises:
            TraceError: the program knows no such policy.
        """
        if self.policy not in POLICIES:
            raise TraceError(f"the trace was made with a policy that is not known here: {self.policy}")
        return DialogueState(policy=POLICIES[self.policy], headset=self.headset)


class Line(BaseModel):
    """Any other line: one step."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ms: int
    """When, on the call's clock."""
    phase: str
    turn: int
    event: dict[str, Any]
    commands: list[dict[str, Any]] = []


@dataclass(frozen=True)
class Trace:
    """A trace as it was read."""

    header: Header
    lines: tuple[tuple[Line, Event], ...]


# ---------------------------------------------------------------- writing


@dataclass
class Tracer:
    """Writes a trace while the call goes on; call it at each step. A turn is written when it is over."""

    path: Path
    _file: TextIO
    _held: list[Json] = field(default_factory=list)
    _digits_wanted: int | None = None
    _failed: OSError | None = None

    def __call__(
        self, now_ms: int, event: Event, before: DialogueState, commands: tuple[do.Command, ...]
    ) -> None:
        """Take in one step. What cannot be written is told at the end: it must not end the call."""
        line = {
            "ms": now_ms,
            "phase": before.phase,
            "turn": before.turn,
            "event": encode(event),
            "commands": [encode(command) for command in commands],
        }
        self._held.append(line)
        if isinstance(event, Decided):
            self._write()
            self._digits_wanted = event.expect.digits

    def close(self) -> None:
        """Write what is left.

        Raises:
            OutputError: not all of the trace could be written; the record of the call is kept.
        """
        self._write()
        try:
            self._file.close()
        except OSError as error:
            self._failed = self._failed or error
        if self._failed:
            raise OutputError(f"--trace {self.path}: not all could be written ({self._failed.strerror})")

    def _write(self) -> None:
        shown, self._held = self._held, []
        limit = min(self._digits_wanted or LONG - 1, LONG - 1)
        if max((_digits(text) for text in _texts(shown)), default=0) > limit:
            shown = [_hide(line) for line in shown]
        try:
            for line in shown:
                self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()
        except OSError as error:
            self._failed = self._failed or error


def open_tracer(path: Path, form: str, start: DialogueState) -> Tracer:
    """Begin a trace; a file that is there is overwritten.

    Raises:
        OutputError: the file cannot be written.
    """
    header = Header(form=form, policy=start.policy.name, headset=start.headset)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.fchmod(handle, 0o600)
        file = os.fdopen(handle, "w", encoding="utf-8")
        file.write(header.model_dump_json() + "\n")
    except OSError as error:
        message = f"--trace {path}: cannot be written ({error.strerror}); choose another place"
        raise OutputError(message) from error
    return Tracer(path, file)


@contextmanager
def tracing(path: Path | None, form: str, start: DialogueState) -> Iterator[OnStep]:
    """What to give to a call as its `on_step`; without a path there is no trace.

    Raises:
        OutputError: the file cannot be written; at the end, where not all of it could be.
    """
    if path is None:
        yield unobserved
        return
    with closing(open_tracer(path, form, start)) as tracer:
        yield tracer


def _texts(shown: Json) -> Iterator[str]:
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, list):
        for item in shown:
            yield from _texts(item)
    elif isinstance(shown, dict):
        for key, value in shown.items():
            if key != KIND:
                yield from _texts(value)


def _digits(text: str) -> int:
    return sum(map(_digits_of, text.split()))


def _digits_of(written: str) -> int:
    word = normalize(written)
    if word.isdecimal():
        return len(word)
    if word in CARDINALS:
        return len(str(CARDINALS[word]))
    return REPEATS.get(word, 0)


def _hide(shown: Json) -> Json:
    if isinstance(shown, str):
        return " ".join(HIDDEN if _digits_of(word) else word for word in shown.split(" "))
    if isinstance(shown, list):
        return [_hide(item) for item in shown]
    if isinstance(shown, dict):
        return {key: value if key == KIND else _hide(value) for key, value in shown.items()}
    return shown


# ---------------------------------------------------------------- reading


def read_trace(path: Path) -> Trace:
    """Read a trace.

    Raises:
        TraceError: the file cannot be read, or is no trace of this version; names the line, never its words.
    """
    try:
        rows = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise TraceError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise TraceError(f"{path}: is no text file") from error
    if not rows:
        raise TraceError(f"{path}: is empty; a trace is made with: edgebharo call --trace FILE")
    try:
        header = Header.model_validate_json(rows[0])
    except ValidationError as error:
        raise TraceError(f"{path}: line 1 is not the beginning of a trace of this version") from error
    return Trace(header, tuple(_line(path, number, row) for number, row in enumerate(rows[1:], start=2)))


def _line(path: Path, number: int, row: str) -> tuple[Line, Event]:
    try:
        line = Line.model_validate_json(row)
        event = decode(line.event)
    except (ValidationError, ValueError, TypeError) as error:
        raise TraceError(f"{path}: line {number} is damaged, or of another version") from error
    if not isinstance(event, Event.__args__):
        raise TraceError(f"{path}: line {number} holds no event")
    return line, event
