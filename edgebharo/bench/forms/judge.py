"""What a call of `bench forms` came to, as plain data: fields, causes, answers one by one, the course. Pure.

A field that is wrong has a cause, found by asking what would have made it right: asr (her words would have
given the right value), extract (her words were read wrongly), rules (read rightly, and yet not stored),
endpoint (in the live call only: cut off, joined with a sound of the room, or unheard), caller (she hung up).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, cast

from edgebharo.bench.equivalence import word_errors
from edgebharo.bench.forms.calls import FormCall
from edgebharo.bench.forms.live import Live, Said
from edgebharo.bench.forms.paper import Paper, PaperTurn
from edgebharo.bench.meaning import fold
from edgebharo.bench.scores import edits
from edgebharo.bench.suite import Json
from edgebharo.bench.transcripts import meant_values
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.brain import same_value
from edgebharo.runtime.journal import Turn
from edgebharo.types import Answers, Ask, Confirm, Handoff, Repair, Step, Value, Wait

Cause: TypeAlias = Literal["asr", "extract", "rules", "endpoint", "tts", "caller"]
Row: TypeAlias = dict[str, Json]

CUT_MS = 100
"""She was cut off where a turn was decided so long before her last sound."""


@dataclass(frozen=True)
class Held:
    """A call, held three times."""

    call: FormCall
    loaded: LoadedForm
    reference: Paper
    heard: Paper
    live: Live


def call_row(held: Held) -> Row:
    """The call as plain data."""
    call, live = held.call, held.live
    return {
        "call": call.id,
        "user": call.user,
        "condition": call.condition,
        "behaviour": call.behaviour,
        "system": call.system,
        "voice": call.voice,
        "sex": call.sex,
        "speaker": call.speaker,
        "way": call.way,
        **_integrations(held),
        "units": [_unit(turn) for turn in held.heard.turns if turn.said],
        "read": [sum(turn.right for turn in held.reference.turns), len(held.reference.turns)],
        "replies": [0, 0],
        "seconds": round(max((part.end_ms for part in live.parts), default=0) / 1000, 1),
        "left": live.left,
        "timeline": [
            {"side": part.side, "start_ms": part.start_ms, "end_ms": part.end_ms, "text": part.text}
            for part in live.parts
        ],
        "turns": [cast("Json", row) for row in _course(live)],
        "corrected": {name: [_plain(value) for value in values] for name, values in live.refused.items()},
        "claimed_complete": live.status == "complete",
    }


# ---------------------------------------------------------------- the form


def _integrations(held: Held) -> dict[str, Json]:
    expected = expected_values(held.loaded, held.call)
    reference = _right(expected, held.reference.answers)
    heard = _right(expected, held.heard.answers)
    live = _right(expected, held.live.answers)
    causes = {
        "reference": {name: _misread(held.reference, name) for name, right in reference.items() if not right},
        "heard": {
            name: _misheard(held, name, in_reference=reference.get(name, True))
            for name, right in heard.items()
            if not right
        },
        "live": {name: _cause_live(held, name, heard) for name, right in live.items() if not right},
    }
    statuses = (held.reference.answers.status, held.heard.answers.status, held.live.status)
    counts = (
        (held.reference.read_backs, len(held.reference.turns)),
        (held.heard.read_backs, len(held.heard.turns)),
        (sum(isinstance(said.step, Confirm) for said in held.live.said), len(held.live.turns)),
    )
    found: dict[str, Json] = {}
    rows = zip(
        ("reference", "heard", "live"),
        (held.reference.answers, held.heard.answers, held.live.answers),
        statuses,
        counts,
        strict=True,
    )
    for which, answers, status, (read_backs, turns) in rows:
        fields = _fields(expected, answers, cast("Mapping[str, str]", causes[which]))
        found[which] = {"status": status, "fields": fields, "read_backs": read_backs, "turns": turns}
    return found


def expected_values(loaded: LoadedForm, call: FormCall) -> dict[str, Value]:
    """What the form should hold: her values of the questions on her way."""
    return meant_values(loaded, call.caller)


def _right(expected: Mapping[str, Value], answers: Answers) -> dict[str, bool]:
    """Of each field that should hold a value or holds one, whether it is the right one."""
    holding = [name for name, answer in answers.fields.items() if answer.value is not None]
    names = dict.fromkeys((*expected, *holding))
    return {name: same_value(answers.get(name).value, expected.get(name)) for name in names}


def _fields(expected: Mapping[str, Value], answers: Answers, causes: Mapping[str, str]) -> Json:
    return {
        name: {
            "expected": _plain(expected.get(name)),
            "got": _plain(answers.get(name).value),
            "right": right,
            "cause": causes.get(name),
        }
        for name, right in _right(expected, answers).items()
    }


# ---------------------------------------------------------------- causes


def _misread(paper: Paper, name: str) -> Cause:
    """Why the reference transcripts gave no right value."""
    about = [turn for turn in paper.turns if turn.field == name]
    return "rules" if about and all(turn.right for turn in about) else "extract"


def _misheard(held: Held, name: str, *, in_reference: bool) -> Cause:
    if not in_reference:
        return _misread(held.reference, name)
    changed = any(fold(turn.said) != fold(turn.heard) for turn in held.heard.turns)
    return "asr" if changed else "rules"


def _cause_live(held: Held, name: str, heard_right: Mapping[str, bool]) -> Cause:
    """Cut off or unheard where the field was asked, else what the replay says, else the rules."""
    if held.live.left and held.live.answers.get(name).status == "empty":
        return "caller"
    kinds = {_turn_fault(turn, said) for turn, said in _with_words(held.live) if _is_about(turn, name)}
    if "endpoint" in kinds:
        return "endpoint"
    if not heard_right.get(name, True):
        return _misheard(held, name, in_reference=_right_in_reference(held, name))
    return "asr" if "asr" in kinds else "rules"


def _right_in_reference(held: Held, name: str) -> bool:
    expected = expected_values(held.loaded, held.call)
    return same_value(held.reference.answers.get(name).value, expected.get(name))


def _is_about(turn: Turn, name: str) -> bool:
    return turn.asked == name


def _turn_fault(turn: Turn, said: Sequence[Said]) -> Literal["endpoint", "asr", "none"]:
    """What went wrong with the sound of a turn, if anything did."""
    if not said:
        return "endpoint" if turn.heard is not None else "none"
    heard = turn.heard.text if turn.heard else ""
    if turn.at_ms < said[-1].end_ms - CUT_MS or not heard:
        return "endpoint"
    return "none" if fold(" ".join(line.text for line in said)) == fold(heard) else "asr"


def _with_words(live: Live) -> Iterator[tuple[Turn, tuple[Said, ...]]]:
    """Each turn, and what she said in it."""
    ends = [0, *(turn.at_ms for turn in live.turns)]
    for turn, (since, until) in zip(live.turns, pairwise(ends), strict=True):
        yield turn, tuple(said for said in live.said if since <= said.start_ms < until)


# ---------------------------------------------------------------- answers and course


def _unit(turn: PaperTurn) -> Json:
    """One spoken answer of the replay as heard."""
    errors = word_errors(turn.said, turn.heard)
    said, heard = fold(turn.said), fold(turn.heard)
    return {
        "field": turn.field,
        "step": turn.step,
        "said": normalize(turn.said),
        "heard": turn.heard,
        "errors": errors.errors,
        "words": errors.words,
        "forgiving_errors": errors.forgiving,
        "letters": len(said),
        "letter_errors": edits(said, heard),
        "extract_right": turn.right,
    }


def _course(live: Live) -> Iterator[dict[str, object]]:
    since = 0
    for turn, said in _with_words(live):
        yield {
            "asked": turn.question,
            "said": " ".join(line.text for line in said),
            "heard": turn.heard.text if turn.heard else "",
            "step": step_name(turn.decided.decision.step),
            "at_ms": turn.at_ms,
            "latency_ms": live.timeline.response_ms(since, turn.at_ms),
            "values": {item.field: _plain(item.value) for item in turn.decided.extraction.candidates},
            "reads": _read_back(turn.decided.decision.step),
        }
        since = turn.at_ms


def _read_back(step: Step) -> dict[str, Json]:
    """The values that are read back next."""
    candidates = step.candidates if isinstance(step, Confirm) else ()
    return {item.field: _plain(item.value) for item in candidates}


def step_name(step: Step) -> str:
    """A step in a few words: what is done next, about which field."""
    match step:
        case Ask(field=field, reason=reason):
            return f"ask {field} ({reason})"
        case Repair(field=field, problem=problem):
            return f"repair {field} ({problem})"
        case Confirm(candidates=candidates):
            return "confirm " + ", ".join(item.field for item in candidates)
        case Wait(field=field) | Handoff(field=field):
            return f"{type(step).__name__.lower()} {field}"
        case _:
            return f"close ({step.status})"


def _plain(value: Value | None) -> Json:
    return list(value) if isinstance(value, tuple) else cast("Json", value)
