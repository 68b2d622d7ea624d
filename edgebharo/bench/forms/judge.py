"""A call of `bench forms` as plain data: its fields, its answers one by one, its course. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from edgebharo.bench.edits import edits
from edgebharo.bench.equivalence import word_errors
from edgebharo.bench.forms.causes import INTEGRATIONS, Held, Integration, cause_of, turns_with_words
from edgebharo.bench.forms.live import Live
from edgebharo.bench.forms.paper import PaperTurn
from edgebharo.bench.meaning import fold
from edgebharo.bench.replies.checks import ReplyChecks
from edgebharo.bench.suite import Json, Row
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Ask, Confirm, Handoff, Repair, Step, Value, Wait


def call_row(held: Held, checks: ReplyChecks) -> Row:
    """The call as plain data; `checks` says what is wrong with the agent's words in the live call."""
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
        **{which: _form(held, which) for which in INTEGRATIONS},
        "units": [_unit(turn) for turn in held.heard.turns if turn.said],
        "read": [sum(turn.right for turn in held.reference.turns), len(held.reference.turns)],
        "replies": _replies(live, checks),
        "seconds": round(max((part.end_ms for part in live.parts), default=0) / 1000, 1),
        "left": live.left,
        "timeline": [
            {"side": part.side, "start_ms": part.start_ms, "end_ms": part.end_ms, "text": part.text}
            for part in live.parts
        ],
        "turns": list(_course(live)),
        "corrected": {name: [_plain(value) for value in values] for name, values in live.refused.items()},
        "claimed_complete": live.status == "complete",
    }


def _form(held: Held, which: Integration) -> Json:
    """How the call ended, and each field that should hold a value or holds one."""
    answers = held.answers(which)
    read_backs, turns = _counts(held, which)
    return {
        "status": (held.live.status or "failed") if which == "live" else answers.status,
        "fields": {
            name: {
                "expected": _plain(held.expected.get(name)),
                "got": _plain(answers.get(name).value),
                "right": held.is_right(which, name),
                "cause": cause_of(held, which, name),
            }
            for name in held.names(which)
        },
        "read_backs": read_backs,
        "turns": turns,
    }


def _counts(held: Held, which: Integration) -> tuple[int, int]:
    """Read-backs and turns."""
    if which == "live":
        return sum(isinstance(said.step, Confirm) for said in held.live.said), len(held.live.turns)
    paper = held.reference if which == "reference" else held.heard
    return paper.read_backs, len(paper.turns)


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


def _replies(live: Live, checks: ReplyChecks) -> Json:
    """How many replies there were, and what is wrong with any of them."""
    faults: list[Json] = []
    for turn in live.turns:
        decided, heard = turn.decided, turn.heard.text if turn.heard else ""
        found = checks.check(decided.decision, decided.reply.lines, heard)
        if found:
            kinds: list[Json] = [f"{fault.kind}: {fault.why}" for fault in found]
            faults.append(
                {"said": decided.reply.text, "step": step_name(decided.decision.step), "why": kinds}
            )
    return {"of": len(live.turns), "faults": faults}


def _course(live: Live) -> Iterator[Json]:
    """Turn by turn: what was asked, said, heard and done, and how long she waited."""
    since = 0
    for turn, said in turns_with_words(live):
        yield {
            "asked": turn.question,
            "said": " ".join(line.text for line in said),
            "heard": turn.heard.text if turn.heard else "",
            "step": step_name(turn.decided.decision.step),
            "reads": _read_back(turn.decided.decision.step),
            "at_ms": turn.at_ms,
            "latency_ms": live.timeline.response_ms(since, turn.at_ms),
            "values": {item.field: _plain(item.value) for item in turn.decided.extraction.candidates},
        }
        since = turn.at_ms


def _read_back(step: Step) -> Json:
    """The values that are read back."""
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
