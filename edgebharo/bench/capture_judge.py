"""What a call of `bench capture` came to: right or wrong, noticed, repaired, and why it is wrong. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TypeAlias, cast

from edgebharo.bench.callers import TODAY
from edgebharo.bench.capture_call import Call
from edgebharo.bench.capture_caller import is_right
from edgebharo.bench.capture_tasks import Item
from edgebharo.bench.suite import Json
from edgebharo.bench.talker import Said
from edgebharo.forms import rules
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.journal import Turn
from edgebharo.types import Answers, Ask, Confirm, Handoff, Repair, Step, Transcript, Value, never_cancelled
from edgebharo.understand.extract import extract

Cause: TypeAlias = str
"""unnoticed, no_taken_as_yes, sounds_alike or gave_up, then why: see `_why` (unnoticed: misheard)."""

CUT_MS = 100
"""She was cut off where the agent decided so long before her last sound."""


@dataclass(frozen=True)
class Captured:
    """One field at the end of a call."""

    field: str
    right: bool
    by_worker: bool
    wrong: bool
    """At least once a wrong value was taken: written, or held to be confirmed."""
    noticed: bool
    """After that, the value was read back, asked for again, or handed to the worker."""
    stored_refused: bool
    """It holds a wrong value that the caller had refused."""
    offered_again: int
    """How often a value that she had refused was read back again, with something else in between."""
    cause: Cause | None
    """Why the field is wrong; None where it is right."""


def captured(call: Call) -> tuple[Captured, ...]:
    """The fields of the task."""
    return tuple(_captured(call, item) for item in call.task.items)


def _captured(call: Call, item: Item) -> Captured:
    answer = call.answers.get(item.field)
    right = answer.status == "answered" and is_right(item, answer.value)
    first = next((at for at, value in _taken(call, item.field) if not is_right(item, value)), None)
    refused = call.refused.get(item.field, [])
    return Captured(
        field=item.field,
        right=right,
        by_worker=item.field in call.worker,
        wrong=first is not None,
        noticed=first is not None and any(_questions(turn, item.field) for turn in call.turns[first:]),
        stored_refused=not right and answer.value is not None and answer.value in refused,
        offered_again=_offered_again(call, item.field),
        cause=None if right else _cause(call, item),
    )


def _taken(call: Call, field: str) -> Iterator[tuple[int, Value]]:
    """The values that were held or written for `field`, with the turn in which they were."""
    last: Value | None = None
    for at, turn in enumerate(call.turns):
        answers = turn.decided.decision.answers
        held = next((item.value for item in answers.held if item.field == field), None)
        value = answers.get(field).value if held is None else held
        if value is not None and (value != last or isinstance(value, bool) != isinstance(last, bool)):
            yield at, value
        last = value


def _questions(turn: Turn, field: str) -> bool:
    """True where the agent asks about `field` after this turn: its value is in doubt."""
    match turn.decided.decision.step:
        case Confirm(candidates=candidates):
            return any(candidate.field == field for candidate in candidates)
        case Ask(field=asked) | Repair(field=asked) | Handoff(field=asked):
            return asked == field
        case _:
            return False


def _offered_again(call: Call, field: str) -> int:
    refused: list[Value] = []
    count, just_now = 0, None
    for step, wrong in _judged(call, field):
        value = next((item.value for item in step.candidates if item.field == field), None) if step else None
        count += value is not None and value in refused and value != just_now
        just_now = value
        if wrong and value is not None:
            refused.append(value)
    return count


def _judged(call: Call, field: str) -> Iterator[tuple[Confirm | None, bool]]:
    """What she answered, in order: the read-back (None: another step), and whether she called it wrong."""
    refused = call.refused.get(field, [])
    for said in call.said:
        step = said.step if isinstance(said.step, Confirm) else None
        values = [item.value for item in step.candidates if item.field == field] if step else []
        yield step, any(value in refused for value in values)


# ---------------------------------------------------------------- causes


def _cause(call: Call, item: Item) -> Cause:
    final = call.answers.get(item.field).value
    if final is None and call.left:
        return "gave_up: no_reply"
    if final is None:
        at = max((at for at, _, _ in _turns(call) if _is_about(call.turns[at], item.field)), default=None)
        return "gave_up" if at is None else f"gave_up: {_why(call, item, at)}"
    if final in call.refused.get(item.field, []):
        return "no_taken_as_yes"
    at = max((at for at, value in _taken(call, item.field) if value == final), default=0)
    reads = [turn.decided.decision.step for turn in call.turns[at:]]
    read_back = any(
        candidate.field == item.field and candidate.value == final
        for step in reads
        if isinstance(step, Confirm)
        for candidate in step.candidates
    )
    answered = any(isinstance(said.step, Confirm) for said in call.said)
    if read_back and answered:
        return f"sounds_alike: {_why(call, item, at)}"
    return f"{'yes_from_the_room' if read_back else 'unnoticed'}: {_why(call, item, at)}"


def _is_about(turn: Turn, field: str) -> bool:
    return turn.asked == field and turn.heard is not None


def _turns(call: Call) -> Iterator[tuple[int, Answers, tuple[Said, ...]]]:
    """Each turn, the answers before it, and what she said in it."""
    before = rules.start(call.loaded).answers
    ends = [0, *(turn.at_ms for turn in call.turns)]
    for at, (since, until) in enumerate(pairwise(ends)):
        yield at, before, tuple(said for said in call.said if since <= said.start_ms < until)
        before = call.turns[at].decided.decision.answers


def _why(call: Call, item: Item, wanted: int) -> str:
    """Why this turn brought no right value.

    room: she had not spoken. cut: she had not finished. unheard: no words were heard. misread: what she
    said would have been read wrongly, too. misheard: all else.
    """
    turn = call.turns[wanted]
    _, before, said = next(row for row in _turns(call) if row[0] == wanted)
    if not said:
        return "room"
    if turn.at_ms < said[-1].end_ms - CUT_MS:
        return "cut"
    if turn.heard is None or not turn.heard.text:
        return "unheard"
    text = normalize(" ".join(line.text for line in said))
    meant = extract(call.loaded, before, Transcript(0, text), TODAY, None, never_cancelled)
    values = [candidate.value for candidate in meant.candidates if candidate.field == item.field]
    if values and is_right(item, values[0]):
        return "misheard"
    heard_well = turn.heard.text == text
    return "misread" if heard_well or values else "misheard_or_misread"


# ---------------------------------------------------------------- as rows


def call_row(call: Call) -> dict[str, Json]:
    """The call as plain data; what was said and heard stands in it where anything went wrong."""
    fields = captured(call)
    flawless = all(field.right and not field.wrong and not field.by_worker for field in fields)
    return {
        "right": all(field.right for field in fields),
        "alone": all(field.right and not field.by_worker for field in fields),
        "seconds": call.seconds,
        "status": call.status,
        "fields": [cast("Json", asdict(field)) for field in fields],
        "course": [] if flawless else [cast("Json", row) for row in _course(call)],
    }


def _course(call: Call) -> Iterator[dict[str, object]]:
    """Turn by turn: what was asked, what she said, what was heard and made of it."""
    asked: Step | None = rules.start(call.loaded).step
    for at, _before, said in _turns(call):
        turn = call.turns[at]
        decision, extraction = turn.decided.decision, turn.decided.extraction
        risky = [decision.answers.get(item.field) for item in call.task.items]
        yield {
            "asked": _step(asked),
            "said": [line.text for line in said],
            "heard": turn.heard.text if turn.heard else None,
            "confidence": round(turn.heard.confidence, 3) if turn.heard else None,
            "snr_db": turn.heard.snr_db if turn.heard else None,
            "values": [[item.field, _plain(item.value)] for item in extraction.candidates],
            "intent": extraction.intent,
            "affirmed": extraction.affirmed,
            "fired": list(decision.fired),
            "risk": [[answer.risk, list(answer.risk_reasons)] for answer in risky],
        }
        asked = decision.step


def _step(step: Step | None) -> str:
    match step:
        case Ask(field=field, reason=reason, piece=piece):
            return f"ask {field} ({reason}{f', {piece.kind}' if piece else ''})"
        case Repair(field=field, problem=problem, piece=piece):
            return f"repair {field} ({problem}{f', {piece.kind}' if piece else ''})"
        case Confirm(candidates=candidates):
            return "confirm " + ", ".join(f"{item.field} = {_plain(item.value)}" for item in candidates)
        case None:
            return ""
        case _:
            return type(step).__name__.lower()


def _plain(value: Value) -> Json:
    return list(value) if isinstance(value, tuple) else value
