"""How the callers of `bench turns` say things in pieces, and where a speaker may pause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from types import MappingProxyType

from edgebharo.bench import people, phrasings
from edgebharo.bench.callers import MAX_CHILD_DAYS, TODAY
from edgebharo.bench.conversations import Meaning
from edgebharo.hindi.places import Place
from edgebharo.hindi.say import number_words
from edgebharo.types import Value

BACKCHANNELS = ("हूं", "जी", "हां", "हां हां", "जी जी", "हां जी", "अच्छा", "ठीक है")
"""What people murmur while they listen."""
REQUESTS: Mapping[Meaning, tuple[str, ...]] = MappingProxyType(
    {
        "wait": ("रुकिए", "एक मिनट", "ज़रा रुकिए", "एक मिनट रुकिए", "अरे रुकिए", "थोड़ा रुकिए", "रुको", "ठहरिए"),
        "repeat": ("फिर से बोलिए", "दोबारा बोलिए", "एक बार फिर बोलिए", "सुनाई नहीं दिया", "क्या बोला आपने"),
        "explain": ("समझ नहीं आया", "मुझे समझ में नहीं आया"),
    }
)
CHILD = ("उसका नाम {} है", "जी, {}", "घर में {} बुलाते हैं", "बेटे का नाम {} है", "बेटी का नाम {} है")
"""Wordings with something before the name: a name of one word has no joint of its own."""
DISTRICT = ("ज़िला {}", "मैं {} में रहती हूं", "हमारा ज़िला {} है", "जी, {}")
TELLING_WORDS = 2
"""An answer that is spoken over the agent is plain from its second word that is no backchannel."""


@dataclass(frozen=True)
class Worded:
    """An answer in groups of words; she may pause between any two of them, and her value is not out yet."""

    groups: tuple[str, ...]
    lead: int
    """How many of them come before the first word of the value."""
    value: Value


def worded(field: str, random: Random, places: Sequence[Place]) -> Worded:
    """A drawn answer to `field`, of two groups or more.

    Raises:
        KeyError: no answers in words are known for the field.
    """
    match field:
        case "name":
            community = random.choice(people.COMMUNITIES)
            second = random.choice(community.second)
            first = random.choice([name for name in community.first if name != second])
            return _framed(random.choice(phrasings.NAME), (first, second))
        case "child_name":
            frame = random.choice(CHILD)
            boys = "बेटे" in frame or ("बेटी" not in frame and random.random() < 0.5)
            return _framed(frame, (random.choice(people.SONS if boys else people.DAUGHTERS),))
        case "clinic_name":
            names = [name for name in people.ANGANWADIS if " " in name]
            return _framed(random.choice(phrasings.ANGANWADI), tuple(random.choice(names).split()))
        case "district":
            place = random.choice(places)
            words = phrasings.place_name(place.name).split()
            return _framed(random.choice(DISTRICT), tuple(words), place.value)
        case "child_dob":
            return _birth(random)
        case _:
            raise KeyError(field)


def _framed(frame: str, words: tuple[str, ...], value: Value | None = None) -> Worded:
    """`words` in a frame: what stands before them is a group, what follows belongs to the last word."""
    before, after = (side.strip(" ,") for side in frame.split("{}"))
    said = (*words[:-1], f"{words[-1]} {after}".strip())
    lead = (before,) if before else ()
    return Worded((*lead, *said), len(lead), " ".join(words) if value is None else value)


def _birth(random: Random) -> Worded:
    born = TODAY - timedelta(days=random.randint(1, MAX_CHILD_DAYS))
    groups = random.choice(_orders(born))
    return _framed(random.choice(phrasings.BIRTH), groups, born.isoformat())


def _orders(born: date) -> tuple[tuple[str, ...], ...]:
    day, month, year = number_words(born.day), phrasings.MONTHS[born.month - 1], number_words(born.year)
    return (
        (day, month, year),
        (day, month, f"सन {year}"),
        (f"{day} तारीख", month, year),
        (f"{month} की", f"{day} तारीख", year),
        (f"{year} में", day, month),
    )


def only_murmurs(text: str) -> bool:
    """Whether nothing in `text` tells it from a backchannel."""
    murmurs = {word for phrase in BACKCHANNELS for word in phrase.split()}
    return all(word.strip(",।") in murmurs for word in text.split())


def telling(text: str) -> tuple[str, str]:
    """`text` up to where it is plain that it is no backchannel, and the rest."""
    words = text.split()
    murmurs = {word for phrase in BACKCHANNELS for word in phrase.split()}
    told = [place for place, word in enumerate(words) if word.strip(",") not in murmurs]
    cut = told[TELLING_WORDS - 1] + 1 if len(told) >= TELLING_WORDS else len(words)
    return " ".join(words[:cut]), " ".join(words[cut:])
