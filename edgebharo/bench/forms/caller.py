"""The simulated caller of `bench forms`: truthful, tells what she is asked, and corrects what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from edgebharo.bench.capture_caller import BARE, PART, PATIENT_NOES, said_piece, wrong_part
from edgebharo.bench.capture_tasks import Item, Kind
from edgebharo.bench.capture_words import digit_words
from edgebharo.bench.forms.behaviours import PAUSE
from edgebharo.bench.forms.calls import FormCall
from edgebharo.forms.schema import CONSENT
from edgebharo.runtime.brain import same_value
from edgebharo.runtime.callers import CallerAnswer
from edgebharo.types import Ask, Candidate, Confirm, Repair, Step, Value

KINDS: dict[str, Kind] = {
    "name": "name",
    "child_name": "name",
    "clinic_name": "village",
    "district": "district",
    "child_dob": "date",
    "gestational_age_months": "months",
    "linked_number": "phone",
    "whatsapp_number": "phone",
    "aadhaar_last4": "aadhaar",
}
"""Of value, by field; all others are answered with yes or no."""


@dataclass
class FormCaller:
    """Answers the steps of one call in words; makes the same answers to the same steps for ever."""

    call: FormCall
    heard_so_far: Callable[[], str]
    """The digits that the agent has so far."""
    refused: dict[str, list[Value]] = field(default_factory=dict)
    """By field, the read-backs that she called wrong, in order."""
    _counts: dict[str, int] = field(default_factory=dict)

    def reply(self, step: Step) -> str | None:
        """What she says; None where she stays silent. May hold PAUSE."""
        match step:
            case Confirm(candidates=candidates):
                return self._judge(candidates)
            case Ask(field=name) | Repair(field=name):
                return self._tell(name, step)
            case _:
                return None

    # ------------------------------------------------------------ telling

    def _tell(self, name: str, step: Ask | Repair) -> str | None:
        caller, count = self.call.caller, self._count(f"ask {name}")
        answer = caller.answers.get(name)
        if answer is None:
            return caller.consent[min(count, len(caller.consent) - 1)] if name == CONSENT else None
        if answer.value is not None and step.piece is not None:
            return said_piece(_item(name, answer), step.piece, self._random(f"piece {name}", count))
        if KINDS.get(name) in ("phone", "aadhaar") and isinstance(step, Ask) and step.reason == "partial":
            return self._rest(answer)
        return answer.say[min(count, len(answer.say) - 1)]

    def _rest(self, answer: CallerAnswer) -> str:
        """The digits that are missing; all of them where the agent has heard others."""
        value, known = str(answer.value or ""), self.heard_so_far()
        if known and value.startswith(known) and known != value:
            return digit_words(value[len(known) :])
        return answer.say[-1]

    # ------------------------------------------------------------ judging

    def _judge(self, candidates: tuple[Candidate, ...]) -> str:
        wrong = [item for item in candidates if not self._is_right(item)]
        if not wrong:
            words = self.call.caller.yes
            return words[self._count("yes") % len(words)]
        for item in wrong:
            self.refused.setdefault(item.field, []).append(item.value)
        return self._corrected(wrong[0])

    def _is_right(self, candidate: Candidate) -> bool:
        answer = self.call.caller.answers.get(candidate.field)
        return answer is not None and same_value(candidate.value, answer.value)

    def _corrected(self, candidate: Candidate) -> str:
        count = self._count(f"no {candidate.field}")
        no = self.call.caller.no[count % len(self.call.caller.no)]
        answer = self.call.caller.answers.get(candidate.field)
        if answer is None or answer.value is None or candidate.field not in KINDS:
            return no
        style = self._random(f"no {candidate.field}", count).random() if count < PATIENT_NOES else 1.0
        if style < BARE:
            return no
        part = wrong_part(_item(candidate.field, answer), candidate.value) if style < PART else ""
        return part or f"नहीं, {answer.say[-1]}"

    def _count(self, key: str) -> int:
        self._counts[key] = self._counts.get(key, 0) + 1
        return self._counts[key] - 1

    def _random(self, about: str, count: int) -> Random:
        return Random(f"{self.call.id}/{about}/{count}")  # noqa: S311


def _item(name: str, answer: CallerAnswer) -> Item:
    value, plain = answer.value, answer.say[-1].replace(PAUSE, "")
    return Item(field=name, kind=KINDS.get(name, "yes_no"), value=value or False, first=plain, plain=plain)
