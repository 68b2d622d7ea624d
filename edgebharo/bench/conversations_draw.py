"""Draws the conversations of `bench turns`. A seed draws the same ones; more samples only add to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from edgebharo.bench import phrasings
from edgebharo.bench.callers import draw_callers
from edgebharo.bench.conversations import (
    CATEGORIES,
    PAUSE_MS,
    Category,
    Conversation,
    Meaning,
    Over,
    Part,
)
from edgebharo.bench.conversations_wording import (
    BACKCHANNELS,
    REQUESTS,
    TELLING_WORDS,
    Worded,
    only_murmurs,
    telling,
    worded,
)
from edgebharo.bench.manifest import Recording
from edgebharo.bench.splice import GAP_MS, draw_number
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.places import Place
from edgebharo.hindi.say import number_words
from edgebharo.types import Value

POOL, PAUSED_POOL = 12, 24
"""Different answers to each question that her voice speaks, fluently and with a pause; how long the pauses
are, her pace and her reaction differ in every sample."""
CALLERS = 60
DIGITS: Mapping[str, int] = MappingProxyType({"linked_number": 10, "whatsapp_number": 10, "aadhaar_last4": 4})
NUMBERS = ("linked_number", "aadhaar_last4", "whatsapp_number")
NAMES = ("name", "child_name", "clinic_name", "district")
YES_NO = ("pregnant", "phone_linked", "whatsapp_same")
ABOUT: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(NUMBERS, "digits")
    | dict.fromkeys(NAMES, "name")
    | dict.fromkeys(YES_NO, "yes or no")
    | {"child_dob": "date", "gestational_age_months": "months"}
)
LONG_QUESTIONS = ("linked_number", "phone_linked", "aadhaar_last4", "whatsapp_same", "whatsapp_number")
"""Questions that are long enough to be interrupted."""
REACTION_MS = (200, 1500)
PACE = (0.9, 1.1)
MOST_PAUSES = 3
INTERRUPTIONS: tuple[Meaning, ...] = ("wait", "answer", "repeat", "answer", "wait", "explain")
"""In turn; an answer is given before the question is over."""
FIXED_SHARE = 0.5
"""Of the answers of the first two categories, held with a fixed pause, too."""
OWN_VOICE_SHARE = 4
"""One sample of the agent's own voice for so many of each other category: nothing in it is drawn."""

Takes: TypeAlias = Mapping[str, Mapping[int, Sequence[Recording]]]
"""By speaker, the recordings of each digit."""


@dataclass(frozen=True)
class Drawing:
    """What conversations are drawn from."""

    seed: int
    loaded: LoadedForm
    takes: Takes
    """Empty: her voice says all numbers, digit by digit."""

    def conversations(self, samples: int) -> tuple[Conversation, ...]:
        """`samples` of each category, but of its own voice a quarter as many."""
        return tuple(
            conversation
            for number in range(samples)
            for category in CATEGORIES
            if category != "own_voice" or number % OWN_VOICE_SHARE == 0
            for conversation in self._both(category, number)
        )

    def _both(self, category: Category, number: int) -> Iterator[Conversation]:
        name = f"{category}-{number + 1:03d}"
        random = Random(f"{self.seed}/{name}")  # noqa: S311
        drawn = _DRAW[category](self, name, number, random)
        yield drawn
        fixed = Random(f"{self.seed}/fixed/{name}").random() < FIXED_SHARE  # noqa: S311
        if category in {"pause_handling", "turn_taking"} and fixed:
            yield drawn.model_copy(update={"system": "fixed"})

    # ------------------------------------------------------------ her answers

    def paused(self, name: str, number: int, random: Random) -> Conversation:
        """An answer with pauses: a number, a date, a name, in turn."""
        cycle, kind = divmod(number, 3)
        asked = (NUMBERS[cycle % len(NUMBERS)], "child_dob", NAMES[cycle % len(NAMES)])[kind]
        if asked in DIGITS:
            parts, value = self._digits(asked, cycle, random)
            most = MOST_PAUSES if DIGITS[asked] > 4 else 1
            joints = random.sample(range(1, len(parts)), random.randint(1, most))
            lengths = {joint: _pause_ms(random) for joint in sorted(joints)}
            said = tuple(
                part.model_copy(update={"gap_ms": lengths[place]}) if place in lengths else part
                for place, part in enumerate(parts)
            )
            return _conversation(name, "pause_handling", asked, random, answer=said, value=value)
        text, joint = self._worded(asked, cycle)
        before, after = " ".join(text.groups[:joint]), " ".join(text.groups[joint:])
        said = (Part(say=f"{before},"), Part(say=after, gap_ms=_pause_ms(random)))
        about = f"{ABOUT[asked]}, {'before' if joint <= text.lead else 'inside'} it"
        return _conversation(
            name, "pause_handling", asked, random, answer=said, value=text.value, about=about
        )

    def fluent(self, name: str, number: int, random: Random) -> Conversation:
        """An answer without a pause: each field in turn, the answer to a read-back, and not knowing."""
        asked = (*ABOUT, "read back", "not known")[number % (len(ABOUT) + 2)]
        cycle = number // (len(ABOUT) + 2)
        if asked == "read back":
            return self._judgement(name, cycle, random)
        if asked == "not known":
            said = phrasings.NO_NUMBER[cycle % len(phrasings.NO_NUMBER)]
            answer = (Part(say=said),)
            return _conversation(name, "turn_taking", "linked_number", random, answer=answer, about=asked)
        parts, value = self._answer(asked, cycle, random)
        return _conversation(name, "turn_taking", asked, random, answer=parts, value=value)

    def _judgement(self, name: str, cycle: int, random: Random) -> Conversation:
        right = cycle % 2 == 0
        wordings = phrasings.RIGHT if right else phrasings.WRONG
        return _conversation(
            name,
            "turn_taking",
            YES_NO[cycle % len(YES_NO)],
            random,
            answer=(Part(say=wordings[cycle // 2 % len(wordings)]),),
            reads_back=random.random() < 0.5,
            affirmed=right,
            about="read back",
        )

    def _answer(
        self, asked: str, cycle: int, random: Random, *, plain: bool = False
    ) -> tuple[tuple[Part, ...], Value]:
        """`plain`: it is more than a murmur. A bare "हां" over the agent is a backchannel, not an answer."""
        if asked in DIGITS:
            return self._digits(asked, cycle, random)
        pool = [item for item in self._spoken[asked] if not (plain and only_murmurs(item[0]))]
        text, value = pool[cycle % len(pool)]
        return (Part(say=text),), value

    def _digits(self, asked: str, cycle: int, random: Random) -> tuple[tuple[Part, ...], str]:
        """A number digit by digit: recorded every other time, where there are recordings."""
        length = DIGITS[asked]
        if self.takes and cycle % 2 == 0:
            speaker = sorted(self.takes)[cycle // 2 % len(self.takes)]
            takes = draw_number(self.takes[speaker], length, random)
            parts = [Part(clip=str(take.path)) for take in takes]
            value = "".join(str(CARDINALS.get(take.text, take.text)) for take in takes)
        else:
            first = random.choice("6789") if length > 4 else random.choice("0123456789")
            value = first + "".join(random.choice("0123456789") for _ in range(length - 1))
            parts = [Part(say=number_words(int(digit))) for digit in value]
        gaps = [0, *(random.randint(*GAP_MS) for _ in parts[1:])]
        return tuple(
            part.model_copy(update={"gap_ms": gap}) for part, gap in zip(parts, gaps, strict=True)
        ), value

    # ------------------------------------------------------------ over the agent

    def murmured(self, name: str, number: int, random: Random) -> Conversation:
        """A backchannel over each question in turn, and an answer when it has been asked."""
        fields = tuple(ABOUT)
        asked = fields[number % len(fields)]
        parts, value = self._answer(asked, number // len(fields), random)
        said = BACKCHANNELS[number % len(BACKCHANNELS)]
        over = Over(parts=(Part(say=said),), meaning="backchannel", at=round(random.random(), 3))
        return _conversation(name, "backchannel", asked, random, answer=parts, value=value, over=over)

    def interrupting(self, name: str, number: int, random: Random) -> Conversation:
        """Words over a long question that the agent must fall silent for."""
        cycle, turn = divmod(number, len(INTERRUPTIONS))
        meaning = INTERRUPTIONS[turn]
        asked = LONG_QUESTIONS[number % len(LONG_QUESTIONS)]
        at = round(random.random(), 3)
        if meaning != "answer":
            before = cycle * INTERRUPTIONS.count(meaning) + INTERRUPTIONS[:turn].count(meaning)
            said = REQUESTS[meaning][before % len(REQUESTS[meaning])]
            over = Over(parts=(Part(say=said),), meaning=meaning, at=at)
            return _conversation(name, "interruption", asked, random, over=over, about=meaning)
        parts, value = self._answer(asked, cycle, random, plain=True)
        if len(parts) == 1:
            opener, rest = telling(parts[0].say)
            parts = (Part(say=opener), *((Part(say=rest, gap_ms=GAP_MS[0]),) if rest else ()))
        told = 1 if asked not in DIGITS else TELLING_WORDS
        over = Over(parts=parts, telling=told, meaning="answer", at=at)
        return _conversation(
            name, "interruption", asked, random, over=over, value=value, about=f"answer: {ABOUT[asked]}"
        )

    def silent(self, name: str, number: int, random: Random) -> Conversation:
        """The agent asks each question in turn, and asks again."""
        asked = tuple(ABOUT)[number // OWN_VOICE_SHARE % len(ABOUT)]
        return _conversation(name, "own_voice", asked, random)

    # ------------------------------------------------------------ what is drawn once

    @cached_property
    def _places(self) -> tuple[Place, ...]:
        """Districts whose name no other bears: the answer is whole without the state."""
        places = next(self.loaded.places(item) for item in self.loaded.form.fields if item.gazetteer)
        bearers = Counter(normalize(name) for place in places for name in {place.name, *place.aliases})
        return tuple(place for place in places if bearers[normalize(place.name)] == 1)

    @cached_property
    def _spoken(self) -> Mapping[str, tuple[tuple[str, Value], ...]]:
        """By field, what drawn callers say who have a value for it."""
        callers = draw_callers(self.seed, CALLERS, self._places)
        return {
            name: tuple(
                (caller.answers[name].say[0], value)
                for caller in callers
                if (value := caller.answers[name].value) is not None
            )[:POOL]
            for name in ABOUT
        }

    def _worded(self, asked: str, cycle: int) -> tuple[Worded, int]:
        """One of PAUSED_POOL answers with its joint."""
        random = Random(f"{self.seed}/{asked}/{cycle % PAUSED_POOL}")  # noqa: S311
        text = worded(asked, random, self._places)
        return text, random.randrange(1, len(text.groups))


_Draw: TypeAlias = Callable[[Drawing, str, int, Random], Conversation]

_DRAW: Mapping[Category, _Draw] = MappingProxyType(
    {
        "pause_handling": Drawing.paused,
        "turn_taking": Drawing.fluent,
        "backchannel": Drawing.murmured,
        "interruption": Drawing.interrupting,
        "own_voice": Drawing.silent,
    }
)


def _pause_ms(random: Random) -> int:
    low, high = PAUSE_MS
    return round(low * float((high / low) ** random.random()))


def _conversation(
    name: str, category: Category, asked: str, random: Random, *, about: str = "", **what: object
) -> Conversation:
    return Conversation.model_validate(
        {
            "id": name,
            "category": category,
            "asked": asked,
            "about": about or ABOUT[asked],
            "pace": round(random.uniform(*PACE), 2),
            "reaction_ms": random.randint(*REACTION_MS),
            **what,
        }
    )
