"""What need not be worked out twice: the ear's and the language model's answers, by content.

A call of `bench capture` is held on a clock that real computing does not move, so that the same task gives
the same sounds on every machine and in every run; what was heard once is then taken from a file. The clock
moves by what the work takes on a small computer instead.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np

from edgebharo.errors import EdgeBharoError
from edgebharo.ports import Asr, Llm
from edgebharo.types import (
    SAMPLE_RATE,
    Cancelled,
    Expect,
    Hypothesis,
    Pcm,
    Speech,
    Transcript,
    Utterance,
    Word,
    never_cancelled,
)

HEARING_MS, HEARING_SHARE = 80.0, 0.10
"""An utterance is heard in this, and this share of its length (measured: 0.07 to 0.08 on one core)."""
READING_MS = 350.0
"""One question to the language model."""
VOICE_MS = 250.0
"""Until a line sounds. Lines that never change are kept as sound and cost less: that is not counted here."""

LINE_S, LETTER_S, MARK_S = 0.373, 0.105, 0.105
"""How long the packaged voice takes for a line, for each letter or vowel sign, for each comma and full stop:
fitted to 166 lines at the pace of calls, mean error 7 %."""
HUM = 1000
"""What the agent's voice is in the air: nobody here listens to it, only its length counts."""
MARKS = frozenset("।?,!")


@dataclass
class NominalClock:
    """Time that passes only where it is spent."""

    _ns: int = 0

    def spend(self, milliseconds: float) -> None:
        """Let time pass."""
        self._ns += round(milliseconds * 1e6)

    def now_ns(self) -> int:
        """Nanoseconds spent so far."""
        return self._ns


class Memory:
    """Answers by key in one SQLite file, for several processes."""

    def __init__(self, path: Path) -> None:
        """Open or create the file.

        Raises:
            EdgeBharoError: it cannot be used.
        """
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect()) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer TEXT NOT NULL)"
                )
            self._connection = self._connect()
        except (OSError, sqlite3.Error) as error:
            raise EdgeBharoError(
                f"{path}: cannot be used ({error}); remove it, or free some space"
            ) from error

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=60, isolation_level=None)

    def get(self, key: str) -> str | None:
        """What was kept under `key`."""
        row = self._connection.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def put(self, key: str, answer: str) -> None:
        """Keep `answer`."""
        self._connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, answer))


@dataclass
class RememberedEar:
    """Implements Asr. `open_ear` is called for the first sound that was never heard before.

    It gives no words while she still speaks: they make turns end a little sooner, and cost four times as much
    as the rest of a call.
    """

    open_ear: Callable[[], Asr]
    identity: str
    """Names the ear and all that its answers rest on."""
    memory: Memory
    clock: NominalClock
    _ear: Asr | None = field(default=None, repr=False)

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise `utterance`; InferenceError where the model failed."""
        self.clock.spend(HEARING_MS + HEARING_SHARE * len(utterance.pcm) * 1000 / SAMPLE_RATE)
        if cancelled():
            return Transcript(utterance.id, "")
        key = _key(self.identity, repr(expect), utterance.pcm.tobytes())
        kept = self.memory.get(key)
        if kept is not None:
            return _transcript(kept, utterance.id)
        self._ear = self._ear or self.open_ear()
        heard = self._ear.transcribe(utterance, expect, never_cancelled)
        self.memory.put(key, json.dumps(asdict(heard), ensure_ascii=False))
        return heard

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:  # noqa: ARG002
        """No words yet."""
        return Transcript(so_far.id, "")


def _transcript(kept: str, utterance_id: int) -> Transcript:
    plain = json.loads(kept) | {"utterance_id": utterance_id}
    plain["hypotheses"] = tuple(Hypothesis(**item) for item in plain["hypotheses"])
    plain["words"] = tuple(Word(**item) for item in plain["words"])
    return Transcript(**plain)


@dataclass
class RememberedLlm:
    """Implements Llm."""

    llm: Llm
    identity: str
    memory: Memory
    clock: NominalClock

    def complete(  # noqa: D102 - as the port says
        self,
        prompt: str,
        cancelled: Cancelled,
        *,
        grammar: str | None = None,
        literals: tuple[str, ...] = (),
        max_tokens: int = 64,
        stop: tuple[str, ...] = (),
    ) -> str:
        self.clock.spend(READING_MS)
        key = _key(self.identity, prompt, repr((grammar, literals, max_tokens, stop)))
        kept = self.memory.get(key)
        if kept is not None or cancelled():
            return kept or ""
        said = self.llm.complete(
            prompt, never_cancelled, grammar=grammar, literals=literals, max_tokens=max_tokens, stop=stop
        )
        self.memory.put(key, said)
        return said


@dataclass(frozen=True)
class TimedVoice:
    """Implements Tts: lines that last as long as the packaged voice needs for them, and say nothing."""

    clock: NominalClock

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """One Speech of the right length."""
        if not cancelled():
            self.clock.spend(VOICE_MS)
            hum: Pcm = np.full(round(line_seconds(line) * SAMPLE_RATE), HUM, np.int16)
            yield Speech(hum, SAMPLE_RATE, last=True)


def line_seconds(line: str) -> float:
    """How long the packaged voice speaks at `line`, roughly."""
    letters = sum("\u0900" <= char <= "\u0963" and char != "\u094d" for char in line)
    return LINE_S + LETTER_S * letters + MARK_S * sum(char in MARKS for char in line)


def _key(*parts: str | bytes) -> str:
    digest = sha256()
    for part in parts:
        digest.update((part.encode() if isinstance(part, str) else part) + b"\0")
    return digest.hexdigest()
