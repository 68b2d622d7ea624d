"""Draws the calls of `bench forms`: always the same for a seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from edgebharo.bench.callers import draw_on_their_ways
from edgebharo.bench.capture_words import digit_words
from edgebharo.bench.conditions import FAST, SLOW
from edgebharo.bench.forms.behaviours import behaving
from edgebharo.bench.forms.calls import BEHAVIOURS, CONDITIONS, Behaviour, Condition, FormCall, System
from edgebharo.bench.forms.users import FIXED, USERS, person_of, voice_of
from edgebharo.bench.transcripts import PATHS
from edgebharo.bench.wordings import SPOKEN
from edgebharo.hindi.places import Place
from edgebharo.runtime.callers import Caller

WAYS: tuple[tuple[str, ...], ...] = tuple(product(*PATHS.values()))
"""The 48 ways through the form."""
PUBLISHED_CALLS = len(CONDITIONS) * FIXED * len(WAYS)
NUMBERS = ("linked_number", "whatsapp_number", "aadhaar_last4")
QUICK_CALLS = 12
BASELINE_CALLS = 96
"""At most so many of the published calls are held by a baseline, too."""
BEYOND_CONDITIONS: tuple[Condition, ...] = (*CONDITIONS, "combined")


@dataclass(frozen=True)
class _Planned:
    """A call before anything in it is drawn."""

    id: str
    user: int
    condition: Condition
    way: tuple[str, ...]
    behaviour: Behaviour = "plain"


@dataclass(frozen=True)
class Draws:
    """What calls are drawn from."""

    seed: int
    places: tuple[Place, ...]
    """Districts."""
    speakers: Mapping[str, Collection[int]] = field(default_factory=dict)
    """Who recorded digits, and which; empty: nobody."""

    def published(self) -> tuple[FormCall, ...]:
        """The 960 calls of the published design: 5 users, 48 ways, 4 conditions."""
        return self._calls(self._published())

    def some(self, count: int) -> tuple[FormCall, ...]:
        """So many of them, none twice; every condition, user and turn of a way as often as its like."""
        return self._calls(spread(tuple(self._published()), count, self.seed))

    def beyond(self) -> tuple[FormCall, ...]:
        """What the published design lacks: 20 more persons, a condition on top, callers who are not plain."""
        return self._calls(self._beyond())

    def _published(self) -> Iterator[_Planned]:
        for condition, user, way in product(CONDITIONS, range(1, FIXED + 1), WAYS):
            yield _Planned(self._id(condition, user, way), user, condition, way)

    def _beyond(self) -> Iterator[_Planned]:
        for user in range(FIXED + 1, USERS + 1):
            plain = ((condition, BEHAVIOURS[0]) for condition in BEYOND_CONDITIONS)
            bent = (
                (BEYOND_CONDITIONS[(user + number) % len(BEYOND_CONDITIONS)], behaviour)
                for number, behaviour in enumerate(BEHAVIOURS[1:])
            )
            for number, (condition, behaviour) in enumerate((*plain, *bent)):
                way = WAYS[(user * 7 + number * 5) % len(WAYS)]
                yield _Planned(self._id(condition, user, way), user, condition, way, behaviour)

    def _id(self, condition: str, user: int, way: Sequence[str]) -> str:
        return f"{self.seed}/{condition}/user-{user}/{'-'.join(way)}"

    def _calls(self, planned: Iterator[_Planned] | Sequence[_Planned]) -> tuple[FormCall, ...]:
        rows = tuple(planned)
        persons = {user: person_of(user, self.seed, self.places) for user in {row.user for row in rows}}
        ways = [(row.id, dict(zip(PATHS, row.way, strict=True))) for row in rows]
        people = {row.id: persons[row.user] for row in rows}
        callers = draw_on_their_ways(ways, self.places, SPOKEN, people)
        return tuple(self._call(row, caller) for row, caller in zip(rows, callers, strict=True))

    def _call(self, row: _Planned, caller: Caller) -> FormCall:
        random = Random(f"{row.id}/how")  # noqa: S311
        voice = voice_of(row.user)
        factor = random.choice((FAST, SLOW)) if row.condition in ("pace", "combined") else 1.0
        speaker = list(self.speakers)[(row.user - 1) % len(self.speakers)] if self.speakers else ""
        told = in_digits(caller, self.speakers[speaker], random) if speaker else caller
        own = behaving(told, row.behaviour, random)
        return FormCall(
            id=row.id,
            user=row.user,
            condition=row.condition,
            behaviour=row.behaviour,
            caller=own,
            voice=voice.spec,
            sex=voice.sex,
            pace=round(caller.speed * factor, 3),
            reaction_ms=own.reaction_ms,
            speaker=speaker,
        )


def in_digits(caller: Caller, recorded: Collection[int], random: Random) -> Caller:
    """`caller`, who says her numbers digit by digit and nothing else: the recorded digits can say them.

    A digit that nobody recorded is another one in her numbers.
    """
    known, spoken = sorted(recorded), {}
    for name, answer in caller.answers.items():
        if name in NUMBERS and answer.value is not None:
            digits = (int(digit) for digit in str(answer.value))
            value = "".join(str(digit if digit in recorded else random.choice(known)) for digit in digits)
            said = (digit_words(value),) * 2
            spoken[name] = answer.model_copy(update={"value": value, "say": said})
    return caller.model_copy(update={"answers": {**caller.answers, **spoken}})


def held_by(calls: Sequence[FormCall], system: System) -> tuple[FormCall, ...]:
    """The same calls, held by another system."""
    return tuple(call.model_copy(update={"system": system}) for call in calls)


def spread(planned: Sequence[_Planned], count: int, seed: int) -> tuple[_Planned, ...]:
    """`count` of the calls, chosen one by one so that no condition, user or turn of a way falls behind.

    Fewer are the first of more; the order is that of the choice.
    """
    order = list(planned)
    Random(f"{seed}/some").shuffle(order)  # noqa: S311
    counts: dict[tuple[int, object], int] = {}
    chosen: list[_Planned] = []
    while order and len(chosen) < count:
        best = min(order, key=lambda row: sum(counts.get(trait, 0) ** 2 for trait in _traits(row)))
        order.remove(best)
        chosen.append(best)
        for trait in _traits(best):
            counts[trait] = counts.get(trait, 0) + 1
    return tuple(chosen)


def _traits(row: _Planned) -> Iterator[tuple[int, object]]:
    return ((at, trait) for at, trait in enumerate((row.condition, row.user, *row.way)))
