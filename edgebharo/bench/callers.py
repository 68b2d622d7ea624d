"""Draws callers for the maternal enrolment: who they are, which way they go through the form, how they talk.

A seed always draws the same callers. Nothing is weighted: every district, every valid number, every path
(pregnant or not, 3 ways of the linked number, 4 of WhatsApp, Aadhaar told or not) and every wording
is equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from random import Random
from types import MappingProxyType

from edgebharo.bench import people, phrasings
from edgebharo.bench.wordings import SPOKEN, Wordings
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.places import Place
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.types import Value

FORM = "maternal-enrolment"
VOICE = "hm_psi"
"""The Hindi voice that no recogniser of the project was trained on."""

TODAY = date(2026, 11, 30)
"""The day of every drawn call, so that a seed means the same dates for ever."""

MAX_CHILD_DAYS = 5 * 365
SLOWEST, FASTEST = 0.9, 1.1
NO_WHATSAPP = 0.3
"""Of those who could not tell a number, so many have none, where the wordings know how that is said."""
REACTION_MS = (200, 1500)


@dataclass(frozen=True)
class Person:
    """Whoever calls more than once keeps these; her numbers, days and wordings are drawn for each call."""

    name: str
    district: Place
    anganwadi: str
    child: str
    son: bool


@dataclass(frozen=True)
class _Draw:
    """One caller in the making."""

    random: Random
    places: tuple[Place, ...]
    shared: frozenset[str]
    """Normalised names that more than one place bears."""
    answers: dict[str, CallerAnswer]
    words: Wordings = SPOKEN
    way: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By question, the path that she goes; what is missing here is drawn."""
    person: Person | None = None
    """None: she is drawn as well."""

    def path(self, question: str, *paths: str) -> str:
        """Which of `paths` she goes at `question`."""
        return self.way.get(question) or self.random.choice(paths)

    def framed(self, frames: tuple[str, ...], text: str) -> str:
        """`text` in one of `frames`; nothing is drawn where there is only one."""
        return (self.random.choice(frames) if len(frames) > 1 else frames[0]).format(text)

    def say(self, field: str, value: Value | None, *attempts: str) -> None:
        """Answer `field` with `attempts`, one each time that it is asked."""
        self.answers[field] = CallerAnswer(say=attempts, value=value)


def draw_callers(seed: int, count: int, places: tuple[Place, ...]) -> tuple[Caller, ...]:
    """`count` callers; the first n of a longer list are those of a shorter one."""
    shared = _shared_names(places)
    return tuple(_draw_caller(seed, number, places, shared) for number in range(1, count + 1))


@lru_cache(maxsize=4)
def _shared_names(places: tuple[Place, ...]) -> frozenset[str]:
    spoken = (phrasings.place_name(name) for place in places for name in {place.name, *place.aliases})
    return frozenset(name for name, bearers in Counter(map(normalize, spoken)).items() if bearers > 1)


def _draw_caller(seed: int, number: int, places: tuple[Place, ...], shared: frozenset[str]) -> Caller:
    random = Random(f"{seed}/{number}")  # noqa: S311
    return _caller(f"seed-{seed}-{number:02d}", _Draw(random, places, shared, {}))


def draw_on_their_ways(
    ways: Iterable[tuple[str, Mapping[str, str]]],
    places: tuple[Place, ...],
    words: Wordings,
    people_of: Mapping[str, Person] = MappingProxyType({}),
) -> tuple[Caller, ...]:
    """A caller for each name and way, always the same one for a name; all use `words`.

    A way may tell `pregnant` (yes, no), `linked` (this, other, forgotten), `whatsapp` (this, other,
    forgotten, unsure) and `aadhaar` (told, kept). `people_of` says who calls, by name; others are drawn.
    """
    shared = _shared_names(places)
    return tuple(
        _caller(name, _Draw(Random(name), places, shared, {}, words, way, people_of.get(name)))  # noqa: S311
        for name, way in ways
    )


def draw_person(random: Random, places: tuple[Place, ...]) -> Person:
    """Somebody who may call more than once; no other place bears the name of her district."""
    shared = _shared_names(places)
    lone = [place for place in places if normalize(phrasings.place_name(place.name)) not in shared]
    child, son = _drawn_child(random)
    return Person(
        _drawn_name(random), random.choice(lone), random.choice(people.ANGANWADIS), child=child, son=son
    )


def _caller(name: str, draw: _Draw) -> Caller:
    random = draw.random
    parts: tuple[Callable[[_Draw], None], ...] = (
        _name,
        _district,
        _anganwadi,
        _pregnancy,
        _linked,
        _whatsapp,
    )
    for part in parts:
        part(draw)
    _aadhaar(draw)
    return Caller(
        id=name,
        voice=VOICE,
        speed=round(random.uniform(SLOWEST, FASTEST), 2),
        caller_number=_phone(random) if random.random() < 0.5 else None,
        today=TODAY,
        reaction_ms=random.randint(*REACTION_MS),
        answers=draw.answers,
        yes=tuple(random.sample(draw.words.right, len(draw.words.right))),
        no=tuple(random.sample(draw.words.wrong, len(draw.words.wrong))),
    )


def _drawn_name(random: Random) -> str:
    community = random.choice(people.COMMUNITIES)
    first = random.choice(community.first)
    second = random.choice([name for name in community.second if name != first])
    return first if random.random() < 0.2 else f"{first} {second}"


def _drawn_child(random: Random) -> tuple[str, bool]:
    """Its name, and whether it is a son."""
    son = random.random() < 0.5
    return random.choice(people.SONS if son else people.DAUGHTERS), son


def _name(draw: _Draw) -> None:
    name = draw.person.name if draw.person else _drawn_name(draw.random)
    draw.say("name", name, phrasings.fill(draw.random, draw.words.name, name), f"मेरा नाम {name} है")


def _district(draw: _Draw) -> None:
    place = draw.person.district if draw.person else draw.random.choice(draw.places)
    official = draw.random.random() < 2 / 3 or not place.aliases
    name = phrasings.place_name(place.name if official else draw.random.choice(place.aliases))
    again = f"{name}, {place.state}" if normalize(name) in draw.shared else name
    draw.say("district", place.value, phrasings.fill(draw.random, draw.words.district, name), again)


def _anganwadi(draw: _Draw) -> None:
    name = draw.person.anganwadi if draw.person else draw.random.choice(people.ANGANWADIS)
    draw.say("clinic_name", name, phrasings.fill(draw.random, draw.words.anganwadi, name), f"{name} आंगनवाड़ी")


def _pregnancy(draw: _Draw) -> None:
    """Her own path, and what she says where she is led down the other one."""
    random = draw.random
    pregnant = draw.way["pregnant"] == "yes" if "pregnant" in draw.way else random.random() < 0.5
    plain = "हां, मैं गर्भवती हूं" if pregnant else "नहीं, मैं गर्भवती नहीं हूं"
    draw.say("pregnant", pregnant, random.choice(draw.words.pregnant[pregnant]), plain)
    if pregnant:
        count = random.randint(1, 9)
        spoken = draw.framed(draw.words.months, phrasings.months(random, count))
        draw.say("gestational_age_months", count, spoken, phrasings.plain_months(count))
        for field in ("child_name", "child_dob"):
            draw.say(field, None, "अभी बच्चा नहीं हुआ, मैं गर्भवती हूं")
        return
    draw.say("gestational_age_months", None, plain)
    name, son = (draw.person.child, draw.person.son) if draw.person else _drawn_child(random)
    wordings = draw.words.child + (draw.words.son if son else draw.words.daughter)
    draw.say("child_name", name, phrasings.fill(random, wordings, name), name)
    born = TODAY - timedelta(days=random.randint(1, MAX_CHILD_DAYS))
    spoken = phrasings.birth_date(random, born, TODAY, draw.words.birth)
    draw.say("child_dob", born.isoformat(), spoken, phrasings.plain_date(born))


def _linked(draw: _Draw) -> None:
    path = draw.path("linked", "this", "other", "forgotten")
    same = path == "this"
    plain = "हां, यही नंबर लिखा है" if same else "नहीं, दूसरा नंबर लिखा है"
    draw.say("phone_linked", same, draw.random.choice(draw.words.linked[same]), plain)
    if path == "other":
        _number(draw, "linked_number")
    else:
        said = (plain,) if same else _twice(draw, draw.words.no_number)
        draw.say("linked_number", None, *said)


def _whatsapp(draw: _Draw) -> None:
    path = draw.path("whatsapp", "this", "other", "forgotten", "unsure")
    if path == "unsure":
        draw.say("whatsapp_same", None, *_twice(draw, draw.words.no_whatsapp_answer))
        draw.say("whatsapp_number", None, *_twice(draw, draw.words.no_number))
        return
    if path == "forgotten" and draw.words.whatsapp_none and draw.random.random() < NO_WHATSAPP:
        draw.say("whatsapp_same", False, draw.random.choice(draw.words.whatsapp_none), "नहीं, व्हाट्सऐप नहीं है")
        draw.say("whatsapp_number", None, *_twice(draw, draw.words.no_number))
        return
    same = path == "this"
    plain = "हां, इसी नंबर पर व्हाट्सऐप है" if same else "नहीं, व्हाट्सऐप दूसरे नंबर पर है"
    draw.say("whatsapp_same", same, draw.random.choice(draw.words.whatsapp[same]), plain)
    if path == "other":
        _number(draw, "whatsapp_number")
    else:
        said = (plain,) if same else _twice(draw, draw.words.no_number)
        draw.say("whatsapp_number", None, *said)


def _aadhaar(draw: _Draw) -> None:
    random = draw.random
    if draw.way["aadhaar"] == "kept" if "aadhaar" in draw.way else random.random() < 0.5:
        draw.say("aadhaar_last4", None, *_twice(draw, draw.words.no_aadhaar))
        return
    number = "".join(random.choice("0123456789") for _ in range(4))
    spoken = phrasings.fill(random, draw.words.last_digits, phrasings.digits(random, number))
    draw.say("aadhaar_last4", number, spoken, phrasings.singly(number))


def _number(draw: _Draw, field: str) -> None:
    number = _phone(draw.random)
    spoken = phrasings.fill(draw.random, draw.words.number, phrasings.digits(draw.random, number))
    draw.say(field, number, spoken, phrasings.singly(number))


def _phone(random: Random) -> str:
    """Any ten-digit mobile number: they start with 6 to 9 (National Numbering Plan of India)."""
    return random.choice("6789") + "".join(random.choice("0123456789") for _ in range(9))


def _twice(draw: _Draw, wordings: tuple[str, ...]) -> tuple[str, str]:
    first, second = draw.random.sample(wordings, 2)
    return first, second
