"""Draws the tasks of `bench capture`: always the same for a seed; fewer are the first of more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from random import Random
from types import MappingProxyType

from edgebharo.bench import people, phrasings
from edgebharo.bench.callers import MAX_CHILD_DAYS, TODAY
from edgebharo.bench.capture_forms import LARGEST_CARD, LARGEST_FAMILY
from edgebharo.bench.capture_tasks import KINDS, Item, Kind, Realism, Task
from edgebharo.bench.capture_words import (
    INSTEAD,
    digit_words,
    mispronounced,
    said_otherwise,
    spelled,
    spelt_otherwise,
)
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.places import Place
from edgebharo.hindi.say import number_words, year_words
from edgebharo.types import Value

VOICES = (
    "hm_psi",
    "hm_psi:0.5+hf_alpha:0.5",
    "hm_psi:0.5+hf_beta:0.5",
    "hm_psi:0.6+hm_omega:0.4",
)
"""The Kokoro voice that the packaged ear was never trained on, and blends with it: none of them was heard."""
PACE = (0.9, 1.1)
REACTION_MS = (200, 1200)
DRAWN: tuple[Realism, ...] = ("restart", "partial", "wrong_field", "mispronounced", "spelled_differently")
PLAIN_SHARE = {False: 0.5, True: 0.1}
"""Of easy and of hard tasks, so many are told straight on."""
LISTED_VILLAGES = 24


def _words(*lines: str) -> tuple[str, ...]:
    return tuple(" ".join(lines).split())


VILLAGES: tuple[str, ...] = _words(
    "रामपुर मोहनपुर हसनपुर किशनगढ़ भीमपुरा सोनपुर लालगंज नयागांव पीपलखेड़ा बरगदवा चंदनपुर महुआडीह इमलिया",
    "बेलवाटीकर सुल्तानपुर गोपालपुर बसंतपुर जगदीशपुर करौंदी धनौरा पिपरिया खजुरिया सेमरिया डुमरी टेकारी",
    "ककराही नरहरपुर मझौली देवरी बिलासखेड़ी कुसुमपाल भगवानपुर शाहपुर रसूलपुर मिर्जापुर दौलतपुर फतेहपुर",
    "नौबतपुर हरनौत बड़ागांव छोटीखाटू ढाबावाली कोटड़ा राजपुरा सिरसौद टिमरनी बोरगांव जामुनझिरी उमरिया",
)
HARD_NAMES = (
    *("सुकुरमुनी हेम्ब्रम", "चांदमुनी टुडू", "एतवारी लकड़ा", "सालगे बेसरा", "जानो तिर्की", "शुक्रमणि हांसदा"),
    *("तबस्सुम मंसूरी", "नूरजहां कुरैशी", "रेहाना अंसारी", "ज़रीना खातून", "राजविंदर ढिल्लों", "सुखविंदर बाजवा"),
    *("धनवंती अहिरवार", "रुक्मिणी विश्वकर्मा", "कौशल्या गायकवाड़", "यशोदा सोलंकी", "सुलोचना बेहरा"),
    *("फूलमती कुशवाहा", "बुधनी मरावी", "मंगरी उइके", "सोमारी नेताम", "झलकारी निषाद", "रामरती केवट"),
)
SPELLED_EASY = (
    *("राधा", "गीता", "सीमा", "कमला", "रेखा", "मीना", "लीला", "उषा", "आशा", "पूनम", "सुनीता", "अनीता", "ममता"),
    *("सरिता", "कविता", "शोभा", "जया", "तारा", "नीलम", "काजल"),
)
SPELLED_HARD = (
    *("फूलमती", "सुकुरमुनी", "चांदमुनी", "ज़रीना", "रुखसाना", "झलकारी", "सोमारी", "एतवारी", "गुड्डी", "उर्मिला"),
    *("सुमित्रा", "बुधनी", "रामरती", "भगवती", "नूरजहां", "ढेलिया", "छबीली", "घुंघरी", "थानवी", "ठकुराइन"),
)
SPELLED = ("{name}, {letters}", "{letters}", "लिखिए, {letters}")
VILLAGE = ("{}", "हमारे गांव का नाम {} है", "{} गांव", "{} नाम है", "जी, {}", "गांव का नाम {}")
HOUSEHOLD = ("{}", "{} लोग", "घर में {} लोग हैं", "हम {} जने हैं", "कुल {}")
CARD = ("{}", "{} नंबर", "उस पर {} लिखा है", "जी, {}")
NAMED: frozenset[Kind] = frozenset({"name", "village", "district", "spelled_name"})
REALISMS: Mapping[Kind, tuple[Realism, ...]] = MappingProxyType(
    {
        "name": ("restart", "wrong_field", "mispronounced", "spelled_differently"),
        "village": ("restart", "wrong_field", "mispronounced"),
        "district": ("restart", "wrong_field", "mispronounced"),
        "date": ("restart", "partial", "wrong_field", "spelled_differently"),
        "months": ("restart", "wrong_field"),
        "phone": ("restart", "partial", "wrong_field", "spelled_differently"),
        "aadhaar": ("restart", "partial", "wrong_field", "spelled_differently"),
        "yes_no": ("wrong_field",),
        "number": ("restart", "wrong_field", "spelled_differently"),
        "spelled_name": ("restart", "wrong_field", "mispronounced"),
    }
)


@dataclass(frozen=True)
class _Told:
    """An item in the making."""

    field: str
    value: Value
    frames: tuple[str, ...]
    said: str
    """The value in the words of her first answer."""
    plain: str
    wrong: str = ""
    """Another value of the kind, for a restart: "तीन, नहीं नहीं, चार"."""

    def item(self, kind: Kind, random: Random) -> Item:
        """Told straight on."""
        first = random.choice(self.frames).format(self.said)
        return Item(field=self.field, kind=kind, value=self.value, first=first, plain=self.plain)


@dataclass(frozen=True)
class Draws:
    """What tasks are drawn from."""

    seed: int
    places: tuple[Place, ...]
    """Districts."""

    def tasks(self, each: int) -> tuple[Task, ...]:
        """`each` tasks of every kind, easy and hard in turn."""
        return tuple(self.task(kind, number) for number in range(each) for kind in KINDS)

    def task(self, kind: Kind, number: int) -> Task:
        """The task of `kind` with this number, from 0; every second one is hard."""
        name = f"{kind}-{number + 1:02d}"
        random = Random(f"{self.seed}/{name}")  # noqa: S311
        hard = number % 2 == 1
        villages = tuple(random.sample(VILLAGES, LISTED_VILLAGES)) if kind == "village" and not hard else ()
        told = (
            _village(random, villages or VILLAGES) if kind == "village" else _TELL[kind](self, random, hard)
        )
        realism = _realism(kind, random, hard)
        return Task(
            id=f"{self.seed}/{name}",
            kind=kind,
            hard=hard,
            realism=realism,
            voice=VOICES[number // 2 % len(VOICES)],
            pace=round(random.uniform(*PACE), 2),
            reaction_ms=random.randint(*REACTION_MS),
            items=self._items(told, kind, realism, random),
            villages=villages,
        )

    def _items(self, told: _Told, kind: Kind, realism: Realism, random: Random) -> tuple[Item, ...]:
        item = told.item(kind, random)
        match realism:
            case "restart":
                begun = f"{told.wrong}, {INSTEAD}, {told.said}"
                return (item.model_copy(update={"first": random.choice(told.frames[:1]).format(begun)}),)
            case "partial":
                return (_partial(item, random),)
            case "wrong_field":
                return (item, self._companion(kind, random))
            case "mispronounced":
                slipped = mispronounced(told.said, random)
                return (replace(told, said=slipped).item(kind, random),)
            case "spelled_differently":
                change = spelt_otherwise if kind in NAMED else said_otherwise
                return (replace(told, said=change(told.said, random)).item(kind, random),)
            case _:
                return (item,)

    def _companion(self, kind: Kind, random: Random) -> Item:
        """Something else that she tells first: months in place of a name, her name in place of the rest."""
        if kind in NAMED:
            count = random.randint(2, 9)
            plain = phrasings.plain_months(count)
            told = _Told("gestational_age_months", count, ("पेट में बच्चे को {} हुए हैं",), plain, plain)
            return told.item("months", random)
        return replace(_name(self, random, hard=False), frames=("मेरा नाम {} है",)).item("name", random)

    @cached_property
    def lone(self) -> tuple[Place, ...]:
        """Districts whose name no other bears."""
        bearers = Counter(normalize(place.name) for place in self.places)
        return tuple(place for place in self.places if bearers[normalize(place.name)] == 1)

    @cached_property
    def renamed(self) -> tuple[Place, ...]:
        """Districts that are known by another name as well."""
        return tuple(place for place in self.lone if place.aliases)


def _realism(kind: Kind, random: Random, hard: bool) -> Realism:
    """What goes wrong in her first answer; nothing where the kind knows no such thing."""
    straight, drawn = random.random() < PLAIN_SHARE[hard], random.choice(DRAWN)
    return "none" if straight or drawn not in REALISMS[kind] else drawn


def _partial(item: Item, random: Random) -> Item:
    """The first half of a number, or a date without its year."""
    if item.kind == "date":
        day = date.fromisoformat(str(item.value))
        return item.model_copy(update={"first": f"{number_words(day.day)} {phrasings.MONTHS[day.month - 1]}"})
    digits = str(item.value)
    told = digits[: random.choice((5, 6)) if len(digits) == 10 else 2]
    return item.model_copy(update={"first": digit_words(told)})


# ---------------------------------------------------------------- one value of each kind


def _name(_draws: Draws, random: Random, hard: bool) -> _Told:
    community = people.COMMUNITIES[0]
    easy = f"{random.choice(community.first)} {random.choice(community.second)}"
    name = random.choice(HARD_NAMES) if hard else easy
    wrong = random.choice([first for first in community.first if first != name.split()[0]])
    return _Told("name", name, phrasings.NAME, name, name, wrong)


def _village(random: Random, known: Sequence[str]) -> _Told:
    name, wrong = random.sample(known, 2)
    return _Told("village", name, VILLAGE, name, name, wrong)


def _district(draws: Draws, random: Random, hard: bool) -> _Told:
    place = random.choice(draws.renamed if hard else draws.lone)
    name = phrasings.place_name(random.choice(place.aliases) if hard else place.name)
    wrong = phrasings.place_name(random.choice([other for other in draws.lone if other != place]).name)
    return _Told("district", place.value, phrasings.DISTRICT, name, name, wrong)


def _date(_draws: Draws, random: Random, hard: bool) -> _Told:
    """Easy: a child's, day, month and year. Hard: a child's in any order and style, or her own."""
    own = hard and random.random() < 0.5
    if own:
        born = date(random.randint(1985, 2007), 1, 1) + timedelta(days=random.randrange(365))
    else:
        born = TODAY - timedelta(days=random.randint(1, MAX_CHILD_DAYS))
    day, month = number_words(born.day), phrasings.MONTHS[born.month - 1]
    plain = f"{day} {month} {year_words(born.year)}"
    said = phrasings.birth_date(random, born, TODAY, ("{}",)) if hard and not own else plain
    wrong = f"{number_words(born.day % 28 + 1)} {month}"
    return _Told("own_dob" if own else "child_dob", born.isoformat(), phrasings.BIRTH, said, plain, wrong)


def _months(_draws: Draws, random: Random, hard: bool) -> _Told:
    count = random.randint(1, 9)
    said = phrasings.months(random, count) if hard else phrasings.plain_months(count)
    wrong = number_words(count % 9 + 1)
    return _Told("gestational_age_months", count, ("{}",), said, phrasings.plain_months(count), wrong)


def _phone(_draws: Draws, random: Random, hard: bool) -> _Told:
    number = random.choice("6789") + "".join(random.choice("0123456789") for _ in range(9))
    return _digits("linked_number", number, random, phrasings.NUMBER, hard)


def _aadhaar(_draws: Draws, random: Random, hard: bool) -> _Told:
    number = "".join(random.choice("0123456789") for _ in range(4))
    return _digits("aadhaar_last4", number, random, phrasings.LAST_DIGITS, hard)


def _digits(field: str, number: str, random: Random, frames: tuple[str, ...], hard: bool) -> _Told:
    plain = digit_words(number)
    wrong = digit_words(number[0] + str((int(number[1]) + random.randint(1, 9)) % 10) + number[2:3])
    return _Told(field, number, frames, phrasings.digits(random, number) if hard else plain, plain, wrong)


def _yes_no(_draws: Draws, random: Random, hard: bool) -> _Told:
    field, wordings = random.choice(
        (
            ("pregnant", phrasings.PREGNANT),
            ("phone_linked", phrasings.LINKED),
            ("whatsapp_same", phrasings.WHATSAPP),
        )
    )
    value = random.random() < 0.5
    plain = {True: ("हां", "हां जी", "जी हां"), False: ("नहीं", "जी नहीं", "नहीं जी")}[value]
    said = random.choice([text for text in wordings[value] if (text not in plain) == hard])
    return _Told(field, value, ("{}",), said, random.choice(plain))


def _number(_draws: Draws, random: Random, hard: bool) -> _Told:
    count = random.randint(100, LARGEST_CARD) if hard else random.randint(1, LARGEST_FAMILY)
    words = number_words(count)
    wrong = number_words(count - 1 if count > 1 else count + 1)
    return _Told("card" if hard else "household", count, CARD if hard else HOUSEHOLD, words, words, wrong)


def _spelled(_draws: Draws, random: Random, hard: bool) -> _Told:
    name = random.choice(SPELLED_HARD if hard else SPELLED_EASY)
    letters = spelled(name, by_example=not hard or random.random() < 0.5)
    frames = tuple(frame.format(name=name, letters="{}") for frame in SPELLED)
    plain = spelled(name, by_example=True)
    return _Told("spelled_name", name, frames, letters, plain, spelled(name[:1], by_example=True))


_TELL: Mapping[Kind, Callable[[Draws, Random, bool], _Told]] = MappingProxyType(
    {
        "name": _name,
        "district": _district,
        "date": _date,
        "months": _months,
        "phone": _phone,
        "aadhaar": _aadhaar,
        "yes_no": _yes_no,
        "number": _number,
        "spelled_name": _spelled,
    }
)
