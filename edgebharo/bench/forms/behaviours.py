"""What callers do who do not simply answer: the caller of a call, bent to a behaviour. Drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from edgebharo.bench import people, phrasings
from edgebharo.bench.capture_words import INSTEAD, digit_words
from edgebharo.bench.forms.calls import Behaviour
from edgebharo.hindi.say import number_words
from edgebharo.runtime.callers import Caller, CallerAnswer

PAUSE = "…"
"""Stands in her words where she stops for a moment in the middle."""
OPTIONAL = ("name", "clinic_name", "phone_linked", "aadhaar_last4")
"""Fields that she may refuse; the others are compulsory, or asked only where one of these was answered."""
REFUSED = 2
"""So many of them are refused by somebody who refuses."""
REFUSALS = ("नहीं बताऊंगी", "यह मैं नहीं बताना चाहती", "यह नहीं बता सकती", "रहने दीजिए, नहीं बताना है")
FILLERS = ("अं", "उम्म", "मतलब", "वो क्या है")
SLOW_REACTION_MS = (1500, 2600)
BEFORE = ("अरे दीदी, क्या बताऊं, घर में बहुत काम है,", "जी दीदी, ठीक है, सुनिए,", "अच्छा दीदी, आपने पूछा तो बता देती हूं,")
AFTER = ("बस यही है दीदी", "आप तो सब जानती हैं", "और क्या बताऊं")

Answers = Mapping[str, CallerAnswer]


def behaving(caller: Caller, behaviour: Behaviour, random: Random) -> Caller:
    """`caller`, who behaves so."""
    changed = _BENT[behaviour](caller.answers, random)
    reaction = random.randint(*SLOW_REACTION_MS) if behaviour == "hesitant" else caller.reaction_ms
    return caller.model_copy(update={"answers": {**caller.answers, **changed}, "reaction_ms": reaction})


def _first(answer: CallerAnswer, first: str) -> CallerAnswer:
    """The same, where something else is said at first."""
    return answer.model_copy(update={"say": (first, *answer.say)})


def _instead(answer: CallerAnswer, first: str) -> CallerAnswer:
    """The same, where `first` is said in place of the first answer."""
    return answer.model_copy(update={"say": (first, *answer.say[1:])})


def _wrong_field(answers: Answers, random: Random) -> Answers:
    name, district = str(answers["name"].value), answers["district"].say[-1]
    if random.random() < 0.5:
        return {"name": _first(answers["name"], f"मैं {district} ज़िले में रहती हूं")}
    return {"district": _first(answers["district"], f"मेरा नाम {name} है")}


def _partial(answers: Answers, random: Random) -> Answers:
    changed = {}
    for field, answer in answers.items():
        if answer.value is None:
            continue
        if field in ("linked_number", "whatsapp_number"):
            changed[field] = _halved(answer, random.choice((4, 5, 6)))
        elif field == "aadhaar_last4":
            changed[field] = _halved(answer, 2)
        elif field == "child_dob":
            day = date.fromisoformat(str(answer.value))
            changed[field] = _first(answer, f"{number_words(day.day)} {phrasings.MONTHS[day.month - 1]}")
    return changed


def _halved(answer: CallerAnswer, count: int) -> CallerAnswer:
    digits = str(answer.value)
    return answer.model_copy(update={"say": (digit_words(digits[:count]), *answer.say)})


def _self_corrected(answers: Answers, random: Random) -> Answers:
    return {
        field: _instead(answer, f"{wrong}, {INSTEAD}, {answer.say[-1]}")
        for field, answer in answers.items()
        if answer.value is not None and (wrong := _wrong(field, answer, random))
    }


def _wrong(field: str, answer: CallerAnswer, random: Random) -> str:
    """Another value of the kind, in words; "" where she slips at no such question."""
    match field, answer.value:
        case (("name" | "child_name"), value):
            others = people.COMMUNITIES[0].first
            return random.choice([other for other in others if other != str(value).split()[0]])
        case "gestational_age_months", int(count):
            return number_words(count % 9 + 1)
        case (("linked_number" | "whatsapp_number" | "aadhaar_last4"), str(digits)):
            return digit_words(digits[0] + str((int(digits[1]) + random.randint(1, 9)) % 10))
        case "child_dob", str(day):
            born = date.fromisoformat(day)
            return f"{number_words(born.day % 28 + 1)} {phrasings.MONTHS[born.month - 1]}"
        case _:
            return ""


def _refusing(_answers: Answers, random: Random) -> Answers:
    refused = random.sample(OPTIONAL, REFUSED)
    changed = {}
    for field in refused:
        lines = tuple(random.sample(REFUSALS, 2))
        changed[field] = CallerAnswer(say=lines, value=None)
    if "phone_linked" in refused:
        changed["linked_number"] = CallerAnswer(say=tuple(random.sample(REFUSALS, 2)), value=None)
    return changed


def _hesitant(answers: Answers, random: Random) -> Answers:
    return {field: _instead(answer, _with_pauses(answer.say[0], random)) for field, answer in answers.items()}


def _with_pauses(said: str, random: Random) -> str:
    """A filler and a pause before her words; a pause in the middle where she says four words or more."""
    words = said.split()
    middle = len(words) // 2
    told = f"{' '.join(words[:middle])} {PAUSE} {' '.join(words[middle:])}" if len(words) >= 4 else said
    return f"{random.choice(FILLERS)} {PAUSE} {told}"


def _talkative(answers: Answers, random: Random) -> Answers:
    return {
        field: _instead(answer, f"{random.choice(BEFORE)} {answer.say[0]}, {random.choice(AFTER)}")
        for field, answer in answers.items()
    }


_BENT: Mapping[Behaviour, Callable[[Answers, Random], Answers]] = MappingProxyType(
    {
        "plain": lambda _answers, _random: {},
        "wrong_field": _wrong_field,
        "partial": _partial,
        "self_corrected": _self_corrected,
        "refusing": _refusing,
        "hesitant": _hesitant,
        "talkative": _talkative,
    }
)
