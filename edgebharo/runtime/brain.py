"""What a simulated caller says next: truthful, and only what she was asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from edgebharo.forms.schema import CONSENT
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import same_name
from edgebharo.runtime.callers import Caller
from edgebharo.types import Ask, Candidate, Confirm, Repair, Step, Value


@dataclass(frozen=True)
class Line:
    """One thing that the caller says: text for her voice, or a recording."""

    text: str = ""
    clip: Path | None = None


@dataclass
class Brain:
    """Follows the call and answers its questions."""

    caller: Caller
    _asked: dict[str, int] = field(default_factory=dict)
    """How often each field has been asked, a wait or a repetition included."""

    def answer(self, step: Step) -> Line | None:
        """What she says to `step`; None where she stays silent."""
        match step:
            case Confirm(candidates=candidates):
                return self._judge(candidates)
            case Ask(field=name) | Repair(field=name):
                return self._reply(name)
            case _:
                return None

    def lines(self) -> tuple[str, ...]:
        """Everything that she may say in text, none twice."""
        said = [text for answer in self.caller.answers.values() for text in answer.say]
        return tuple(dict.fromkeys((*said, *self.caller.consent, *self.caller.yes, *self.caller.no)))

    def _reply(self, name: str) -> Line | None:
        answer = self.caller.answers.get(name)
        if answer is None:
            return Line(self._nth(name, self.caller.consent)) if name == CONSENT else None
        if answer.clip:
            return Line(clip=answer.clip)
        return Line(self._nth(name, answer.say))

    def _judge(self, candidates: tuple[Candidate, ...]) -> Line:
        right = all(self._is_right(candidate) for candidate in candidates)
        key, words = ("yes", self.caller.yes) if right else ("no", self.caller.no)
        return Line(self._nth(f"confirm {key}", words))

    def _is_right(self, candidate: Candidate) -> bool:
        answer = self.caller.answers.get(candidate.field)
        return answer is not None and same_value(candidate.value, answer.value)

    def _nth(self, key: str, words: tuple[str, ...]) -> str:
        count = self._asked.get(key, 0)
        self._asked[key] = count + 1
        return words[min(count, len(words) - 1)]


def same_value(got: Value | None, wanted: Value | None) -> bool:
    """True where the form holds what the caller meant; words count as equal when they sound the same."""
    if isinstance(got, str) and isinstance(wanted, str) and not wanted.replace("-", "").isdigit():
        return normalize(got) == normalize(wanted) or same_name(got, wanted)
    return got == wanted and isinstance(got, bool) == isinstance(wanted, bool)
