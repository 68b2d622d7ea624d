"""Why a field of a call is wrong, found by asking what would have made it right. Pure.

asr: her words would have given the right value, what was heard did not. extract: her very words were read
wrongly. rules: they were read rightly, and yet it was not stored, or not asked again. endpoint (in the live
call only): she was cut off or unheard, or a sound of the room was taken for her. caller: she hung up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from edgebharo.bench.forms.calls import FormCall
from edgebharo.bench.forms.live import Live
from edgebharo.bench.forms.paper import Paper
from edgebharo.bench.meaning import fold
from edgebharo.bench.talker import Said
from edgebharo.bench.transcripts import meant_values
from edgebharo.forms.loaded import LoadedForm
from edgebharo.runtime.brain import same_value
from edgebharo.runtime.journal import Turn
from edgebharo.types import Answers, Value

Cause: TypeAlias = Literal["asr", "extract", "rules", "endpoint", "tts", "caller"]
"""tts: what the agent says was misunderstood. The simulated caller never mishears: it does not occur."""
Integration: TypeAlias = Literal["reference", "heard", "live"]
INTEGRATIONS: tuple[Integration, ...] = get_args(Integration)

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

    @cached_property
    def expected(self) -> Mapping[str, Value]:
        """What the form should hold: her values of the questions on her way."""
        return meant_values(self.loaded, self.call.caller)

    def answers(self, which: Integration) -> Answers:
        """The form in the end."""
        match which:
            case "reference":
                return self.reference.answers
            case "heard":
                return self.heard.answers
            case "live":
                return self.live.answers

    def names(self, which: Integration) -> tuple[str, ...]:
        """The fields that should hold a value, and those that hold one."""
        answers = self.answers(which).fields.items()
        holding = [name for name, answer in answers if answer.value is not None]
        return tuple(dict.fromkeys((*self.expected, *holding)))

    def is_right(self, which: Integration, name: str) -> bool:
        """Whether a field holds what she meant, which may be nothing."""
        return same_value(self.answers(which).get(name).value, self.expected.get(name))


def cause_of(held: Held, which: Integration, name: str) -> Cause | None:
    """Why the field `name` is wrong; None where it is right."""
    if held.is_right(which, name):
        return None
    return _live(held, name) if which == "live" else _on_paper(held, name)


def _on_paper(held: Held, name: str) -> Cause:
    if not held.is_right("reference", name):
        about = [turn for turn in held.reference.turns if turn.field == name]
        return "rules" if about and all(turn.right for turn in about) else "extract"
    misheard = any(fold(turn.said) != fold(turn.heard) for turn in held.heard.turns)
    return "asr" if misheard else "rules"


def _live(held: Held, name: str) -> Cause:
    live = held.live
    if live.left and live.answers.get(name).status == "empty":
        return "caller"
    faults = {_fault(turn, said) for turn, said in turns_with_words(live) if turn.asked == name}
    if "endpoint" in faults:
        return "endpoint"
    if not held.is_right("heard", name):
        return _on_paper(held, name)
    return "asr" if "asr" in faults else "rules"


def _fault(turn: Turn, said: Sequence[Said]) -> Literal["endpoint", "asr", "none"]:
    """What went wrong with the sound of a turn, if anything did."""
    heard = turn.heard.text if turn.heard else ""
    if not said:
        return "endpoint" if heard else "none"
    if not heard or turn.at_ms < said[-1].end_ms - CUT_MS:
        return "endpoint"
    return "none" if fold(" ".join(line.text for line in said)) == fold(heard) else "asr"


def turns_with_words(live: Live) -> Iterator[tuple[Turn, tuple[Said, ...]]]:
    """Each turn, and what she said in it."""
    ends = [0, *(turn.at_ms for turn in live.turns)]
    for turn, (since, until) in zip(live.turns, pairwise(ends), strict=True):
        yield turn, tuple(said for said in live.said if since <= said.start_ms < until)
