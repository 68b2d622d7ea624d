"""The simulated callers of `bench capture`: truthful, and they tell only what they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from random import Random

from edgebharo.bench import phrasings
from edgebharo.bench.capture_tasks import Item, Task
from edgebharo.bench.capture_words import (
    date_corrected,
    date_part,
    digit_words,
    digits_corrected,
    spelled,
)
from edgebharo.capture import Piece
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.brain import same_value
from edgebharo.types import Ask, Confirm, Repair, Step, Value

PLACE_WORDS = frozenset({"गांव", "ग्राम"})
"""Say what a name names; a form that keeps them with the name of a village holds the village."""
WRONG_YES_NO = ("नहीं, गलत है", "गलत है", "जी नहीं, ऐसा नहीं है")
BARE, PART = 0.3, 0.6
"""Up to here she only says no; up to there she says only what was wrong, where little was; else all again."""
PATIENT_NOES = 2
"""After so many wrong read-backs of a value she says all of it."""


def is_right(item: Item, value: Value | None) -> bool:
    """Whether a form that holds `value` holds what she meant.

    A name counts as any spelling that is read aloud alike; one that she spelt counts letter by letter.
    """
    if item.kind == "spelled_name":
        return isinstance(value, str) and normalize(value) == normalize(str(item.value))
    if item.kind == "village" and isinstance(value, str):
        value = " ".join(word for word in value.split() if word not in PLACE_WORDS)
    return same_value(value, item.value)


def sounds_right(item: Item, value: Value, spoken: str) -> bool:
    """Whether she hears her value in `spoken`, the words in which `value` is read back.

    A name that is read as a word sounds right whatever its spelling.
    """
    if item.kind == "spelled_name" and normalize(str(value)) in normalize(spoken):
        return same_value(value, item.value)
    return is_right(item, value)


@dataclass
class CaptureCaller:
    """Answers the steps of one call in words."""

    task: Task
    heard_so_far: Callable[[], str]
    """The digits that the agent said it has so far."""
    spoken: Callable[[], str]
    """The agent's last words."""
    refused: dict[str, list[Value]] = field(default_factory=dict)
    """By field, the read-backs that she called wrong, in order."""
    _asked: dict[str, int] = field(default_factory=dict)
    _judged: dict[str, int] = field(default_factory=dict)

    def reply(self, step: Step) -> str | None:
        """What she says; None where she stays silent."""
        match step:
            case Confirm():
                return self._judge(step)
            case Ask(field=name) | Repair(field=name):
                item = self.task.item(name)
                return self._tell(item, step) if item else None
            case _:
                return None

    # ------------------------------------------------------------ telling

    def _tell(self, item: Item, step: Ask | Repair) -> str:
        count = self._count(self._asked, item.field)
        if step.piece is not None:
            return said_piece(item, step.piece, self._random("piece", count))
        if item.kind in ("phone", "aadhaar") and isinstance(step, Ask) and step.reason == "partial":
            return self._rest(item)
        mistaken = self.task.realism == "wrong_field" and item is self.task.items[0]
        if mistaken and count == 0:
            return self.task.items[1].first
        return item.first if count == (1 if mistaken else 0) else item.plain

    def _rest(self, item: Item) -> str:
        """The digits that are missing; all of them where the agent has heard others."""
        value, known = str(item.value), self.heard_so_far()
        if known and value.startswith(known) and known != value:
            return digit_words(value[len(known) :])
        return f"नहीं, {item.plain}"

    # ------------------------------------------------------------ judging

    def _judge(self, step: Confirm) -> str:
        spoken = self.spoken()
        items = [(self.task.item(candidate.field), candidate.value) for candidate in step.candidates]
        wrong = [(item, value) for item, value in items if item and not sounds_right(item, value, spoken)]
        if not wrong:
            return self._random("yes", self._count(self._judged, "yes")).choice(phrasings.RIGHT)
        for item, value in wrong:
            self.refused.setdefault(item.field, []).append(value)
        item, value = wrong[0]
        count = self._count(self._judged, item.field)
        said = self._corrected(item, value, count)
        return f"नहीं, {_TOPIC[item.kind]} {item.plain}" if step.review else said

    def _corrected(self, item: Item, value: Value, count: int) -> str:
        random = self._random("no", count)
        if item.kind == "yes_no":
            return random.choice(WRONG_YES_NO)
        style = random.random() if count < PATIENT_NOES else 1.0
        if style < BARE:
            return random.choice(phrasings.WRONG)
        part = wrong_part(item, value) if style < PART else ""
        return part or f"नहीं, {item.plain}"

    def _random(self, about: str, count: int) -> Random:
        return Random(f"{self.task.id}/{about}/{count}")  # noqa: S311

    @staticmethod
    def _count(counts: dict[str, int], key: str) -> int:
        counts[key] = counts.get(key, 0) + 1
        return counts[key] - 1


_TOPIC = {
    "name": "नाम",
    "spelled_name": "नाम",
    "village": "गांव",
    "district": "ज़िला",
    "date": "तारीख",
    "months": "महीने",
    "phone": "फ़ोन नंबर",
    "aadhaar": "आधार",
    "yes_no": "",
    "number": "गिनती",
}
"""How she names what was wrong in a summary."""


def wrong_part(item: Item, value: Value) -> str:
    """Only what was wrong in a read-back; "" where that cannot be said."""
    right, wrong = str(item.value), str(value)
    if item.kind in ("phone", "aadhaar"):
        return digits_corrected(wrong, right)
    if item.kind == "date":
        return date_corrected(date.fromisoformat(wrong), date.fromisoformat(right))
    return ""


def said_piece(item: Item, piece: Piece, random: Random) -> str:
    """What she says where a part of her value is asked for."""
    value = str(item.value)
    match piece.kind:
        case "digits":
            return digit_words(value[piece.start : piece.start + piece.count])
        case "spelling":
            return spelled(value, by_example=random.random() < 0.5 or piece.worded)
        case part:
            return date_part(date.fromisoformat(value), part)
